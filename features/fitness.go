package features

import (
	"math/bits"

	"rummygym/env/card"
	"rummygym/env/gin"
	"rummygym/env/meld"
)

// Fitness is which of the four characteristics of paper 004 ("Ranking the Fitness
// of a Card in a Game State") a card has that may be thrown in Gin Rummy. Each
// speaks for throwing it.
type Fitness uint8

// The characteristics, in the order in which paper 004 names them.
const (
	DeadwoodFalls     Fitness = 1 << iota // without the card, the mean deadwood after another turn is below that before it
	NeverMelds                            // no meld can be made with it
	UselessToOpponent                     // no meld can be made of it and the cards known to be with the opponent
	MateThrown                            // the opponent threw a card of its MeldMates
)

// Points returns the number of characteristics, the ranking value of paper 004,
// in [0, 4].
func (f Fitness) Points() int { return bits.OnesCount8(uint8(f)) }

// FitnessReading is whose description of the characteristics counts.
type FitnessReading uint8

// The readings. They differ in two of the four.
const (
	// FitnessPaper is the text: a card never melds if every meld with it needs a
	// card that was seen elsewhere, and another turn draws from the cards whose
	// place is unknown.
	FitnessPaper FitnessReading = iota

	// FitnessReleased is the authors' program: a card never melds if it is in no
	// meld of the hand and no single unseen card brings it into one, and another
	// turn may also draw a card known to be with the opponent.
	FitnessReleased
)

// FitnessOf returns the characteristics of card c, one of the observer's eleven,
// as a discard. The cards gone are those of the discard pile and those known to
// be with the opponent.
//
// The first one hardly ever tells cards apart, as the paper has it: after any draw
// the drawn card itself can be thrown, so that the mean falls whenever a single
// card would help. [MeanDeadwoodAfterDraw] has the mean itself.
func FitnessOf(o *gin.Observation, c card.Card, reading FitnessReading) Fitness {
	const paper = FitnessPaper
	opponent := 1 - o.Self
	known := o.Known[opponent]
	rest := o.Hand.Without(c)
	unknown := o.Unknown()
	var f Fitness

	drawable := unknown
	if reading != paper {
		drawable |= known
	}
	if DeadwoodFallsAfterDraw(rest, drawable) {
		f |= DeadwoodFalls
	}
	switch {
	case reading == paper && !meld.InMelds(o.Hand|unknown).Has(c):
		f |= NeverMelds
	case reading != paper && NeverMeldsInOneDraw(o.Hand, unknown).Has(c):
		f |= NeverMelds
	}
	if !meld.Completing(known).Has(c) {
		f |= UselessToOpponent
	}
	if MeldMates(c)&o.Given[opponent] != 0 {
		f |= MateThrown
	}
	return f
}

// MeldMates returns the cards that can lie in a meld of three with c: those of its
// rank in the other suits, and those of its suit within two ranks; an ace is low.
func MeldMates(c card.Card) card.Cards {
	bit := card.Cards(1) << c
	// A suit's lane has three bits to spare, so a shift by two stays in it.
	return (bit<<1|bit<<2|bit>>1|bit>>2)&card.All | card.OfRank(c.Rank()).Without(c)
}

// NeverMeldsInOneDraw returns the cards of the hand that are in no meld of it and
// that no single card of draws brings into one, in the order in which the program
// released with paper 004 counts unmeldable cards.
func NeverMeldsInOneDraw(hand, draws card.Cards) card.Cards {
	left := hand &^ meld.InMelds(hand)
	for draws &= meld.Completing(hand); draws != 0 && left != 0; draws &= draws - 1 {
		left &^= meld.InMelds(hand.With(draws.First()))
	}
	return left
}

// MeanDeadwoodAfterDraw returns the mean, over the cards of draws, of the least
// deadwood that is left of a hand of ten when that card is drawn and a card
// thrown; it is in [0, 100], and the deadwood of the hand if draws is empty.
func MeanDeadwoodAfterDraw(hand, draws card.Cards) float64 {
	if draws == 0 {
		return float64(meld.Deadwood(hand))
	}
	total := 0
	for c := range draws.Each() {
		total += meld.DeadwoodAfterDiscard(hand.With(c))
	}
	return float64(total) / float64(draws.Count())
}

// DeadwoodFallsAfterDraw reports whether [MeanDeadwoodAfterDraw] is below the
// deadwood of the hand.
func DeadwoodFallsAfterDraw(hand, draws card.Cards) bool {
	// No draw raises it, since the card can be thrown at once. So the mean falls
	// exactly if one card lowers it; low cards, which most often do, come first.
	before := meld.Deadwood(hand)
	if before == 0 {
		return false
	}
	for r := range card.Rank(card.NumRanks) {
		for c := range (draws & card.OfRank(r)).Each() {
			if meld.DeadwoodAfterDiscard(hand.With(c)) < before {
				return true
			}
		}
	}
	return false
}
