package features_test

import (
	"testing"

	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/features"
)

// BenchmarkEncode writes observations of the decisions of random games, in turn.
// One operation is one observation.
func BenchmarkEncode(b *testing.B) {
	for _, c := range []struct {
		name   string
		groups features.Groups
	}{
		{"cards-and-counts", features.CardsAndCounts},
		{"with score and distance", features.CardsAndCounts | features.Score | features.Distance},
		{"all but availability", features.AllGroups &^ features.Availability},
		{"all", features.AllGroups},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := indian.Paper()
			x := newExtractor(b, r, c.groups)
			var views []*indian.Observation
			playRandom(b, r, 1000, func(s game.State) {
				o := &indian.Observation{}
				s.Observe(max(s.Current(), 0), o)
				views = append(views, o)
			})
			benchEncode(b, x, views, func(o *indian.Observation) int { return o.StockSize })
		})
	}
}

// BenchmarkGinEncode does the same for Gin Rummy.
func BenchmarkGinEncode(b *testing.B) {
	for _, c := range []struct {
		name   string
		groups features.GinGroups
	}{
		{"cards-and-counts", features.GinCardsAndCounts},
		{"with deadwood", features.GinCardsAndCounts | features.GinDeadwood},
		{"with deadwood of discards", features.GinCardsAndCounts | features.GinDeadwood | features.GinDiscardDeadwood},
		{"with almost-melds", features.GinCardsAndCounts | features.GinAlmostMelds},
		{"with macros", features.GinCardsAndCounts | features.GinMacros},
		{"with matrices", features.GinCardsAndCounts | features.GinMatrices},
		{"all", features.AllGinGroups},
	} {
		b.Run(c.name, func(b *testing.B) {
			x := newGinExtractor(b, gin.EAAI(), c.groups)
			var views []*gin.Observation
			visitGin(b, gin.EAAI(), 1000, func(s *gin.State) {
				o := &gin.Observation{}
				s.Observe(max(s.Current(), 0), o)
				views = append(views, o)
			})
			benchEncode(b, x, views, func(o *gin.Observation) int { return o.StockSize })
		})
	}
}
