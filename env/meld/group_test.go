package meld

import (
	"testing"

	"rummygym/env/card"
	"rummygym/internal/must"
)

// checkGrouping reports an error if g is not a grouping of the hand.
func checkGrouping(t *testing.T, name string, g Grouping, hand card.Bag, wild card.Rank, r Rules) {
	t.Helper()
	all := card.BagOf(g.Deadwood...)
	for i, m := range g.Melds {
		all = all.Plus(card.BagOf(m.Cards...))
		if kind := r.classify(m.Cards, wild); kind < m.Kind || m.Kind == Invalid {
			t.Errorf("%s: meld %d (%s) has the kind %v, want at most %v", name, i, card.Format(m.Cards), m.Kind, kind)
		} else if m.Kind == Set && kind == PureSet {
			t.Errorf("%s: meld %d (%s) has the kind set and no joker", name, i, card.Format(m.Cards))
		}
		switch q := r.Requirement; {
		case i < q.Pure && m.Kind != PureSequence:
			t.Errorf("%s: meld %d (%s) is a %v, want a pure sequence first", name, i, card.Format(m.Cards), m.Kind)
		case i < q.Sequences && !m.Kind.IsSequence():
			t.Errorf("%s: meld %d (%s) is a %v, want a sequence first", name, i, card.Format(m.Cards), m.Kind)
		}
	}
	if g.Freed != card.None {
		all.Add(g.Freed)
	}
	if (g.Freed != card.None) != (hand.Count() > r.HandSize) {
		t.Errorf("%s: a hand of %d cards frees %v", name, hand.Count(), g.Freed)
	}
	must.Equal(t, all, hand, "%s: the cards of the grouping", name)
	points := Total(card.BagOf(g.Deadwood...), wild)
	if r.Cap != 0 {
		points = min(points, r.Cap)
	}
	if g.Score != points {
		t.Errorf("%s: the score is %d, but the deadwood %v has %d points", name, g.Score, g.Deadwood, points)
	}
}

func TestGroup(t *testing.T) {
	n := 300
	if testing.Short() {
		n = 60
	}
	r := Default()
	r.Cap = 0
	hands(t, n, func(name string, cards []card.Card, wild card.Rank) {
		hand := card.BagOf(cards...)
		g := Group(hand, wild)
		checkGrouping(t, name, g, hand, wild, r)
		if want := MinScore(hand, wild); g.Score != want {
			t.Errorf("%s: Group(%v, %v) has the score %d, want %d", name, hand, wild, g.Score, want)
		}
		rest := hand
		if g.Freed != card.None {
			rest = hand.Without(g.Freed)
		}
		if rest.Count() == 13 && CanDeclare(rest, wild) {
			var groups [][]card.Card
			for _, m := range g.Melds {
				groups = append(groups, m.Cards)
			}
			if err := Judge(groups, wild); err != nil {
				t.Errorf("%s: Judge rejects the grouping %v of a valid declaration: %v", name, groups, err)
			}
		}
	})
}
