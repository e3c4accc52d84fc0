package gametest

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Fuzz has fuzz targets for a game.
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

// AddState adds a state under the rules as a seed of [Fuzz.Decode].
func (z Fuzz) AddState(f *testing.F, rules byte, s game.State) { f.Add(rules, Serial(s)) }

// Decode fuzzes with the arguments rules byte and data []byte. Decode must reject the
// data, or return a state whose serialisation is the data and which can be played,
// observed, printed and re-dealt.
func (z Fuzz) Decode(f *testing.F) {
	f.Fuzz(func(t *testing.T, rules byte, data []byte) {
		g := z.Game(t, rules)
		s := g.NewState()
		if err := g.Decode(s, data); err != nil {
			if !reflect.DeepEqual(s, g.NewState()) {
				t.Fatalf("Decode returns the error %v and has changed the state", err)
			}
			return
		}
		if got := Serial(s); !bytes.Equal(got, data) {
			t.Fatalf("Decode accepts % x, which serialises to % x", data, got)
		}
		src := rand.NewPCG(1, uint64(len(data)))
		for range 200 {
			for p := range game.Player(g.Players()) {
				_ = fmt.Sprint(observe(g, s, p))
			}
			_ = fmt.Sprint(s)
			if s.Current() == game.NoPlayer {
				break
			}
			s.Redeal(s.Current(), src)
			stepAtRandom(t, s, src)
			if err := z.Check(s); err != nil {
				t.Fatalf("a decoded state leads to an unreachable one: %v", err)
			}
		}
	})
}

// DecodeMutations decodes serialised states with one changed bit, at the given number
// of steps of the given number of games. Decode must not panic, an accepted state must
// serialise to the same bytes, and at least nine of ten must be rejected.
func (z Fuzz) DecodeMutations(t *testing.T, games, steps int) {
	refused, taken := 0, 0
	for i := range games {
		g := z.Game(t, byte(i*37))
		src := rand.NewPCG(uint64(i), 4)
		s, to := g.NewState(), g.NewState()
		g.Deal(s, src)
		for step := 0; step < steps && s.Current() != game.NoPlayer; step++ {
			data := Serial(s)
			for range 20 {
				at := card.Below(src, uint64(len(data)))
				old := data[at]
				data[at] ^= 1 << card.Below(src, 8)
				if err := g.Decode(to, data); err != nil {
					refused++
				} else if taken++; !bytes.Equal(Serial(to), data) {
					t.Fatalf("game %d, step %d: with byte %d changed the state is accepted and serialises to other bytes", i, step, at)
				}
				data[at] = old
			}
			stepAtRandom(t, s, src)
		}
	}
	// Decode cannot detect a changed key, count or history that is also consistent.
	if t.Logf("%d rejected, %d accepted", refused, taken); refused < 9*taken {
		t.Errorf("of %d changed states %d are rejected, want at least nine tenths", refused+taken, refused)
	}
}

// stepAtRandom makes a legal move, each with the same probability.
func stepAtRandom(t testing.TB, s game.State, src *rand.PCG) {
	t.Helper()
	var legal game.Mask
	s.Legal(&legal)
	if err := s.Apply(legal.Nth(int(card.Below(src, uint64(legal.Count()))))); err != nil {
		t.Fatal(err)
	}
}
