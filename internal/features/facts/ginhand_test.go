package facts

import (
	"encoding/json"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/internal/must"
)

// TestGinKnownAnswers compares the answers for the file of known answers.
func TestGinKnownAnswers(t *testing.T) {
	for i, line := range lines(t, "../../../env/deadwood/testdata/gin-deadwood.jsonl", 1200) {
		h, err := ParseGinHand(line)
		if err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		var want GinAnswer
		must.Do(t, json.Unmarshal(line, &want))
		got := h.Solve()
		slices.SortStableFunc(got.Best, frameworkOrder(h.Hand))
		want.BestSets = max(1, want.BestSets) // the file counts no arrangement of a hand without melds
		got.Unmelded = nil                    // not in the file, see FuzzParseGinHand
		must.Equal(t, got, want, "line %d: the answer", i+1)
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

// goodGinHand is a valid hand of Gin Rummy.
const goodGinHand = `{"cards":["8C","7D","9C","9H","8D","5C","9D","5H","6H","6S","8H"]}`

// A knocker has three melds at most.
func TestGinMeldsOfKnocker(t *testing.T) {
	const three = `{"cards":["KC"],"knocker":[["2S","3S","4S"],["5H","5D","5C"],["7H","8H","9H"]`
	if h, err := ParseGinHand([]byte(three + `]}`)); err != nil || h.Knocker.Len() != 3 {
		t.Errorf("three melds: %v, %v", h, err)
	}
	if _, err := ParseGinHand([]byte(three + `,["9C","9D","9S"]]}`)); err == nil || err.Error() != "4 melds of the knocker, want at most 3" {
		t.Errorf("four melds: error %v", err)
	}
}

func TestParseGinHandRefuses(t *testing.T) {
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
			_, err := ParseGinHand([]byte(tt.line))
			wantAll(t, err, tt.want)
		})
	}
}

// FuzzParseGinHand checks that no line crashes the solver, and that the answer to every valid
// line is consistent.
func FuzzParseGinHand(f *testing.F) {
	f.Add([]byte(goodGinHand))
	f.Add([]byte(`{"cards":["7S","8S","KS","2D","3D","4D","9H","9C","AC","AD"],"knocker":[["4S","5S","6S"],["KC","KD","KH"]]}`))
	f.Add([]byte(`{"cards":["6C","7C","8C","9C","9D"],"knocker":[["3C","4C","5C"],["9H","9S","9D"]]}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		h, err := ParseGinHand(line)
		if err != nil {
			return
		}
		a := h.Solve()
		check := func(melds [][]card.Card, off []GinLayOff, left []card.Card, points int) {
			t.Helper()
			var all []card.Card
			for _, m := range melds {
				if !deadwood.IsMeld(setOf(m)) {
					t.Errorf("%s: %v is not a meld", line, m)
				}
				all = append(all, m...)
			}
			onto := h.Knocker
			for _, o := range off {
				if onto[o.Onto] = onto[o.Onto].With(o.Card); !deadwood.IsMeld(onto[o.Onto]) {
					t.Errorf("%s: %v cannot be laid off onto meld %d", line, o.Card, o.Onto)
				}
				all = append(all, o.Card)
			}
			all = append(all, left...)
			if len(all) != len(h.Cards) || setOf(all) != h.Hand || deadwood.PipTotal(setOf(left)) != points {
				t.Errorf("%s: melds, lay-offs and remaining cards are %v with %d points remaining, want the hand and %d points", line, all, deadwood.PipTotal(setOf(left)), points)
			}
		}
		check(a.Best, nil, a.Unmelded, a.Deadwood)
		if h.Knocker.Len() > 0 {
			check(a.Greedy.Melds, a.Greedy.LaidOff, a.Greedy.Unmelded, a.Greedy.Deadwood)
			check(a.Joint.Melds, a.Joint.LaidOff, a.Joint.Unmelded, a.Joint.Deadwood)
			if a.Joint.Deadwood > a.Greedy.Deadwood || a.Greedy.Deadwood > a.Deadwood {
				t.Errorf("%s: deadwood is %d, %d with greedy and %d with joint lay-offs, want a non-increasing sequence", line, a.Deadwood, a.Greedy.Deadwood, a.Joint.Deadwood)
			}
		}
		if (len(a.AfterDiscard) == GinMaxCards) != (len(h.Cards) == GinMaxCards) || len(a.AfterDiscard) > 0 && slices.Min(a.AfterDiscard) > a.Deadwood {
			t.Errorf("%s: after_discard is %v with deadwood %d", line, a.AfterDiscard, a.Deadwood)
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
