package gin_test

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/gin"
	"rummygym/internal/env/gametest"
)

var variants = gametest.Variants[gin.Rules, *gin.Game]{New: gin.New, Names: gin.PresetNames, Preset: gin.Preset}

// TestSuitePresets runs the conformance suite for every preset.
func TestSuitePresets(t *testing.T) { variants.RunPresets(t, func(*gin.Rules) {}) }

// TestSuiteOptions runs the conformance suite with each single option changed, and with
// random combinations of options. The knock limit is high, so that random players knock.
func TestSuiteOptions(t *testing.T) {
	base := gin.EAAI()
	base.KnockLimit = 45
	variants.RunChanges(t, base, gametest.Changes[gin.Rules]{
		{"second seat", func(r *gin.Rules) { r.Starter = gin.SecondSeat }},
		{"no bonus", func(r *gin.Rules) { r.GinBonus, r.UndercutBonus = 0, 0 }},
		{"big gin", func(r *gin.Rules) { r.BigGinBonus = 31 }},
		{"oklahoma", func(r *gin.Rules) { r.KnockCard = gin.Oklahoma }},
		{"knock first", func(r *gin.Rules) { r.KnockOrder = gin.KnockThenDiscard }},
		{"throwing back", func(r *gin.Rules) { r.ThrowingBack = gin.ThrowBackAllowed }},
		{"ties", func(r *gin.Rules) { r.Tie = gin.TieScoresNothing }},
		{"wall", func(r *gin.Rules) { r.StockEnd = gin.WallKnock }},
		{"repeats", func(r *gin.Rules) { r.ThrowingBack, r.Repeat = gin.ThrowBackAllowed, gin.RepeatEnds }},
		{"chosen melds", func(r *gin.Rules) { r.Melding = gin.ChosenMelds }},
		{"best lay-offs", func(r *gin.Rules) { r.LayingOff = gin.BestLayOffs }},
		{"chosen melds, best lay-offs", func(r *gin.Rules) { r.Melding, r.LayingOff = gin.ChosenMelds, gin.BestLayOffs }},
		{"chosen lay-offs", func(r *gin.Rules) { r.LayingOff = gin.ChosenLayOffs }},
		{"chosen lay-offs first", func(r *gin.Rules) { r.LayingOff, r.Answer, r.LayOffLimit = gin.ChosenLayOffs, gin.LayOffsFirst, 2 }},
		{"few upcards", func(r *gin.Rules) { r.MaxUpcards = 3 }},
		{"few turns", func(r *gin.Rules) { r.MaxTurns = 5 }},
		{"hands of seven", func(r *gin.Rules) { r.HandSize = 7 }},
		{"hands of three of eight cards, to the last one", func(r *gin.Rules) {
			r.Ranks, r.Suits, r.HandSize, r.KnockLimit, r.StockEnd = 4, 2, 3, 5, gin.VoidWhenEmpty
		}},
		{"hands of three of one suit", func(r *gin.Rules) { r.Suits, r.HandSize, r.BigGinBonus = 1, 3, 10 }},
		{"hands of four of three ranks", func(r *gin.Rules) { r.Ranks, r.HandSize, r.KnockLimit, r.StockEnd = 3, 4, 2, gin.WallKnock }},
		{"hands of ten of 24 cards", func(r *gin.Rules) { r.Ranks, r.Suits = 12, 2 }},
		{"one turn", func(r *gin.Rules) { r.MaxTurns = 1 }},
	})
	variants.RunRandom(t, 12, randomRules)
}

// randomRules returns random valid rules. The knock limit is often
// high, so that random players knock.
func randomRules(src rand.Source) gin.Rules {
	rng := rand.New(src)
	for {
		r := gin.Rules{
			Starter: gin.Starter(rng.IntN(3)),
			Ranks:   3 + rng.IntN(11), Suits: 1 + rng.IntN(4), HandSize: 3 + rng.IntN(8),
			KnockLimit: rng.IntN(80), GinBonus: rng.IntN(30), BigGinBonus: 31 * rng.IntN(2), UndercutBonus: rng.IntN(30),
			MaxTurns: 1 + rng.IntN(80), MaxUpcards: 5 * rng.IntN(5),
			LayOffLimit:  rng.IntN(3),
			KnockCard:    gin.KnockCard(rng.IntN(4) / 3),
			KnockOrder:   gin.KnockOrder(rng.IntN(2)),
			ThrowingBack: gin.ThrowingBack(rng.IntN(2)),
			Tie:          gin.Tie(rng.IntN(2)),
			StockEnd:     gin.StockEnd(rng.IntN(3)),
			Repeat:       gin.Repeat(rng.IntN(2)),
			Melding:      gin.Melding(rng.IntN(2)),
			LayingOff:    gin.LayingOff(rng.IntN(3)),
			Answer:       gin.Answer(rng.IntN(2)),
		}
		if rng.IntN(2) == 0 {
			r.Ranks, r.Suits, r.HandSize = 13, 4, 10
		}
		if r.Validate() == nil {
			return r
		}
	}
}
