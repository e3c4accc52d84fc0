package mindist

import (
	"fmt"
	"math/bits"

	"rummygym/env/card"
	"rummygym/env/meld"
)

// Target describes the declaration to reach: the paper's parameters of MinDist
// (saha2025mindist, section VI), and the pack. The functions of the package are for
// [Declaration], and the methods are as fast for it. The zero Requirement requires no
// sequence.
type Target struct {
	Size        int              // cards of the declaration, in [3, 13]
	Requirement meld.Requirement // sequences that it must have: at most 2 pure ones and 2 others
	Pack        card.Cards       // cards that jokers and super jokers stand for: [card.Pack] of 3 ranks or more; 0 means all 52
}

// Declaration is the target of the game: 13 cards of a full pack with a pure sequence and a
// second sequence.
var Declaration = TargetOf(meld.Default())

// TargetOf returns the target of the declarations of r.
func TargetOf(r meld.Rules) Target {
	t := Target{r.HandSize, r.Requirement, r.Pack}
	t.Pack = t.pack()
	return t
}

// pack returns the cards that jokers stand for.
func (t Target) pack() card.Cards {
	if t.Pack == 0 {
		return card.All
	}
	return t.Pack
}

// declaration reports whether the target is [Declaration].
func (t Target) declaration() bool {
	return t.Size == MaxSize && t.Requirement == meld.PureAndSequence && t.pack() == card.All
}

// Validate returns an error that says what is wrong with the target.
func (t Target) Validate() error {
	q := t.Requirement
	if q.Pure < 0 || q.Pure > 2 || q.Sequences < q.Pure || q.Sequences > q.Pure+2 {
		return fmt.Errorf("mindist: target requires %d pure sequences of %d sequences: want at most 2 pure ones and at most 2 others", q.Pure, q.Sequences)
	}
	if least := minRun * max(1, q.Sequences); t.Size < least || t.Size > MaxSize {
		return fmt.Errorf("mindist: target of %d cards with %d sequences: want %d to %d cards", t.Size, q.Sequences, least, MaxSize)
	}
	pack := t.pack()
	if ranks, suits := bits.OnesCount16(pack.Ranks(card.Clubs)), (pack & card.OfRank(card.Ace)).Count(); ranks < minRun || pack != card.Pack(ranks, suits) {
		return fmt.Errorf("mindist: target of the pack %v: want the cards of 3 to 13 ranks from the ace and 1 to 4 suits from clubs", pack)
	}
	return nil
}

// MinDist returns the minimum number of super jokers with which cards of the hand form a
// declaration of this target, in [0, Size]. The hand may hold any number of cards; the best
// are chosen. For the paper's requirement and 13 or 10 cards it is as fast as [Of]. It
// panics if the target is not valid.
func (t Target) MinDist(hand card.Bag, wild card.Rank) int {
	if t.Requirement == meld.PureAndSequence && (t.Size == MaxSize || t.Size == 10) && t.pack() == card.All {
		n := nearest{size: t.Size}
		d, _ := n.distance(heldIn(hand, wild), purity{hand.Once &^ naturals(wild), card.All}, t.Size-JokersIn(hand, wild))
		return d
	}
	return t.search(hand, wild, 0).best
}

// Discards is [Discards] for this target.
func (t Target) Discards(dst *[card.NumKinds]int8, hand card.Bag, wild card.Rank) int {
	if t.declaration() {
		return Discards(dst, hand, wild)
	}
	best := t.Size
	for i := range dst {
		dst[i] = -1
		if c := card.FromIndex(i); hand.Has(c) {
			d := t.MinDist(hand.Without(c), wild)
			dst[i], best = int8(d), min(best, d)
		}
	}
	return best
}

// Draws is [Draws] for this target. No card outside the pack lowers the distance.
func (t Target) Draws(dst *[card.NumKinds]int8, hand card.Bag, wild card.Rank) int {
	if t.declaration() {
		return Draws(dst, hand, wild)
	}
	distance := t.MinDist(hand, wild)
	for i := range dst {
		dst[i] = int8(distance)
		if c := card.FromIndex(i); distance > 0 && (c == card.Joker || t.pack().Has(c)) {
			dst[i] = int8(t.MinDist(hand.With(c), wild))
		}
	}
	return distance
}

