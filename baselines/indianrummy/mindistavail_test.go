package indianrummy

import (
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/internal/must"
)

// TestMinDistAvailHopesForNothingGone has a hand whose missing cards for a pure run of
// 4C 5C or 5H 7H are in the pile, so that only JS QS can become a pure run. The player
// discards the highest-point card of the others.
func TestMinDistAvailHopesForNothingGone(t *testing.T) {
	p := position{hand: "5H 2S 7H 9C 9D 9H KC KD KH 4C 5C QS JS", wild: "2", drawn: "3S"}
	for _, tt := range []struct{ pile, spec, want string }{
		{"", "min-dist-opp", "discard JS"},
		{"", "min-dist-avail", "discard JS"},
		{"3C 6C 6H", "min-dist-opp", "discard JS"},
		{"3C 6C 6H", "min-dist-avail", "discard 7H"},
	} {
		o, legal := p.observe(t)
		o.Pile = bag(t, tt.pile)
		player := must.Get(New(tt.spec))(t)
		if a, _ := player().Act(o, legal); name(a) != tt.want {
			t.Errorf("%s with %q on the pile: %s, want %s", tt.spec, tt.pile, name(a), tt.want)
		}
	}
}

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
