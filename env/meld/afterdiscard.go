package meld

import "rummygym/env/card"

// unknownDeadwood is more than any deadwood, noDeadwood that of no card.
const unknownDeadwood = 127

var noDeadwood = func() (dst [card.NumKinds]int8) {
	for i := range dst {
		dst[i] = -1
	}
	return dst
}()

// DeadwoodDiscards sets dst[c.Index()] to the Deadwood of the hand without c for
// each card c of the hand, in [0, 100], and all other entries to -1. It returns
// the least of them. The hand has 1 to 11 cards.
func DeadwoodDiscards(dst *[card.NumKinds]int8, hand card.Cards) int {
	// Naively Deadwood of each smaller hand. Instead the cards in no meld take
	// their points off the deadwood of the hand. The others share the choices of
	// sets: those of the hand without c are those of the hand that leave c out,
	// and then one look-up more tells what the suit of c counts without it.
	*dst = noDeadwood
	d := ginDiscards{dst: dst, in: InMelds(hand), deadwood: unknownDeadwood}
	for in := d.in; in != 0; in &= in - 1 {
		dst[in.First().Index()] = unknownDeadwood
	}
	d.choose(hand, threes(hand))
	least := unknownDeadwood
	for out := hand &^ d.in; out != 0; out &= out - 1 {
		c := out.First()
		left := d.deadwood - Pips(c)
		dst[c.Index()] = int8(left)
		least = min(least, left)
	}
	for in := d.in; in != 0; in &= in - 1 {
		least = min(least, int(dst[in.First().Index()]))
	}
	return least
}

// ginDiscards are the answers of [DeadwoodDiscards] while they grow.
type ginDiscards struct {
	dst      *[card.NumKinds]int8
	in       card.Cards // the cards in melds
	deadwood int        // of the whole hand
}

// choose takes account of all choices of sets among the given ranks, of which the
// hand has three cards or four; rest is the hand without the sets chosen before.
func (d *ginDiscards) choose(rest, sets card.Cards) {
	if sets == 0 {
		d.count(rest)
		return
	}
	set := rest & card.OfRank(sets.First().Rank())
	sets &= sets - 1
	d.choose(rest, sets)
	d.choose(rest&^set, sets)
	if set.Count() == card.NumSuits {
		for four := set; four != 0; four &= four - 1 {
			d.choose(rest&^set|four&-four, sets)
		}
	}
}

// count takes account of one choice of sets, which leaves rest for the runs.
func (d *ginDiscards) count(rest card.Cards) {
	total := withoutSets(rest)
	d.deadwood = min(d.deadwood, total)
	for in := rest & d.in; in != 0; in &= in - 1 {
		c := in.First()
		lane := rest >> (c &^ 15)
		left := total - looseIn(lane) + looseIn(lane&^(1<<c.Rank()))
		at := &d.dst[c.Index()]
		*at = int8(min(left, int(*at)))
	}
}

// DeadwoodAfterDiscard returns the least Deadwood that the hand can have after
// discarding one of its cards, what [DeadwoodDiscards] returns. The hand has 1 to
// 11 cards.
func DeadwoodAfterDiscard(hand card.Cards) int { return afterDiscard(hand, threes(hand)) }

func afterDiscard(rest, sets card.Cards) int {
	if sets == 0 {
		total, most := withoutSets(rest), -unknownDeadwood
		for lane := rest; lane != 0; lane >>= 16 {
			i := lane & (1<<card.NumRanks - 1)
			most = max(most, int(relief[i]))
		}
		return total - most
	}
	set := rest & card.OfRank(sets.First().Rank())
	sets &= sets - 1
	least := min(afterDiscard(rest, sets), afterDiscard(rest&^set, sets))
	if set.Count() == card.NumSuits {
		for four := set; four != 0; four &= four - 1 {
			least = min(least, afterDiscard(rest&^set|four&-four, sets))
		}
	}
	return least
}
