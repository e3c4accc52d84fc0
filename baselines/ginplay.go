package baselines

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/meld"
	"rummygym/features"
)

// ginPlayer is what tells one player of Gin Rummy from another: what it decides
// in a turn. [playGin] makes actions of that under all rules.
type ginPlayer interface {
	// takes reports whether the player wants the upcard, which it may refuse.
	takes(o *gin.Observation) bool

	// throw returns the card of may to discard from the hand of 11 cards, and the
	// probability of that choice. There is at least one card in may.
	throw(o *gin.Observation, may card.Cards) (card.Card, float64)

	// knocks reports whether the player knocks with the ten cards of rest, whose
	// deadwood is at most what the rules ask for.
	knocks(o *gin.Observation, rest card.Cards, deadwood int) bool
}

// playGin returns the action of a player and its probability. The player declares
// a random one of the best arrangements, drawn from src, or without src what
// [features.GinMelding] says.
//
// Where the rules ask for the knock before the discard, and at the wall, the
// player knocks if it would with the least deadwood that a discard leaves, and
// throws a card that leaves it. Big gin is always shown.
func playGin(p ginPlayer, src *rand.PCG, o *gin.Observation, legal *game.Mask) (game.Action, float64) {
	switch o.Phase {
	case gin.FirstUpcard, gin.Draw:
		refuse := gin.DrawStock
		if o.Phase == gin.FirstUpcard {
			refuse = gin.Pass
		}
		if legal.Has(gin.DrawUpcard) && p.takes(o) {
			return gin.DrawUpcard, 1
		}
		return refuse, 1
	case gin.Discard:
		may := ginCards(legal)
		if legal.Has(gin.Knock) && (o.Rules.KnockOrder == gin.DiscardThenKnock || knocksWith(p, o, o.Hand, may)) {
			return gin.Knock, 1
		}
		c, probability := p.throw(o, may)
		return gin.CardOf(c), probability
	case gin.KnockOrPass:
		if p.knocks(o, o.Hand, meld.Deadwood(o.Hand)) {
			return gin.Knock, 1
		}
		return gin.Pass, 1
	case gin.KnockDiscard:
		if legal.Has(gin.Pass) { // big gin
			return gin.Pass, 1
		}
		_, best := leastDiscards(o.Hand, ginCards(legal))
		c, probability := p.throw(o, best)
		return gin.CardOf(c), probability
	case gin.Wall:
		hand, may := o.Hand.With(o.Upcard), o.Hand
		if o.Rules.ThrowingBack == gin.ThrowBackAllowed {
			may = hand
		}
		if legal.Has(gin.Knock) && knocksWith(p, o, hand, may) {
			return gin.Knock, 1
		}
		return gin.Pass, 1
	}
	if src != nil && o.Phase != gin.LayOff {
		return declareAny(src, o)
	}
	if a, ok := features.GinMelding(o, legal); ok {
		return a, 1
	}
	return legal.Nth(0), 1
}

// knocksWith reports whether the player knocks with a hand of 11 cards, of which
// it may throw some.
func knocksWith(p ginPlayer, o *gin.Observation, hand, may card.Cards) bool {
	deadwood, best := leastDiscards(hand, may)
	return deadwood <= o.KnockLimit && p.knocks(o, hand.Without(best.First()), deadwood)
}

// ginCards returns the cards among the legal actions.
func ginCards(legal *game.Mask) card.Cards {
	const suit = 1<<card.NumRanks - 1
	x := legal[0]
	return card.Cards(x&suit | x>>13&suit<<16 | x>>26&suit<<32 | x>>39&suit<<48)
}

// leastDiscards returns the least deadwood that the hand has after the discard of
// one of the cards of may, of which there is at least one, and the cards whose
// discard leaves it.
//
// Naively it is the deadwood after each discard. But what lies in no meld counts
// its own pips, so that the dearest of these are the best, and of the cards in
// melds only those can equal them that are as dear.
func leastDiscards(hand, may card.Cards) (deadwood int, best card.Cards) {
	rivals := may & meld.InMelds(hand)
	deadwood = 127
	if loose := may &^ rivals; loose != 0 {
		var value int
		best, value = dearestPips(loose)
		deadwood = meld.Deadwood(hand) - value
		rivals &= atLeast(value)
	}
	for ; rivals != 0; rivals &= rivals - 1 {
		c := rivals.First()
		switch d := meld.Deadwood(hand.Without(c)); {
		case d < deadwood:
			deadwood, best = d, card.Cards(0).With(c)
		case d == deadwood:
			best = best.With(c)
		}
	}
	return deadwood, best
}

// dearestPips returns the cards of cs, which is not empty, that count most in Gin
// Rummy, and what each of them counts.
func dearestPips(cs card.Cards) (dearest card.Cards, pips int) {
	if s := cs & atLeast(10); s != 0 {
		return s, 10
	}
	for r := card.Nine; r > card.Ace; r-- {
		if s := cs & card.OfRank(r); s != 0 {
			return s, int(r) + 1
		}
	}
	return cs, 1
}

// atLeast returns the cards that count pips or more in Gin Rummy, for pips in
// [1, 10].
func atLeast(pips int) card.Cards {
	const suit = 1<<card.NumRanks - 1
	return card.Aces * (suit >> (pips - 1) << (pips - 1))
}

// anyOf returns one of the cards of cs, which is not empty, each with the same
// probability, and that probability.
func anyOf(src *rand.PCG, cs card.Cards) (card.Card, float64) {
	n := cs.Count()
	if n == 1 {
		return cs.First(), 1
	}
	for range card.Below(src, uint64(n)) {
		cs &= cs - 1
	}
	return cs.First(), 1 / float64(n)
}
