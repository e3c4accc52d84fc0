package features

import (
	"math/bits"

	"rummygym/env/card"
)

// Unreachable is the distance of a hand from which no declaration can be
// reached with the cards that can still come.
const Unreachable = 99

// MinDistAvailable is [MinDist] where each super joker must stand for a
// distinct card of avail: the cards of the deck that are neither in the hand
// nor known to be elsewhere (paper 000, footnote 2 and section IX, which leave
// it open). Printed jokers and wild cards of avail come as jokers. The result
// is in [MinDist(hand), 13], or [Unreachable].
func MinDistAvailable(hand card.Bag, wild card.Rank, avail card.Bag) int {
	s := newSupply(hand, wild, avail)
	for k := MinDist(hand, wild); k <= maxTotal; k++ {
		if s.within(k) {
			return k
		}
	}
	return Unreachable
}

// AvailableDraws sets dst, by card.Card.Index, to MinDistAvailable after
// drawing each card of avail, which then can no longer come, and to −1 for
// cards that avail does not hold. It returns MinDistAvailable of the hand.
// Draws whose entry is less than that are the hand's outs.
func AvailableDraws(dst *[card.NumKinds]int8, hand card.Bag, wild card.Rank, avail card.Bag) int {
	for i := range dst {
		c := card.FromIndex(i)
		dst[i] = -1
		if avail.Has(c) {
			dst[i] = int8(MinDistAvailable(hand.With(c), wild, avail.Without(c)))
		}
	}
	return MinDistAvailable(hand, wild, avail)
}

// supply is a hand with the cards that can still come. A place of a meld is
// covered if a card of the hand lies there, open if a card of avail can come,
// and else dead: only a joker can fill it.
type supply struct {
	have, can       lanes // natural cards of the hand, of avail
	ownHave, ownCan lanes // wild cards of the hand, of avail
	jokers          int   // jokers of the hand
	coming          int   // jokers of avail
	uncovered, dead int   // budgets while searching
}

func newSupply(hand card.Bag, wild card.Rank, avail card.Bag) supply {
	nat := naturals(wild)
	return supply{
		have: lanesOf(hand, nat), can: lanesOf(avail, nat),
		ownHave: lanesOf(hand, card.All&^nat), ownCan: lanesOf(avail, card.All&^nat),
		jokers: jokersIn(hand, wild), coming: jokersIn(avail, wild),
	}
}

// within reports whether a declaration can be reached with at most k cards of
// avail. That is so if at most jokers + k places are uncovered, at most k of
// the pure run and none of those dead, and if there are jokers enough, in the
// hand or coming, for the dead places.
func (s supply) within(k int) bool {
	for suit := range s.have {
		have, can, ownHave, ownCan := s.have[suit], s.can[suit], s.ownHave[suit], s.ownCan[suit]
		for _, w := range windows {
			size := bits.OnesCount16(w)
			holes := w &^ (have.once() | ownHave.once())
			if bits.OnesCount16(holes) > k || holes&^(can.once()|ownCan.once()) != 0 {
				continue
			}
			t := s
			t.have[suit] = have.take(w)
			t.can[suit] = can.take(holes)
			t.uncovered = s.jokers + k - bits.OnesCount16(w&^have.once())
			own := bits.OnesCount16(w & ownHave.once())
			own += bits.OnesCount16(holes & ownCan.once())
			t.dead = s.jokers + s.coming - own
			if t.uncovered >= 0 && t.dead >= 0 && t.laySets(0, 0, maxTotal-size) {
				return true
			}
		}
	}
	return false
}

// demand asks for one copy of a card and counts it against the budgets.
func (s *supply) demand(suit int, w uint16) {
	open := w &^ s.have[suit].once()
	s.uncovered -= bits.OnesCount16(open)
	s.dead -= bits.OnesCount16(open &^ s.can[suit].once())
	s.have[suit] = s.have[suit].take(w)
	s.can[suit] = s.can[suit].take(open)
}

// hopeless reports whether rest more places surely break a budget.
func (s *supply) hopeless(rest int) bool { return s.uncovered < 0 || s.dead < 0 }

// laySets lays sets of rank at least from and then runs, rest cards in all.
func (s supply) laySets(from card.Rank, count, rest int) bool {
	if s.hopeless(rest) {
		return false
	}
	if rest >= minRun && s.layRuns(0, 0, rest) {
		return true
	}
	if count == 2 {
		return false
	}
	for rank := from; rank < card.NumRanks; rank++ {
		var live uint8
		for suit := range s.have {
			live |= uint8((s.have[suit].once()|s.can[suit].once())>>rank&1) << suit
		}
		for suits := live; suits != 0; suits = (suits - 1) & live {
			n := bits.OnesCount8(suits)
			t := s
			for suit := range t.have {
				if suits>>suit&1 != 0 {
					t.demand(suit, 1<<rank)
				}
			}
			for size := max(3, n); size <= 4 && rest-size >= minRun; size++ {
				u := t
				u.uncovered -= size - n
				u.dead -= size - n
				if u.laySets(rank, count+1, rest-size) {
					return true
				}
			}
		}
	}
	return false
}

// layRuns lays runs of total length rest, from window w of the suit on.
func (s supply) layRuns(suit, w, rest int) bool {
	if rest == 0 {
		return s.uncovered >= 0 && s.dead >= 0
	}
	if s.hopeless(rest) {
		return false
	}
	var sum reach
	for i := suit; i < card.NumSuits; i++ {
		sum = sum.plus(s.have[i].reach())
	}
	if rest-sum.at(rest) > s.uncovered {
		return false
	}
	for ; suit < card.NumSuits; suit, w = suit+1, 0 {
		for ; w < numWindows; w++ {
			size := bits.OnesCount16(windows[w])
			if left := rest - size; left < 0 || left == 1 || left == 2 {
				continue
			}
			t := s
			t.demand(suit, windows[w])
			if t.layRuns(suit, w, rest-size) {
				return true
			}
		}
	}
	return false
}
