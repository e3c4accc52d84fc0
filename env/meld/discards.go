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
// the sequences of the whole hand are counted once; without a card they save no
// more than that, and just that if its suit can save as much without it. Only
// the other cards have to be counted anew (BenchmarkMinScoreDiscards).
type discards struct {
	suits   suits
	total   int
	printed uint8      // printed jokers
	spare   card.Cards // wild cards of which there is more than one copy
	best    [card.Joker + 1]uint8
}

// weigh sets best[c] to the most points saved without c for all c held.
func (d *discards) weigh() {
	s := &d.suits
	s.weigh(s.once | s.wild)
	t := newTally(s)
	d.try(s, &t, 0)
	j := s.jokers
	if setRanks(s.once, j) == 0 {
		return
	}
	bound := [3]int{t.mostBoth(j), t.mostBoth(j - 1), t.mostBoth(j - 2)}
	if bound[0] == 0 {
		return
	}
	// As in suits.addSets, with "best" now one number for each discard.
	var l setList
	l.list(s.once, j)
	for a := range l.n {
		x := &l.sets[a]
		if bound[x.jokers] == 0 {
			continue
		}
		reach := x.points + bound[x.jokers]
		for b := a; b < l.n; b++ {
			y := &l.sets[b]
			if rest := bound[x.jokers+y.jokers]; x.cards&y.cards&^s.twice == 0 && rest != 0 {
				reach = max(reach, x.points+y.points+rest)
			}
		}
		if !d.open(s, reach) {
			continue
		}
		rest := *s
		rest.take(x)
		u := newTally(&rest)
		d.try(&rest, &u, x.points)
		for b := a; b < l.n; b++ {
			y := &l.sets[b]
			if y.cards&^rest.once != 0 || y.jokers > rest.jokers {
				continue
			}
			points := x.points + y.points
			if saves := u.mostBoth(rest.jokers - y.jokers); saves == 0 || !d.open(&rest, points+saves) {
				continue
			}
			last := rest
			last.take(y)
			v := newTally(&last)
			d.try(&last, &v, points)
		}
	}
}

// open reports whether the discard of any card of s might leave more saved than
// is known so far, if no more than reach can be.
func (d *discards) open(s *suits, reach int) bool {
	for kinds := s.once; kinds != 0; kinds &= kinds - 1 {
		c := kinds.First()
		if int(d.best[c]) < min(reach, d.total-int(rankPoints[c&15])) {
			return true
		}
	}
	return s.jokers > 0 && int(d.leastJoker()) < reach
}

// leastJoker returns the least known for the discard of a joker.
func (d *discards) leastJoker() uint8 {
	least := uint8(0xff)
	for wilds := d.suits.wild; wilds != 0; wilds &= wilds - 1 {
		least = min(least, d.best[wilds.First()])
	}
	if d.printed > 0 {
		least = min(least, d.best[card.Joker])
	}
	return least
}

// try raises best by what the cards of s save besides sets of the given points
// that were taken from it. t counts s.
func (d *discards) try(s *suits, t *tally, sets int) {
	j := s.jokers
	full := t.saves(j, sets)
	if full == 0 {
		return
	}
	for kinds := s.once; kinds != 0; kinds &= kinds - 1 {
		c := kinds.First()
		if int(d.best[c&127]) >= min(full, d.total-int(rankPoints[c&15])) {
			continue
		}
		bit := card.Cards(0).With(c)
		rest := card.Bag{Once: s.once, Twice: s.twice, Thrice: s.thrice}
		rest = rest.Minus(card.Bag{Once: bit})
		g := s.suitGains(c.Suit(), rest.Once, rest.Twice, rest.Thrice, s.wild)
		d.raise(c, d.without(s, c.Suit(), &g, j, sets, full))
	}
	if j == 0 {
		return
	}
	less := t.saves(j-1, sets)
	if d.printed > 0 {
		d.raise(card.Joker, less)
	}
	for wilds := s.wild; wilds != 0; wilds &= wilds - 1 {
		c := wilds.First()
		if d.spare.Has(c) || less <= int(d.best[c]) {
			d.raise(c, less)
			continue
		}
		g := s.suitGains(c.Suit(), s.once, s.twice, s.thrice, s.wild.Without(c))
		d.raise(c, d.without(s, c.Suit(), &g, j-1, sets, less))
	}
}

// without returns what s saves with j jokers if suit i has the gains g instead
// of its own, with which it would save full.
func (d *discards) without(s *suits, i card.Suit, g *gains, j, sets, full int) int {
	old := s.gains[i]
	if !((old.seq ^ g.seq) | (old.pure ^ g.pure) | (old.both ^ g.both)).upTo(j) {
		return full
	}
	s.gains[i] = *g
	t := newTally(s)
	s.gains[i] = old
	return t.saves(j, sets)
}

func (d *discards) raise(c card.Card, saved int) {
	d.best[c] = max(d.best[c], uint8(saved))
}

// saves returns the most points saved with j jokers besides sets of the given
// points, or 0 if there are sets and not the two sequences demanded first.
func (t *tally) saves(j, sets int) int {
	if sets == 0 {
		return t.most(j)
	}
	if both := t.mostBoth(j); both != 0 {
		return sets + both
	}
	return 0
}
