package facts

import (
	"sort"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
)

// Indian counts the facts of Indian Rummy.
type Indian struct{}

// After returns the facts of a draw or a discard. See [Game].
func (*Indian) After(obs game.Observation, a game.Action) Facts { return indianOf(obs).facts(a) }

// Outs returns the cards that lower MinDist. See [Game].
func (*Indian) Outs(obs game.Observation) []Out {
	t := indianOf(obs)
	all := t.outs(t.Hand, t.distance(t.Hand))
	sort.SliceStable(all, func(i, j int) bool { return all[i].Copies > all[j].Copies })
	return all
}

// Distance returns the MinDist of the observer's hand, of any size that the rules may have.
func (*Indian) Distance(obs game.Observation) *int {
	t := indianOf(obs)
	return new(t.distance(t.Hand))
}

// Improves reports whether a card lowers the MinDist of the next player. See [Game].
func (*Indian) Improves(s game.State, obs game.Observation, c card.Card) bool {
	t := indianOf(obs)
	hand := s.(*indian.State).Hand(t.NextActive())
	return t.distance(hand.With(c)) < t.distance(hand)
}

// Match returns zeros. See [Game].
func (*Indian) Match(game.Observation) (own, other, target int) { return 0, 0, 0 }

func indianOf(obs game.Observation) indianTable { return indianTable{obs.(*indian.Observation)} }

// indianTable computes the facts of Indian Rummy, for hands of any size.
type indianTable struct{ *indian.Observation }

func (t indianTable) facts(a game.Action) Facts {
	switch c := indian.DiscardCard(a); {
	case c != card.None:
		return t.hand(t.Hand.Without(c))
	case a == indian.DrawStock:
		return t.hand(t.Hand)
	case a == indian.DrawPile:
		all := t.Hand.With(t.Top)
		var best Facts
		for c := range all.Each() {
			if f := t.hand(all.Without(c)); best.Distance == nil || *f.Distance < *best.Distance ||
				*f.Distance == *best.Distance && *f.Outs > *best.Outs {
				best = f
			}
		}
		return best
	}
	return Facts{}
}

// hand returns the facts of a hand.
func (t indianTable) hand(hand card.Bag) Facts {
	d, outs, points := t.distance(hand), 0, t.points(hand)
	for _, out := range t.outs(hand, d) {
		outs += out.Copies
	}
	return Facts{Distance: &d, Outs: &outs, Points: &points}
}

// outs returns the outs of a hand with a MinDist.
func (t indianTable) outs(hand card.Bag, distance int) (all []Out) {
	unseen := t.Unseen()
	for i := range card.NumKinds {
		c := card.FromIndex(i)
		if n := unseen.Of(c); n > 0 && t.distance(hand.With(c)) < distance {
			all = append(all, Out{c, n})
		}
	}
	return all
}

func (t indianTable) distance(hand card.Bag) int {
	return mindist.TargetOf(t.Rules.Melds()).MinDist(hand, t.Wild)
}

func (t indianTable) points(hand card.Bag) int {
	return min(t.Rules.MinScore(hand, t.Wild), t.Rules.Cap)
}