// WithOuts is [WithOuts] for this target.
func (t Target) WithOuts(hand card.Bag, wild card.Rank, unseen card.Bag) (distance, outs int) {
	if t.declaration() {
		return WithOuts(hand, wild, unseen)
	}
	distance = t.MinDist(hand, wild)
	if distance == 0 {
		return 0, 0
	}
	for kinds := unseen.Once; kinds != 0; kinds &= kinds - 1 {
		if c := kinds.First(); t.MinDist(hand.With(c), wild) < distance {
			outs += unseen.Of(c)
		}
	}
	if unseen.Jokers > 0 && t.MinDist(hand.With(card.Joker), wild) < distance {
		outs += int(unseen.Jokers)
	}
	return distance, outs
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
	ranks  int    // ranks of the pack
	suits  int    // suits of the pack
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
func (t Target) search(hand card.Bag, wild card.Rank, enough int) search {
	if err := t.Validate(); err != nil {
		panic(err)
	}
	pure, others := t.Requirement.Pure, t.Requirement.Sequences-t.Requirement.Pure
	nat, pack := naturals(wild), t.pack()
	s := search{
		left: lanesOf(hand, nat), own: lanesOf(hand, card.All&^nat),
		ranks: bits.OnesCount16(pack.Ranks(card.Clubs)), suits: (pack & card.Aces).Count(),
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
	for suit := range s.left[:s.suits] {
		nat, own := s.left[suit], s.own[suit]
		for _, w := range windows {
			if w>>s.ranks != 0 {
				continue // the pack lacks a card
			}
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
// fewer than two natural cards is never better than a run of its size with the same cards, so
// it is tried only if there is no such run. One without natural cards needs a super joker.
func (s *search) laySets(from card.Rank, rest, covered, holes int) {
	if rest == 0 && s.demand == 0 || rest >= minRun*max(1, s.demand) {
		s.layRuns(rest, covered, holes)
	}
	if rest-3 < minRun*s.demand || s.suits < 3 || s.best <= s.enough {
		return
	}
	for rank := from; rank < card.Rank(s.ranks); rank++ {
		var held uint8
		for suit, l := range s.left {
			held |= uint8(l.once()>>rank&1) << suit
		}
		before := s.left
		for suits := held; ; suits = (suits - 1) & held {
			n := bits.OnesCount8(suits)
			for suit := range s.left {
				if suits>>suit&1 != 0 {
					s.left[suit] = s.left[suit].take(1 << rank)
				}
			}
			for size := max(3, n); size <= min(s.suits, rest); size++ {
				if n < 2 && size <= s.ranks {
					continue
				}
				s.at.sets[s.at.nSets] = place{rank: rank, suits: suits, size: size}
				s.at.nSets++
				s.laySets(rank, rest-size, covered+n, holes+max(0, 1-n))
				s.at.nSets--
			}
			s.left = before
			if suits == 0 {
				break
			}
		}
	}
}

// layRuns completes a layout with runs of total length rest.
func (s *search) layRuns(rest, covered, holes int) {
	inRuns := s.inRuns(rest)
	if inRuns < 0 {
		return
	}
	if d := max(holes, s.size-s.joker-covered-inRuns); d < s.best {
		s.best, s.found = d, s.at
		s.found.runs = rest
	}
}

// inRuns returns the maximum number of the natural cards left that runs of the given total
// length cover, −1 if no runs have this length.
func (s *search) inRuns(total int) int {
	if s.ranks < maxRun {
		return s.inFewRanks(total)
	}
	// In a pack of fewer ranks an ace is low only. With all ranks moved up by one, the
	// tables of the full pack hold: no run gains by leaving the ranks of the pack.
	up := min(1, card.NumRanks-s.ranks)
	var sum reach
	for _, l := range s.left[:s.suits] {
		sum = sum.plus((l << up).reach())
	}
	return sum.at(total)
}

// runsOfFew lists the runs of a suit in a pack of 3 and of 4 ranks, where those of 4 and 5
// cards may not exist.
var runsOfFew = [maxRun][]uint16{3: {0b111}, 4: {0b111, 0b1110, 0b1111}}

// inFewRanks is inRuns for fewer ranks than the longest run has.
func (s *search) inFewRanks(total int) int {
	all := [MaxSize + 1]int8{}
	for n := 1; n <= total; n++ {
		all[n] = -1
	}
	for _, l := range s.left[:s.suits] {
		suit, before := all, all
		for n := range suit[:total+1] {
			suit[n] = -1
		}
		l.layFew(runsOfFew[s.ranks], 0, 0, total, &suit)
		for n := range all[:total+1] {
			for k := range n + 1 {
				if before[n-k] >= 0 && suit[k] >= 0 {
					all[n] = max(all[n], before[n-k]+suit[k])
				}
			}
		}
	}
	return int(all[total])
}

// layFew sets most[n] to the maximum number of cards of l that runs of total length n cover,
// up to the given total, if it is above that. Runs of the given length were laid already.
func (l lane) layFew(runs []uint16, length, covered, total int, most *[MaxSize + 1]int8) {
	most[length] = max(most[length], int8(covered))
	for i, w := range runs {
		if n := bits.OnesCount16(w); length+n <= total {
			l.take(w).layFew(runs[i:], length+n, covered+bits.OnesCount16(w&l.once()), total, most)
		}
	}
}
