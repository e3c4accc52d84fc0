package features

import (
	"fmt"
	"math/bits"

	"rummygym/env/card"
	"rummygym/env/meld"
)

// Target is what a hand is to become: the paper's parameters of MinDist (paper
// 000, section VI). The functions of the package are for [Declaration]. Mind that
// the zero Requirement demands no sequence.
type Target struct {
	Size        int              // cards of the declaration, in [3, 13]
	Requirement meld.Requirement // the sequences it must hold: at most 2 pure ones and 2 others
}

// Declaration is the target of the game: 13 cards, a pure sequence and another.
var Declaration = Target{Size: maxTotal, Requirement: meld.PureAndSequence}

// Validate reports what is wrong with the target.
func (t Target) Validate() error {
	q := t.Requirement
	if q.Pure < 0 || q.Pure > 2 || q.Sequences < q.Pure || q.Sequences > q.Pure+2 {
		return fmt.Errorf("features: target demands %d pure sequences of %d sequences: want at most 2, and at most 2 others", q.Pure, q.Sequences)
	}
	if least := minRun * max(1, q.Sequences); t.Size < least || t.Size > maxTotal {
		return fmt.Errorf("features: target of %d cards with %d sequences: want %d to %d cards", t.Size, q.Sequences, least, maxTotal)
	}
	return nil
}

// MinDist returns the least number of super jokers with which some cards of the
// hand form a declaration of this target, in [0, Size]. The hand may hold any
// number of cards; the best are chosen. For the paper's requirement and 13 or 10
// cards it is as fast as the function. It panics if the target is not valid.
func (t Target) MinDist(hand card.Bag, wild card.Rank) int {
	if t.Requirement == meld.PureAndSequence && (t.Size == maxTotal || t.Size == 10) {
		n := nearest{size: t.Size}
		d, _ := n.distance(heldIn(hand, wild), purity{hand.Once &^ naturals(wild), card.All}, t.Size-jokersIn(hand, wild))
		return d
	}
	return t.search(hand, wild, 0).best
}

// layout is one way to lay out a declaration: what Target.search looks through.
type layout struct {
	pure  [2]place // pure runs, the first numPure
	sets  [4]place // sets, the first numSets
	nPure int
	nSets int
	runs  int // total length of all other runs
}

// place is a run (suit, ranks, size) or a set (its rank, size, the suits of the
// natural cards it takes).
type place struct {
	suit  card.Suit
	rank  card.Rank
	suits uint8
	ranks uint16
	size  int
}

// search is the state of the plain search for the nearest declaration.
type search struct {
	left   lanes  // natural cards not yet laid
	own    lanes  // wild cards that may still lie in their own place
	joker  int    // jokers held
	size   int    // cards of the declaration
	best   int    // the least distance so far
	at     layout // where the search stands
	found  layout // the layout of distance best
	demand int    // runs demanded besides the pure ones
	enough int    // the distance at which to stop
}

// search tries every layout that can beat the best one so far: first the places
// of the pure runs, then sets, then, by the reach of the suits, all other runs
// at once. It stops at a layout of a distance of at most enough. The distance of
// a layout is 13 − jokers − natural cards covered, but at least the number of
// holes in its pure runs, which no joker can fill.
func (t Target) search(hand card.Bag, wild card.Rank, enough int) *search {
	if err := t.Validate(); err != nil {
		panic(err)
	}
	pure, others := t.Requirement.Pure, t.Requirement.Sequences-t.Requirement.Pure
	nat := naturals(wild)
	s := &search{
		left: lanesOf(hand, nat), own: lanesOf(hand, card.All&^nat),
		joker: jokersIn(hand, wild), size: t.Size, best: t.Size + 1, demand: others, enough: enough,
	}
	s.layPure(pure, t.Size, 0, 0)
	return s
}

// layPure lays the demanded pure runs; rest is the size of what is not yet laid.
func (s *search) layPure(demanded, rest, covered, holes int) {
	if demanded == 0 {
		s.laySets(0, rest, covered, holes)
		return
	}
	for suit := range s.left {
		nat, own := s.left[suit], s.own[suit]
		for _, w := range windows {
			size := bits.OnesCount16(w)
			h := holes + size - bits.OnesCount16(w&(nat.once()|own.once()))
			if size > rest || h >= s.best || s.best <= s.enough {
				continue
			}
			s.left[suit], s.own[suit] = nat.take(w), own.take(w)
			s.at.pure[s.at.nPure] = place{suit: card.Suit(suit), ranks: w, size: size}
			s.at.nPure++
			s.layPure(demanded-1, rest-size, covered+bits.OnesCount16(w&nat.once()), h)
			s.at.nPure--
		}
		s.left[suit], s.own[suit] = nat, own
	}
}

// laySets lays any number of sets of rank at least from, then the other runs.
// A set with fewer than two natural cards is never better than a run through
// the same cards, so only larger ones are tried.
func (s *search) laySets(from card.Rank, rest, covered, holes int) {
	if rest == 0 && s.demand == 0 || rest >= minRun*max(1, s.demand) {
		s.layRuns(rest, covered, holes)
	}
	if rest-3 < minRun*s.demand || s.best <= s.enough {
		return
	}
	for rank := from; rank < card.NumRanks; rank++ {
		var held uint8
		for suit, l := range s.left {
			held |= uint8(l.once()>>rank&1) << suit
		}
		if bits.OnesCount8(held) < 2 {
			continue
		}
		before := s.left
		for suits := held; suits != 0; suits = (suits - 1) & held {
			n := bits.OnesCount8(suits)
			if n < 2 {
				continue
			}
			for suit := range s.left {
				if suits>>suit&1 != 0 {
					s.left[suit] = s.left[suit].take(1 << rank)
				}
			}
			for size := max(3, n); size <= 4 && rest-size >= minRun*s.demand; size++ {
				if rest-size == 1 || rest-size == 2 {
					continue
				}
				s.at.sets[s.at.nSets] = place{rank: rank, suits: suits, size: size}
				s.at.nSets++
				s.laySets(rank, rest-size, covered+n, holes)
				s.at.nSets--
			}
			s.left = before
		}
	}
}

// layRuns closes a layout with runs of total length rest.
func (s *search) layRuns(rest, covered, holes int) {
	var sum reach
	for suit := range s.left {
		sum = sum.plus(s.left[suit].reach())
	}
	if d := max(holes, s.size-s.joker-covered-sum.at(rest)); d < s.best {
		s.best, s.found = d, s.at
		s.found.runs = rest
	}
}
