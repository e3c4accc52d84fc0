package baselines

import (
	"rummygym/env/card"
	"rummygym/env/gin"
	"rummygym/env/meld"
	"rummygym/features"
)

// The information sets of [FitnessTables], numbered through: those of drawing, of
// knocking, of discarding. Each has two actions, of which the tables hold the
// probability of one: to take the upcard, to knock, to throw the card.
const (
	// Drawing: whether the opponent can meld the upcard with the cards known to
	// be with him, by whether it would lie in a meld of the hand, by the fall of
	// deadwood in [0, 9] or 10 and more.
	fitnessDraws = 2 * 2 * fitnessFalls
	fitnessFalls = 11

	// Knocking: deadwood in [1, 10], by the cards seen in [11, 15], [16, 20] and
	// so on to 36 and more, by the number of own cards that no single unseen card
	// brings into a meld, in [0, 4] or 5 and more.
	fitnessKnocks     = fitnessMostKnock * fitnessSeen * fitnessNever
	fitnessMostKnock  = 10
	fitnessSeen       = 6
	fitnessNever      = 6
	fitnessSeenFirst  = 11 // the own ten and the first upcard
	fitnessSeenBucket = 5

	// Discarding: the card, by the stage of the hand, by the deadwood left in
	// [0, 98] or 99 and more (paper 004: "Card ID (Suit and Value), Stage in the
	// game (…), along with the current deadwood of the player's hand").
	fitnessDiscards  = (card.NumKinds - 1) * fitnessStages * fitnessDeadwoods
	fitnessStages    = 3
	fitnessDeadwoods = 100

	// FitnessSets is the number of all information sets.
	FitnessSets = fitnessDraws + fitnessKnocks + fitnessDiscards
)

// FitnessDrawSet returns the information set of the player to move in phase
// FirstUpcard or Draw.
func FitnessDrawSet(o *gin.Observation) int {
	fall := meld.Deadwood(o.Hand) - meld.DeadwoodAfterDiscard(o.Hand.With(o.Upcard))
	set := min(max(fall, 0), fitnessFalls-1)
	if meld.Completing(o.Hand).Has(o.Upcard) {
		set += fitnessFalls
	}
	if meld.Completing(o.Known[1-o.Self]).Has(o.Upcard) {
		set += 2 * fitnessFalls
	}
	return set
}

// FitnessKnockSet returns the information set of a player who holds the ten cards
// of hand with the given deadwood, and false where there is nothing to choose:
// without deadwood, which is gin, and with more than 10 points.
func FitnessKnockSet(o *gin.Observation, hand card.Cards, deadwood int) (int, bool) {
	if deadwood < 1 || deadwood > fitnessMostKnock {
		return 0, false
	}
	unknown := o.Unknown() &^ hand
	seen := (card.NumKinds - 1 - unknown.Count() - fitnessSeenFirst) / fitnessSeenBucket
	never := features.NeverMeldsInOneDraw(hand, unknown).Count()
	row := (deadwood-1)*fitnessSeen + min(max(seen, 0), fitnessSeen-1)
	return fitnessDraws + row*fitnessNever + min(never, fitnessNever-1), true
}

// FitnessDiscardSet returns the information set of card c as a discard that leaves
// the given deadwood.
func FitnessDiscardSet(o *gin.Observation, c card.Card, deadwood int) int {
	row := c.Index()*fitnessStages + fitnessStage(o)
	return fitnessDraws + fitnessKnocks + row*fitnessDeadwoods + min(deadwood, fitnessDeadwoods-1)
}

// fitnessStage returns the stage of the hand by the cards dealt, those that have
// left the stock: 0 (early) up to 30, 1 (middle) up to 40, 2 (late) from 41 on.
func fitnessStage(o *gin.Observation) int {
	switch dealt := card.NumKinds - 1 - o.StockSize; {
	case dealt <= 30:
		return 0
	case dealt <= 40:
		return 1
	}
	return 2
}

// FittestDiscards returns the candidates of paper 004 that rank highest, and the
// deadwood that each of them leaves: of the cards of may, all of the observer's
// hand of eleven, those that leave least deadwood, and of these those with most
// points of [features.FitnessOf].
func FittestDiscards(o *gin.Observation, may card.Cards, reading features.FitnessReading) (fittest card.Cards, deadwood int) {
	deadwood, candidates := leastDiscards(o.Hand, may)
	if candidates&(candidates-1) == 0 {
		return candidates, deadwood
	}
	most := -1
	for c := range candidates.Each() {
		switch p := features.FitnessOf(o, c, reading).Points(); {
		case p > most:
			fittest, most = card.Cards(0).With(c), p
		case p == most:
			fittest = fittest.With(c)
		}
	}
	return fittest, deadwood
}
