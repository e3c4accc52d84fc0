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
	var after [card.NumKinds]int8
	distance, unseen := t.target().Draws(&after, t.Hand, t.Wild), t.Unseen()
	var all []Out
	for i, d := range after {
		c := card.FromIndex(i)
		if n := unseen.Of(c); n > 0 && int(d) < distance {
			all = append(all, Out{c, n})
		}
	}
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
		var after [card.NumKinds]int8
		least := t.target().Discards(&after, all, t.Wild)
		var best Facts
		for c := range all.Each() {
			if int(after[c.Index()]) > least {
				continue
			}
			if f := t.hand(all.Without(c)); best.Outs == nil || *f.Outs > *best.Outs {
				best = f
			}
		}
		return best
	}
	return Facts{}
}

// hand returns the facts of a hand.
func (t indianTable) hand(hand card.Bag) Facts {
	distance, outs := t.target().WithOuts(hand, t.Wild, t.Unseen())
	points := t.points(hand)
	return Facts{Distance: &distance, Outs: &outs, Points: &points}
}

func (t indianTable) target() mindist.Target { return mindist.TargetOf(t.Rules.Melds()) }

func (t indianTable) distance(hand card.Bag) int { return t.target().MinDist(hand, t.Wild) }

func (t indianTable) points(hand card.Bag) int {
	return min(t.Rules.MinScore(hand, t.Wild), t.Rules.Cap)
}
