package gin

import (
	"bytes"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/env/gametest"
	"rummygym/internal/must"
)

// fuzzRules returns valid rules, chosen by byte b. Half of them have a high knock limit,
// so that random players knock.
func fuzzRules(b byte) Rules {
	r := presets[int(b)%len(presets)].Rules()
	pack := [...][3]int{{13, 4, 10}, {4, 3, 3}, {13, 4, 7}, {3, 4, 4}, {13, 1, 3}, {12, 2, 10}, {5, 2, 3}}[int(b)/len(presets)%7] // the ranks, suits and cards of a hand
	r.Ranks, r.Suits, r.HandSize = pack[0], pack[1], pack[2]
	if b&4 != 0 {
		r.KnockLimit = 6 * r.HandSize
	}
	if b&8 != 0 {
		r.Tie = 1 - r.Tie
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

var variants = gametest.Variants[Rules, *Game]{New: New, Names: PresetNames, Preset: Preset}

// newGame returns the game under rules r, which must be valid.
func newGame(t testing.TB, r Rules) *Game {
	t.Helper()
	return variants.Game(t, r)
}

// mustApply applies the actions, which must be legal.
func mustApply(t testing.TB, s game.State, actions ...game.Action) {
	t.Helper()
	for _, a := range actions {
		must.Do(t, s.Apply(a))
	}
}

var fuzz = gametest.Fuzz{
	Game:  func(t testing.TB, rules byte) game.Game { return newGame(t, fuzzRules(rules)) },
	Check: func(s game.State) error { return s.(*State).check() },
	Legal: 242,
}

func FuzzActions(f *testing.F) {
	f.Add(byte(0), uint64(1), []byte{52, 3, 53, 4, 53, 60, 0})
	f.Add(byte(4), uint64(2), bytes.Repeat([]byte{255, 254}, 60))
	f.Add(byte(29), uint64(3), bytes.Repeat([]byte{250, 249, 251, 245}, 40))
	f.Add(byte(119), uint64(4), bytes.Repeat([]byte{252, 243, 250}, 60))
	fuzz.Actions(f)
}
