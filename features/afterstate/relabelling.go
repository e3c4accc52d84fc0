package afterstate

import (
	"rummygym/env/card"
	"rummygym/features/internal/field"
)

// Relabellings returns the 24 relabellings of the suits as permutations of the entries of an
// afterstate: entry i moves to entry p[i]. The rules treat all suits alike, so the afterstate is
// worth the same. The first permutation moves nothing. Entries that look one turn ahead break ties by the order of
// the cards, and in the other game may differ a little from what they are here.
func (x *Indian) Relabellings() [][]int {
	return relabellings(&x.Packed, afterHand, afterUnseen, afterKnown, afterGiven, afterRefused)
}

// Relabellings does what [Indian.Relabellings] does.
func (x *Gin) Relabellings() [][]int {
	return relabellings(&x.Packed, ginAfterHeld, ginAfterHand, ginAfterMeldedCards, ginAfterUnseen, ginAfterKnown, ginAfterGiven, ginAfterRefused)
}

// relabellings returns the permutations if the given fields, and no others, begin with one entry per suited card.
func relabellings(x *field.Packed, planes ...field.Slot) (all [][]int) {
	for order := range card.NumSuits * card.NumSuits * card.NumSuits * card.NumSuits {
		var to [card.NumSuits]int // suit s becomes to[s]; order has them as digits
		taken := 0
		for s := range to {
			to[card.NumSuits-1-s] = order % card.NumSuits
			taken |= 1 << (order % card.NumSuits)
			order /= card.NumSuits
		}
		if taken != 1<<card.NumSuits-1 {
			continue
		}
		p := make([]int, x.Size)
		for i := range p {
			p[i] = i
		}
		for _, f := range planes {
			if at := x.At[f]; at != field.Off {
				for c := range card.NumSuited {
					p[at+c] = at + to[c/card.NumRanks]*card.NumRanks + c%card.NumRanks
				}
			}
		}
		all = append(all, p)
	}
	return all
}
