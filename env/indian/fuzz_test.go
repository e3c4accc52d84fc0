package indian

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/env/gametest"
)

// fuzzRules returns valid rules, chosen by byte b: rules of a small deck, or a preset with changes.
func fuzzRules(b byte) Rules {
	if b&3 == 3 && b&64 == 0 {
		return smallFuzzRules[int(b)>>2%len(smallFuzzRules)]
	}
	r := presets[b&3].Rules()
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

// smallFuzzRules are rules of small decks and hands.
var smallFuzzRules = func() (small []Rules) {
	for _, r := range anyRules(rand.NewPCG(6, 6), 400) {
		if r.HandSize <= 6 && r.Ranks <= 6 {
			r.Declaring, r.Taking, r.Recycling = Declaring(len(small)&1), Taking(len(small)>>1&1), Recycling(len(small)%3)
			r.MaxRounds = 5
			small = append(small, r)
		}
	}
	return small[:32]
}()

var variants = gametest.Variants[Rules, *Game]{New: New, Names: PresetNames, Preset: Preset}

// newGame returns the game under rules r, which must be valid.
func newGame(t testing.TB, r Rules) *Game {
	t.Helper()
	return variants.Game(t, r)
}

var fuzz = gametest.Fuzz{
	Game:  func(t testing.TB, rules byte) game.Game { return newGame(t, fuzzRules(rules)) },
	Check: func(s game.State) error { return s.(*State).check() },
	Legal: 200,
}

func FuzzActions(f *testing.F) {
	f.Add(byte(0), uint64(1), []byte{1, 3, 2, 4, 1, 60, 0})
	f.Add(byte(4), uint64(2), []byte{1, 0, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70})
	f.Add(byte(255), uint64(3), []byte{2, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42})
	fuzz.Actions(f)
}
