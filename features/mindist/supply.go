package mindist

import (
	"math/bits"

	"rummygym/env/card"
)

// supply is a hand with the cards that can still come. A place of a meld is covered if the
// hand holds a natural card for it, open if such a card can come, and otherwise dead: only a
// joker can fill it. Cards that a meld has taken are no longer in the supply.
type supply struct {
	have, can held // natural cards of the hand, and those that can come

	// Budgets: how many more places may be uncovered, and dead.
	uncovered, dead int
}

// costs holds, by number of places that may be dead, the minimum number of places that are
// uncovered, or many.
type costs [MaxSize + 1]int8

// many is more than any number of places.
const many = 2 * MaxSize

// rests lists, by the size of the pure run, the sizes of the other melds of a declaration.
// Runs of 3 to 5 cards are enough, see windows, and sets have 3 or 4.
var rests = [maxRun + 1][2][]int{3: {{3, 3, 4}, {5, 5}}, 4: {{3, 3, 3}, {4, 5}}, 5: {{3, 5}, {4, 4}}}

// scarcity finds the distance of a hand if jokers are scarce.
type scarcity struct {
	supply
	ownHave, ownCan card.Cards // wild cards of the hand, and those that can come
	jokers          int        // jokers of the hand

	rest    [maxRun + 1][2]costs // lower bounds for the melds of rests
	bounded bool                 // rest is set

	judged int // number of judgements of single and twoSets so far
}

// newScarcity returns the search for a hand, where coming is the number of jokers that can
// come.
func newScarcity(hand card.Bag, wild card.Rank, avail card.Bag, coming int) scarcity {
	w := card.OfRank(wild)
	s := scarcity{
		supply:  supply{have: heldIn(hand, wild), can: heldIn(avail, wild)},
		ownHave: hand.Once & w & card.All, ownCan: avail.Once & w & card.All,
		jokers: JokersIn(hand, wild),
	}
	s.dead = s.jokers + coming
	use := s.usable()
	s.have, s.can = s.have.in(use), s.can.in(use)
	return s
}

// bound sets the lower bounds.
func (s *scarcity) bound() {
	var of [maxRun + 1]costs
	for size := minRun; size <= maxRun; size++ {
		of[size] = s.costs(size)
	}
	for pure := minRun; pure <= maxRun; pure++ {
		for i, sizes := range rests[pure] {
			c := of[sizes[0]]
			for _, size := range sizes[1:] {
				c = c.plus(&of[size], size, s.dead)
			}
			s.rest[pure][i] = c
		}
	}
	s.bounded = true
}

// usable returns the cards of the runs and sets of three whose dead places keep to the
// budget. No declaration can use others, and without them the bound of covers is tight.
func (s *supply) usable() (use card.Cards) {
	live := s.have.once | s.can.once
	for starts := runsOf(live, minRun)[min(s.dead, minRun)]; starts != 0; starts &= starts - 1 {
		use |= runAt(bits.TrailingZeros64(uint64(starts)), minRun)
	}
	for ranks := setsOf(live)[max(0, 3-s.dead)]; ranks != 0; ranks &= ranks - 1 {
		use |= card.Aces << bits.TrailingZeros16(ranks)
	}
	return use
}

// mostJudged is the maximum number of judgements of a call of within.
const mostJudged = 48*3_420 + 44*1_308 + 40*132

