package deadwood

import "rummygym/env/card"

// unknownDeadwood is larger than any deadwood. noDeadwood is the result of
// [Discards] for a hand without cards.
const unknownDeadwood = 127

var noDeadwood = func() (dst [card.NumKinds]int8) {
	for i := range dst {
		dst[i] = -1
	}
	return dst
}()

// Discards sets dst[c.Index()] to the deadwood of the hand without c, in points in
// [0, 100], for each card c of the hand, and all other entries to -1. It returns
// the minimum deadwood after a discard. The hand has 1 to 11 cards.
func Discards(dst *[card.NumKinds]int8, hand card.Cards) int {
	// The simple form calls Of for each smaller hand. Here a card in no meld reduces
	// the deadwood of the hand by its points. The other cards share the choices of
	// sets: those of the hand without c are those of the hand that do not use c,
	// and one more look-up gives the points of the suit of c without c.
	*dst = noDeadwood
	d := discards{dst: dst, in: InMelds(hand), deadwood: unknownDeadwood}
	for in := d.in; in != 0; in &= in - 1 {
		dst[in.First().Index()] = unknownDeadwood
	}
	d.choose(hand, threes(hand))
	best := unknownDeadwood
	for out := hand &^ d.in; out != 0; out &= out - 1 {
		c := out.First()
		left := d.deadwood - Pips(c)
		dst[c.Index()] = int8(left)
		best = min(best, left)
	}
	for in := d.in; in != 0; in &= in - 1 {
		best = min(best, int(dst[in.First().Index()]))
	}
	return best
}

// discards holds the results of [Discards] during the search.
type discards struct {
	dst      *[card.NumKinds]int8
	in       card.Cards // the cards in melds
	deadwood int        // the deadwood of the whole hand
}

// choose evaluates all choices of sets of the given ranks, of which the hand has
// three cards or four; rest is the hand without the sets chosen before.
func (d *discards) choose(rest, sets card.Cards) {
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

// count evaluates one choice of sets, which leaves rest for the runs.
func (d *discards) count(rest card.Cards) {
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

// AfterDiscard returns the minimum deadwood of the hand after a discard, in points,
// the same number as [Discards]. The hand has 1 to 11 cards.
func AfterDiscard(hand card.Cards) int { return afterDiscard(hand, threes(hand)) }

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
	best := min(afterDiscard(rest, sets), afterDiscard(rest&^set, sets))
	if set.Count() == card.NumSuits {
		for four := set; four != 0; four &= four - 1 {
			best = min(best, afterDiscard(rest&^set|four&-four, sets))
		}
	}
	return best
}
