package playtest

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
)

// GinMelds are the 329 melds.
var GinMelds = deadwood.Melds()

// Deadwood returns the minimum deadwood of a hand: it tries all choices of disjoint melds
// from GinMelds[from:].
func Deadwood(hand card.Cards, from int) int {
	least := deadwood.PipTotal(hand)
	for i := from; i < len(GinMelds); i++ {
		if m := GinMelds[i]; m&^hand == 0 {
			least = min(least, Deadwood(hand&^m, i+1))
		}
	}
	return least
}

// Hits counts the cards not held with which at most as many cards are outside melds as
// before.
func Hits(hand card.Cards) int {
	left := func(h card.Cards) int { return h.Count() - deadwood.Best(h).Cards().Count() }
	n := 0
	for c := range (card.All &^ hand).Each() {
		if left(hand.With(c)) <= left(hand) {
			n++
		}
	}
	return n
}

// Roots returns the cards of a hand that are two cards of a meld of three whose third card
// is among the given cards (roots), and those third cards (affixes).
func Roots(hand card.Cards, among func(card.Card) bool) (roots, affixes card.Cards) {
	for _, m := range GinMelds {
		if affix := m &^ hand; m.Count() == 3 && affix.Count() == 1 && among(affix.First()) {
			roots, affixes = roots|m&hand, affixes|affix
		}
	}
	return roots, affixes
}
