package gin

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/game/gametest"
	"rummygym/internal/must"
)

// Random games of the presets with other hands or packs: in every state an action is legal or the game is over, all cards are those
// of the pack, an observation does not change when the hidden cards are dealt again, and a state survives its bytes.
func TestSmallPresets(t *testing.T) {
	games := uint64(150)
	if *long {
		games = 10_000
	}
	for _, name := range []string{"seven", "tiny", "small", "medium"} {
		t.Run(name, func(t *testing.T) {
			g := newGame(t, must.Get(Preset(name))(t))
			s, other := g.NewTable(), g.NewTable()
			seen, again := g.NewObservation(), g.NewObservation()
			endings := map[game.Ending]int{}
			for i := range games {
				src := rand.NewPCG(i, 1)
				g.Deal(s, src)
				for {
					if got := s.Cards(); got != (card.Bag{Once: g.rules.Pack()}) {
						t.Fatalf("the cards are %v:\n%v", got, s)
					}
					must.Do(t, g.Decode(other, gametest.Serial(s)))
					for p := range game.Player(seats) {
						s.Observe(p, seen)
						other.CopyFrom(s)
						other.Redeal(p, src)
						if other.Observe(p, again); !reflect.DeepEqual(seen, again) {
							t.Fatalf("another deal of what seat %d cannot see changes its observation:\n%v\n%v", p, seen, again)
						}
					}
					var legal game.Mask
					s.Legal(&legal)
					if over := s.Current() == game.NoPlayer; over != (legal.Count() == 0) {
						t.Fatalf("over is %v with %d legal actions:\n%v", over, legal.Count(), s)
					} else if over {
						break
					}
					mustApply(t, s, legal.Nth(int(card.Below(src, uint64(legal.Count())))))
				}
				endings[s.Outcome().Ending]++
			}
			for _, ending := range append(g.NewTable().PartEndings(), Void) {
				if endings[ending] == 0 && *long && name != "seven" { // at random nobody knocks there
					t.Errorf("no game ends by %s: %v", ending, endings)
				}
			}
			if endings[Void] == 0 || len(endings) < 2 && name != "seven" {
				t.Errorf("the endings are %v", endings)
			}
		})
	}
}
