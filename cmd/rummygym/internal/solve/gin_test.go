package solve

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/env/card"
	"rummygym/env/deadwood"
)

// ginHandFile is a file of known answers.
const ginHandFile = "../../../../env/deadwood/testdata/gin-deadwood.jsonl"

// TestSolveGinKnownAnswers compares the answers for the file of known answers, in order.
func TestSolveGinKnownAnswers(t *testing.T) {
	input, err := os.ReadFile(ginHandFile)
	if err != nil {
		t.Fatal(err)
	}
	status, out, errs := program.Run(t, string(input), "solve", "--game", "gin")
	if status != 0 || errs != "" {
		t.Fatalf("exit status %d, %s", status, errs)
	}
	questions, answers := bytes.Split(bytes.TrimSpace(input), []byte("\n")), strings.Split(strings.TrimSpace(out), "\n")
	if len(questions) < 1200 || len(answers) != len(questions) {
		t.Fatalf("%d answers for %d hands, want one per hand and at least 1200 hands", len(answers), len(questions))
	}
	for i := range questions {
		var want, got ginAnswer
		var asked ginInput
		for text, to := range map[string]any{string(questions[i]): &want, answers[i]: &got} {
			if err := json.Unmarshal([]byte(text), to); err != nil {
				t.Fatal(err)
			}
		}
		if err := json.Unmarshal(questions[i], &asked); err != nil {
			t.Fatal(err)
		}
		cards, err := parseCards("cards", asked.Cards)
		if err != nil {
			t.Fatal(err)
		}
		slices.SortStableFunc(got.Best, frameworkOrder(setOf(cards)))
		got.Unmelded = nil // not in the file, see FuzzSolveGinLine
		if !reflect.DeepEqual(got, want) {
			t.Errorf("line %d: the answer is %+v, want %+v", i+1, got, want)
		}
	}
}

// frameworkOrder returns a comparison of two melds of an arrangement in the order of the
// file. This is the order of the framework's hash sets with four buckets: the index among
// the melds of the hand, modulo four.
func frameworkOrder(hand card.Cards) func(a, b []card.Card) int {
	held := deadwood.AppendMelds(nil, hand)
	return func(a, b []card.Card) int {
		return slices.Index(held, setOf(a))%4 - slices.Index(held, setOf(b))%4
	}
}

// goodGinHand is a valid line of input.
const goodGinHand = `{"cards":["8C","7D","9C","9H","8D","5C","9D","5H","6H","6S","8H"]}`

func TestSolveGinBadLines(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		want       []string
	}{
		{"no JSON", `cards`, []string{"not JSON"}},
		{"array", `["AS"]`, []string{"array", "object"}},
		{"no cards", `{"knocker":[]}`, []string{`"cards" is missing`}},
		{"knocker a list of cards", `{"cards":["AS"],"knocker":["2S","3S","4S"]}`, []string{`"knocker"`, "string", "list of melds"}},
		{"unknown card", `{"cards":["AS","2S","1X"]}`, []string{`"cards", card 3`, `"1X"`}},
		{"unknown card of a meld", `{"cards":["AS"],"knocker":[["2S","3S","4S"],["KC","KX"]]}`, []string{"meld 2", `"knocker", card 2`, `"KX"`}},
		{"a joker", `{"cards":["AS","JK"]}`, []string{"card 2 of the hand", "JK"}},
		{"no card", `{"cards":[]}`, []string{"0 cards", "1 to 11"}},
		{"twelve", `{"cards":["AS","2S","3S","4S","5S","6S","7S","8S","9S","TS","JS","QS"]}`, []string{"12 cards", "1 to 11"}},
		{"a second copy", `{"cards":["AS","2S","AS"]}`, []string{"card 3 of the hand", "AS", "second time"}},
		{"a copy with the knocker", `{"cards":["AS","2S"],"knocker":[["2S","3S","4S"]]}`, []string{"meld 1 of the knocker, card 1", "2S"}},
		{"no meld", `{"cards":["AS","2S"],"knocker":[["3S","4S"]]}`, []string{"meld 1 of the knocker", "3S 4S is not a meld"}},
		{"four melds", `{"cards":["AS"],"knocker":[[],[],[],[]]}`, []string{"4 melds", "at most 3"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			status, out, errs := program.Run(t, goodGinHand+"\n\n"+tt.line+"\n"+goodGinHand, "solve", "--game", "gin")
			if status != 1 || strings.Count(out, "\n") != 2 {
				t.Errorf("exit status %d and %d answers, want 1 and 2:\n%s", status, strings.Count(out, "\n"), out)
			}
			clitest.WantAll(t, errs, append(tt.want, "line 3:", "1 line was bad")...)
		})
	}
}

