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

// TestGroupFrees checks which card is discarded: one that leaves the minimum score, of these one of the
// most points, of these the lowest.
func TestGroupFrees(t *testing.T) {
	for _, c := range []struct {
		hand, freed string
		score       int
	}{
		{"3C 4C 5C 9H TH JH 4H 4D 4S KS 7S 2D 8C 5D", "KS", 22},
		{"2C 3C 4C 5C 5D 6D 7D 8D 5H 6H 7H 9S 9H 9D", "8D", 0},
		{"5C 6C 7C 8C 2D 3D 4D 5D 5H 6H 7H 2S 3S 4S", "8C", 0},
		{"TC JC QC KC TD JD QD KD 5H 6H 7H 2S 3S 4S", "TC", 0},
	} {
		hand := parseHand(t, c.hand)
		if g := Group(hand, card.NoRank); g.Freed.String() != c.freed || g.Score != c.score {
			t.Errorf("Group(%s) frees %v with the score %d, want %s and %d", c.hand, g.Freed, g.Score, c.freed, c.score)
		}
	}
}
