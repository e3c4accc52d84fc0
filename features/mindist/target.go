package mindist

import (
	"fmt"
	"math/bits"

	"rummygym/env/card"
	"rummygym/env/meld"
)

// Target describes the declaration to reach: the paper's parameters of MinDist
// (saha2025mindist, section VI). The functions of the package are for [Declaration]. The
// zero Requirement requires no sequence.
type Target struct {
	Size        int              // cards of the declaration, in [3, 13]
	Requirement meld.Requirement // sequences that it must have: at most 2 pure ones and 2 others
}

// Declaration is the target of the game: 13 cards with a pure sequence and a second
// sequence.
var Declaration = Target{Size: MaxSize, Requirement: meld.PureAndSequence}

// Validate returns an error that says what is wrong with the target.
func (t Target) Validate() error {
	q := t.Requirement
	if q.Pure < 0 || q.Pure > 2 || q.Sequences < q.Pure || q.Sequences > q.Pure+2 {
		return fmt.Errorf("mindist: target requires %d pure sequences of %d sequences: want at most 2 pure ones and at most 2 others", q.Pure, q.Sequences)
	}
	if least := minRun * max(1, q.Sequences); t.Size < least || t.Size > MaxSize {
		return fmt.Errorf("mindist: target of %d cards with %d sequences: want %d to %d cards", t.Size, q.Sequences, least, MaxSize)
	}
	return nil
}

// MinDist returns the minimum number of super jokers with which cards of the hand form a
// declaration of this target, in [0, Size]. The hand may hold any number of cards; the best
// are chosen. For the paper's requirement and 13 or 10 cards it is as fast as [Of]. It
// panics if the target is not valid.
func (t Target) MinDist(hand card.Bag, wild card.Rank) int {
	if t.Requirement == meld.PureAndSequence && (t.Size == MaxSize || t.Size == 10) {
		n := nearest{size: t.Size}
		d, _ := n.distance(heldIn(hand, wild), purity{hand.Once &^ naturals(wild), card.All}, t.Size-JokersIn(hand, wild))
		return d
	}
	return t.search(hand, wild, 0).best
}

// OfSize is [Of] for declarations of another size, in [3, 13], with the same sequences.
func OfSize(hand card.Bag, wild card.Rank, size int) int {
	return Target{Size: size, Requirement: Declaration.Requirement}.MinDist(hand, wild)
}

// DiscardsOfSize is [Discards] for declarations of another size, as [OfSize] is [Of].
func DiscardsOfSize(dst *[card.NumKinds]int8, hand card.Bag, wild card.Rank, size int) int {
	if size == MaxSize {
		return Discards(dst, hand, wild)
	}
	best := size
	for i := range dst {
		dst[i] = -1
		if c := card.FromIndex(i); hand.Has(c) {
			d := OfSize(hand.Without(c), wild, size)
			dst[i], best = int8(d), min(best, d)
		}
	}
	return best
}

// layout is one way to lay out a declaration, as Target.search enumerates them.
type layout struct {
	pure  [2]place // pure runs, the first nPure
	sets  [4]place // sets, the first nSets
	nPure int
	nSets int
	runs  int // total length of all other runs
}

// place is a run (suit, ranks, size) or a set (rank, size, and the suits of its natural
// cards).
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
	own    lanes  // wild cards that can still be used in their own place
	joker  int    // jokers held
	size   int    // cards of the declaration
	best   int    // minimum distance so far
	at     layout // current layout
	found  layout // layout of distance best
	demand int    // required runs besides the pure ones
	enough int    // distance at which to stop
}

// search tries every layout that can be better than the best one so far: first the pure
// runs, then the sets, then all other runs at once, by the reach of the suits. It stops at a
// layout of distance at most enough. The distance of a layout is Size − jokers − natural
// cards covered, but at least the number of holes in its pure runs, which no joker can fill.
func (t Target) search(hand card.Bag, wild card.Rank, enough int) *search {
	if err := t.Validate(); err != nil {
		panic(err)
	}
	pure, others := t.Requirement.Pure, t.Requirement.Sequences-t.Requirement.Pure
	nat := naturals(wild)
	s := &search{
		left: lanesOf(hand, nat), own: lanesOf(hand, card.All&^nat),
		joker: JokersIn(hand, wild), size: t.Size, best: t.Size + 1, demand: others, enough: enough,
	}
	s.layPure(pure, t.Size, 0, 0)
	return s
}

// layPure lays the required pure runs; rest is the total size of the melds not yet laid.
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

// laySets lays any number of sets of rank at least from, then the other runs. A set with
// fewer than two natural cards is never better than a run with the same cards, so it is not
// tried.
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
			for size := max(3, n); size <= 4; size++ {
				s.at.sets[s.at.nSets] = place{rank: rank, suits: suits, size: size}
				s.at.nSets++
				s.laySets(rank, rest-size, covered+n, holes)
				s.at.nSets--
			}
			s.left = before
		}
	}
}

// layRuns completes a layout with runs of total length rest.
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
