package ginhand

import (
	"math"

	"rummygym/env/card"
)

// Squash returns p/√(1+p²), the transform of truong2021datadriven (equation 6
// with α = 1) of an estimate p in [0, 1]. Estimates of exactly 0 and 1 stay as they
// are.
func Squash(p float32) float32 {
	if p == 1 {
		return 1
	}
	return p / float32(math.Sqrt(float64(1+float32(p*p))))
}

// DiscardRisk returns the discard risk score of card c (truong2021datadriven, equation
// 5): the sum, over all pairs of cards that make a meld of three with it, of the product
// of their entries in o, in [0, 6]. There are up to three pairs of its suit and three of
// its rank. Entries of o, indexed by card.Card.Index, are squashed estimates in the
// paper; c must be a suited card.
func DiscardRisk(o *[52]float32, c card.Card) float32 {
	var risk float32
	add := func(a, b float32) { risk += float32(a * b) } // rounded, so that all machines agree
	r, base := int(c.Rank()), int(c.Suit())*card.NumRanks
	suit := (*[card.NumRanks]float32)(o[base:])
	for low := max(r-2, 0); low <= min(r, card.NumRanks-3); low++ {
		switch low {
		case r:
			add(suit[r+1], suit[r+2])
		case r - 1:
			add(suit[r-1], suit[r+1])
		default:
			add(suit[r-2], suit[r-1])
		}
	}
	var of [card.NumSuits - 1]float32
	n := 0
	for s := range card.NumSuits {
		if s*card.NumRanks != base {
			of[n] = o[s*card.NumRanks+r]
			n++
		}
	}
	add(of[0], of[1])
	add(of[0], of[2])
	add(of[1], of[2])
	return risk
}

// PaperSuits returns the order of the suits in the matrices x and o of
// truong2021datadriven: clubs, hearts, spades, diamonds.
func PaperSuits() [card.NumSuits]card.Suit {
	return [card.NumSuits]card.Suit{card.Clubs, card.Hearts, card.Spades, card.Diamonds}
}

// PaperMatrix sets dst to src, which is indexed by card.Card.Index, in the order of the
// matrices of truong2021datadriven: rows clubs, hearts, spades, diamonds, columns ace to
// king.
func PaperMatrix(dst, src *[52]float32) {
	for i, s := range PaperSuits() {
		copy(dst[i*card.NumRanks:(i+1)*card.NumRanks], src[int(s)*card.NumRanks:])
	}
}

// PaperCards returns the cards of a set with their suits exchanged, so that those of the order clubs, diamonds, hearts, spades are
// the rows of the matrices.
func PaperCards(cs card.Cards) (rows card.Cards) {
	for i, s := range PaperSuits() {
		rows |= card.Cards(cs.Ranks(s)) << (16 * i)
	}
	return rows
}
