package meld

import (
	"math/bits"

	"rummygym/env/card"
)

// MinScoreDiscards sets dst[c.Index()] to the [MinScore] of the hand without one
// copy of c, for each kind of card c in the hand, and all other entries to -1. The
// hand has up to 14 cards.
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
	if d.suits.jokers > maxJokers || total > maxLane || !d.list(&hand, wild) {
		for c := range hand.Each() {
			rest := hand.Without(c)
			left := Total(rest, wild)
			dst[c.Index()] = int16(left - saved(&rest, wild, left))
		}
		return
	}
	d.weigh()
	for i, c := range d.kinds[:d.n] {
		dst[c.Index()] = int16(total - Points(c, wild) - d.best[i>>3&1].at(i&7))
	}
}

// discards scores all discards of a hand together.
//
// The simple form calls MinScore once per discard. But for each choice of sets,
// only the suit of the discard changes what the sequences save; and for most
// discards few choices of sets can raise the result (BenchmarkMinScoreDiscards).
//
// The kinds of cards in the hand are numbered. The values of all kinds are in two
// words of lanes, the first eight kinds in the first word, so that all kinds are
// compared at once.
type discards struct {
	suits suits
	n     int
	kinds [maxKinds]card.Card
	held  card.Cards // the suited kinds, wild ones too
	spare card.Cards // wild cards with more than one copy

	best [2]lanes // the maximum points found so far without the kind
	// The maximum points that sequences alone save without the kind if both
	// demands are met, 0 if they cannot be met: with all jokers and with one less.
	bound [2][2]lanes
}

// maxKinds is the maximum number of kinds in a hand of 14 cards, rounded up.
const maxKinds = 16

// list numbers the kinds of the hand, and reports whether there is room.
func (d *discards) list(hand *card.Bag, wild card.Rank) bool {
	d.held, d.spare = hand.Once, hand.Twice&card.OfRank(wild)
	if d.held.Count() >= maxKinds {
		return false
	}
	for kinds := d.held; kinds != 0; kinds &= kinds - 1 {
		d.kinds[d.n&15] = kinds.First()
		d.n++
	}
	if hand.Jokers > 0 {
		d.kinds[d.n&15] = card.Joker
		d.n++
	}
	return true
}

// number returns the number of a suited kind that the hand holds.
func (d *discards) number(c card.Card) int {
	return (d.held & (1<<(c&63) - 1)).Count()
}

// weigh sets best to the maximum points saved without each kind.
func (d *discards) weigh() {
	s := &d.suits
	s.weigh(s.once | s.wild)
	j := s.jokers
	t := s.count()
	bound := [3]int{}
	if setRanks(s.once, j) != 0 {
		bound = [3]int{t.mostBoth(j), t.mostBoth(j - 1), t.mostBoth(j - 2)}
	}
	d.sequences(&t, &bound)
	if bound[0] == 0 {
		return
	}
	// As in suits.addSets, with one best value for each discard. The most
	// promising sets come first, so that the bounds exclude others earlier.
	var l setList
	l.list(s.once, j)
	for a := range l.n {
		x := &l.sets[a]
		most := bound[x.jokers]
		for cards := x.cards; cards != 0; cards &= cards - 1 {
			i := d.number(cards.First())
			most = min(most, d.bound[x.jokers][i>>3&1].at(i&7))
		}
		x.bound = uint8(most)
		if most != 0 {
			x.worth = x.points + x.bound
		}
	}
	l.sort()
	for a := range l.n {
		x := &l.sets[a]
		if x.bound == 0 {
			break
		}
		reach := 0 // the maximum points of a second set
		for b := a; b < l.n; b++ {
			y := &l.sets[b]
			if y.bound != 0 && bound[x.jokers+y.jokers] != 0 && x.cards&y.cards&^s.twice == 0 {
				reach = max(reach, int(y.points))
			}
		}
		points, most := int(x.points), int(x.bound)
		left := d.outside(x.cards)
		single := d.open(points, most, x.jokers, left)
		if single == [2]lanes{} && (reach == 0 || d.open(points+reach, most, x.jokers, left) == [2]lanes{}) {
			continue
		}
		rest := *s
		rest.take(x)
		u := d.try(&rest, single, points)
		if reach == 0 {
			continue
		}
		beside := [2]int{u.mostBoth(rest.jokers), u.mostBoth(rest.jokers - 1)}
		for b := a; b < l.n; b++ {
			y := &l.sets[b]
			most := min(beside[y.jokers&1], int(y.bound))
			if most == 0 || y.cards&^rest.once != 0 {
				continue
			}
			points := points + int(y.points)
			open := d.open(points, most, x.jokers|y.jokers, d.outside(x.cards|y.cards))
			if open == [2]lanes{} {
				continue
			}
			last := rest
			last.take(y)
			d.try(&last, open, points)
		}
	}
}

