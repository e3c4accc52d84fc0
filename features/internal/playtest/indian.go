package playtest

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// PlayIndian plays games of random legal moves with few drops, and calls visit with the
// state at every decision, up to the given number of decisions, and at every end.
func PlayIndian(t testing.TB, r indian.Rules, decisions int, visit func(s game.State)) {
	t.Helper()
	g, err := indian.New(r)
	if err != nil {
		t.Fatal(err)
	}
	s := g.NewState()
	src := rand.NewPCG(1, 2)
	for episode := uint64(0); ; episode++ {
		for g.Deal(s, game.DealSource(5, episode)); s.Current() != game.NoPlayer; {
			if decisions--; decisions < 0 {
				return
			}
			visit(s)
			var legal game.Mask
			s.Legal(&legal)
			if legal.Count() > 1 && src.Uint64()%20 != 0 {
				legal.Unset(indian.Drop)
			}
			if err := s.Apply(legal.Nth(int(card.Below(src, uint64(legal.Count()))))); err != nil {
				t.Fatal(err)
			}
		}
		visit(s)
	}
}
