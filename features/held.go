package features

import "rummygym/env/card"

// held is the natural cards of a hand, counted in unary as in a card.Bag.
type held struct{ once, twice, thrice card.Cards }

// heldIn returns the cards of b that are not of the wild rank.
func heldIn(b card.Bag, wild card.Rank) held {
	n := naturals(wild)
	return held{b.Once & n, b.Twice & n, b.Thrice & n}
}

// take removes one copy of each card that is in w.
func (h held) take(w card.Cards) held {
	if h.twice == 0 {
		return held{once: h.once &^ w}
	}
	return held{h.once&^w | h.twice&w, h.twice&^w | h.thrice&w, h.thrice &^ w}
}

// add adds one copy of c.
func (h held) add(c card.Card) held {
	bit := card.Cards(1) << c
	return held{h.once | bit, h.twice | h.once&bit, h.thrice | h.twice&bit}
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

// cover returns what runs can cover.
func (h held) cover() cover {
	if h.twice != 0 {
		return tab.four[h.pair(0)][h.pair(2)]
	}
	const ranks = 1<<card.NumRanks - 1
	o, t := uint64(h.once), tab
	p := t.pair[t.ofSuit[o&ranks]][t.ofSuit[o>>16&ranks]]
	q := t.pair[t.ofSuit[o>>32&ranks]][t.ofSuit[o>>48&ranks]]
	return t.four[p][q]
}

// pair returns the class of the suits s and s+1.
func (h held) pair(s int) class { return tab.pair[h.class(s)][h.class(s+1)] }

// but tells what runs cover when one suit changes: four[pair[class of suit s]].
type but struct {
	pair *[numClasses]class
	four *[numClasses]cover
}

// but returns the tables for the change of suit s.
func (h held) but(s int) but {
	return but{&tab.pair[h.class(s^1)], &tab.four[h.pair(s&2^2)]}
}

// with returns what runs cover with a suit of class c.
func (b but) with(c class) cover { return b.four[b.pair[c]] }
