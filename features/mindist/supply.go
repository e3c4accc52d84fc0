package mindist

import "rummygym/env/card"

// supply is a hand with the cards that can still come. A place of a meld is covered if the hand
// holds a natural card for it, open if such a card can come, and otherwise dead: only a joker can
// fill it. Cards that a meld has taken are no longer in the supply.
type supply struct {
	have, can held // natural cards of the hand, and those that can come

	// Runs and sets, see arrange.
	covered, live       runs
	setCovered, setLive [5]uint16

	uncovered, dead int // budgets: how many more places may be uncovered, and how many dead, at most MaxSize
}

// costs holds, by number of places that may be dead, the minimum number of places that are
// uncovered, or many.
type costs [MaxSize + 1]int8

// many is more than any number of places.
const many = 2 * MaxSize

// otherSizes lists, by the size of the pure run, the sizes of the other melds of a declaration.
// Runs of 3 to 5 cards are enough, see windows, and sets have 3 or 4.
var otherSizes = [maxRun + 1][2][]int{3: {{3, 3, 4}, {5, 5}}, 4: {{3, 3, 3}, {4, 5}}, 5: {{3, 5}, {4, 4}}}

// arrange finds the runs and sets, after have and can are set: in covered by the number of places that
// are not covered, in live by the number of dead places.
func (s *supply) arrange() {
	live := s.have.once | s.can.once
	s.covered.find(s.have.once)
	s.live.find(live)
	s.setCovered, s.setLive = setsOf(s.have.once), setsOf(live)
}

// usable returns the cards of the runs and sets of three whose dead places keep to the
// budget. No declaration can use others, and without them the bound of covers is tight.
func (s *supply) usable() card.Cards {
	first := s.live[0][min(s.dead, minRun)]
	use := first | first<<1 | first<<2
	return use&card.All | use>>card.NumRanks&card.Aces | card.Aces*card.Cards(s.setLive[max(0, 3-s.dead)])
}

// take sets t to s after a meld of the cards of w, whose places are subtracted from the budgets,
// and reports whether these allow it. If not, only the budgets of t are set.
func (t *supply) take(s *supply, w card.Cards) bool {
	missing := w &^ s.have.once
	open := missing & s.can.once
	t.uncovered, t.dead = s.uncovered-missing.Count(), s.dead-(missing&^open).Count()
	if t.uncovered < 0 || t.dead < 0 {
		return false
	}
	t.have, t.can = s.have.take(w), s.can.take(open)
	return true
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
	covered, live := &s.covered[size-minRun], &s.live[size-minRun]
	for dead := range min(size, s.dead) + 1 {
		if left := s.uncovered - int(rest[s.dead-dead]); left >= 0 {
			runs |= covered[min(left, size)] & live[dead]
		}
	}
	return runs
}

// setRanks returns the ranks of which a set of a size leaves no more places uncovered and dead than
// given, and none if there are no sets of the size.
func (s *supply) setRanks(size, uncovered, dead int) uint16 {
	if size > card.NumSuits {
		return 0
	}
	return s.setCovered[max(0, size-uncovered)] & s.setLive[max(0, size-dead)]
}

// costs returns the costs of the cheapest meld of a size, up to the budget.
func (s *supply) costs(size int) (c costs) {
	covered, live := &s.covered[size-minRun], &s.live[size-minRun]
	least := size + 1
	for dead := range s.dead + 1 {
		if dead <= size {
			for least > 0 && (covered[least-1]&live[dead] != 0 || s.setRanks(size, least-1, dead) != 0) {
				least--
			}
		}
		if c[dead] = int8(least); least > size {
			c[dead] = many
		}
	}
	return c
}

// plus returns the costs, up to the given number of dead places, of melds of the costs c and
// of one meld of the costs o, which has the given size.
func (c *costs) plus(o *costs, size, most int) (sum costs) {
	for dead := range most + 1 {
		sum[dead] = many
		for d := range min(dead, size) + 1 {
			sum[dead] = min(sum[dead], c[dead-d]+o[d])
		}
	}
	return sum
}

// runAt returns the cards of the run of a size whose lowest place is the bit at.
func runAt(at, size int) card.Cards { return card.Cards(window(at&15, size)) << (at &^ 15) }

// runs holds, by size from minRun and then by a number n up to the size, the lowest places of the runs
// of which at most n places are not in a set of cards. The ace above the king is bit 13 of a suit.
type runs [maxRun - minRun + 1][maxRun + 1]card.Cards

// find sets r to the runs of cs.
func (r *runs) find(cs card.Cards) {
	// The runs of which at least n places are in cs, for the first places.
	a := cs.AceHigh()
	b, c, d, e := a>>1, a>>2, a>>3, a>>4
	one, two, three := a|b|c, a&b|c&(a|b), a&b&c
	const starts3, starts4, starts5 = (1<<12 - 1) * card.Aces, (1<<11 - 1) * card.Aces, (1<<10 - 1) * card.Aces
	r3, r4, r5 := &r[0], &r[1], &r[2]
	r3[0], r3[1], r3[2], r3[3] = three&starts3, two&starts3, one&starts3, starts3
	four := three & d
	three, two, one = three|two&d, two|one&d, one|d
	r4[0], r4[1], r4[2], r4[3], r4[4] = four&starts4, three&starts4, two&starts4, one&starts4, starts4
	five := four & e
	four, three, two, one = four|three&e, three|two&e, two|one&e, one|e
	r5[0], r5[1], r5[2], r5[3], r5[4], r5[5] = five&starts5, four&starts5, three&starts5, two&starts5, one&starts5, starts5
}

// setsOf returns, at index n, the ranks of which cs holds at least n cards.
func setsOf(cs card.Cards) [5]uint16 {
	atLeast := ranksHeld(cs)
	atLeast[0] = 1<<card.NumRanks - 1
	return atLeast
}
