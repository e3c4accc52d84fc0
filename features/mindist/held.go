package mindist

import "rummygym/env/card"

// held holds the natural cards of a hand, counted in unary as in a card.Bag.
type held struct{ once, twice, thrice card.Cards }

// heldIn returns the cards of b that are not of the wild rank.
func heldIn(b card.Bag, wild card.Rank) held {
	n := naturals(wild)
	return held{b.Once & n, b.Twice & n, b.Thrice & n}
}

// take returns h without one copy of each card of w.
func (h held) take(w card.Cards) held {
	if h.twice == 0 {
		return held{once: h.once &^ w}
	}
	return held{h.once&^w | h.twice&w, h.twice&^w | h.thrice&w, h.thrice &^ w}
}

// in returns the cards of h that are in cs, with all their copies.
func (h held) in(cs card.Cards) held { return held{h.once & cs, h.twice & cs, h.thrice & cs} }

// add returns h with one more copy of c.
func (h held) add(c card.Card) held {
	bit := card.Cards(1) << c
	return held{h.once | bit, h.twice | h.once&bit, h.thrice | h.twice&bit}
}

// plus returns the cards of h and o together, at most three copies of each.
func (h held) plus(o held) held {
	return held{
		h.once | o.once,
		h.twice | o.twice | h.once&o.once,
		h.thrice | o.thrice | h.once&o.twice | h.twice&o.once,
	}
}

// lane returns the cards of one suit.
func (h held) lane(s card.Suit) lane {
	return lane(h.once.Ranks(s)) | lane(h.twice.Ranks(s))<<16 | lane(h.thrice.Ranks(s))<<32
}

// class returns the class of one suit.
func (h held) class(s int) class {
	if h.twice == 0 {
		return class(tab.ofSuit[uint64(h.once)>>(16*s&63)&(1<<card.NumRanks-1)])
	}
	return h.lane(card.Suit(s)).class()
}

// cover returns the cover of all suits.
func (h held) cover() cover {
	if h.twice != 0 {
		if h.thrice != 0 {
			return h.coverThrice()
		}
		return tab.four[h.pair(0)][h.pair(2)]
	}
	const ranks = 1<<card.NumRanks - 1
	o, t := uint64(h.once), tab
	p := t.pair[t.ofSuit[o&ranks]][t.ofSuit[o>>16&ranks]]
	q := t.pair[t.ofSuit[o>>32&ranks]][t.ofSuit[o>>48&ranks]]
	return t.four[p][q]
}

// coverThrice is cover for hands with a card held three times. They are rare, and their
// suits may have no class.
func (h held) coverThrice() cover {
	var sum reach
	for s := range card.Suit(card.NumSuits) {
		sum = sum.plus(h.lane(s).reach())
	}
	return coverOf(sum)
}

// pair returns the class of the suits s and s+1.
func (h held) pair(s int) class { return tab.pair[h.class(s)][h.class(s+1)] }

// frame gives the cover of a hand after a change of one suit.
type frame struct {
	h    held
	suit [card.NumSuits]struct {
		pair *[numClasses]class // class of the suit → class of its pair
		four *[numClasses]cover // class of its pair → cover of all suits
	}
}

// frame returns the frame of h.
func (h held) frame() (f frame) {
	f.h = h
	if h.thrice != 0 {
		return f // the suits may have no class, see frame.cover
	}
	var suit [card.NumSuits]class
	for s := range suit {
		suit[s] = h.class(s)
	}
	low, high := tab.pair[suit[0]][suit[1]], tab.pair[suit[2]][suit[3]]
	for s := range f.suit {
		f.suit[s].pair = &tab.pair[suit[s^1]]
		f.suit[s].four = &tab.four[high]
		if s >= 2 {
			f.suit[s].four = &tab.four[low]
		}
	}
	return f
}

// cover returns the cover of the hand if suit s becomes l.
func (f *frame) cover(s int, l lane) cover {
	if t := &f.suit[s]; t.pair != nil && l>>32 == 0 {
		return t.four[t.pair[l.class()]]
	}
	keep := ^card.OfSuit(card.Suit(s))
	put := func(level int) card.Cards { return card.Cards(l>>(16*level)&0xffff) << (16 * s) }
	return held{f.h.once&keep | put(0), f.h.twice&keep | put(1), f.h.thrice&keep | put(2)}.coverThrice()
}
