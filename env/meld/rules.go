package meld

import (
	"fmt"

	"rummygym/env/card"
)

// Requirement lists the sequences that a declaration must have. The order of the
// demands is also the order of the stages of scoring: while a demand is not met,
// only the melds that meet the earlier demands save points. The zero value demands
// nothing.
type Requirement struct {
	Pure      int // pure sequences demanded first, in [0, Sequences]
	Sequences int // total number of sequences demanded, pure or not, in [0, 4]
}

// The usual requirements.
var (
	AnyMelds        = Requirement{0, 0} // no sequence is demanded
	OnePure         = Requirement{1, 1} // a pure sequence
	PureAndSequence = Requirement{1, 2} // a pure sequence and another, pure or not
	PureAndPure     = Requirement{2, 2} // two pure sequences
)

// Rules are the parameters of grouping (saha2025mindist, section V). The zero value
// is not valid: start from [Default] and change what you need. The methods run a
// memoised search. For the default rules the functions of the same names give the
// same results much faster.
//
// A joker stands for a card of the pack. So in a pack of five ranks a sequence has at
// most five cards, in a pack of two suits there are no sets, and an ace is high only
// where the pack has its queen and king.
type Rules struct {
	Requirement Requirement
	Cap         int        // maximum score of a hand in points, in [1, 1000]; 0 means no cap
	HandSize    int        // number of cards of a declaration, in [1, 13]
	Pack        card.Cards // the suited cards of one pack; 0 means all 52
}

// pack returns the suited cards of one pack.
func (r Rules) pack() card.Cards {
	if r.Pack == 0 {
		return card.All
	}
	return r.Pack
}

// Default returns the rules of saha2025mindist: a pure sequence and another
// sequence, cap 80, melds of 3 or more, 13 cards.
func Default() Rules {
	return Rules{Requirement: PureAndSequence, Cap: Cap, HandSize: 13}
}

// Validate returns an error that names the first field out of range, or nil.
func (r Rules) Validate() error {
	q := r.Requirement
	switch {
	case q.Sequences < 0 || q.Sequences > 4:
		return fmt.Errorf("meld: Requirement.Sequences is %d, want 0 to 4", q.Sequences)
	case q.Pure < 0 || q.Pure > q.Sequences:
		return fmt.Errorf("meld: Requirement.Pure is %d, want 0 to Requirement.Sequences (%d)", q.Pure, q.Sequences)
	case r.Cap < 0 || r.Cap > 1000:
		return fmt.Errorf("meld: Cap is %d, want 1 to 1000, or 0 for no cap", r.Cap)
	case r.HandSize < 1 || r.HandSize > 13:
		return fmt.Errorf("meld: HandSize is %d, want 1 to 13", r.HandSize)
	case r.Pack&^card.All != 0:
		return fmt.Errorf("meld: Pack has bits %#x, want those of cards", uint64(r.Pack&^card.All))
	}
	return nil
}

// MinScore returns the minimum score of the hand in points, at most Cap. The score
// of a hand of HandSize+1 cards is that after its best discard. MinScore panics if
// the hand has more cards.
func (r Rules) MinScore(hand card.Bag, wild card.Rank) int {
	s := newSearch(r, hand, wild)
	score, _ := s.bestDiscard(hand)
	return r.capped(score)
}

// Group returns a grouping with the minimum score; its Score is at most Cap. Group
// panics if the hand has more than HandSize+1 cards.
func (r Rules) Group(hand card.Bag, wild card.Rank) Grouping {
	s := newSearch(r, hand, wild)
	score, freed := s.bestDiscard(hand)
	g := s.group(hand.Without(freed))
	g.Freed = freed
	g.Score = r.capped(score)
	return g
}

// CanDeclare reports whether the hand, of HandSize cards, is a valid declaration:
// all cards are in melds that meet the requirement.
func (r Rules) CanDeclare(hand card.Bag, wild card.Rank) bool {
	if hand.Count() != r.HandSize {
		return false
	}
	s := newSearch(r, hand, wild)
	return s.complete(hand)
}

// MinScoreDiscards sets dst[c.Index()] to the [Rules.MinScore] of the hand without one
// copy of c, for each kind of card c in the hand, and all other entries to -1.
func (r Rules) MinScoreDiscards(dst *[card.NumKinds]int16, hand card.Bag, wild card.Rank) {
	s := newSearch(r, hand, wild)
	for i := range dst {
		dst[i] = -1
		if c := card.FromIndex(i); hand.Has(c) {
			dst[i] = int16(r.capped(s.score(hand.Without(c))))
		}
	}
}

// Declarable returns the suited cards whose discard from the hand, of HandSize+1 cards,
// leaves a valid declaration, and reports in joker whether a printed joker is one of them.
func (r Rules) Declarable(hand card.Bag, wild card.Rank) (cards card.Cards, joker bool) {
	s := newSearch(r, hand, wild)
	for rest := hand.Once; rest != 0; rest &= rest - 1 {
		if c := rest.First(); s.complete(hand.Without(c)) {
			cards = cards.With(c)
		}
	}
	return cards, hand.Jokers > 0 && s.complete(hand.Without(card.Joker))
}

func (r Rules) capped(score int) int {
	if r.Cap != 0 {
		return min(score, r.Cap)
	}
	return score
}
