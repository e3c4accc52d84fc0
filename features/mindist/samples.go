package mindist

import (
	"math/bits"

	"rummygym/env/card"
)

// samples holds which cards can come, in up to 64 samples at once: bit i of a mask stands for
// sample i.
type samples struct {
	all    uint64                     // the samples
	some   held                       // suited cards that can come in some sample
	copies [card.MaxCopies][64]uint64 // copies[n][c]: samples where more than n copies of c can come, for c in some
	jokers [MaxSize + 1]uint64        // jokers[n]: samples where at least n jokers can come
}

// alone sets sample 0, in which the cards of avail can come, among them so many jokers.
func (x *samples) alone(avail card.Bag, jokers int) {
	x.all, x.some = 1, held{avail.Once, avail.Twice, avail.Thrice}
	for n, cs := range [...]card.Cards{avail.Once, avail.Twice, avail.Thrice} {
		for ; cs != 0; cs &= cs - 1 {
			x.copies[n][cs.First()&63] = 1
		}
	}
	for n := range min(MaxSize, jokers) + 1 {
		x.jokers[n] = 1
	}
}

// sample sets the samples of [Expected].
func (x *samples) sample(wild card.Rank, sure, maybe card.Bag, odds *[card.NumKinds]float32) {
	x.all = 1<<expectedSamples - 1
	x.jokers[0] = x.all
	x.some.once = sure.Once | maybe.Once
	several := sure.Twice | maybe.Twice | sure.Once&maybe.Once
	var row *[2 * card.MaxCopies][card.NumKinds]uint64
	for p, cs := float32(-1), x.some.once; cs != 0; cs &= cs - 1 {
		c, kind := cs.First()&63, cs.First().Index()
		if odds[kind] != p || row == nil {
			p = odds[kind]
			row = sampleSets.row(p)
		}
		one := cs & -cs
		if several&one == 0 {
			if x.copies[0][c] = row[0][kind]; sure.Once&one != 0 {
				x.copies[0][c] = x.all
			}
			continue
		}
		for range sure.Of(c) {
			x.add(c, x.all)
		}
		for copies := range maybe.Of(c) {
			x.add(c, row[copies][kind])
		}
		if x.copies[1][c] != 0 {
			x.some.twice |= one
		}
		if x.copies[2][c] != 0 {
			x.some.thrice |= one
		}
	}
	for cs := x.some.once & card.OfRank(wild); cs != 0; cs &= cs - 1 {
		for n := range x.copies {
			x.addJoker(x.copies[n][cs.First()&63])
		}
	}
	for range sure.Jokers {
		x.addJoker(x.all)
	}
	if maybe.Jokers > 0 {
		row := sampleSets.row(odds[card.Joker.Index()])
		for copies := range maybe.Jokers {
			x.addJoker(row[copies%(2*card.MaxCopies)][card.Joker.Index()])
		}
	}
}

// add makes one more copy of a suited card come in the samples in.
func (x *samples) add(c card.Card, in uint64) {
	n := &x.copies
	at := c & 63
	n[2][at] |= n[1][at] & in
	n[1][at] |= n[0][at] & in
	n[0][at] |= in
}

// addJoker makes one more joker come in the samples in.
func (x *samples) addJoker(in uint64) { addTo(&x.jokers, MaxSize, in) }

// addTo counts one more card in the samples in: atLeast[n] are the samples with at least n of the cards
// counted, for n up to most.
func addTo(atLeast *[MaxSize + 1]uint64, most int, in uint64) {
	for n := most; n > 0; n-- {
		atLeast[n] |= atLeast[n-1] & in
	}
}

// open returns the samples where each card of cs can come.
func (x *samples) open(cs card.Cards) uint64 {
	if cs&^x.some.once != 0 {
		return 0
	}
	in := x.all
	for ; cs != 0; cs &= cs - 1 {
		in &= x.copies[0][cs.First()&63]
	}
	return in
}

// purely returns samples among in where melds with a pure run cover at least goal cards of h, if
// at most holes places of that run are filled neither by a card of h nor by an own wild card: at
// least those where so many jokers can come, and perhaps others where jokers and cards that can come
// fill all places. n holds melds that cover at least goal cards. See nearest.purely.
func (x *samples) purely(n *nearest, h held, own, nat card.Cards, holes, goal int, in uint64) (found uint64) {
	p, must := purity{own, x.some.once}, x.jokers[holes]
	if in&must == 0 {
		return 0
	}
	for k := range min(holes, maxHoles) + 1 {
		for s := range card.Suit(card.NumSuits) {
			for ws := p.windows(n.runs.once, s, k); ws != 0; ws &= ws - 1 {
				w := card.Cards(windows[bits.TrailingZeros64(ws)]) << (16 * s)
				at, left := in&x.filled(w&^n.runs.once, own, nat, holes), n.left-w.Count()
				if at == 0 || left < minRun || n.base+(w&n.runs.once).Count()+n.runs.take(w).cover().at(left) < goal {
					continue
				}
				found |= at
				if in &^= at; in&must == 0 {
					return found
				}
			}
		}
	}
	for k := range min(holes, maxHoles) + 1 {
		for s := range card.Suit(card.NumSuits) {
			for ws := p.windows(h.once, s, k); ws != 0; ws &= ws - 1 {
				w := card.Cards(windows[bits.TrailingZeros64(ws)]) << (16 * s)
				at := in & x.filled(w&^h.once, own, nat, holes)
				if at == 0 {
					continue
				}
				covered := (w & h.once).Count()
				m := nearest{size: MaxSize, keep: minRun, best: goal - covered - 1, goal: goal - covered}
				m.search(h.take(w), MaxSize-w.Count())
				if m.best >= m.goal {
					found |= at
					if in &^= at; in&must == 0 {
						return found
					}
				}
			}
		}
	}
	return found
}

// filled returns the samples where the missing places of a pure run can be filled, and jokers can
// come for what then remains of k places.
func (x *samples) filled(missing, own, nat card.Cards, k int) uint64 {
	return x.open(missing&^own) & x.jokers[max(0, k-(missing&nat).Count())]
}
