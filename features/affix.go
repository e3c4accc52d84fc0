package features

import (
	"rummygym/env/card"
	"rummygym/env/meld"
)

// RootsAndAffixes returns the own cards that are in the root and the cards that are
// the affix of any almost-meld of three cards (see [AlmostMeld]) whose affix is in
// among: two own cards and one that makes a meld of them. It is for all of them
// together what [AppendAlmostMelds] says of each.
func RootsAndAffixes(hand, among card.Cards) (roots, affixes card.Cards) {
	// Naively one tries all melds. All suits at once: shifts by up to two ranks
	// stay within their lanes, and what they leave in bits 13 to 15 is no affix.
	affixes = meld.Completing(hand) & among
	above := hand << 1 & (hand << 2) & affixes // the two cards below are held
	within := hand << 1 & (hand >> 1) & affixes
	below := hand >> 1 & (hand >> 2) & affixes
	roots = above>>1 | above>>2 | within>>1 | within<<1 | below<<1 | below<<2

	// Ranks held twice or more, in the lane of clubs, and of these the ones with
	// an affix.
	c, d, h, s := hand&lowLane, hand>>16&lowLane, hand>>32&lowLane, hand>>48
	twice := c&d | (c|d)&(h|s) | h&s
	alike := twice * card.Aces & affixes
	ranks := (alike | alike>>16 | alike>>32 | alike>>48) & lowLane
	return roots | ranks*card.Aces&hand, affixes
}

// lowLane is the lane of clubs.
const lowLane card.Cards = 1<<card.NumRanks - 1