// within reports whether a declaration can be reached with at most k of the cards that can
// come. That is the case if at most jokers + k places are uncovered, at most k of them in
// the pure run and none of those dead, and if there are enough jokers, in the hand or
// coming, for the dead places.
//
// It lays the pure run and then the other runs, in the order of windows, and judges at once
// the last meld, or two sets. Even without bounds that would be at most mostJudged judgements:
// 3,420 after each of the 48 pure runs of 3 cards, 1,308 after each of the 44 of 4, and 132
// after each of the 40 of 5. A run is laid only if the cheapest melds of the remaining sizes,
// which need not fit together, keep to the budgets with it, and if melds cover enough cards
// of what it leaves, so that in fact there are few (TestJudgementsAreBounded).
func (s *scarcity) within(k int) bool {
	for suit := range card.NumSuits {
		for _, ranks := range windows {
			w := card.Cards(ranks) << (16 * suit)
			holes := w &^ (s.have.once | s.ownHave)
			if holes.Count() > k || holes&^(s.can.once|s.ownCan) != 0 {
				continue
			}
			t := s.supply
			t.uncovered = s.jokers + k
			t.take(w) // wild cards in their own place are jokers at dead places
			if t.uncovered < 0 || t.dead < 0 {
				continue
			}
			size := w.Count()
			if t.dead >= t.uncovered {
				if t.covers(MaxSize-size, minRun) {
					return true
				}
				continue
			}
			if !s.bounded {
				s.bound()
			}
			for i, sizes := range rests[size] {
				if int(s.rest[size][i].at(t.dead)) <= t.uncovered && t.covers(MaxSize-size, minRun) && t.lay(sizes, minRun, 0, true, &s.judged) {
					return true
				}
			}
		}
	}
	return false
}

// take lays a meld of the cards of w and subtracts its places from the budgets.
func (s *supply) take(w card.Cards) {
	missing := w &^ s.have.once
	s.uncovered -= missing.Count()
	s.dead -= (missing &^ s.can.once).Count()
	s.have = s.have.take(w)
	s.can = s.can.take(missing)
}

// lay reports whether melds of the given sizes, in ascending order, keep to the budgets.
// Runs come before sets, in the order of windows: at least one if run is set, and the first
// one at or after the run of size from at the bit start. It counts judgements.
func (s supply) lay(sizes []int, from, start int, run bool, judged *int) bool {
	n := len(sizes)
	if n == 1 {
		*judged++
		return s.single(sizes[0])
	}
	if n == 2 && !run && sizes[1] <= card.NumSuits {
		*judged++
		if s.twoSets(sizes[0], sizes[1]) {
			return true
		}
	}
	for i := 0; i < n; i += n - 1 { // the first size and the last one, if it is another
		size, others := sizes[i], sizes[1:]
		if i > 0 {
			if others = sizes[:i]; size == sizes[0] {
				break
			}
		}
		if size < from {
			continue
		}
		rest := s.costs(others[0])
		for _, o := range others[1:] {
			c := s.costs(o)
			rest = rest.plus(&c, o, s.dead)
		}
		runs := s.runs(size, &rest)
		if size == from {
			runs &= ^card.Cards(0) << start
		}
		for ; runs != 0; runs &= runs - 1 {
			t, at := s, bits.TrailingZeros64(uint64(runs))
			t.take(runAt(at, size))
			if n == 3 && !t.covers(others[0]+others[1], 0) {
				continue
			}
			if t.lay(others, size, at, false, judged) {
				return true
			}
		}
	}
	return false
}

// covers reports whether melds of a total size, of which runs have at least keep, leave no
// more places uncovered than the budget, whatever is dead.
func (s *supply) covers(size, keep int) bool {
	goal := size - s.uncovered
	if goal <= 0 {
		return true
	}
	n := nearest{keep: keep, best: goal - 1, goal: goal}
	n.search(s.have, size)
	return n.best >= goal
}

// runs returns the lowest places of the runs of a size that keep to the budgets with melds
// of the costs rest.
func (s *supply) runs(size int, rest *costs) (runs card.Cards) {
	covered, live := runsOf(s.have.once, size), runsOf(s.have.once|s.can.once, size)
	for dead := range min(size, s.dead) + 1 {
		if left := s.uncovered - int(rest.at(s.dead-dead)); left >= 0 {
			runs |= covered[min(left, size)] & live[dead]
		}
	}
	return runs
}

