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
func (*Indian) After(obs game.Observation, a game.Action) Facts {
	h := indianOf(obs)
	switch c := indian.DiscardCard(a); {
	case c != card.None:
		return h.without(c).facts()
	case a == indian.DrawStock:
		return h.facts()
	case a == indian.DrawPile:
		h.hand = h.hand.With(obs.(*indian.Observation).Top)
		var after [card.NumKinds]int8
		least := h.target().Discards(&after, h.hand, h.wild)
		var best Facts
		for c := range h.hand.Each() {
			if int(after[c.Index()]) > least {
				continue
			}
			if f := h.without(c).facts(); best.Outs == nil || *f.Outs > *best.Outs {
				best = f
			}
		}
		return best
	}
	return Facts{}
}

// Outs returns the cards that lower MinDist. See [Game].
func (*Indian) Outs(obs game.Observation) []Out {
	h := indianOf(obs)
	var after [card.NumKinds]int8
	distance := h.target().Draws(&after, h.hand, h.wild)
	var all []Out
	for i, d := range after {
		c := card.FromIndex(i)
		if n := h.unseen.Of(c); n > 0 && int(d) < distance {
			all = append(all, Out{c, n})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Copies > all[j].Copies })
	return all
}

// Distance returns the MinDist of the observer's hand, of any size that the rules may have.
func (*Indian) Distance(obs game.Observation) *int { return new(indianOf(obs).distance()) }

// Improves reports whether a card lowers the MinDist of the next player. See [Game].
func (*Indian) Improves(s game.State, obs game.Observation, c card.Card) bool {
	h := indianOf(obs)
	h.hand = s.(*indian.State).Hand(obs.(*indian.Observation).NextActive())
	before := h.distance()
	h.hand = h.hand.With(c)
	return h.distance() < before
}

// indianHand is a hand of any size, and what its facts depend on.
type indianHand struct {
	rules        *indian.Rules
	hand, unseen card.Bag
	wild         card.Rank
}

func indianOf(obs game.Observation) indianHand {
	o := obs.(*indian.Observation)
	return indianHand{o.Rules, o.Hand, o.Unseen(), o.Wild}
}

func (h indianHand) without(c card.Card) indianHand {
	h.hand = h.hand.Without(c)
	return h
}

// facts returns the facts of the hand.
func (h indianHand) facts() Facts {
	distance, outs := h.target().WithOuts(h.hand, h.wild, h.unseen)
	points := min(h.rules.MinScore(h.hand, h.wild), h.rules.Cap)
	return Facts{Distance: &distance, Outs: &outs, Points: &points}
}

func (h indianHand) target() mindist.Target { return mindist.TargetOf(h.rules.Melds()) }

func (h indianHand) distance() int { return h.target().MinDist(h.hand, h.wild) }
