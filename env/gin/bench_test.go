package gin

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"rummygym/env/game"
)

// randomPlay plays random legal actions, dealing anew at every end, for n
// decisions. It returns the number of episodes that ended.
func randomPlay(g *Game, s *State, src *rand.PCG, n int) int {
	ended := 0
	var legal game.Mask
	for range n {
		if s.Current() == game.NoPlayer {
			g.Deal(s, src)
			ended++
		}
		s.Legal(&legal)
		pick, _ := bits.Mul64(src.Uint64(), uint64(legal.Count()))
		if err := s.Apply(legal.Nth(int(pick))); err != nil {
			panic(err)
		}
	}
	return ended
}

// BenchmarkRandomPlay measures a decision of random legal play, dealing included.
func BenchmarkRandomPlay(b *testing.B) {
	for _, p := range presets {
		b.Run(p.name, func(b *testing.B) {
			g, err := New(p.rules())
			if err != nil {
				b.Fatal(err)
			}
			s, src := g.NewTable(), rand.NewPCG(1, 2)
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