// single reports whether a meld of a size keeps to the budgets.
func (s *supply) single(size int) bool {
	live := s.have.once | s.can.once
	uncovered, dead := min(s.uncovered, size), min(s.dead, size)
	if runsOf(s.have.once, size)[uncovered]&runsOf(live, size)[dead] != 0 {
		return true
	}
	return size <= card.NumSuits && setsOf(s.have.once)[size-uncovered]&setsOf(live)[size-dead] != 0
}

// twoSets reports whether two sets of the given sizes keep to the budgets. A set has the
// best places of its rank, first the covered and then the open ones.
func (s *supply) twoSets(a, b int) bool {
	all := s.have.plus(s.can)
	covered, live := setsOf(s.have.once), setsOf(all.once)
	for dead := range min(a, s.dead) + 1 {
		for uncovered := dead; uncovered <= min(a, s.uncovered); uncovered++ {
			first := covered[a-uncovered] & live[a-dead]
			second := covered[max(0, b-s.uncovered+uncovered)] & live[max(0, b-s.dead+dead)]
			if both := first | second; first != 0 && second != 0 && both&(both-1) != 0 {
				return true
			}
		}
	}
	for ranks := ranksHeld(all.twice)[1]; ranks != 0; ranks &= ranks - 1 { // both of one rank
		set := card.Aces << bits.TrailingZeros16(ranks)
		covered := (s.have.once & set).Count() + (s.have.twice & set).Count()
		live := (all.once & set).Count() + (all.twice & set).Count()
		if a+b-covered <= s.uncovered && a+b-live <= s.dead {
			return true
		}
	}
	return false
}

// costs returns the costs of the cheapest meld of a size, up to the budget.
func (s *supply) costs(size int) (c costs) {
	all := s.have.once | s.can.once
	covered, live := runsOf(s.have.once, size), runsOf(all, size)
	var setCovered, setLive [5]uint16
	if size <= card.NumSuits {
		setCovered, setLive = setsOf(s.have.once), setsOf(all)
	}
	least := size + 1
	for dead := range min(s.dead, MaxSize) + 1 {
		if dead <= size {
			for least > 0 && (covered[least-1]&live[dead] != 0 || size <= card.NumSuits && setCovered[size-least+1]&setLive[size-dead] != 0) {
				least--
			}
		}
		if c[dead] = int8(least); least > size {
			c[dead] = many
		}
	}
	return c
}

// at returns the cost with at most the given number of dead places.
func (c *costs) at(dead int) int8 { return c[min(dead, MaxSize)] }

// plus returns the costs, up to the given number of dead places, of melds of the costs c and
// of one meld of the costs o, which has the given size.
func (c *costs) plus(o *costs, size, most int) (sum costs) {
	for dead := range min(most, MaxSize) + 1 {
		sum[dead] = many
		for d := range min(dead, size) + 1 {
			sum[dead] = min(sum[dead], c[dead-d]+o[d])
		}
	}
	return sum
}

// runAt returns the cards of the run of a size whose lowest place is the bit at.
func runAt(at, size int) card.Cards { return card.Cards(window(at&15, size)) << (at &^ 15) }

// runsOf returns, at index n up to size, the lowest places of the runs of a size of which at
// most n places are not in cs. The ace above the king is bit 13 of a suit.
func runsOf(cs card.Cards, size int) (atMost [maxRun + 1]card.Cards) {
	cs = cs.AceHigh()
	for n := range size + 1 {
		atMost[n] = (1<<(card.NumRanks+2-size) - 1) * card.Aces
	}
	for place := range size {
		for n := place; n > 0; n-- { // with larger n, all places so far may be missing
			atMost[n] = atMost[n]&cs | atMost[n-1]
		}
		atMost[0] &= cs
		cs >>= 1
	}
	return atMost
}

// setsOf returns, at index n, the ranks of which cs holds at least n cards.
func setsOf(cs card.Cards) [5]uint16 {
	atLeast := ranksHeld(cs)
	atLeast[0] = 1<<card.NumRanks - 1
	return atLeast
}
