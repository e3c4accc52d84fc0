package mindist

import (
	"math/bits"

	"rummygym/env/card"
)

// OutsAmong returns the MinDist of a hand, its outs (the cards whose draw lowers MinDist)
// among the cards of among, whether or not they are left in the deck, and whether a printed
// joker is an out. It gives the same results as [Draws], faster.
//
// It is fastest if no natural card is held twice, before or after the draw: with one pack,
// leave the cards of the hand out of among.
func OutsAmong(hand card.Bag, wild card.Rank, among card.Cards) (distance int, outs card.Cards, joker bool) {
	// As in Draws, the melds that cover as many cards as the best are visited. But all cards
	// that add to their runs are found at once (flipsOf), and so are most of the outs at small
	// distances, for which some run must be pure (BenchmarkOutsAmong).
	h, nat := heldIn(hand, wild), naturals(wild)
	if h.twice != 0 {
		return outsOfDraws(hand, wild, among)
	}
	own, need := hand.Once&^nat, MaxSize-JokersIn(hand, wild)
	n := nearest{size: MaxSize}
	d, most := n.distance(h, purity{own, card.All}, need)
	if d == 0 {
		return 0, 0, false
	}
	var l layings
	if most != need-d || !l.find(h.once, need-d) {
		outs, joker = h.outsOneByOne(own, nat, need, d, among)
		return d, outs, joker
	}
	outs, joker = l.outsOf(hand, wild, d, among)
	return d, outs, joker
}

// outsOfDraws computes OutsAmong from Draws.
func outsOfDraws(hand card.Bag, wild card.Rank, among card.Cards) (distance int, outs card.Cards, joker bool) {
	var dist [card.NumKinds]int8
	distance = Draws(&dist, hand, wild)
	for cs := among & card.All; cs != 0; cs &= cs - 1 {
		if int(dist[cs.First().Index()]) < distance {
			outs |= cs & -cs
		}
	}
	return distance, outs, int(dist[card.Joker.Index()]) < distance
}

// outsOneByOne returns the outs among the given cards of a hand at distance d, which is not
// 0, and whether a joker is an out. It decides one card at a time.
func (h held) outsOneByOne(own, nat card.Cards, need, d int, among card.Cards) (outs card.Cards, joker bool) {
	joker = h.within(d-1, own, need-1)
	for cs := among & card.All; cs != 0; cs &= cs - 1 {
		one := cs & -cs
		if nat&one != 0 && h.add(cs.First()).within(d-1, own, need) ||
			nat&one == 0 && (joker || own&one == 0 && h.within(d-1, own|one, need-1)) {
			outs |= one
		}
	}
	return outs, joker
}

// outsOf returns the outs among the given cards of a hand without duplicates at distance d,
// which is not 0, and whether a joker is an out. l holds the best layings of the hand.
func (l *layings) outsOf(hand card.Bag, wild card.Rank, d int, among card.Cards) (outs card.Cards, joker bool) {
	h, nat := heldIn(hand, wild), naturals(wild)
	cs, own := h.once, hand.Once&^nat
	x := outSearch{own: own, goal: MaxSize - JokersIn(hand, wild) - d, holes: d - 1, open: among & nat &^ cs}
	for i := range l.list[:l.n] {
		w := &l.list[i]
		raise, _ := flipsOf(w.runs, int(w.left), x.goal-int(w.base))
		x.join(raise&x.open, w)
	}
	x.sets(cs)
	for some := x.doubt &^ x.outs; some != 0; some &= some - 1 {
		n := nearest{size: MaxSize}
		if n.purely(h.add(some.First()), purity{own, card.All}, x.holes, x.goal+1) {
			x.outs |= some & -some
		}
	}
	if again := among & nat & cs; again != 0 { // cards that the hand would then hold twice
		x.outs |= l.outsAgain(h, own, again, x.goal, x.holes)
	}
	joker = x.pure || x.holes >= maxHoles || l.purely(h, own, x.holes, x.goal)
	for some := among &^ nat & card.All; some != 0; some &= some - 1 {
		one := some & -some
		if joker || own&one == 0 && l.purely(h, own|one, x.holes, x.goal) {
			x.outs |= one
		}
	}
	return x.outs, joker
}

// outsAgain returns the outs among cards that a hand h already holds once.
func (l *layings) outsAgain(h held, own, again card.Cards, goal, holes int) card.Cards {
	x := drawing{h: h, own: own, d: holes, goal: goal, doubt: again}
	for i := range l.list[:l.n] {
		w := &l.list[i]
		x.inRuns(&way{held{once: w.runs}, int32(w.base), int32(w.left)})
	}
	x.inSets()
	return x.outs
}

// outSearch is the state of the search for the outs of a hand without duplicates.
type outSearch struct {
	own   card.Cards // wild cards
	goal  int        // natural cards to cover besides the drawn one
	holes int        // maximum number of holes of the pure run; no limit from maxHoles
	open  card.Cards // cards not yet found to be outs
	doubt card.Cards // cards of open with which melds cover enough, but perhaps without a pure run
	outs  card.Cards
	pure  bool // goal cards can be covered with a pure run
}

