package baselines

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/meld"
)

// Medium is the intermediate player of paper 004 ("Other Agents Used in
// Evaluation"). It knocks with gin and with a deadwood of 7 or 9, and declares at
// random one of the best arrangements.
//
// A card of its hand is unmatchable if it is in none of the best arrangements of
// the hand, nor of the hand and any one card that may still come: one that lies
// neither in the discard pile nor, surely, in the opponent's hand.
//
// As the paper says, Medium
//
//   - takes the upcard if that and a discard lower its deadwood by a minimum drop.
//     The paper does not tell how much; 6 is what the authors' code asks for;
//   - throws an unmatchable card, or if there is none, one that leaves least
//     deadwood; of these rather one that the opponent cannot meld with cards that
//     it may hold; of these the dearest; and of these one at random.
//
// The released one
//
//   - takes the upcard if it is in a meld of its hand and deadwood falls, or if it
//     counts 6 points less than an unmatchable card of 7 points or more;
//   - throws unmatchable cards of 7 points or more only;
//   - of these throws rather one that the opponent is more likely to want: of
//     whose rank it may hold all other cards, or of whose suit two of the four
//     cards within two ranks. The test stands the wrong way round in that code;
//   - of the dearest throws the one that came to its hand first;
//   - overlooks a card where it looks for the least deadwood, if the upcard before
//     its draw was a club from ace to jack: the first that came to its hand for the
//     ace, the second for the two, and so on. That code takes the number of a card
//     for a place in the hand. It costs 1.2 % of the matches against Simple.
type Medium struct {
	Variant Variant

	src   rand.PCG
	order [11]card.Card // the hand in the order in which its cards came, the dealt ones at random
	n     int           // cards of order
	hand  int           // number of the hand that order is about
}

// String returns the spec that makes the player.
func (a *Medium) String() string { return canonical(Gin, "medium", a) }

// Reset readies the player for a new episode, whose choices come from seed.
func (a *Medium) Reset(seed uint64) {
	a.src.Seed(seed, 0x6d656469756d)
	a.hand = 0
}

// Act returns the action chosen, and the probability of that choice.
func (a *Medium) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	return playGin(a, &a.src, obs.(*gin.Observation), legal)
}

const (
	mediumDrop = 6 // points by which the upcard must help
	mediumDear = 7 // least points of the unmatchable cards that the released one throws
)

func (a *Medium) takes(o *gin.Observation) bool {
	least, _ := leastDiscards(o.Hand.With(o.Upcard), o.Hand)
	fall := meld.Deadwood(o.Hand) - least
	if a.Variant == Paper {
		return fall >= mediumDrop
	}
	if fall > 0 && meld.Completing(o.Hand).Has(o.Upcard) {
		return true
	}
	dear := meld.Pips(o.Upcard) + mediumDrop // mediumDear at least
	return dear <= 10 && unmatchable(o.Hand, o.Unknown())&atLeast(dear) != 0
}

func (a *Medium) throw(o *gin.Observation, may card.Cards) (card.Card, float64) {
	unknown := o.Unknown()
	from := may & unmatchable(o.Hand, unknown)
	if a.Variant != Paper {
		a.sort(o)
		from &= atLeast(mediumDear)
	}
	if from == 0 {
		if a.Variant != Paper {
			may = a.overlook(o, may)
		}
		_, from = leastDiscards(o.Hand, may)
	}
	theirs := unknown | o.Known[1-o.Self]
	var first card.Cards
	if a.Variant == Paper {
		first = from &^ meld.Completing(theirs)
	} else {
		first = wanted(from, theirs)
	}
	if first != 0 {
		from = first
	}
	from, _ = dearestPips(from)
	if a.Variant != Paper {
		for _, c := range a.order[:a.n] {
			if from.Has(c) {
				return c, 1
			}
		}
	}
	return anyOf(&a.src, from)
}

// sort brings order up to date.
func (a *Medium) sort(o *gin.Observation) {
	if a.hand != o.HandNumber {
		a.hand, a.n = o.HandNumber, 0
		for dealt := o.Hand.Without(o.Drawn); dealt != 0; {
			c, _ := anyOf(&a.src, dealt)
			dealt = dealt.Without(c)
			a.order[a.n] = c
			a.n++
		}
	}
	late, n := o.Hand, 0
	for _, c := range a.order[:a.n] {
		if late.Has(c) {
			a.order[n] = c
			n++
			late = late.Without(c)
		}
	}
	for ; late != 0 && n < len(a.order); late &= late - 1 {
		a.order[n] = late.First()
		n++
	}
	a.n = n
}

// overlook returns may without the card that the released player overlooks.
func (a *Medium) overlook(o *gin.Observation, may card.Cards) card.Cards {
	if len(o.History) == 0 {
		return may
	}
	up := o.History[len(o.History)-1].Upcard
	if up.Suit() != card.Clubs || int(up.Rank()) >= a.n {
		return may
	}
	if rest := may.Without(a.order[up.Rank()]); rest != 0 {
		return rest
	}
	return may
}

func (a *Medium) knocks(_ *gin.Observation, _ card.Cards, deadwood int) bool {
	return deadwood == 0 || deadwood == 7 || deadwood == 9
}

// unmatchable returns the cards of the hand that are in no best arrangement of the
// hand, or of the hand and one of the cards of unknown.
func unmatchable(hand, unknown card.Cards) card.Cards {
	rest := hand &^ inBest(hand)
	for next := meld.Completing(hand) & unknown; next != 0 && rest != 0; next &= next - 1 {
		rest &^= inBest(hand.With(next.First()))
	}
	return rest
}

// inBest returns the cards that are in some best arrangement of the hand: those
// in a meld without which the hand has the same deadwood.
func inBest(hand card.Cards) card.Cards {
	var buf [96]card.Cards
	var in card.Cards
	deadwood := meld.Deadwood(hand)
	for _, m := range meld.AppendGinMelds(buf[:0], hand) {
		if m&^in != 0 && meld.Deadwood(hand&^m) == deadwood {
			in |= m
		}
	}
	return in
}

// wanted returns the cards of from of whose rank all other cards are in theirs, or
// of whose suit two or more of the four within two ranks are.
func wanted(from, theirs card.Cards) card.Cards {
	var out card.Cards
	for ; from != 0; from &= from - 1 {
		c := from.First()
		one := from & -from
		near := one<<1 | one<<2 | one>>1 | one>>2
		if (card.OfRank(c.Rank())&^one)&^theirs == 0 || (near&theirs).Count() >= 2 {
			out = out.With(c)
		}
	}
	return out
}
