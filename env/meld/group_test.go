package meld

import (
	"testing"

	"rummygym/env/card"
)

// checkGrouping reports an error if g is not a grouping of the hand.
func checkGrouping(t *testing.T, name string, g Grouping, hand card.Bag, wild card.Rank, r Rules) {
	t.Helper()
	all := card.BagOf(g.Deadwood...)
	for i, m := range g.Melds {
		all = all.Plus(card.BagOf(m.Cards...))
		if kind := classify(m.Cards, wild, r.MinLength); kind < m.Kind || m.Kind == Invalid {
			t.Errorf("%s: meld %d (%s) has the kind %v, want at most %v", name, i, card.Format(m.Cards), m.Kind, kind)
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
	if all != hand {
		t.Errorf("%s: the cards of the grouping are %v, want %v", name, all, hand)
	}
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
	hands(n, func(name string, cards []card.Card, wild card.Rank) {
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

func TestGroupFreesHighestPoints(t *testing.T) {
	// Three cards leave the same score when discarded; the king has the most points.
	hand := parseHand(t, "3C 4C 5C 9H TH JH 4H 4D 4S KS 7S 2D 8C 5D")
	g := Group(hand, card.NoRank)
	if want := card.New(card.King, card.Spades); g.Freed != want || g.Score != 7+2+8-0+5-0 {
		t.Errorf("Group frees %v with the score %d, want %v and 22", g.Freed, g.Score, want)
	}
}
