package gin

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
)

// fuzzRules returns valid rules that byte b chooses. The limit of deadwood is
// high in half of them, so that random players knock.
func fuzzRules(b byte) Rules {
	r := presets[int(b)%len(presets)].Rules()
	if b&4 != 0 {
		r.KnockLimit = 60
	}
	if b&8 != 0 {
		r.Episode, r.MaxHands = Match, 3
	}
	if b&16 != 0 {
		r.BigGinBonus, r.KnockOrder, r.StockEnd = 31, KnockThenDiscard, WallKnock
	}
	if b&32 != 0 {
		r.Melding = 1 - r.Melding
	}
	if b&64 != 0 {
		r.LayingOff, r.Answer, r.LayOffLimit = ChosenLayOffs, 1-r.Answer, 0
	}
	if b&128 != 0 {
		r.KnockCard, r.MaxTurns, r.MaxUpcards = Oklahoma, 9, 3
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

// mustApply makes the moves.
func mustApply(t testing.TB, s *State, actions ...game.Action) {
	t.Helper()
	for _, a := range actions {
		if err := s.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
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
	f.Add(byte(0), uint64(1), []byte{52, 3, 53, 4, 53, 60, 0})
	f.Add(byte(4), uint64(2), bytes.Repeat([]byte{255, 254}, 60))
	f.Add(byte(29), uint64(3), bytes.Repeat([]byte{250, 249, 251, 245}, 40))
	f.Add(byte(119), uint64(4), bytes.Repeat([]byte{252, 243, 250}, 60))
	f.Fuzz(func(t *testing.T, rules byte, seed uint64, script []byte) {
		g := newGame(t, fuzzRules(rules))
		s, before := g.NewTable(), g.NewTable()
		g.Deal(s, rand.NewPCG(seed, 0))
		var legal game.Mask
		for _, b := range script {
			a := game.Action(b)
			s.Legal(&legal)
			if b >= 242 { // a legal action, so that scripts get somewhere
				if a = legal.Nth(int(b) % max(1, legal.Count())); a == game.NoAction {
					break
				}
			}
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
// serialisation they are, and which can be played, observed and re-dealt on.
func FuzzDecode(f *testing.F) {
	for i, rules := range []byte{0, 1, 2, 4, 5, 12, 20, 29, 36, 64, 69, 100, 119, 128, 255} {
		g := newGame(f, fuzzRules(rules))
		s, src := g.NewTable(), rand.NewPCG(uint64(i), 9)
		f.Add(rules, serial(f, s))
		g.Deal(s, src)
		for step := 0; step < 300 && s.Current() != game.NoPlayer; step++ {
			if step%37 == 0 || s.knocker != game.NoPlayer && step%3 == 0 {
				f.Add(rules, serial(f, s))
			}
			randomPlay(g, s, src, 1)
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
			for p := range game.Player(seats) {
				s.Observe(p, &o)
				_ = o.String()
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
	games := 60
	if testing.Short() {
		games = 12
	}
	refused, taken := 0, 0
	for i := range games {
		g := newGame(t, fuzzRules(byte(i*37)))
		src := rand.NewPCG(uint64(i), 4)
		s, to := g.NewTable(), g.NewTable()
		g.Deal(s, src)
		for step := 0; step < 120 && s.Current() != game.NoPlayer; step++ {
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
			randomPlay(g, s, src, 1)
		}
	}
	// A changed key or turn count, or a history that fits as well, cannot be told.
	if t.Logf("%d refused, %d taken", refused, taken); refused < 9*taken {
		t.Errorf("of %d changed states %d are refused, want at least nine tenths", refused+taken, refused)
	}
}
