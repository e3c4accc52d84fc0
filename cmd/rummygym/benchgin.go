package main

import (
	"time"

	"rummygym/cmd/internal/catalog"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/meld"
)

// A ginCorpus is hands of Gin Rummy in play: those of ten cards before each draw
// and those of eleven before each discard, of matches of Simple against itself.
type ginCorpus struct{ before, after []card.Cards }

// benchGinCorpus returns n hands of each size.
func benchGinCorpus(n int) (ginCorpus, error) {
	var c ginCorpus
	err := watchSelfPlay(catalog.Gin.Defaults(), "simple", func(o game.Observation) {
		switch v := o.(*gin.Observation); v.Phase {
		case gin.Draw:
			c.before = append(c.before, v.Hand)
		case gin.Discard:
			c.after = append(c.after, v.Hand)
		}
	}, func() bool { return len(c.after) < n })
	if err != nil {
		return ginCorpus{}, err
	}
	c.before, c.after = c.before[:n], c.after[:n]
	return c, nil
}

// ginMetricRows returns the rows of the solvers of Gin Rummy.
func ginMetricRows() []benchRow {
	var c ginCorpus
	row := func(name string, limit float64, on func() []card.Cards, plain, fast func(card.Cards) int) benchRow {
		return benchRow{
			Name: name, Unit: "ns", Target: limit, AtMost: true,
			measure: func(d time.Duration) (_ float64, err error) {
				if c.before == nil {
					if c, err = benchGinCorpus(4096); err != nil {
						return 0, err
					}
				}
				return perCall(d, on(), plain, fast)
			},
		}
	}
	return []benchRow{
		row("gin: deadwood of 10 cards", 150, func() []card.Cards { return c.before }, plainDeadwood, meld.Deadwood),
		row("gin: deadwood of all 11 discards", 1000, func() []card.Cards { return c.after }, plainLeastDiscard, leastDiscard),
	}
}

// leastDiscard returns the least deadwood that a discard leaves.
func leastDiscard(hand card.Cards) int {
	var d [card.NumKinds]int8
	return meld.DeadwoodDiscards(&d, hand)
}

// plainDeadwood and plainLeastDiscard answer by trying all disjoint melds, with
// which the fast answers are compared.
func plainDeadwood(hand card.Cards) int {
	least := meld.PipTotal(hand)
	for _, m := range meld.AppendGinMelds(nil, hand) {
		least = min(least, plainDeadwood(hand&^m))
	}
	return least
}

func plainLeastDiscard(hand card.Cards) int {
	least := meld.PipTotal(hand)
	for c := range hand.Each() {
		least = min(least, plainDeadwood(hand.Without(c)))
	}
	return least
}
