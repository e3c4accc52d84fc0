package indian_test

import (
	"fmt"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/record"
	"rummygym/internal/must"
)

// Every player of a table who pays is told how much, and why.
func TestExplain(t *testing.T) {
	const (
		nothing = "AC 3D 5H 7S 9C JD KH 2S 4C 6D 8H TS QC" // no meld
		one     = "4H 5H 6H 3D 9S JC KD 2S 8C TD QS AC 7D" // a pure sequence alone
		both    = "4H 5H 6H 8S 9S TS KC KD KS 2C 7D JC AH"
	)
	for _, c := range []struct {
		name, hand string
		change     func(*indian.Rules)
		ending     game.Ending
		events     []record.Event // after the deal
		pays       int
		why        string
	}{
		{name: "no sequence", hand: nothing, pays: 80, why: "no pure sequence, so all cards count (94, at most 80)"},
		{name: "one sequence", hand: one, pays: 79, why: "no second sequence, so all cards outside the pure one count"},
		{name: "two sequences", hand: both, pays: 29, why: "the cards outside melds count"},
		{name: "before the first turn", hand: nothing, pays: 20, why: "(94, at most 20 before the first turn)", events: []record.Event{}},
		{name: "two pure", hand: one, change: func(r *indian.Rules) { r.Requirement = indian.TwoPure }, pays: 79, why: "no second pure sequence, so all cards outside the first count"},
		{name: "limit of rounds", hand: both, ending: indian.RoundLimit, pays: 19, why: "the cards outside melds count (29, less 10 of the winner)"},
		{name: "first drop", pays: 20, why: "dropped before the first draw", events: []record.Event{record.New(record.Drop, 1)}},
		{name: "later drop", pays: 40, why: "dropped after the first turn", events: []record.Event{record.Drew(1, record.Stock, card.None), record.New(record.Drop, 1)}},
		{name: "wrong", pays: 80, why: "a wrong declaration", events: []record.Event{record.New(record.Declare, 1)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := indian.Paper()
			if c.change != nil {
				c.change(&r)
			}
			g := must.Get(indian.New(r))(t)
			deal := record.New(record.Deal, game.NoPlayer)
			deal.Wild = card.NoRank
			events := []record.Event{deal, record.Drew(1, record.Stock, card.None)}
			if c.events != nil {
				events = append(events[:1], c.events...)
			}
			score := record.New(record.Score, game.NoPlayer)
			score.Winner, score.Ending, score.Points, score.Hands = 0, indian.Declared, []int{0, c.pays}, make([][]card.Card, 2)
			if c.ending != "" {
				score.Ending, score.Points = c.ending, []int{10, c.pays + 10}
			}
			if c.hand != "" {
				score.Hands[0], score.Hands[1] = []card.Card{}, must.Get(card.ParseAll(c.hand))(t)
			}
			got := g.Explain(append(events, score))
			if len(got) != 1 || got[0].Seat != 1 || got[0].Points != c.pays || !strings.Contains(got[0].Why, c.why) {
				t.Errorf("%+v, want seat 1 to pay %d: %s", got, c.pays, c.why)
			}
			w := record.Words{You: 1, Names: []string{"ann", ""}, Reasons: func(e *record.Event) []record.Reason { return g.Explain(append(events, *e)) }}
			if lines, want := w.Event(&score), fmt.Sprintf("you pay %d: ", c.pays); !strings.HasPrefix(lines[len(lines)-1], want) {
				t.Errorf("the score says %q, want %q", lines, want)
			}
		})
	}
}
