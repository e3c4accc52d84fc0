package bench

import (
	"context"
	"time"

	"rummygym"
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// A ginCorpus holds hands of Gin Rummy from matches of the agent simple against itself: ten
// cards before each draw and eleven before each discard.
type ginCorpus struct{ before, after []card.Cards }

// newGinCorpus returns n hands of each size.
func newGinCorpus(n int) (ginCorpus, error) {
	var c ginCorpus
	err := watchSelfPlay(rummygym.Gin.Defaults(), "simple", func(o game.Observation) {
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
func ginMetricRows(ctx context.Context) []row {
	var c ginCorpus
	solver := func(name string, limit float64, on func() []card.Cards, plain, fast func(card.Cards) int) row {
		return row{
			Name: name, Unit: "ns", Target: limit, AtMost: true,
			measure: func(d time.Duration) (_ float64, err error) {
				if c.before == nil {
					if c, err = newGinCorpus(4096); err != nil {
						return 0, err
					}
				}
				return perCall(ctx, d, on(), plain, fast)
			},
		}
	}
	return []row{
		solver("gin: deadwood of 10 cards", 150, func() []card.Cards { return c.before }, plainDeadwood, deadwood.Of),
		solver("gin: deadwood of all 11 discards", 1000, func() []card.Cards { return c.after }, plainBestDiscard, bestDiscard),
	}
}

// bestDiscard returns the minimum deadwood after a discard.
func bestDiscard(hand card.Cards) int {
	var d [card.NumKinds]int8
	return deadwood.Discards(&d, hand)
}

// plainDeadwood returns the deadwood by trying all disjoint melds, to check the fast
// solver.
func plainDeadwood(hand card.Cards) int {
	lowest := deadwood.PipTotal(hand)
	for _, m := range deadwood.AppendMelds(nil, hand) {
		lowest = min(lowest, plainDeadwood(hand&^m))
	}
	return lowest
}

// plainBestDiscard returns the minimum deadwood after a discard by trying all of them.
func plainBestDiscard(hand card.Cards) int {
	lowest := deadwood.PipTotal(hand)
	for c := range hand.Each() {
		lowest = min(lowest, plainDeadwood(hand.Without(c)))
	}
	return lowest
}
