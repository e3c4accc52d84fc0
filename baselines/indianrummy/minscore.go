package indianrummy

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/internal/baselines"
)

// MinScore is player 3 of section VII. It takes the card of the open pile if MinScore of
// the best 13 cards falls with it, and otherwise draws from the closed deck. It discards
// the card that the best grouping of 13 cards leaves out, the one that leaves the minimum
// MinScore, and of several such cards the highest-point card.
//
// Scores are compared with the paper's cap of 80 points: hands of 80 points and more are
// equal, and then the player discards the highest-point card.
//
// The released variant discards the drawn card if it did not lower the score, so that the
// hand stays the same.
type MinScore struct {
	Variant baselines.Variant

	// Drop is the drop adherence: at its first turn the player drops if its MinScore,
	// capped at 80, is at least Drop, in [1, 80]. 0 is off. The paper has 80.
	Drop int

	hand  card.Bag // the hand whose score is stored; empty after Reset
	wild  card.Rank
	score int // its MinScore, capped

	after [card.NumKinds]int16
}

// String returns the canonical spec of the player.
func (a *MinScore) String() string {
	return settings{variant: a.Variant, drop: a.Drop}.spec("min-score")
}

// Reset starts a new episode. The player makes no random choice.
func (a *MinScore) Reset(uint64) { a.hand = card.Bag{} }

// Act returns the chosen action, with probability 1.
func (a *MinScore) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	o := obs.(*indian.Observation)
	if o.Phase == indian.Draw {
		return a.draw(o, legal), 1
	}
	if action, ok := declaration(o, legal); ok {
		return action, 1
	}
	return a.discard(o, legal), 1
}

// of returns the stored score of a hand, or computes and stores it.
func (a *MinScore) of(hand card.Bag, o *indian.Observation) int {
	if hand != a.hand || o.Wild != a.wild {
		a.keep(hand, o.Wild, min(meld.Cap, o.Rules.MinScore(hand, o.Wild)))
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
	return draw(min(meld.Cap, o.Rules.MinScore(o.Hand.With(o.Top), o.Wild)) < score, legal)
}

func (a *MinScore) discard(o *indian.Observation, legal *game.Mask) game.Action {
	before := a.of(o.Hand.Without(o.Drawn), o)
	o.Rules.MinScoreDiscards(&a.after, o.Hand, o.Wild)
	may := legalDiscards(legal)
	left, minimum := lowest(&a.after, may, meld.Cap)
	c := left.highestPointCard(o.Wild)
	if a.Variant == baselines.Released && minimum >= before && may.has(o.Drawn) {
		c = o.Drawn
	}
	a.keep(o.Hand.Without(c), o.Wild, min(meld.Cap, int(a.after[c.Index()])))
	return indian.DiscardOf(c)
}
