package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/meld"
)

const ginHandFile = "../../env/meld/testdata/gin-deadwood.jsonl"

// solve answers every hand of the file of known answers, in order and in full.
func TestSolveGinKnownAnswers(t *testing.T) {
	input, err := os.ReadFile(ginHandFile)
	if err != nil {
		t.Fatal(err)
	}
	status, out, errs := command(t, string(input), "solve", "--game", "gin")
	if status != 0 || errs != "" {
		t.Fatalf("exit status %d, %s", status, errs)
	}
	questions, answers := bytes.Split(bytes.TrimSpace(input), []byte("\n")), strings.Split(strings.TrimSpace(out), "\n")
	if len(questions) < 1200 || len(answers) != len(questions) {
		t.Fatalf("%d answers for %d hands, want as many, and at least 1200", len(answers), len(questions))
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
		cards, err := parseSolveCards("cards", asked.Cards)
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

// frameworkOrder compares two melds of an arrangement by the order in which the
// file lists them, that of the framework's hash sets of four buckets: by the place
// among the melds of the hand, modulo four.
func frameworkOrder(hand card.Cards) func(a, b []card.Card) int {
	held := meld.AppendGinMelds(nil, hand)
	return func(a, b []card.Card) int {
		return slices.Index(held, setOf(a))%4 - slices.Index(held, setOf(b))%4
	}
}

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
		{"no meld", `{"cards":["AS","2S"],"knocker":[["3S","4S"]]}`, []string{"meld 1 of the knocker", "3S 4S is no meld"}},
		{"four melds", `{"cards":["AS"],"knocker":[[],[],[],[]]}`, []string{"4 melds", "at most 3"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			status, out, errs := command(t, goodGinHand+"\n\n"+tt.line+"\n"+goodGinHand, "solve", "--game", "gin")
			if status != 1 || strings.Count(out, "\n") != 2 {
				t.Errorf("exit status %d and %d answers, want 1 and 2:\n%s", status, strings.Count(out, "\n"), out)
			}
			wantAll(t, errs, append(tt.want, "line 3:", "1 line was bad")...)
		})
	}
}

// The readable answers, each a page of testdata/solve-gin.txt.
func TestSolveGinText(t *testing.T) {
	var page strings.Builder
	for _, args := range [][]string{
		{"8C 7D 9C 9H 8D 5C 9D 5H 6H 6S 8H"},                                // 11 cards
		{"6S 7S AC 4C 7C 5D 6D 7D 8D 6H 7H"},                                // 11 cards that can knock
		{"AS 2S AC 2C 6C 7C 8C 2D AH 2H 3H"},                                // gin
		{"6C 9H 8S KH TS 2H AC 4D JD QC"},                                   // no meld
		{"TH TC 8H 9C 8D 9S 9H 8C 8S 9D"},                                   // two best arrangements
		{"--knocker", "4S 5S 6S/KC KD KH", "7S 8S KS 2D 3D 4D 9H 9C AC AD"}, // lay-offs one after another
		{"--knocker", "3C 4C 5C/9H 9S 9D", "6C 7C 8C 9C TH JD QS KC AH 2C"}, // a run taken apart to lay it off
	} {
		page.WriteString("$ rummygym solve --game gin " + strings.Join(args, " ") + "\n" + succeed(t, append([]string{"solve", "--game", "gin"}, args...)...) + "\n")
	}
	golden(t, "solve-gin.txt", page.String())
}

func TestSolveGinArguments(t *testing.T) {
	want := succeed(t, "solve", "--game", "gin", "--format", "json", "--knocker", "4S,5S,6S/KC KD KH", "9c,10d", "js")
	if got := succeed(t, "solve", "--game=gin", "--format=json", "--knocker=4S 5S 6S/KC,KD,KH", "9C TD JS"); got != want {
		t.Errorf("two ways to write one hand: %s and %s", got, want)
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
		wantAll(t, fail(t, append([]string{"solve"}, tt.args...)...), tt.want...)
	}
}

// No line crashes the solver, and a line that is taken gets a checked answer.
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
		check := func(melds [][]card.Card, off []ginLayOff, left []card.Card, deadwood int) {
			t.Helper()
			var all []card.Card
			for _, m := range melds {
				if !meld.IsGinMeld(setOf(m)) {
					t.Errorf("%s: %v is no meld", line, m)
				}
				all = append(all, m...)
			}
			onto := h.knocker
			for _, o := range off {
				if onto[o.Onto] = onto[o.Onto].With(o.Card); !meld.IsGinMeld(onto[o.Onto]) {
					t.Errorf("%s: %v cannot be laid off onto meld %d", line, o.Card, o.Onto)
				}
				all = append(all, o.Card)
			}
			all = append(all, left...)
			if len(all) != len(h.cards) || setOf(all) != h.hand || meld.PipTotal(setOf(left)) != deadwood {
				t.Errorf("%s: melds, lay-offs and rest are %v with %d points, want the hand and %d", line, all, meld.PipTotal(setOf(left)), deadwood)
			}
		}
		check(a.Best, nil, a.Unmelded, a.Deadwood)
		if h.knocker.Len() > 0 {
			check(a.Greedy.Melds, a.Greedy.LaidOff, a.Greedy.Unmelded, a.Greedy.Deadwood)
			check(a.Joint.Melds, a.Joint.LaidOff, a.Joint.Unmelded, a.Joint.Deadwood)
			if a.Joint.Deadwood > a.Greedy.Deadwood || a.Greedy.Deadwood > a.Deadwood {
				t.Errorf("%s: deadwood %d, greedily %d, jointly %d: want them to fall", line, a.Deadwood, a.Greedy.Deadwood, a.Joint.Deadwood)
			}
		}
		if (len(a.AfterDiscard) == ginMaxCards) != (len(h.cards) == ginMaxCards) || len(a.AfterDiscard) > 0 && slices.Min(a.AfterDiscard) > a.Deadwood {
			t.Errorf("%s: discards leave %v of %d", line, a.AfterDiscard, a.Deadwood)
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
