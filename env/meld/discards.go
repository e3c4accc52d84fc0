package meld

import "rummygym/env/card"

// MinScoreDiscards sets dst, by card.Card.Index, to the MinScore of the hand
// without one copy of each kind it holds, and to -1 for the kinds it does not
// hold. The hand has up to 14 cards.
func MinScoreDiscards(dst *[card.NumKinds]int16, hand card.Bag, wild card.Rank) {
	for i := range dst {
		dst[i] = -1
	}
	total := Total(hand, wild)
	if !hasPure(hand) {
		for kinds := hand.Once; kinds != 0; kinds &= kinds - 1 {
			c := kinds.First()
			dst[c.Index()] = int16(total - Points(c, wild))
		}
		if hand.Jokers > 0 {
			dst[card.Joker.Index()] = int16(total)
		}
		return
	}
	var d discards
	split(&d.suits, &hand, wild)
	d.total = total
	if d.suits.overflows(total) {
		for c := range hand.Each() {
			rest := hand.Without(c)
			dst[c.Index()] = int16(Total(rest, wild) - savedByRules(rest, wild))
		}
		return
	}
	d.printed = hand.Jokers
	d.spare = hand.Twice & card.OfRank(wild)
	d.weigh()
	for kinds := hand.Once; kinds != 0; kinds &= kinds - 1 {
		c := kinds.First()
		dst[c.Index()] = int16(total - Points(c, wild) - int(d.best[c]))
	}
	if hand.Jokers > 0 {
		dst[card.Joker.Index()] = int16(total - int(d.best[card.Joker]))
	}
}

// discards scores all discards of a hand together.
//
// Naively each discard is a MinScore of its own. But for each choice of sets,
// what the sequences save without a card follows from its suit without it and
// the three others as they are, which are joined once for each suit; and few
// cards are such that a choice of sets may raise what is saved without them
// (BenchmarkMinScoreDiscards).
type discards struct {
	suits   suits
	total   int
	printed uint8      // printed jokers
	spare   card.Cards // wild cards of which there is more than one copy

	// By card: the most points known to be saved without it, and what sequences
	// alone save without it if both demands are met.
	best  [128]uint8
	bound [128]lanes
}

// weigh sets best[c] to the most points saved without c for all c held.
func (d *discards) weigh() {
	s := &d.suits
	s.weigh(s.once | s.wild)
	j := s.jokers
	t := s.tally()
	d.sequences(s, &t)
	if setRanks(s.once, j) == 0 {
		return
	}
	bound := t.both(j)
	if !bound.upTo(j) {
		return
	}
	// As in suits.addSets, with one number to beat for each discard. The most
	// promising sets go first, which closes the others sooner.
	var l setList
	l.list(s.once, j)
	for a := range l.n {
		x := &l.sets[a]
		x.bound = bound.at(j - x.jokers)
		for kinds := x.cards; kinds != 0; kinds &= kinds - 1 {
			x.bound = min(x.bound, d.bound[kinds.First()&127].at(j-x.jokers))
		}
	}
	l.sort()
	for a := range l.n {
		x := &l.sets[a]
		if x.bound == 0 {
			break
		}
		reach := 0 // the most that a second set may add
		for b := a; b < l.n; b++ {
			y := &l.sets[b]
			if left := j - x.jokers - y.jokers; y.bound != 0 && left >= 0 && x.cards&y.cards&^s.twice == 0 {
				reach = max(reach, y.points+min(bound.at(left), x.bound, y.bound))
			}
		}
		single := d.open(s, x, x.points, x.bound)
		if !single && (reach == 0 || !d.reaches(s, x, x.points+reach)) {
			continue
		}
		rest := *s
		rest.take(x)
		u := rest.tally()
		if u.mostBoth(rest.jokers) == 0 {
			continue
		}
		if single {
			d.try(&rest, &u, x.points)
		}
		if reach == 0 {
			continue
		}
		for b := a; b < l.n; b++ {
			y := &l.sets[b]
			if y.cards&^rest.once != 0 || y.jokers > rest.jokers || y.bound == 0 {
				continue
			}
			points := x.points + y.points
			if saves := u.mostBoth(rest.jokers - y.jokers); saves == 0 || !d.open(&rest, y, points, min(saves, y.bound)) {
				continue
			}
			last := rest
			last.take(y)
			v := last.tally()
			d.try(&last, &v, points)
		}
	}
}

// open reports whether the sets of the given points, the last of which is x, if
// sequences beside them save no more than bound, might raise best for a card
// that is left in s when x is taken.
func (d *discards) open(s *suits, x *set, points, bound int) bool {
	j := s.jokers - x.jokers
	for kinds := s.once &^ x.cards | s.twice&x.cards; kinds != 0; kinds &= kinds - 1 {
		if d.openFor(kinds.First(), points, bound, j) {
			return true
		}
	}
	if j == 0 {
		return false
	}
	for kinds := s.wild; kinds != 0; kinds &= kinds - 1 {
		if d.openFor(kinds.First(), points, bound, j-1) {
			return true
		}
	}
	return d.printed > 0 && d.openFor(card.Joker, points, bound, j-1)
}

