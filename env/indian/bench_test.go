package indian

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/must"
)

// randomPlay plays n random legal actions without drops. It deals a new game at every
// end, and returns the number of games that ended.
func randomPlay(g *Game, s *State, src *rand.PCG, n int) int {
	ended := 0
	var legal game.Mask
	for range n {
		if s.Current() == game.NoPlayer {
			g.Deal(s, src)
			ended++
		}
		s.Legal(&legal)
		legal[0] &^= 1 << Drop
		pick, _ := bits.Mul64(src.Uint64(), uint64(legal.Count()))
		if err := s.Apply(legal.Nth(int(pick))); err != nil {
			panic(err)
		}
	}
	return ended
}

// BenchmarkRandomPlay measures one decision of random legal play without drops,
// deals included.
func BenchmarkRandomPlay(b *testing.B) {
	for _, p := range presets {
		b.Run(p.Name, func(b *testing.B) {
			g := must.Get(New(p.Rules()))(b)
			s, src := g.NewTable(), rand.NewPCG(1, 2)
			randomPlay(g, s, src, 10_000)
			b.ReportAllocs()
			decisions := 0
			const batch = 1000
			for b.Loop() {
				randomPlay(g, s, src, batch)
				decisions += batch
			}
			must.Do(b, s.check())
			b.ReportMetric(float64(decisions)/b.Elapsed().Seconds(), "decisions/s")
		})
	}
}
