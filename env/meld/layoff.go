package meld

import "rummygym/env/card"

// A LayOff is a card laid off onto a meld of the knocker.
type LayOff struct {
	Card card.Card
	Onto int // place of the meld in the knocker's arrangement
}

// AppendLayOffs appends the lay-offs of the framework of papers 001, 003 and 004:
// greedy over the unmelded cards in ascending order (suits clubs, hearts, spades,
// diamonds, ace to king), each onto the first meld, in the order declared, that
// it extends, beginning again with the first card after each success.
func AppendLayOffs(dst []LayOff, unmelded card.Cards, knocker Arrangement) []LayOff {
again:
	for _, s := range ginSuits {
		for c := range (unmelded & card.OfSuit(s)).Each() {
			for i, m := range knocker {
				if m != 0 && extends(c, m) {
					dst = append(dst, LayOff{c, i})
					knocker[i] = m.With(c)
					unmelded = unmelded.Without(c)
					goto again
				}
			}
		}
	}
	return dst
}

// extends reports whether the meld m with the card c, which is not in it, is a
// meld.
func extends(c card.Card, m card.Cards) bool { return IsGinMeld(m.With(c)) && !m.Has(c) }

// LayOffBest returns the melds of the hand and the cards of it laid off onto the
// knocker's melds that together leave the least deadwood. Among equals it is the
// one with the fewest cards laid off, then the first in the order of
// [AppendBest].
func LayOffBest(hand card.Cards, knocker Arrangement) (melds Arrangement, laidOff card.Cards) {
	laidOff = layOffAll(hand, knocker)
	most := PipTotal(laidOff)
	consider := func(a Arrangement) {
		laid := layOffAll(hand&^a.Cards(), knocker)
		saved := PipTotal(a.Cards() | laid)
		if saved > most || saved == most && laid.Count() < laidOff.Count() {
			most, melds, laidOff = saved, a, laid
		}
	}
	var buf [64]card.Cards
	held := AppendGinMelds(buf[:0], hand)
	for _, a := range held {
		consider(Arrangement{a})
	}
	for i, a := range held {
		for _, b := range held[i+1:] {
			if a&b == 0 {
				consider(Arrangement{a, b})
			}
		}
	}
	for i, a := range held {
		for j, b := range held[i+1:] {
			if a&b != 0 {
				continue
			}
			for _, c := range held[i+j+2:] {
				if (a|b)&c == 0 {
					consider(Arrangement{a, b, c})
				}
			}
		}
	}
	return melds, laidOff
}

// layOffAll returns the cards of a set that can be laid off onto the melds
// together. Runs come first: a card that lengthens a run makes room for the next,
// on a set it does not, so nothing is lost by it.
func layOffAll(cs card.Cards, melds Arrangement) card.Cards {
	var laid card.Cards
	for _, m := range melds {
		if m&(m>>1) == 0 {
			continue
		}
		suit := card.OfSuit(m.First().Suit())
		for next := m; next != 0; {
			next = (m<<1 | m>>1) & cs & suit &^ m
			m |= next
			laid |= next
		}
	}
	for _, m := range melds {
		if m != 0 && m&(m>>1) == 0 {
			laid |= cs & card.OfRank(m.First().Rank()) &^ m
		}
	}
	return laid
}
