package meld

import (
	"slices"

	"rummygym/env/card"
)

// A Grouping is a hand arranged in melds. Every card of the hand is in exactly
// one of Melds, Deadwood and Freed.
type Grouping struct {
	Melds    []Meld      // first those that meet the demands, in their order, then the others
	Deadwood []card.Card // in ascending order; jokers that no meld can take count 0
	Freed    card.Card   // the card to discard from a hand that is one card too large, else card.None
	Score    int         // points of Deadwood
}

// Group returns a grouping of the hand whose Score is [MinScore], not capped. From a
// hand of 14 cards it frees the card whose discard leaves the minimum score; among
// equals the highest-point card, then the lowest card. Among the groupings with that
// score it returns one that leaves the fewest jokers out. The same hand always gives
// the same grouping.
func Group(hand card.Bag, wild card.Rank) Grouping {
	r := Default()
	r.Cap = 0
	return r.Group(hand, wild)
}

// group builds the grouping by taking a meld of maximum gain at each step.
func (s *search) group(hand card.Bag) Grouping {
	g := Grouping{Freed: card.None}
	st := s.state(hand, 0)
	rest := hand // the cards not yet in the grouping, at their face values
	var melds []option
	for {
		best := s.best(st)
		var next option
		found := false
		s.options(st, func(m option) bool {
			next, found = m, m.gain+s.best(s.after(st, m)) == best
			return !found
		})
		if !found || best == 0 {
			break
		}
		if next.kind != Invalid {
			melds = append(melds, next)
			rest = rest.Minus(card.Bag{Once: next.cards})
		}
		st = s.after(st, next)
	}
	for _, m := range melds {
		g.Melds = append(g.Melds, Meld{m.kind, s.layOut(m, &rest)})
	}
	g.Deadwood = rest.Append(nil)
	g.Score = Total(rest, s.wild)
	return g
}

// layOut returns the cards of a meld in order and removes its jokers from rest. It
// uses printed jokers before wild cards, and wild cards in ascending order of suit.
func (s *search) layOut(m option, rest *card.Bag) []card.Card {
	joker := func() card.Card {
		if rest.Remove(card.Joker) {
			return card.Joker
		}
		c := (rest.Once & card.OfRank(s.wild)).First()
		rest.Remove(c)
		return c
	}
	var cards []card.Card
	if m.cards == 0 || !m.kind.IsSequence() {
		cards = slices.Collect(m.cards.Each())
		for range m.jokers {
			cards = append(cards, joker())
		}
		return cards
	}
	suit := m.cards.First().Suit()
	for place := m.start; place < m.start+m.length; place++ {
		c := card.New(card.Rank(place%card.NumRanks), suit)
		if !m.cards.Has(c) {
			c = joker()
		}
		cards = append(cards, c)
	}
	return cards
}
