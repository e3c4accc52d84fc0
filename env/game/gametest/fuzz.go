package gametest

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Fuzz drives a game whose states are *S by what a fuzzer finds.
type Fuzz[S comparable, P interface {
	*S
	game.State
}] struct {
	// Game returns the game under valid rules that the number chooses.
	Game func(t testing.TB, rules byte) game.Game

	// Check returns an error if no game can come to the state.
	Check func(P) error

	// Legal is the first byte of a script that tries a legal action, so that
	// scripts get somewhere; those below it try the action of that number.
	Legal byte
}

// Actions fuzzes with the arguments rules byte, seed uint64 and script []byte: each
// byte of the script tries an action. A legal one leads to a possible state,
// another is refused and changes nothing.
func (z Fuzz[S, P]) Actions(f *testing.F) {
	f.Fuzz(func(t *testing.T, rules byte, seed uint64, script []byte) {
		g := z.Game(t, rules)
		s, before := g.NewState().(P), g.NewState().(P)
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
			if err != nil && *s != *before {
				t.Fatalf("the refused action %d (%s) changes\n%v", a, g.ActionString(a), before)
			}
			if err := z.Check(s); err != nil {
				t.Fatalf("after action %d (%s): %v:\n%v", a, g.ActionString(a), err, s)
			}
		}
	})
}

// Decode fuzzes with the arguments rules byte and data []byte. The data is refused,
// or it is a state whose serialisation it is, and which can be played, observed,
// shown and re-dealt on.
func (z Fuzz[S, P]) Decode(f *testing.F) {
	f.Fuzz(func(t *testing.T, rules byte, data []byte) {
		g := z.Game(t, rules)
		s := g.NewState().(P)
		fresh := *s
		if err := g.Decode(s, data); err != nil {
			if *s != fresh {
				t.Fatalf("Decode refuses (%v) and has changed the state", err)
			}
			return
		}
		if got := form(s); !bytes.Equal(got, data) {
			t.Fatalf("Decode takes % x, which serialises to % x", data, got)
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
				t.Fatalf("a decoded state goes on to an impossible one: %v", err)
			}
		}
	})
}

// DecodeMutations decodes serialised states with a bit changed, at so many steps
// of so many games. None may panic, what is taken must serialise to the same bytes,
// and nine of ten must be refused.
func (z Fuzz[S, P]) DecodeMutations(t *testing.T, games, steps int) {
	refused, taken := 0, 0
	for i := range games {
		g := z.Game(t, byte(i*37))
		src := rand.NewPCG(uint64(i), 4)
		s, to := g.NewState(), g.NewState()
		g.Deal(s, src)
		for step := 0; step < steps && s.Current() != game.NoPlayer; step++ {
			data := form(s)
			for range 20 {
				at := card.Below(src, uint64(len(data)))
				old := data[at]
				data[at] ^= 1 << card.Below(src, 8)
				if err := g.Decode(to, data); err != nil {
					refused++
				} else if taken++; !bytes.Equal(form(to), data) {
					t.Fatalf("game %d, step %d: byte %d changed is taken and serialises otherwise", i, step, at)
				}
				data[at] = old
			}
			stepAtRandom(t, s, src)
		}
	}
	// A changed key, count or history that fits as well cannot be told.
	if t.Logf("%d refused, %d taken", refused, taken); refused < 9*taken {
		t.Errorf("of %d changed states %d are refused, want at least nine tenths", refused+taken, refused)
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
