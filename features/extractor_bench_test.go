package features_test

import (
	"testing"

	"rummygym/env/game"
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
			dst := make([]float32, x.Layout().Size())
			at, _ := x.Layout().Offset("stock_size")
			i := 0
			for b.Loop() {
				x.Encode(dst, views[i])
				if int(dst[at]) != views[i].StockSize {
					b.Fatalf("stock of %v cards, want %d", dst[at], views[i].StockSize)
				}
				if i++; i == len(views) {
					i = 0
				}
			}
		})
	}
}