// openFor is open for the card c, without which j jokers are left.
func (d *discards) openFor(c card.Card, points, bound, j int) bool {
	most := min(bound, d.bound[c&127].at(j))
	return most != 0 && int(d.best[c&127]) < points+most
}

// reaches is open for x with another set, where no more than reach can be saved.
func (d *discards) reaches(s *suits, x *set, reach int) bool {
	for kinds := s.once &^ x.cards | s.twice&x.cards; kinds != 0; kinds &= kinds - 1 {
		c := kinds.First()
		if d.bound[c&127] != 0 && int(d.best[c&127]) < reach {
			return true
		}
	}
	return s.jokers > x.jokers
}

// sequences sets bound, and best to what is saved without sets.
func (d *discards) sequences(s *suits, all *tally) {
	j := s.jokers
	for i := range card.Suit(card.NumSuits) {
		lane := card.OfSuit(i)
		if (s.once|s.wild)&lane == 0 {
			continue
		}
		t := tally{join(&all[i>>1^1], &s.gains[i^1], j), s.gains[i]}
		full, both := uint8(t.most(j)), t.both(j)
		for kinds := s.once & lane; kinds != 0; kinds &= kinds - 1 {
			c := kinds.First()
			t[1] = s.gainsWithout(c)
			if t[1].sameUpTo(&s.gains[i], j) {
				d.best[c&127], d.bound[c&127] = full, both
			} else {
				d.best[c&127], d.bound[c&127] = uint8(t.most(j)), t.both(j)
			}
		}
		if c := (s.wild & lane).First(); c != card.Joker {
			t[1] = s.gains[i]
			if !d.spare.Has(c) {
				t[1] = s.gainsWithout(c)
			}
			d.best[c&127], d.bound[c&127] = uint8(t.most(j-1)), t.both(j)
		}
	}
	if d.printed > 0 {
		d.best[card.Joker], d.bound[card.Joker] = uint8(all.most(j-1)), all.both(j)
	}
}

// try raises best by what the cards of s save besides sets of the given points
// that were taken from it. t counts s.
func (d *discards) try(s *suits, t *tally, sets int) {
	j := s.jokers
	bound := t.mostBoth(j)
	if bound == 0 {
		return
	}
	for i := range card.Suit(card.NumSuits) {
		var u tally
		joined := false
		for kinds := s.once & card.OfSuit(i); kinds != 0; kinds &= kinds - 1 {
			c := kinds.First()
			if !d.openFor(c, sets, bound, j) {
				continue
			}
			g := s.gainsWithout(c)
			if g.sameUpTo(&s.gains[i], j) {
				d.raise(c, sets, bound)
				continue
			}
			if !joined {
				u[0], joined = join(&t[i>>1^1], &s.gains[i^1], j), true
			}
			u[1] = g
			d.raise(c, sets, u.mostBoth(j))
		}
	}
	if j == 0 {
		return
	}
	less := t.mostBoth(j - 1)
	if d.printed > 0 {
		d.raise(card.Joker, sets, less)
	}
	for kinds := s.wild; kinds != 0; kinds &= kinds - 1 {
		c := kinds.First()
		if d.spare.Has(c) {
			d.raise(c, sets, less)
		} else if d.openFor(c, sets, less, j-1) {
			i := c.Suit()
			u := tally{join(&t[i>>1^1], &s.gains[i^1], j), s.gainsWithout(c)}
			d.raise(c, sets, u.mostBoth(j-1))
		}
	}
}

// raise takes in that sets and sequences save points without c, where 0 for the
// sequences means that the demands are not met.
func (d *discards) raise(c card.Card, sets, sequences int) {
	if sequences != 0 {
		d.best[c&127] = max(d.best[c&127], uint8(sets+sequences))
	}
}

// gainsWithout returns the gains of the suit of c without a copy of c. If c is
// wild, no other copy of it may be held.
func (s *suits) gainsWithout(c card.Card) gains {
	bit := card.Cards(0).With(c)
	last := bit &^ s.twice
	return s.suitGains(c.Suit(), s.once&^last, s.twice&^bit|s.thrice&bit, s.thrice&^bit, s.wild&^bit)
}

// sameUpTo reports whether the gains are the same with up to j jokers.
func (g *gains) sameUpTo(h *gains, j int) bool {
	return !((g.seq ^ h.seq) | (g.pure ^ h.pure) | (g.both ^ h.both)).upTo(j)
}
