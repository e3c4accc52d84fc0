package main

import (
	"fmt"
	"rummygym/internal/features/facts"
	"runtime"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/meld"
	"rummygym/features/mindist"
)

// A measureOf describes a function of a hand, given as the number of each card by
// [card.Card.Index].
type measureOf struct {
	cards   int  // entries of a row of hands
	copies  int  // maximum number of copies of a suited card
	most    int  // maximum number of cards in a hand
	wild    bool // whether it depends on the wild rank
	width   int  // results of a hand
	compute func(row []int8, wild card.Rank, results []int32)
}

// measures are the functions that measure knows, by name.
var measures = map[string]measureOf{
	"min-score":          indianNumber(func(h card.Bag, wild card.Rank) int { return min(meld.MinScore(h, wild), meld.Cap) }),
	"min-score-uncapped": indianNumber(meld.MinScore),
	"min-dist":           indianNumber(mindist.Of),
	"outs":               {card.NumKinds, card.MaxCopies, mindist.MaxSize, true, card.NumKinds, outs},
	"deadwood": {card.NumSuited, 1, facts.GinMaxCards, false, 1, func(row []int8, _ card.Rank, results []int32) {
		results[0] = int32(deadwood.Of(bagOf(row).Once))
	}},
}

// indianNumber returns the measure of a function of a hand of Indian Rummy.
func indianNumber(of func(hand card.Bag, wild card.Rank) int) measureOf {
	return measureOf{card.NumKinds, card.MaxCopies, facts.IndianMaxCards, true, 1, func(row []int8, wild card.Rank, results []int32) {
		results[0] = int32(of(bagOf(row), wild))
	}}
}

// outs sets results to 1 for each card whose draw lowers MinDist, else 0.
func outs(row []int8, wild card.Rank, results []int32) {
	var after [card.NumKinds]int8
	distance := mindist.Draws(&after, bagOf(row), wild)
	for i, d := range after {
		results[i] = 0
		if int(d) < distance {
			results[i] = 1
		}
	}
}

// bagOf returns the cards of a checked row of hands.
func bagOf(row []int8) card.Bag {
	var b card.Bag
	for i, n := range row {
		for range n {
			b.Add(card.FromIndex(i))
		}
	}
	return b
}

// handsPerWorker is the number of hands from which another core computes some of them.
const handsPerWorker = 64

// compute fills results with the measure of that name of each row of hands. wild is the
// wild rank of each, and empty for a measure without one.
func compute(name string, hands, wild []int8, results []int32) error {
	m, ok := measures[name]
	if !ok {
		return fmt.Errorf("there is no measure %q: want min-score, min-score-uncapped, min-dist, outs or deadwood", name)
	}
	n := len(hands) / m.cards
	wilds := 0
	if m.wild {
		wilds = n
	}
	switch {
	case len(hands)%m.cards != 0:
		return fmt.Errorf("array hands has %d entries: want a multiple of %d, the cards, for measure %s", len(hands), m.cards, name)
	case len(wild) != wilds:
		return fmt.Errorf("array wild has %d entries: want %d for measure %s of %d hands", len(wild), wilds, name, n)
	case len(results) != n*m.width:
		return fmt.Errorf("array results has %d entries: want %d for measure %s of %d hands", len(results), n*m.width, name, n)
	}
	for i := range n {
		if err := m.check(hands[i*m.cards : (i+1)*m.cards]); err != nil {
			return fmt.Errorf("hand %d: %w", i, err)
		}
		if m.wild && (wild[i] < 0 || wild[i] >= card.NumRanks) {
			return fmt.Errorf("hand %d: wild rank %d: want 0 (ace) to 12 (king)", i, wild[i])
		}
	}
	return spread(min(runtime.GOMAXPROCS(0), 1+n/handsPerWorker), n, func(i int) {
		rank := card.Ace
		if m.wild {
			rank = card.Rank(wild[i])
		}
		m.compute(hands[i*m.cards:(i+1)*m.cards], rank, results[i*m.width:(i+1)*m.width])
	})
}

// check returns an error unless row is a hand of the measure.
func (m *measureOf) check(row []int8) error {
	sum := 0
	for i, n := range row {
		limit := m.copies
		if i == card.Joker.Index() {
			limit = m.most
		}
		if n < 0 || int(n) > limit {
			return fmt.Errorf("%d of %v: want 0 to %d", n, card.FromIndex(i), limit)
		}
		sum += int(n)
	}
	if sum < 1 || sum > m.most {
		return fmt.Errorf("%d cards: want 1 to %d", sum, m.most)
	}
	return nil
}