// join records cards that add to the runs of a laying.
func (x *outSearch) join(some card.Cards, w *laying) {
	if some == 0 {
		return
	}
	if x.holes >= maxHoles {
		x.found(some)
		return
	}
	x.doubt |= some
	p := purity{x.own, card.All}
	for holes := range x.holes + 2 {
		for s := range card.Suit(card.NumSuits) {
			for ws := p.windows(w.runs, s, holes); ws != 0; ws &= ws - 1 {
				run := card.Cards(windows[bits.TrailingZeros64(ws)]) << (16 * s)
				left := int(w.left) - run.Count()
				if left < minRun {
					continue
				}
				runs, goal := w.runs&^run, x.goal-int(w.base)-(run&w.runs).Count()
				if coverOfCards(runs).at(left) < goal {
					continue
				}
				fills := run &^ (w.runs | x.own)
				if holes <= x.holes {
					x.pure = true
					raise, _ := flipsOf(runs, left, goal)
					fills |= raise
				}
				x.found(some & fills)
				if some &^= fills; some == 0 {
					return
				}
			}
		}
	}
}

// found records outs.
func (x *outSearch) found(some card.Cards) {
	x.outs |= some
	x.open &^= some
}

// sets finds outs that can be in a set with cards of cs, alone or with another set.
func (x *outSearch) sets(cs card.Cards) {
	x.lastSet(cs, 0, MaxSize)
	c, atLeast := coverOfCards(cs), ranksHeld(cs)
	// The set with the drawn card covers at most three others.
	most := 1
	for most < 3 && atLeast[most+1] != 0 {
		most++
	}
	wanting := max(2, x.goal-most-c.at(MaxSize-6)) // number of cards that the other set must cover
	if wanting > 4 {
		return
	}
	for ranks := atLeast[wanting]; ranks != 0; ranks &= ranks - 1 {
		set := cs & card.OfRank(card.Rank(bits.TrailingZeros16(ranks)))
		k := set.Count()
		if k < 4 {
			x.lastSet(cs&^set, k, MaxSize-3)
			continue
		}
		x.lastSet(cs&^set, 4, MaxSize-4)
		for one := set; one != 0; one &= one - 1 {
			x.lastSet(cs&^(set&^(one&-one)), 3, MaxSize-3)
		}
	}
}

// lastSet finds outs that can be in a set, the last one laid. The set laid before covers base cards
// and leaves the cards cs and melds of total size size.
func (x *outSearch) lastSet(cs card.Cards, base, size int) {
	if x.open == 0 {
		return
	}
	c := coverOfCards(cs)
	wanting := x.goal - base - c.at(size-3) // number of other cards that the set must cover
	if wanting > 3 {
		return
	}
	var needed card.Cards
	if wanting == 1 {
		_, needed = flipsOf(cs, size-3, c.at(size-3))
	}
	for ranks := ranksHeld(cs)[max(1, wanting)]; ranks != 0; ranks &= ranks - 1 {
		rank := card.OfRank(card.Rank(bits.TrailingZeros16(ranks)))
		// Cards of the rank in a set laid before are held, so they are not open.
		if some := x.open & rank; some != 0 {
			x.set(cs, cs&rank, some, needed, base, size, wanting)
		}
	}
}

// set finds outs among some, each of which can join a set of one rank. A set of three must
// cover wanting cards besides those that runs cover; the runs need the cards needed.
func (x *outSearch) set(cs, set, some, needed card.Cards, base, size, wanting int) {
	switch k := set.Count(); {
	case k == 1:
		if wanting < 1 || set&needed == 0 {
			x.joinSet(cs&^set, some, base+1, size-3)
		}
	case k == 2:
		x.joinSet(cs&^set, some, base+2, size-3)
	default:
		if size-4 >= 2*minRun {
			x.joinSet(cs&^set, some, base+3, size-4)
		}
		for one := set; one != 0; one &= one - 1 {
			x.joinSet(cs&^(set&^(one&-one)), some, base+2, size-3)
		}
	}
}

// joinSet records the cards of some that join a set, if enough cards are then covered: base
// by sets, and others by runs of total length left from the cards of runs.
func (x *outSearch) joinSet(runs, some card.Cards, base, left int) {
	if some &= x.open; some == 0 || base+coverOfCards(runs).at(left) < x.goal {
		return
	}
	if x.holes >= maxHoles || x.pureIn(runs, base, left) {
		x.found(some)
		return
	}
	x.doubt |= some
}

// pureIn reports whether runs of total length size from the cards cs, one of them pure,
// cover enough together with base other cards.
func (x *outSearch) pureIn(cs card.Cards, base, size int) bool {
	p := purity{x.own, card.All}
	for holes := range x.holes + 1 {
		for s := range card.Suit(card.NumSuits) {
			for ws := p.windows(cs, s, holes); ws != 0; ws &= ws - 1 {
				run := card.Cards(windows[bits.TrailingZeros64(ws)]) << (16 * s)
				left := size - run.Count()
				if left >= minRun && base+(run&cs).Count()+coverOfCards(cs&^run).at(left) >= x.goal {
					x.pure = true
					return true
				}
			}
		}
	}
	return false
}
