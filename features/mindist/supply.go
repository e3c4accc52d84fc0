package mindist

import "rummygym/env/card"

// supply is a hand with the cards that can still come. A place of a meld is covered if the
// hand holds a natural card for it, open if such a card can come, and otherwise dead: only a
// joker can fill it.
type supply struct {
	have, can       held       // natural cards of the hand, and those that can come
	ownHave, ownCan card.Cards // wild cards of the hand, and those that can come
	jokers          int        // jokers of the hand

	// Budgets of the search: how many more places may be uncovered, and dead.
	uncovered, dead int
}

// newSupply returns the supply of a hand. It leaves out natural cards that no declaration
// can use, since every run and set with them has more dead places than there are jokers.
// That makes the bounds of the search tight where jokers are scarce.
func newSupply(hand card.Bag, wild card.Rank, avail card.Bag) supply {
	w := card.OfRank(wild)
	s := supply{
		have: heldIn(hand, wild), can: heldIn(avail, wild),
		ownHave: hand.Once & w & card.All, ownCan: avail.Once & w & card.All,
		jokers: JokersIn(hand, wild),
	}
	live := s.have.once | s.can.once
	use := usable(live, s.jokers+JokersIn(avail, wild))
	s.have, s.can = s.have.in(use), s.can.in(use)
	return s
}

// usable returns the cards of all runs and sets of three with at most the given number of
// cards that are not in live.
func usable(live card.Cards, dead int) card.Cards {
	var use card.Cards
	for suit := range card.NumSuits {
		for _, ranks := range windows {
			if w := card.Cards(ranks) << (16 * suit); (w &^ live).Count() <= dead {
				use |= w
			}
		}
	}
	for rank := range card.Rank(card.NumRanks) {
		if set := card.OfRank(rank); (live&set).Count()+dead >= 3 {
			use |= set
		}
	}
	return use
}

// within reports whether a declaration can be reached with at most k of the cards that can
// come, of which coming are jokers. That is the case if at most jokers + k places are
// uncovered, at most k of them in the pure run and none of those dead, and if there are
// enough jokers, in the hand or coming, for the dead places.
func (s supply) within(k, coming int) bool {
	for suit := range card.NumSuits {
		for _, ranks := range windows {
			w := card.Cards(ranks) << (16 * suit)
			holes := w &^ (s.have.once | s.ownHave)
			if holes.Count() > k || holes&^(s.can.once|s.ownCan) != 0 {
				continue
			}
			t, rest := s, MaxSize-w.Count()
			t.have, t.can = s.have.take(w), s.can.take(holes)
			t.uncovered = s.jokers + k - (w &^ s.have.once).Count()
			if t.uncovered < 0 || rest-t.have.covers(rest) > t.uncovered {
				continue
			}
			own := (w & (s.ownHave | s.ownCan)).Count() // jokers in their own place
			if t.dead = s.jokers + coming - own; t.dead < 0 {
				continue
			}
			if t.dead >= t.uncovered || t.laySets(0, 2, rest) {
				return true
			}
		}
	}
	return false
}

// covers returns the maximum number of cards that melds of the given total size, at least
// one of them a run, can cover.
func (h held) covers(size int) int {
	n := nearest{keep: minRun, best: -1, goal: size}
	n.search(h, size)
	return n.best
}

// atMost returns an upper bound of the number of cards that runs of the given total length
// can cover. It is fast for hands with many duplicates, too.
func (h held) atMost(length int) int {
	if h.twice == 0 {
		return h.cover().at(length)
	}
	var sum reach
	for s := range card.Suit(card.NumSuits) {
		first, second := reachOf[h.once.Ranks(s)], reachOf[h.twice.Ranks(s)]
		third := reachOf[h.thrice.Ranks(s)]
		sum = sum.plus(reach{
			lesser(first.lo+second.lo+third.lo, places.lo),
			lesser(first.hi+second.hi+third.hi, places.hi),
		})
	}
	return sum.at(length)
}

// places is the reach that covers every place.
var places = reach{0x07060504_03000000, 0x0d_0c0b0a0908}

// lesser returns the minimum of a and b, byte by byte; all bytes must be below 128.
func lesser(a, b uint64) uint64 { return a + b - greater(a, b) }

// demand takes one copy of each card of w, and subtracts missing ones from the budgets.
func (s *supply) demand(w card.Cards) {
	missing := w &^ s.have.once
	s.uncovered -= missing.Count()
	s.dead -= (missing &^ s.can.once).Count()
	s.have = s.have.take(w)
	s.can = s.can.take(missing)
}

// hopeless reports whether runs of total length rest certainly exceed a budget.
func (s *supply) hopeless(rest int) bool {
	if s.uncovered < 0 || s.dead < 0 || rest-s.have.cover().at(rest) > s.uncovered {
		return true
	}
	return rest-s.have.plus(s.can).atMost(rest) > s.dead
}

// laySets lays at most sets sets of rank at least from and then at least one run, rest
// cards in all. A set takes all natural cards, covered or open, for which it has places: a
// card left to a run saves the run at most what it costs the set. So there is a choice only
// for a set of three out of four cards.
func (s supply) laySets(from card.Rank, sets, rest int) bool {
	if s.uncovered < 0 || s.dead < 0 || rest-s.have.covers(rest) > s.uncovered {
		return false
	}
	if s.dead >= s.uncovered {
		return true
	}
	if live := s.have.plus(s.can); live.twice == 0 && rest-live.covers(rest) > s.dead {
		return false
	}
	if s.layRuns(0, rest) {
		return true
	}
	if sets == 0 || rest-3 < minRun {
		return false
	}
	for rank := from; rank < card.NumRanks; rank++ {
		live := (s.have.once | s.can.once) & card.OfRank(rank)
		n := live.Count()
		if n == 0 {
			continue
		}
		if n < 4 && s.laySet(live, 3, rank, sets, rest) || s.laySet(live, 4, rank, sets, rest) {
			return true
		}
		if n == 4 {
			for one := live; one != 0; one &= one - 1 {
				if s.laySet(live&^(one&-one), 3, rank, sets, rest) {
					return true
				}
			}
		}
	}
	return false
}

// laySet lays a set of the given size with the natural cards of set, and continues with
// laySets.
func (s supply) laySet(set card.Cards, size int, rank card.Rank, sets, rest int) bool {
	if rest-size < minRun {
		return false
	}
	s.demand(set)
	s.uncovered -= size - set.Count()
	s.dead -= size - set.Count()
	return s.laySets(rank, sets-1, rest-size)
}

// layRuns lays runs of total length rest; the windows of all suits are numbered, and it uses
// those from first.
func (s supply) layRuns(first, rest int) bool {
	if rest == 0 {
		return s.uncovered >= 0 && s.dead >= 0
	}
	if s.hopeless(rest) {
		return false
	}
	if s.dead >= s.uncovered {
		return true
	}
	for i := first; i < card.NumSuits*numWindows; i++ {
		w := card.Cards(windows[i%numWindows]) << (16 * (i / numWindows))
		left := rest - w.Count()
		if left < 0 || left == 1 || left == 2 {
			continue
		}
		missing := w &^ s.have.once
		if missing.Count() > s.uncovered || (missing&^s.can.once).Count() > s.dead {
			continue
		}
		t := s
		t.demand(w)
		if t.layRuns(i, left) {
			return true
		}
	}
	return false
}
