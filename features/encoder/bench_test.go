package encoder_test

import (
	"testing"

	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/features/encoder"
	"rummygym/internal/features/playtest"
)

// BenchmarkEncode encodes observations of the decisions of random games, one per operation.
func BenchmarkEncode(b *testing.B) {
	for _, c := range []struct {
		name   string
		groups encoder.IndianGroups
	}{
		{"cards-and-counts", encoder.CardsAndCounts},
		{"with score and distance", encoder.CardsAndCounts | encoder.Score | encoder.Distance},
		{"all but availability", encoder.AllIndianGroups &^ encoder.Availability},
		{"all", encoder.AllIndianGroups},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := indian.Paper()
			x := newIndian(b, r, c.groups)
			var views []*indian.Observation
			playtest.PlayIndian(b, r, 1000, func(s game.State) {
				o := &indian.Observation{}
				s.Observe(max(s.Current(), 0), o)
				views = append(views, o)
			})
			benchEncode(b, x, views, func(o *indian.Observation) int { return o.StockSize })
		})
		b.Run(c.name+", bytes", func(b *testing.B) {
			benchBytes(b, newIndian(b, indian.Paper(), c.groups), func(look func(game.Observation)) {
				playtest.PlayIndian(b, indian.Paper(), 1000, func(s game.State) {
					o := &indian.Observation{}
					s.Observe(max(s.Current(), 0), o)
					look(o)
				})
			})
		})
	}
}

// BenchmarkGinEncode is BenchmarkEncode for Gin Rummy.
func BenchmarkGinEncode(b *testing.B) {
	for _, c := range []struct {
		name   string
		groups encoder.GinGroups
	}{
		{"cards-and-counts", encoder.GinCardsAndCounts},
		{"with deadwood", encoder.GinCardsAndCounts | encoder.GinDeadwood},
		{"with deadwood of discards", encoder.GinCardsAndCounts | encoder.GinDeadwood | encoder.GinDiscardDeadwood},
		{"with almost-melds", encoder.GinCardsAndCounts | encoder.GinAlmostMelds},
		{"with macros", encoder.GinCardsAndCounts | encoder.GinMacros},
		{"with matrices", encoder.GinCardsAndCounts | encoder.GinMatrices},
		{"all", encoder.AllGinGroups},
	} {
		b.Run(c.name, func(b *testing.B) {
			x := newGin(b, gin.EAAI(), c.groups)
			var views []*gin.Observation
			playtest.VisitGin(b, gin.EAAI(), 1000, func(s game.State) {
				o := &gin.Observation{}
				s.Observe(max(s.Current(), 0), o)
				views = append(views, o)
			})
			benchEncode(b, x, views, func(o *gin.Observation) int { return o.StockSize })
		})
		b.Run(c.name+", bytes", func(b *testing.B) {
			benchBytes(b, newGin(b, gin.EAAI(), c.groups), func(look func(game.Observation)) {
				playtest.VisitGin(b, gin.EAAI(), 1000, func(s game.State) {
					o := &gin.Observation{}
					s.Observe(max(s.Current(), 0), o)
					look(o)
				})
			})
		})
	}
}