// outside returns, as the high bits of lanes, the kinds that are not in cards
// or have another copy.
func (d *discards) outside(cards card.Cards) (left [2]lanes) {
	left = [2]lanes{highBits, highBits}
	for cards &^= d.suits.twice; cards != 0; cards &= cards - 1 {
		i := d.number(cards.First())
		left[i>>3&1] &^= 0x80 << (8 * (i & 7))
	}
	return left
}

// open returns, as the high bits of lanes, the kinds of left whose best value may
// rise by sets of the given points with jokers in them (0 for none, 1 for one or
// more), if sequences besides these sets save no more than most.
func (d *discards) open(points, most int, jokers uint8, left [2]lanes) (open [2]lanes) {
	most = min(most, maxLane-points)
	if most <= 0 {
		return open
	}
	for w := range open {
		bound := d.bound[jokers&1][w]
		limit := lanes(most) * everyLane
		reach := bound ^ limit ^ bound.or(limit) // the smaller of the two
		reach = (reach + lanes(points)*everyLane).where(reach)
		open[w] = ^((d.best[w] | highBits) - reach) & left[w]
	}
	return open
}

// sequences sets best to the points saved without sets, and bound to the limits
// without each kind. whole holds mostBoth of the whole hand with all jokers, and with
// one and two less.
func (d *discards) sequences(all *count, whole *[3]int) {
	s := &d.suits
	j := s.jokers
	full := all.most(j)
	w := swap{hand: s, all: all, suit: card.NumSuits}
	for i, c := range d.kinds[:d.n] {
		if c == card.Joker {
			d.set(i, all.most(j-1), whole[1], whole[2])
			continue
		}
		suit := c.Suit() & 3
		left := j
		if s.wild.Has(c) {
			if d.spare.Has(c) {
				d.set(i, all.most(j-1), whole[1], whole[2])
				continue
			}
			left--
		} else if !s.gains[suit].seq.upTo(j) {
			d.set(i, full, whole[0], whole[1])
			continue
		}
		var own gains
		g := s.gainsWithout(c, &own)
		if left == j && g.sameUpTo(&s.gains[suit], j) {
			d.set(i, full, whole[0], whole[1])
			continue
		}
		if suit != w.suit {
			w.turn(suit)
		}
		most, both, less := w.mosts(g, left)
		d.set(i, most, both, less)
	}
}

// set writes the values of kind i.
func (d *discards) set(i, best, both, less int) {
	w, at := i>>3&1, 8*uint(i&7)
	d.best[w] |= lanes(best) << at
	d.bound[0][w] |= lanes(both) << at
	d.bound[1][w] |= lanes(less) << at
}

// try raises best for the open kinds to what the cards of s save together with the
// sets that were taken from it, which save the given points. It returns the count
// of s.
func (d *discards) try(s *suits, open [2]lanes, sets int) count {
	j := s.jokers
	all := s.count()
	full := all.mostBoth(j)
	if full == 0 {
		return all
	}
	swap := swap{hand: s, all: &all, suit: card.NumSuits}
	for w := range open {
		open[w] &^= (d.best[w] | highBits) - lanes(min(sets+full, maxLane))*everyLane
		for ; open[w] != 0; open[w] &= open[w] - 1 {
			at := bits.TrailingZeros64(uint64(open[w])) >> 3
			c := d.kinds[(w<<3+at)&15]
			if c == card.Joker || d.spare.Has(c) {
				d.raise(w, at, sets, all.mostBoth(j-1))
				continue
			}
			if !(s.once | s.wild).Has(c) {
				continue // both copies are in sets
			}
			left := j
			if s.wild.Has(c) {
				left--
			}
			suit := c.Suit() & 3
			var own gains
			g := s.gainsWithout(c, &own)
			if left == j && g.sameUpTo(&s.gains[suit], j) {
				d.raise(w, at, sets, full)
			} else {
				if suit != swap.suit {
					swap.turn(suit)
				}
				d.raise(w, at, sets, swap.mostBoth(g, left))
			}
		}
	}
	return all
}

// raise updates best of one kind with the points that sets and sequences save
// without it. If sequences is 0, the demands are not met and best does not change.
func (d *discards) raise(w, at, sets, sequences int) {
	if known := d.best[w&1].at(at); sequences != 0 && sets+sequences > known {
		d.best[w&1] += lanes(sets+sequences-known) << (8 * uint(at) & 63)
	}
}

// gainsWithout returns the gains of the suit of c without one copy of c: from the
// table, or computed in g. If c is wild, the hand must not have another copy of it.
func (s *suits) gainsWithout(c card.Card, g *gains) *gains {
	bit := card.Cards(0).With(c)
	return s.suitGains(c.Suit(), s.once&^(bit&^s.twice), s.twice&^(bit&^s.thrice), s.thrice&^bit, s.wild&^bit, g)
}

// sameUpTo reports whether the gains are the same with up to j jokers.
func (g *gains) sameUpTo(h *gains, j int) bool {
	return !((g.seq ^ h.seq) | (g.pure ^ h.pure) | (g.both ^ h.both)).upTo(j)
}
