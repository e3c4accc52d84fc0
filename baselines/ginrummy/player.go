package ginrummy

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// player is the part of a player of Gin Rummy that differs between players: its decisions
// in a turn. The function play turns them into actions under all rules.
type player interface {
	// takes reports whether the player takes the upcard, which it may refuse.
	takes(o *gin.Observation) bool

	// discard returns the card of may to discard from the hand of 11 cards, and the
	// probability of that choice. The set may is not empty.
	discard(o *gin.Observation, may card.Cards) (card.Card, float64)

	// knocks reports whether the player knocks with the ten cards of rest, whose deadwood
	// is points, at most the limit of the rules.
	knocks(o *gin.Observation, rest card.Cards, points int) bool
}

// play returns the action of a player and its probability. With src, the player declares a
// random best arrangement; if src is nil, it declares by [gin.ShowdownPolicy].
//
// Where the knock comes before the discard, and at the wall, the player knocks if it would
// knock with the minimum deadwood that a discard leaves, and discards a card that leaves
// it. It always declares big gin.
func play(p player, src *rand.PCG, o *gin.Observation, legal *game.Mask) (game.Action, float64) {
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
		may := legalDiscards(legal)
		if legal.Has(gin.Knock) && (o.Rules.KnockOrder == gin.DiscardThenKnock || knocksWith(p, o, o.Hand, may)) {
			return gin.Knock, 1
		}
		c, probability := p.discard(o, may)
		return gin.CardOf(c), probability
	case gin.KnockOrPass:
		if p.knocks(o, o.Hand, deadwood.Of(o.Hand)) {
			return gin.Knock, 1
		}
		return gin.Pass, 1
	case gin.KnockDiscard:
		if legal.Has(gin.Pass) { // big gin
			return gin.Pass, 1
		}
		_, best := minDeadwoodDiscards(o.Hand, legalDiscards(legal))
		c, probability := p.discard(o, best)
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
	if a, ok := gin.ShowdownPolicy(o, legal); ok {
		return a, 1
	}
	return legal.Nth(0), 1
}

// knocksWith reports whether the player knocks with a hand of 11 cards, of which it may
// discard those of may.
func knocksWith(p player, o *gin.Observation, hand, may card.Cards) bool {
	points, best := minDeadwoodDiscards(hand, may)
	return points <= o.KnockLimit && p.knocks(o, hand.Without(best.First()), points)
}

// legalDiscards returns the cards among the legal actions.
func legalDiscards(legal *game.Mask) card.Cards {
	const suit = 1<<card.NumRanks - 1
	x := legal[0]
	return card.Cards(x&suit | x>>13&suit<<16 | x>>26&suit<<32 | x>>39&suit<<48)
}

// minDeadwoodDiscards returns the minimum deadwood of the hand after the discard of one of
// the cards of may, which is not empty, and the cards whose discard leaves it.
//
// The plain version computes the deadwood after each discard. But cards outside all melds
// count their own pips, so the best of these are those with the most pips. Of the cards in
// melds, only those with at least as many pips can be as good.
func minDeadwoodDiscards(hand, may card.Cards) (points int, best card.Cards) {
	rivals := may & deadwood.InMelds(hand)
	points = 127
	if loose := may &^ rivals; loose != 0 {
		var value int
		best, value = highestPipCards(loose)
		points = deadwood.Of(hand) - value
		rivals &= atLeast(value)
	}
	for ; rivals != 0; rivals &= rivals - 1 {
		c := rivals.First()
		switch d := deadwood.Of(hand.Without(c)); {
		case d < points:
			points, best = d, card.Cards(0).With(c)
		case d == points:
			best = best.With(c)
		}
	}
	return points, best
}

// highestPipCards returns the cards of cs, which is not empty, that count the most points
// in Gin Rummy, and the points of each.
func highestPipCards(cs card.Cards) (highest card.Cards, pips int) {
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

// atLeast returns all cards that count pips points or more in Gin Rummy, for pips in
// [1, 10].
func atLeast(pips int) card.Cards {
	const suit = 1<<card.NumRanks - 1
	return card.Aces * (suit >> (pips - 1) << (pips - 1))
}

// anyOf returns a random card of cs, which is not empty, and its probability, which is the
// same for all cards.
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

// declareAny returns the action that declares the next meld of a random best arrangement of
// the player's hand before the declaration, and the probability of the action. Only
// arrangements that begin with the declared melds remain, so that in the end every best
// arrangement has the same probability.
func declareAny(src *rand.PCG, o *gin.Observation) (game.Action, float64) {
	var buf [96]deadwood.Arrangement
	declared := o.Melds[o.Self]
	n := declared.Len()
	open := 0
	all := deadwood.AppendBest(buf[:0], o.Hand|declared.Cards())
	for _, a := range all {
		if a = gin.SplitMelds(a); startsWith(a, declared, n) {
			all[open] = a
			open++
		}
	}
	if n == len(declared) || open == 0 {
		return gin.DeclareFirst(deadwood.Best(o.Hand)), 1
	}
	next, same := all[card.Below(src, uint64(open))][n], 0
	for _, a := range all[:open] {
		if a[n] == next {
			same++
		}
	}
	if next == 0 {
		return gin.Pass, float64(same) / float64(open)
	}
	return gin.MeldOf(next), float64(same) / float64(open)
}

// startsWith reports whether the first n melds of a and b are equal.
func startsWith(a, b deadwood.Arrangement, n int) bool {
	for i := range n {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
