package indianrummy

import (
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/internal/must"
)

// TestMinDistAvailDiffersSeldom compares MinDistAvail with MinDistOpp. They act the same
// where jokers are available for all missing cards except those of the pure run, which is
// nearly always.
func TestMinDistAvailDiffersSeldom(t *testing.T) {
	b, g := newTable(t, indian.Paper52(), "min-dist-avail", "min-dist")
	opp := must.Get(New("min-dist-opp"))(t)
	twin, decisions, other := opp(), 0, 0
	for k := range uint64(200) {
		b.play(t, g, 31, k, func(o *indian.Observation, legal *game.Mask, a game.Action) {
			if o.Self != 0 {
				return
			}
			decisions++
			twin.Reset(0)
			action, _ := twin.Act(o, legal)
			if action != a {
				other++
			}
			c := indian.DiscardCard(a)
			if c == card.None {
				return
			}
			avail := o.Unseen()
			mine := mindist.Available(o.Hand.Without(c), o.Wild, avail)
			for c := range o.Hand.Each() {
				if d := mindist.Available(o.Hand.Without(c), o.Wild, avail); d < mine {
					t.Fatalf("game %d, hand %v: %s leaves distance %d, %v would leave %d", k, o.Hand, name(a), mine, c, d)
				}
			}
		})
	}
	if other == 0 || other > decisions/20 {
		t.Errorf("%d of %d decisions are not those of MinDistOpp, want a few", other, decisions)
	}
}
