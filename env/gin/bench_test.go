package gin

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/must"
)

// randomLegal holds the actions of randomPlay, which would escape from it.
var randomLegal game.Mask

// randomPlay plays n random legal actions. It deals a new episode at every end, and
// returns the number of episodes that ended.
func randomPlay(g *Game, s game.State, src *rand.PCG, n int) int {
	ended, legal := 0, &randomLegal
	for range n {
		if s.Current() == game.NoPlayer {
			g.Deal(s, src)
			ended++
		}
		s.Legal(legal)
		pick, _ := bits.Mul64(src.Uint64(), uint64(legal.Count()))
		if err := s.Apply(legal.Nth(int(pick))); err != nil {
			panic(err)
		}
	}
	return ended
}

// BenchmarkRandomPlay measures one decision of random legal play, deals included.
func BenchmarkRandomPlay(b *testing.B) {
	for _, p := range presets {
		b.Run(p.Name, func(b *testing.B) {
			g := must.Get(New(p.Rules()))(b)
			s, src := g.NewState(), rand.NewPCG(1, 2)
			randomPlay(g, s, src, 10_000)
			b.ReportAllocs()
			decisions, ended := 0, 0
			const batch = 1000
			for b.Loop() {
				ended += randomPlay(g, s, src, batch)
				decisions += batch
			}
			if decisions > 1_000_000 && ended == 0 {
				b.Fatal("no game ended")
			}
			b.ReportMetric(float64(decisions)/b.Elapsed().Seconds(), "decisions/s")
		})
	}
}
