package baselines

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
)

// MinScore is player 3 of section VII: it takes the card of the open pile if
// MinScore of the best 13 cards falls with it, else it draws from the closed
// deck, and throws the card that the best grouping of 13 cards leaves out: the
// one that leaves the least MinScore, the dearest among those.
//
// Scores are compared as the paper defines them, with its cap of 80 points: of
// two hands worth 80 or more it prefers neither, and throws the dearest card.
//
// The released one throws the drawn card itself where that card did not lower
// the score, so that its hand stays as it was.
type MinScore struct {
	Variant Variant

	// Drop is the drop adherence: at its first turn the player drops if its
	// MinScore, capped at 80, is at least Drop, in [1, 80]. 0 is off. The paper
	// says 80.
	Drop int

	hand  card.Bag // the hand whose score is kept; empty after Reset
	wild  card.Rank
	score int // its MinScore, capped

	after [card.NumKinds]int16
}

// String returns the spec that makes the player.
func (a *MinScore) String() string {
	return settings{variant: a.Variant, drop: a.Drop}.spec("min-score")
}

// Reset readies the player for a new episode.
func (a *MinScore) Reset(uint64) { a.hand = card.Bag{} }

// Act returns the action chosen, with probability 1.
func (a *MinScore) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	o := obs.(*indian.Observation)
	if o.Phase == indian.Draw {
		return a.draw(o, legal), 1
	}
	if action, ok := declaration(o, legal); ok {
		return action, 1
	}
	return a.throw(o, legal), 1
}

// of returns the kept score of a hand, or computes and keeps it.
func (a *MinScore) of(hand card.Bag, o *indian.Observation) int {
	if hand != a.hand || o.Wild != a.wild {
		a.keep(hand, o.Wild, min(meld.Cap, minScore(hand, o)))
	}
	return a.score
}

func (a *MinScore) keep(hand card.Bag, wild card.Rank, score int) {
	a.hand, a.wild, a.score = hand, wild, score
}

func (a *MinScore) draw(o *indian.Observation, legal *game.Mask) game.Action {
	score := a.of(o.Hand, o)
	if a.Drop > 0 && score >= a.Drop && firstTurn(o) && legal.Has(indian.Drop) {
		return indian.Drop
	}
	if score == 0 || !legal.Has(indian.DrawPile) {
		return draw(false, legal)
	}
	return draw(min(meld.Cap, minScore(o.Hand.With(o.Top), o)) < score, legal)
}

func (a *MinScore) throw(o *indian.Observation, legal *game.Mask) game.Action {
	before := a.of(o.Hand.Without(o.Drawn), o)
	minScoreDiscards(&a.after, o)
	may := throwable(legal)
	left, least := lowest(&a.after, may, meld.Cap)
	c := left.dearest(o.Wild)
	if a.Variant == Released && least >= before && may.has(o.Drawn) {
		c = o.Drawn
	}
	a.keep(o.Hand.Without(c), o.Wild, min(meld.Cap, int(a.after[c.Index()])))
	return indian.DiscardOf(c)
}
