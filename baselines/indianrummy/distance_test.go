package indianrummy

import (
	"testing"

	"rummygym/env/game"
	"rummygym/env/indian"
)

// TestDiscardHighestPointCard compares the quick choice of the discard with that from the
// distances of all discards, in games with one and with two packs.
func TestDiscardHighestPointCard(t *testing.T) {
	games := 300
	if testing.Short() {
		games = 60
	}
	strict := indian.Released()
	strict.ThrowingBack = indian.ThrowBackForbidden
	decided := 0
	for _, rules := range []indian.Rules{indian.Paper(), strict} {
		b, g := newTable(t, rules, "min-dist", "min-dist-opp")
		for k := range games {
			b.play(t, g, 21, uint64(k), func(o *indian.Observation, legal *game.Mask, _ game.Action) {
				if o.Phase != indian.Discard {
					return
				}
				var quick, plain distance
				free, _, _ := plain.freeDiscards(o, legal)
				want := plain.discard(free.highestPointCard(o.Wild), o)
				got, ok := quick.discardHighestPointCard(o, legal)
				if !ok {
					return
				}
				decided++
				if got != want || quick.value != plain.value || quick.hand != plain.hand {
					t.Fatalf("hand %v, wild %v: %s at distance %d, want %s at %d", o.Hand, o.Wild, name(got), quick.value, name(want), plain.value)
				}
			})
		}
	}
	if decided < 10*games {
		t.Errorf("only %d decisions compared in %d games", decided, 2*games)
	}
}
