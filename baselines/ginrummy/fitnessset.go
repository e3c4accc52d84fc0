package ginrummy

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/gin"
	"rummygym/internal/features/ginhand"
)

// The information sets of [FitnessTables] are numbered consecutively: first those of
// drawing, then knocking, then discarding. Each has two actions. The tables hold the
// probability of one of them: to take the upcard, to knock, to discard the card.
const (
	// Drawing: whether the opponent can meld the upcard with its known cards, by whether
	// the upcard would be in a meld of the hand, by the fall of deadwood in [0, 9] or 10
	// and more.
	fitnessDraws = 2 * 2 * fitnessFalls
	fitnessFalls = 11

	// Knocking: deadwood in [1, 10], by the number of cards seen besides the hand of the deal and
	// the first upcard, in [0, 4], [5, 9] and so on to 25 and more, by the number of cards of the hand that no single unseen
	// card brings into a meld, in [0, 4] or 5 and more.
	fitnessKnocks     = fitnessMaxKnock * fitnessSeen * fitnessNever
	fitnessMaxKnock   = 10
	fitnessSeen       = 6
	fitnessNever      = 6
	fitnessSeenFirst  = 11 // the hand of ten and the first upcard of the full game
	fitnessSeenBucket = 5

	// Discarding: the card, by the stage of the hand, by the remaining deadwood in
	// [0, 98] or 99 and more (cardfitness2021: "Card ID (Suit and Value), Stage in the
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
	fall := deadwood.Of(o.Hand) - deadwood.AfterDiscard(o.Hand.With(o.Upcard))
	set := min(max(fall, 0), fitnessFalls-1)
	if deadwood.Completing(o.Hand).Has(o.Upcard) {
		set += fitnessFalls
	}
	if deadwood.Completing(o.Known[1-o.Self]).Has(o.Upcard) {
		set += 2 * fitnessFalls
	}
	return set
}

// FitnessKnockSet returns the information set of a player who holds the cards of hand
// with the given deadwood. It returns false where there is no choice: without deadwood,
// which is gin, and with more than 10 points.
func FitnessKnockSet(o *gin.Observation, hand card.Cards, deadwood int) (int, bool) {
	if deadwood < 1 || deadwood > fitnessMaxKnock {
		return 0, false
	}
	unknown := o.Unknown() &^ hand
	seen := (o.Rules.DeckSize() - unknown.Count() - o.Rules.HandSize - 1) / fitnessSeenBucket
	never := ginhand.NeverMeldsInOneDraw(hand, unknown).Count()
	row := (deadwood-1)*fitnessSeen + min(max(seen, 0), fitnessSeen-1)
	return fitnessDraws + row*fitnessNever + min(never, fitnessNever-1), true
}

// FitnessDiscardSet returns the information set of card c as a discard that leaves
// the given deadwood.
func FitnessDiscardSet(o *gin.Observation, c card.Card, deadwood int) int {
	row := c.Index()*fitnessStages + fitnessStage(o)
	return fitnessDraws + fitnessKnocks + row*fitnessDeadwoods + min(deadwood, fitnessDeadwoods-1)
}

// fitnessStage returns the stage of the hand by the number of cards that have left the
// stock: 0 (early) up to 30, 1 (middle) up to 40, 2 (late) from 41 on. In a smaller pack it is
// the share of the pack that counts.
func fitnessStage(o *gin.Observation) int {
	size := o.Rules.DeckSize()
	switch dealt := (size - o.StockSize) * card.NumSuited / size; {
	case dealt <= 30:
		return 0
	case dealt <= 40:
		return 1
	}
	return 2
}

// FittestDiscards returns the candidates of cardfitness2021 that rank highest, and the
// deadwood that each of them leaves. The candidates are the cards of may that leave the
// minimum deadwood; may contains only cards of the observer's hand of eleven. The highest
// rank is the maximum of the points of [ginhand.FitnessOf] without those of uncounted.
func FittestDiscards(o *gin.Observation, may card.Cards, reading ginhand.FitnessReading, uncounted ginhand.Fitness) (fittest card.Cards, deadwood int) {
	deadwood, candidates := minDeadwoodDiscards(o.Hand, may)
	if candidates&(candidates-1) == 0 {
		return candidates, deadwood
	}
	highest := -1
	for c := range candidates.Each() {
		switch p := (ginhand.FitnessOf(o, c, reading) &^ uncounted).Points(); {
		case p > highest:
			fittest, highest = card.Cards(0).With(c), p
		case p == highest:
			fittest = fittest.With(c)
		}
	}
	return fittest, deadwood
}
