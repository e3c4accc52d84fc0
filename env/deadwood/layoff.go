package deadwood

import "rummygym/env/card"

// A LayOff is the lay-off of a card onto a meld of the knocker.
type LayOff struct {
	Card card.Card
	Onto int // index of the meld in the knocker's arrangement
}

// AppendLayOffs appends the lay-offs of the Java framework of the EAAI challenge. It
// goes through the unmelded cards in ascending order (suits clubs, hearts, spades,
// diamonds, ace to king), lays the first possible one off onto the first meld, in
// the order declared, that it extends, and starts again with the first card.
func AppendLayOffs(dst []LayOff, unmelded card.Cards, knocker Arrangement) []LayOff {
	for {
		c, onto := firstLayOff(unmelded, knocker)
		if onto < 0 {
			return dst
		}
		dst = append(dst, LayOff{c, onto})
		unmelded = unmelded.Without(c)
		knocker[onto] = knocker[onto].With(c)
	}
}

// firstLayOff returns the first card that can be laid off and the first meld that
// it extends, or -1 if there is none.
func firstLayOff(unmelded card.Cards, knocker Arrangement) (c card.Card, onto int) {
	fit := unmelded & knocker.Extensions(0, 0)
	if fit == 0 {
		return card.None, -1
	}
	for _, s := range suits {
		if own := fit & card.OfSuit(s); own != 0 {
			c = own.First()
			break
		}
	}
	for onto = range knocker {
		if Extensions(knocker[onto], 0, 0).Has(c) {
			break
		}
	}
	return c, onto
}

// AppendMostLayOffs appends lay-offs of as many of the cards as possible, in an order
// in which each is legal: as long as a card extends a run, the lowest of these goes
// onto the first run that it extends; then the others go onto sets.
func AppendMostLayOffs(dst []LayOff, cards card.Cards, knocker Arrangement) []LayOff {
	// A card on a run makes room for the next card, a card on a set does not.
	for {
		runs, sets := knocker.extensions(0, 0)
		fit := runs & cards
		if fit == 0 {
			fit = sets & cards
		}
		if fit == 0 {
			return dst
		}
		c := fit.First()
		onto := knocker.Onto(c, 0, 0)
		dst = append(dst, LayOff{c, onto})
		knocker[onto] = knocker[onto].With(c)
		cards = cards.Without(c)
	}
}

// Extensions returns the cards that can be added to meld m: the neighbours of a run,
// or the fourth card of a set. The cards of m that are in laidOff are lay-offs made
// before. A limit above 0 is the maximum number of lay-offs at each end of a run. The
// empty meld has no extensions.
func Extensions(m, laidOff card.Cards, limit int) card.Cards {
	if m == 0 {
		return 0
	}
	if !isRun(m) {
		return card.OfRank(m.First().Rank()) &^ m
	}
	below, above := m>>1&^m, m<<1&^m
	if limit > 0 {
		declared := m &^ laidOff
		low := m & (declared&-declared - 1)
		if low.Count() >= limit {
			below = 0
		}
		if (m &^ declared &^ low).Count() >= limit {
			above = 0
		}
	}
	return (below | above) & card.All
}

// Extensions returns the cards that can be laid off onto one of the melds, see
// [Extensions].
func (a Arrangement) Extensions(laidOff card.Cards, limit int) card.Cards {
	runs, sets := a.extensions(laidOff, limit)
	return runs | sets
}

func (a Arrangement) extensions(laidOff card.Cards, limit int) (runs, sets card.Cards) {
	for _, m := range a {
		if isRun(m) {
			runs |= Extensions(m, laidOff, limit)
		} else {
			sets |= Extensions(m, laidOff, limit)
		}
	}
	return runs, sets
}

// Onto returns the index of the meld onto which card c is laid off: the first run
// that it extends, so that the next card can follow, otherwise the set, otherwise
// -1. For laidOff and limit see [Extensions].
func (a Arrangement) Onto(c card.Card, laidOff card.Cards, limit int) int {
	onto := -1
	for i, m := range a {
		if Extensions(m, laidOff, limit).Has(c) {
			if isRun(m) {
				return i
			}
			onto = i
		}
	}
	return onto
}

// isRun reports whether the meld is a run.
func isRun(m card.Cards) bool { return m&(m>>1) != 0 }

// LayOffBest returns the melds of the hand and the cards to lay off onto the
// knocker's melds that together leave the minimum deadwood. Among equals it
// returns the choice with the fewest lay-offs, then the first in the order of
// [AppendBest]. [AppendMostLayOffs] returns the melds onto which the cards go.
func LayOffBest(hand card.Cards, knocker Arrangement) (melds Arrangement, laidOff card.Cards) {
	laidOff = reach(hand, knocker)
	if laidOff == 0 {
		return Best(hand), 0
	}
	// All choices of melds are tried, not only those with minimum deadwood: it can
	// be better to break up a meld and lay off its cards.
	most := PipTotal(laidOff)
	var buf [maxHeldMelds]card.Cards
	for a := range arrangements(AppendMelds(buf[:0], hand)) {
		laid := reach(hand&^a.Cards(), knocker)
		saved := PipTotal(a.Cards() | laid)
		if saved > most || saved == most && laid.Count() < laidOff.Count() {
			most, melds, laidOff = saved, a, laid
		}
	}
	return melds, laidOff
}

// reach returns the cards that [AppendMostLayOffs] lays off.
func reach(cards card.Cards, knocker Arrangement) card.Cards {
	var laid card.Cards
	for _, m := range knocker {
		if !isRun(m) {
			continue
		}
		suit := cards & card.OfSuit(m.First().Suit())
		for next := (m<<1 | m>>1) & suit &^ m; next != 0; next = (m<<1 | m>>1) & suit &^ m {
			m |= next
			laid |= next
		}
	}
	for _, m := range knocker {
		if m != 0 && !isRun(m) {
			laid |= cards & card.OfRank(m.First().Rank()) &^ m
		}
	}
	return laid
}
