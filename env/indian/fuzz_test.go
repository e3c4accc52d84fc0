package indian

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
)

// fuzzRules returns valid rules that byte b chooses.
func fuzzRules(b byte) Rules {
	r := presets[int(b)%len(presets)].Rules()
	if b&4 != 0 {
		r.Declaring = AnyCards
	}
	if b&8 != 0 {
		r.Taking, r.ThrowingBack = TakeNoJokers, ThrowBackForbidden
	}
	if b&16 != 0 {
		r.HandSize = 10
	}
	if b&32 != 0 && r.Counting == FullTurns && r.Packs > 1 {
		r.Seats = 4
	}
	if b&64 != 0 {
		r.Recycling = NoRecycling
	}
	if b&128 != 0 {
		r.MaxRounds = 3
	}
	return r
}

// newGame returns the game under rules that must be valid.
func newGame(t testing.TB, r Rules) *Game {
	t.Helper()
	g, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// serial returns the serialisation of s.
func serial(t testing.TB, s *State) []byte {
	t.Helper()
	data, err := s.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// FuzzActions plays the bytes of a script: each tries an action, whatever it is.
// A legal one leads to a possible state, another is refused and changes nothing.
func FuzzActions(f *testing.F) {
	f.Add(byte(0), uint64(1), []byte{1, 3, 2, 4, 1, 60, 0})
	f.Add(byte(4), uint64(2), []byte{1, 0, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70})
	f.Add(byte(255), uint64(3), []byte{2, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42})
	f.Fuzz(func(t *testing.T, rules byte, seed uint64, script []byte) {
		g := newGame(t, fuzzRules(rules))
		s, before := g.NewTable(), g.NewTable()
		g.Deal(s, rand.NewPCG(seed, 0))
		var legal game.Mask
		for _, b := range script {
			a := game.Action(b)
			if b >= 200 { // a legal action, so that scripts get somewhere
				s.Legal(&legal)
				if a = legal.Nth(int(b) % max(1, legal.Count())); a == game.NoAction {
					break
				}
			}
			s.Legal(&legal)
			before.CopyFrom(s)
			err := s.Apply(a)
			var refusal *game.IllegalAction
			if err == nil != legal.Has(a) || err != nil && !errors.As(err, &refusal) {
				t.Fatalf("action %d (%s) gives %v in\n%v", a, actionString(a), err, before)
			}
			if err != nil && *s != *before {
				t.Fatalf("the refused action %d (%s) changes\n%v", a, actionString(a), before)
			}
			if err := s.check(); err != nil {
				t.Fatalf("after action %d (%s): %v:\n%v", a, actionString(a), err, s)
			}
		}
	})
}

// FuzzDecode decodes any bytes. They are refused, or they are a state whose
// serialisation they are, and which can be played, observed and re-dealt to the end.
func FuzzDecode(f *testing.F) {
	for i, rules := range []byte{0, 1, 2, 3, 4, 36, 66, 128, 134} {
		g := newGame(f, fuzzRules(rules))
		s, src := g.NewTable(), rand.NewPCG(uint64(i), 9)
		f.Add(rules, serial(f, s))
		g.Deal(s, src)
		var legal game.Mask
		for step := 0; s.Current() != game.NoPlayer; step++ {
			if step%37 == 0 {
				f.Add(rules, serial(f, s))
			}
			s.Legal(&legal)
			a := legal.Nth(int(card.Below(src, uint64(legal.Count()))))
			if a == Drop && step < 70 {
				a = DrawStock
			}
			if err := s.Apply(a); err != nil {
				f.Fatal(err)
			}
		}
		f.Add(rules, serial(f, s))
	}
	f.Fuzz(func(t *testing.T, rules byte, data []byte) {
		g := newGame(t, fuzzRules(rules))
		s := g.NewTable()
		fresh := *s
		if err := g.Decode(s, data); err != nil {
			if *s != fresh {
				t.Fatalf("Decode refuses (%v) and has changed the state", err)
			}
			return
		}
		if got := serial(t, s); !bytes.Equal(got, data) {
			t.Fatalf("Decode takes % x, which serialises to % x", data, got)
		}
		src := rand.NewPCG(1, uint64(len(data)))
		var o Observation
		var legal game.Mask
		for range 200 {
			for p := range s.seats() {
				s.Observe(p, &o)
			}
			_ = s.String()
			if s.Current() == game.NoPlayer {
				break
			}
			s.Redeal(s.Current(), src)
			s.Legal(&legal)
			if err := s.Apply(legal.Nth(int(card.Below(src, uint64(legal.Count()))))); err != nil {
				t.Fatal(err)
			}
			if err := s.check(); err != nil {
				t.Fatalf("a decoded state goes on to an impossible one: %v", err)
			}
		}
	})
}

// TestDecodeMutations decodes serialised states with a byte changed, at many
// steps of many games. None may panic, and what is taken must serialise to the
// same bytes.
func TestDecodeMutations(t *testing.T) {
	games := 40
	if testing.Short() {
		games = 8
	}
	refused, taken := 0, 0
	for i := range games {
		g := newGame(t, fuzzRules(byte(i*37)))
		src := rand.NewPCG(uint64(i), 4)
		s, to := g.NewTable(), g.NewTable()
		g.Deal(s, src)
		var legal game.Mask
		for step := 0; step < 90 && s.Current() != game.NoPlayer; step++ {
			data := serial(t, s)
			for range 20 {
				at := card.Below(src, uint64(len(data)))
				old := data[at]
				data[at] ^= 1 << card.Below(src, 8)
				if err := g.Decode(to, data); err != nil {
					refused++
				} else if taken++; !bytes.Equal(serial(t, to), data) {
					t.Fatalf("game %d, step %d: byte %d changed is taken and serialises otherwise", i, step, at)
				}
				data[at] = old
			}
			s.Legal(&legal)
			if err := s.Apply(legal.Nth(int(card.Below(src, uint64(legal.Count()))))); err != nil {
				t.Fatal(err)
			}
		}
	}
	// A changed key, or a history that fits as well, cannot be told.
	if refused < 9*taken {
		t.Errorf("of %d changed states %d are refused, want at least nine tenths", refused+taken, refused)
	}
}
