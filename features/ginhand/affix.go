package ginhand

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
)

// RootsAndAffixes returns the roots and the affixes of all almost-melds of three cards
// (goldman2021evaluating, definition 3) whose affix is in among. The root of an
// almost-meld is its two cards in the hand; its affix is the card that completes it.
func RootsAndAffixes(hand, among card.Cards) (roots, affixes card.Cards) {
	// Naively all melds are tried. Here all suits are done at once: shifts by up to two
	// ranks stay within their lanes, and bits that they leave in 13 to 15 are no affixes.
	affixes = deadwood.Completing(hand) & among
	above := hand << 1 & (hand << 2) & affixes // the two cards below are held
	within := hand << 1 & (hand >> 1) & affixes
	below := hand >> 1 & (hand >> 2) & affixes
	roots = above>>1 | above>>2 | within>>1 | within<<1 | below<<1 | below<<2

	// Ranks held at least twice, in the lane of clubs, and those of them with an affix.
	c, d, h, s := hand&lowLane, hand>>16&lowLane, hand>>32&lowLane, hand>>48
	twice := c&d | (c|d)&(h|s) | h&s
	alike := twice * card.Aces & affixes
	ranks := (alike | alike>>16 | alike>>32 | alike>>48) & lowLane
	return roots | ranks*card.Aces&hand, affixes
}

// lowLane is the lane of clubs.
const lowLane card.Cards = 1<<card.NumRanks - 1
