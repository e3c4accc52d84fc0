package features

import "rummygym/env/card"

// supply is a hand with the cards that can still come. A place of a meld is
// covered if a natural card of the hand lies there, open if one can come, and
// else dead: only a joker can fill it.
type supply struct {
	have, can       held       // natural cards of the hand, and those that can come
	ownHave, ownCan card.Cards // wild cards of the hand, and those that can come
	jokers          int        // jokers of the hand

	// Budgets of the search: places that may be uncovered, and dead.
	uncovered, dead int
}

func newSupply(hand card.Bag, wild card.Rank, avail card.Bag) supply {
	w := card.OfRank(wild)
	return supply{
		have: heldIn(hand, wild), can: heldIn(avail, wild),
		ownHave: hand.Once & w & card.All, ownCan: avail.Once & w & card.All,
		jokers: jokersIn(hand, wild),
	}
}

// within reports whether a declaration can be reached with at most k of the
// cards that can come, of which coming are jokers. It can if at most jokers + k
// places are uncovered, at most k of the pure run and none of those dead, and
// if there are jokers enough, in the hand or coming, for the dead places.
func (s supply) within(k, coming int) bool {
	for suit := range card.NumSuits {
		for _, ranks := range windows {
			w := card.Cards(ranks) << (16 * suit)
			holes := w &^ (s.have.once | s.ownHave)
			if holes.Count() > k || holes&^(s.can.once|s.ownCan) != 0 {
				continue
			}
			t, rest := s, maxTotal-w.Count()
			t.have, t.can = s.have.take(w), s.can.take(holes)
			t.uncovered = s.jokers + k - (w &^ s.have.once).Count()
			if t.uncovered < 0 || rest-t.have.covers(rest) > t.uncovered {
				continue
			}
			own := (w & (s.ownHave | s.ownCan)).Count() // jokers that lie in their own place
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

// covers returns the most cards that melds of the given total size, one of them
// a run, can cover.
func (h held) covers(size int) int {
	n := nearest{keep: minRun, best: -1, goal: size}
	n.search(h, size)
	return n.best
}

// demand asks for one copy of each card of w and counts it against the budgets.
func (s *supply) demand(w card.Cards) {
	missing := w &^ s.have.once
	s.uncovered -= missing.Count()
	s.dead -= (missing &^ s.can.once).Count()
	s.have = s.have.take(w)
	s.can = s.can.take(missing)
}

// hopeless reports whether runs of total length rest surely break a budget.
func (s *supply) hopeless(rest int) bool {
	if s.uncovered < 0 || s.dead < 0 || rest-s.have.cover().at(rest) > s.uncovered {
		return true
	}
	return rest-s.have.plus(s.can).cover().at(rest) > s.dead
}

// laySets lays at most sets sets of rank at least from and then runs, at least
// one, rest cards in all. Any cards that are covered or open may be the natural
// ones of a set, at least one; the others are dead.
func (s supply) laySets(from card.Rank, sets, rest int) bool {
	if s.uncovered < 0 || s.dead < 0 || rest-s.have.covers(rest) > s.uncovered {
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
		for set := live; set != 0; set = (set - 1) & live {
			n := set.Count()
			t := s
			t.demand(set)
			for size := max(3, n); size <= 4 && rest-size >= minRun; size++ {
				u := t
				u.uncovered -= size - n
				u.dead -= size - n
				if u.laySets(rank, sets-1, rest-size) {
					return true
				}
			}
		}
	}
	return false
}

// layRuns lays runs of total length rest, the windows numbered from first on
// over all suits.
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
