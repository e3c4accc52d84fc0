package facts

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// Gin counts the facts of Gin Rummy.
type Gin struct{}

// Outs returns the cards that complete a meld. See [Game].
func (*Gin) Outs(obs game.Observation) (all []Out) {
	o := obs.(*gin.Observation)
	for c := range (deadwood.Completing(o.Hand) & o.Unknown()).Each() {
		all = append(all, Out{c, 1})
	}
	return all
}

// Distance returns nil. See [Game].
func (*Gin) Distance(game.Observation) *int { return nil }

// Improves reports whether a card completes a meld of the opponent. See [Game].
func (*Gin) Improves(s game.State, obs game.Observation, c card.Card) bool {
	return deadwood.Completing(s.(*gin.State).Hand(1 - obs.Observer())).Has(c)
}

// After returns the facts of a draw or a discard. See [Game].
func (*Gin) After(obs game.Observation, a game.Action) Facts {
	o := obs.(*gin.Observation)
	hand := func(h card.Cards) Facts {
		outs, points := (deadwood.Completing(h) & o.Unknown()).Count(), deadwood.Of(h)
		return Facts{Outs: &outs, Points: &points}
	}
	switch o.Phase {
	case gin.Discard, gin.KnockDiscard:
		if c := gin.ActionCard(a); c != card.None {
			return hand(o.Hand.Without(c))
		}
	case gin.FirstUpcard, gin.Draw:
		if a != gin.DrawUpcard {
			return hand(o.Hand)
		}
		all := o.Hand.With(o.Upcard)
		var best Facts
		for c := range all.Each() {
			if f := hand(all.Without(c)); best.Points == nil || Compare(&f, &best) < 0 {
				best = f
			}
		}
		return best
	}
	return Facts{}
}
