package gametest

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"rummygym/env/game"
)

// Fuzz has a fuzz target for a game.
type Fuzz struct {
	// Game returns the game under valid rules, chosen by the number.
	Game func(t testing.TB, rules byte) game.Game

	// Check returns an error if no game can reach the state.
	Check func(game.State) error

	// Legal is the smallest byte of a script that stands for a legal action, so
	// that scripts make progress; a smaller byte is the number of an action.
	Legal byte
}

// Actions fuzzes with the arguments rules byte, seed uint64 and script []byte. Each
// byte of the script tries an action. A legal action must lead to a reachable state;
// any other must be rejected and change nothing.
func (z Fuzz) Actions(f *testing.F) {
	f.Fuzz(func(t *testing.T, rules byte, seed uint64, script []byte) {
		g := z.Game(t, rules)
		s, before := g.NewState(), g.NewState()
		g.Deal(s, rand.NewPCG(seed, 0))
		var legal game.Mask
		for _, b := range script {
			a := game.Action(b)
			s.Legal(&legal)
			if b >= z.Legal {
				if a = legal.Nth(int(b) % max(1, legal.Count())); a == game.NoAction {
					break
				}
			}
			before.CopyFrom(s)
			err := s.Apply(a)
			var refusal *game.IllegalAction
			if err == nil != legal.Has(a) || err != nil && !errors.As(err, &refusal) {
				t.Fatalf("action %d (%s) gives %v in\n%v", a, g.ActionString(a), err, before)
			}
			if err != nil && !reflect.DeepEqual(s, before) {
				t.Fatalf("the rejected action %d (%s) changes\n%v", a, g.ActionString(a), before)
			}
			if err := z.Check(s); err != nil {
				t.Fatalf("after action %d (%s): %v:\n%v", a, g.ActionString(a), err, s)
			}
		}
	})
}
