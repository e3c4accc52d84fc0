package indianrummy

import (
	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/features/mindist"
)

// danger estimates by a rule how useful a card is to the opponent. Each suited card has a
// weight in 64ths for being in the opponent's hand: 64 if it surely is (taken from the pile
// and kept), and 16 per unseen copy (the opponent holds 13 of some 45 hidden cards). For
// each related card that the opponent has discarded, the weight falls by a quarter, since
// the opponent is unlikely to collect there. The danger of a card is a sum over the pairs
// of cards that make a run or a set of three with it: the product of the two weights, plus
// loneWeight times each weight, because far from a declaration two related cards have some
// value without the third. Jokers, printed or of the wild rank, are the most dangerous.
type danger struct {
	weights [64]int32 // by card, in 64ths
}

// loneWeight is the factor of the weight of a single card of a pair.
const loneWeight = 8

// safest returns the suited cards of free with the minimum danger to the observer of o, or
// free itself if all its cards are jokers.
func (d *danger) safest(free kinds, unseen card.Bag, o *indian.Observation) kinds {
	plain := free.suited &^ wildCards(o.Wild)
	if plain == 0 {
		return free
	}
	d.weigh(unseen, o)
	var best kinds
	minimum := int32(-1)
	for cs := plain; cs != 0; cs &= cs - 1 {
		c := cs.First()
		switch v := d.of(c); {
		case minimum < 0 || v < minimum:
			best, minimum = kinds{}.with(c), v
		case v == minimum:
			best = best.with(c)
		}
	}
	return best
}

// weigh sets the weights.
func (d *danger) weigh(unseen card.Bag, o *indian.Observation) {
	opponent := o.NextActive()
	discarded := o.Given[opponent].Once
	clear(d.weights[:])
	for cs := unseen.Once; cs != 0; cs &= cs - 1 {
		c := cs.First()
		w := int32(16 * unseen.Of(c))
		for range (mindist.Related(c) & discarded).Count() {
			w = w * 3 / 4
		}
		d.weights[c] = w
	}
	for cs := o.Known[opponent].Once; cs != 0; cs &= cs - 1 {
		d.weights[cs.First()] = 64
	}
}

// of returns the danger of a suited card.
func (d *danger) of(c card.Card) int32 {
	suit, rank := c.Suit(), int(c.Rank())
	sum := d.inRuns(suit, rank)
	if rank == int(card.Ace) {
		sum += d.inRuns(suit, aboveKing)
	}
	others := [...]int32{d.at((suit+1)%4, rank), d.at((suit+2)%4, rank), d.at((suit+3)%4, rank)}
	return sum + both(others[0], others[1]) + both(others[0], others[2]) + both(others[1], others[2])
}

// aboveKing is the position of the ace above the king.
const aboveKing = card.NumRanks

// inRuns returns the danger by runs of the card of a suit at a position, which is a rank or
// aboveKing.
func (d *danger) inRuns(suit card.Suit, place int) (sum int32) {
	for first := max(0, place-2); first <= min(place, aboveKing-2); first++ {
		var others [2]int32
		n := 0
		for p := first; p < first+3; p++ {
			if p != place {
				others[n] = d.at(suit, p%card.NumRanks)
				n++
			}
		}
		sum += both(others[0], others[1])
	}
	return sum
}

// both returns the danger of a pair of cards with weights a and b.
func both(a, b int32) int32 { return a*b + loneWeight*(a+b) }

func (d *danger) at(suit card.Suit, rank int) int32 {
	return d.weights[card.New(card.Rank(rank), suit)]
}
