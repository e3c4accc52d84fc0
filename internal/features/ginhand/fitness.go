package ginhand

import (
	"math/bits"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/gin"
)

// Fitness is the set of characteristics of a card, out of the four of cardfitness2021
// ("Ranking the Fitness of a Card in a Game State"). Each is a reason to discard the card.
type Fitness uint8

// The characteristics, in the order in which cardfitness2021 names them.
const (
	DeadwoodFalls     Fitness = 1 << iota // without the card, the mean deadwood after another turn is below that before it
	NeverMelds                            // it cannot be part of a meld
	UselessToOpponent                     // it makes no meld with the cards that the opponent is known to hold
	MateDiscarded                         // the opponent discarded one of its MeldMates
)

// Points returns the number of characteristics, the ranking value of
// cardfitness2021, in [0, 4].
func (f Fitness) Points() int { return bits.OnesCount8(uint8(f)) }

// FitnessReading selects the definition of the characteristics.
type FitnessReading uint8

// The readings. They differ in two of the four.
const (
	// FitnessPaper is the text of the paper: a card never melds if every meld with it
	// needs a card that was seen elsewhere, and another turn draws from the cards whose
	// location is unknown.
	FitnessPaper FitnessReading = iota

	// FitnessReleased is the authors' program: a card never melds if it is in no meld of
	// the hand and would be in none after any single draw of an unseen card, and another
	// turn may also draw a card that the opponent is known to hold.
	FitnessReleased
)

// FitnessOf returns the characteristics of card c, one of the observer's eleven, as a
// discard. The cards seen elsewhere are those of the discard pile and those that the
// opponent is known to hold.
//
// DeadwoodFalls, as the paper defines it, is nearly always the same for all cards: the
// drawn card itself can be discarded, so the mean falls whenever a single card helps.
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
	case reading == paper && !deadwood.InMelds(o.Hand|unknown).Has(c):
		f |= NeverMelds
	case reading != paper && NeverMeldsInOneDraw(o.Hand, unknown).Has(c):
		f |= NeverMelds
	}
	if !deadwood.Completing(known).Has(c) {
		f |= UselessToOpponent
	}
	if MeldMates(c)&o.Given[opponent] != 0 {
		f |= MateDiscarded
	}
	return f
}

// MeldMates returns the cards that can be in a meld of three with c: those of its rank
// in the other suits, and those of its suit at most two ranks away. Aces are low.
func MeldMates(c card.Card) card.Cards {
	bit := card.Cards(1) << c
	// A suit's lane has three bits to spare, so a shift by two stays in it.
	return (bit<<1|bit<<2|bit>>1|bit>>2)&card.All | card.OfRank(c.Rank()).Without(c)
}

// NeverMeldsInOneDraw returns the cards of the hand that are in no meld of the hand, and
// in none after the draw of any single card of draws, as the program released with
// cardfitness2021 counts unmeldable cards.
func NeverMeldsInOneDraw(hand, draws card.Cards) card.Cards {
	left := hand &^ deadwood.InMelds(hand)
	for draws &= deadwood.Completing(hand); draws != 0 && left != 0; draws &= draws - 1 {
		left &^= deadwood.InMelds(hand.With(draws.First()))
	}
	return left
}

// DeadwoodFallsAfterDraw reports whether the mean deadwood of a hand of ten after a draw
// from draws and the best discard is below the deadwood of the hand. It returns false if
// draws is empty.
func DeadwoodFallsAfterDraw(hand, draws card.Cards) bool {
	// No draw raises the deadwood, since the drawn card can be discarded. So the mean falls
	// exactly if one card lowers it; low cards are tried first, since they most often do.
	before := deadwood.Of(hand)
	if before == 0 {
		return false
	}
	for r := range card.Rank(card.NumRanks) {
		for c := range (draws & card.OfRank(r)).Each() {
			if deadwood.AfterDiscard(hand.With(c)) < before {
				return true
			}
		}
	}
	return false
}
