package features

import "rummygym/env/card"

// RootsAndAffixes returns the own cards that are in the root and the cards that are
// the affix of any almost-meld of three cards (see [AlmostMeld]) whose affix is in
// among: two own cards and one that makes a meld of them. It is for all of them
// together what [AppendAlmostMelds] says of each. Among card.All the affixes are
// all cards that would make or extend a meld with own cards, since a longer meld
// holds one of three.
func RootsAndAffixes(hand, among card.Cards) (roots, affixes card.Cards) {
	// Naively one tries all melds. All suits at once: shifts by up to two ranks
	// stay within their lanes, and what they leave in bits 13 to 15 is not in
	// among.
	among &= card.All &^ hand
	above := hand << 1 & (hand << 2) & among // the two cards below are held
	within := hand << 1 & (hand >> 1) & among
	below := hand >> 1 & (hand >> 2) & among
	roots = above>>1 | above>>2 | within>>1 | within<<1 | below<<1 | below<<2

	// Ranks held twice, in the lane of clubs, and of these the ones with an affix.
	c, d, h, s := hand&lowLane, hand>>16&lowLane, hand>>32&lowLane, hand>>48
	pairs := c&d | (c|d)&(h|s) | h&s
	alike := pairs * card.Aces & among
	ranks := (alike | alike>>16 | alike>>32 | alike>>48) & lowLane
	roots |= ranks * card.Aces & hand
	return roots, above | within | below | alike
}

// lowLane is the lane of clubs.
const lowLane card.Cards = 1<<card.NumRanks - 1
