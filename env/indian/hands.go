package indian

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/meld"
)

// pack returns the suited cards of one pack.
func (r *Rules) pack() card.Cards { return card.Pack(r.Ranks, r.Suits) }

// demands returns the sequences that a declaration must have.
func (q Requirement) demands() meld.Requirement {
	return [...]meld.Requirement{
		PureAndSequence: meld.PureAndSequence, OnePure: meld.OnePure, AnyMelds: meld.AnyMelds, TwoPure: meld.PureAndPure,
	}[q]
}

// Melds returns the rules by which package meld groups the hands of the table. They have no
// cap.
func (r *Rules) Melds() meld.Rules {
	return meld.Rules{Requirement: r.Requirement.demands(), HandSize: r.HandSize, Pack: r.pack()}
}

// usual reports whether the functions of package meld for the rules of saha2025mindist hold
// for hands of the table, whose size may be another.
func (r *Rules) usual() bool {
	return r.Requirement == PureAndSequence && r.Ranks == card.NumRanks && r.Suits == card.NumSuits
}

// Standard returns nil if a declaration is 13 cards of a full pack with a pure sequence and
// another one, and otherwise an error that says what the rules have. Networks and some
// features are made for these declarations only.
func (r *Rules) Standard() error {
	if r.usual() && r.HandSize == maxHand {
		return nil
	}
	return fmt.Errorf("the rules have hand-size %d, ranks %d, suits %d and requirement %v: want %d, %d, %d and %v",
		r.HandSize, r.Ranks, r.Suits, r.Requirement, maxHand, card.NumRanks, card.NumSuits, PureAndSequence)
}

// CanDeclare reports whether a hand, of HandSize cards, is a valid declaration. wild is the
// wild rank, card.NoRank without one.
func (r *Rules) CanDeclare(hand card.Bag, wild card.Rank) bool {
	if r.usual() {
		return meld.CanDeclare(hand, wild)
	}
	return r.Melds().CanDeclare(hand, wild)
}

// Declarable returns the suited cards with which a hand, of HandSize+1 cards, can finish:
// those whose discard leaves a valid declaration. It reports in joker whether a printed
// joker is one of them.
func (r *Rules) Declarable(hand card.Bag, wild card.Rank) (cards card.Cards, joker bool) {
	if r.usual() {
		return meld.Declarable(hand, wild)
	}
	return r.Melds().Declarable(hand, wild)
}

// MinScore returns the minimum score of a hand in points, not capped. That of a hand of
// HandSize+1 cards is that after its best discard.
func (r *Rules) MinScore(hand card.Bag, wild card.Rank) int {
	switch {
	case !r.usual():
		return r.Melds().MinScore(hand, wild)
	case r.HandSize == maxHand || hand.Count() <= r.HandSize:
		return meld.MinScore(hand, wild)
	}
	var after [card.NumKinds]int16
	meld.MinScoreDiscards(&after, hand, wild)
	least := int16(1 << 14)
	for _, score := range after {
		if score >= 0 {
			least = min(least, score)
		}
	}
	return int(least)
}

// MinScoreDiscards sets dst[c.Index()] to the [Rules.MinScore] of a hand, of HandSize+1
// cards, without one copy of c, for each kind of card c in the hand, and all other entries
// to -1.
func (r *Rules) MinScoreDiscards(dst *[card.NumKinds]int16, hand card.Bag, wild card.Rank) {
	if r.usual() {
		meld.MinScoreDiscards(dst, hand, wild)
		return
	}
	r.Melds().MinScoreDiscards(dst, hand, wild)
}
