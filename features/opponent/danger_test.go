package opponent_test

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/features/opponent"
	"rummygym/internal/must"
)

// TestDangerIsTheShareOfHandsThatFall computes the danger by MinDist of every hand with
// every card.
func TestDangerIsTheShareOfHandsThatFall(t *testing.T) {
	src := rand.NewPCG(8, 1)
	hands := make([]card.Bag, 20)
	for _, preset := range []string{"paper", "club"} {
		rules := must.Get(indian.Preset(preset))(t)
		p := newPlaying(t, rules, "min-dist", "min-dist")
		p.game(8, 1, func(o *indian.Observation, s *indian.State) {
			opponent.UniformHands{}.Sample(hands, o, src)
			hands[0] = s.Hand(1 - o.Self) // a hand of play
			var danger, held [card.NumKinds]float32
			opponent.Danger(&danger, hands, o.Wild)
			opponent.HeldShare(&held, hands)
			for i := range card.NumKinds {
				c := card.FromIndex(i)
				falls, holds := 0, 0
				for _, h := range hands {
					if mindist.Of(h.With(c), o.Wild) < mindist.Of(h, o.Wild) {
						falls++
					}
					if h.Has(c) {
						holds++
					}
				}
				if want := float32(falls) / 20; !close32(danger[i], want) {
					t.Fatalf("danger of %v is %v, want %v", c, danger[i], want)
				}
				if want := float32(holds) / 20; !close32(held[i], want) {
					t.Fatalf("share of hands with %v is %v, want %v", c, held[i], want)
				}
			}
		})
	}
}

func close32(a, b float32) bool { return max(a-b, b-a) < 1e-5 }
