package baselines

import (
	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/features"
)

// danger rates what the opponent can do with a card, by a rule: each suited card
// that may lie in his hand has a weight in 64ths, 64 if it surely does (taken from
// the pile and kept) and 16 a copy if it is unseen (13 of some 45 hidden cards
// are his), of which a quarter is taken off for each related card that he has
// thrown, since he hardly collects there. The danger of a card is the sum, over
// the pairs of cards that make a run or a set of three with it, of the product
// of their weights and of loneWeight times each of them: far from a declaration,
// two cards that belong together are worth something without the third. Jokers,
// printed or of the wild rank, are the most dangerous of all.
type danger struct {
	weights [64]int32 // by card, in 64ths
}

// loneWeight is the factor of the weight of one card of a pair alone.
const loneWeight = 8

// least returns the suited cards of free with the least danger to the observer
// of o; if all are jokers, free itself.
func (d *danger) least(free kinds, unseen card.Bag, o *indian.Observation) kinds {
	plain := free.suited &^ wildCards(o.Wild)
	if plain == 0 {
		return free
	}
	d.weigh(unseen, o)
	var best kinds
	least := int32(-1)
	for cs := plain; cs != 0; cs &= cs - 1 {
		c := cs.First()
		switch v := d.of(c); {
		case least < 0 || v < least:
			best, least = kinds{}.with(c), v
		case v == least:
			best = best.with(c)
		}
	}
	return best
}

// weigh sets the weights.
func (d *danger) weigh(unseen card.Bag, o *indian.Observation) {
	opponent := features.NextActive(o)
	thrown := o.Given[opponent].Once
	clear(d.weights[:])
	for cs := unseen.Once; cs != 0; cs &= cs - 1 {
		c := cs.First()
		w := int32(16 * unseen.Of(c))
		for range (features.Related(c) & thrown).Count() {
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

// aboveKing is the place of the ace above the king.
const aboveKing = card.NumRanks

// inRuns returns the danger by runs of the card at a place of a suit, a rank or
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

// both returns what a pair of cards of these weights counts.
func both(a, b int32) int32 { return a*b + loneWeight*(a+b) }

func (d *danger) at(suit card.Suit, rank int) int32 {
	return d.weights[card.New(card.Rank(rank), suit)]
}