// TestSolveGinText compares readable answers with testdata/solve-gin.txt.
func TestSolveGinText(t *testing.T) {
	var page strings.Builder
	for _, args := range [][]string{
		{"8C 7D 9C 9H 8D 5C 9D 5H 6H 6S 8H"},                                // 11 cards
		{"6S 7S AC 4C 7C 5D 6D 7D 8D 6H 7H"},                                // 11 cards that can knock
		{"AS 2S AC 2C 6C 7C 8C 2D AH 2H 3H"},                                // gin
		{"6C 9H 8S KH TS 2H AC 4D JD QC"},                                   // no meld
		{"TH TC 8H 9C 8D 9S 9H 8C 8S 9D"},                                   // two best arrangements
		{"--knocker", "4S 5S 6S/KC KD KH", "7S 8S KS 2D 3D 4D 9H 9C AC AD"}, // several lay-offs in sequence
		{"--knocker", "3C 4C 5C/9H 9S 9D", "6C 7C 8C 9C TH JD QS KC AH 2C"}, // a run whose cards are better laid off
	} {
		page.WriteString("$ rummygym solve --game gin " + strings.Join(args, " ") + "\n" + program.Succeed(t, append([]string{"solve", "--game", "gin"}, args...)...) + "\n")
	}
	clitest.Golden(t, "solve-gin.txt", page.String())
}

func TestSolveGinArguments(t *testing.T) {
	want := program.Succeed(t, "solve", "--game", "gin", "--format", "json", "--knocker", "4S,5S,6S/KC KD KH", "9c,10d", "js")
	if got := program.Succeed(t, "solve", "--game=gin", "--format=json", "--knocker=4S 5S 6S/KC,KD,KH", "9C TD JS"); got != want {
		t.Errorf("two ways to write the same hand give %s and %s", got, want)
	}
	for _, tt := range []struct {
		args []string
		want []string
	}{
		{[]string{"--game", "gin", "--wild", "7", "AS"}, []string{"--wild is for hands of Indian Rummy", "--game gin"}},
		{[]string{"--knocker", "2S 3S 4S", "AS"}, []string{"--knocker is for hands of Gin Rummy", "--game indian"}},
		{[]string{"--game", "gin", "--knocker", "2S 3S 4S"}, []string{"--knocker", "command line", "--game gin AS"}},
		{[]string{"--game", "gin", "--knocker", "2S 3S 4S/2X", "AS"}, []string{"--knocker, meld 2", "2X"}},
		{[]string{"--game", "gin", "AX"}, []string{"AX"}},
		{[]string{"--game", "gin", "--format", "text"}, []string{"answered in json"}},
	} {
		clitest.WantAll(t, program.Fail(t, append([]string{"solve"}, tt.args...)...), tt.want...)
	}
}

// FuzzSolveGinLine checks that no line crashes the solver, and that the answer to every valid
// line is consistent.
func FuzzSolveGinLine(f *testing.F) {
	f.Add([]byte(goodGinHand))
	f.Add([]byte(`{"cards":["7S","8S","KS","2D","3D","4D","9H","9C","AC","AD"],"knocker":[["4S","5S","6S"],["KC","KD","KH"]]}`))
	f.Add([]byte(`{"cards":["6C","7C","8C","9C","9D"],"knocker":[["3C","4C","5C"],["9H","9S","9D"]]}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		s, err := parseGinLine(line)
		if err != nil {
			return
		}
		h := s.(*ginHand)
		a := h.answer().(ginAnswer)
		check := func(melds [][]card.Card, off []ginLayOff, left []card.Card, points int) {
			t.Helper()
			var all []card.Card
			for _, m := range melds {
				if !deadwood.IsMeld(setOf(m)) {
					t.Errorf("%s: %v is not a meld", line, m)
				}
				all = append(all, m...)
			}
			onto := h.knocker
			for _, o := range off {
				if onto[o.Onto] = onto[o.Onto].With(o.Card); !deadwood.IsMeld(onto[o.Onto]) {
					t.Errorf("%s: %v cannot be laid off onto meld %d", line, o.Card, o.Onto)
				}
				all = append(all, o.Card)
			}
			all = append(all, left...)
			if len(all) != len(h.cards) || setOf(all) != h.hand || deadwood.PipTotal(setOf(left)) != points {
				t.Errorf("%s: melds, lay-offs and remaining cards are %v with %d points remaining, want the hand and %d points", line, all, deadwood.PipTotal(setOf(left)), points)
			}
		}
		check(a.Best, nil, a.Unmelded, a.Deadwood)
		if h.knocker.Len() > 0 {
			check(a.Greedy.Melds, a.Greedy.LaidOff, a.Greedy.Unmelded, a.Greedy.Deadwood)
			check(a.Joint.Melds, a.Joint.LaidOff, a.Joint.Unmelded, a.Joint.Deadwood)
			if a.Joint.Deadwood > a.Greedy.Deadwood || a.Greedy.Deadwood > a.Deadwood {
				t.Errorf("%s: deadwood is %d, %d with greedy and %d with joint lay-offs, want a non-increasing sequence", line, a.Deadwood, a.Greedy.Deadwood, a.Joint.Deadwood)
			}
		}
		if (len(a.AfterDiscard) == ginMaxCards) != (len(h.cards) == ginMaxCards) || len(a.AfterDiscard) > 0 && slices.Min(a.AfterDiscard) > a.Deadwood {
			t.Errorf("%s: after_discard is %v with deadwood %d", line, a.AfterDiscard, a.Deadwood)
		}
		if err := h.writeText(io.Discard); err != nil {
			t.Error(err)
		}
	})
}

// setOf returns the set of the cards.
func setOf(cards []card.Card) card.Cards {
	var s card.Cards
	for _, c := range cards {
		s = s.With(c)
	}
	return s
}
