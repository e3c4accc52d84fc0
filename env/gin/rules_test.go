package gin

import (
	"testing"

	"rummygym/internal/env/gametest"
)

// TestPresets compares each preset with docs/rules-gin.md.
func TestPresets(t *testing.T) {
	eaai := Rules{
		Starter: RandomStarter, Ranks: 13, Suits: 4, HandSize: 10, KnockLimit: 10, GinBonus: 25, UndercutBonus: 25, MaxTurns: 200,
		KnockCard: FixedLimit, KnockOrder: DiscardThenKnock, ThrowingBack: ThrowBackForbidden, Tie: TieUndercuts,
		StockEnd: VoidAtTwo, Repeat: RepeatAllowed, Melding: AutoMelds, LayingOff: GreedyLayOffs, Answer: MeldsFirst,
	}
	classic := eaai
	classic.LayingOff = BestLayOffs
	classic.BigGinBonus = 31
	openspiel := Rules{
		Starter: FirstSeat, Ranks: 13, Suits: 4, HandSize: 10, KnockLimit: 10, GinBonus: 25, UndercutBonus: 25, MaxTurns: 200,
		MaxUpcards: 50, LayOffLimit: 2,
		KnockCard: FixedLimit, KnockOrder: KnockThenDiscard, ThrowingBack: ThrowBackAllowed, Tie: TieScoresNothing,
		StockEnd: WallKnock, Repeat: RepeatEnds, Melding: ChosenMelds, LayingOff: ChosenLayOffs, Answer: LayOffsFirst,
	}
	uk := eaai
	uk.GinBonus, uk.UndercutBonus = 20, 10
	seven := openspiel
	seven.HandSize = 7
	small := classic
	small.Starter, small.Ranks, small.Suits, small.HandSize = FirstSeat, 3, 3, 3
	small.KnockLimit, small.GinBonus, small.UndercutBonus, small.MaxTurns, small.StockEnd = 4, 5, 5, 3, VoidWhenEmpty
	small.BigGinBonus = 0
	tiny, medium := small, small
	tiny.Ranks, tiny.Suits, tiny.KnockLimit, tiny.MaxTurns = 4, 2, 5, 2
	medium.Ranks, medium.HandSize, medium.KnockLimit = 4, 4, 2
	variants.Presets(t, gametest.Named[Rules]{{"eaai", eaai}, {"openspiel", openspiel}, {"classic", classic}, {"uk", uk}, {"seven", seven}, {"tiny", tiny}, {"small", small}, {"medium", medium}})
}

// TestOptions checks each option by itself, and the errors of options that do not go together.
func TestOptions(t *testing.T) {
	for _, p := range presets {
		gametest.CheckOptions(t, p.Rules())
	}
	variants.Validate(t, EAAI(), gametest.Changes[Rules]{
		{"options ranks 4 and suits 2 make a deck of 8 cards, and hand-size 3 with stock-end void-at-two needs 10", func(r *Rules) { r.Ranks, r.Suits, r.HandSize = 4, 2, 3 }},
		{"needs 8: want", func(r *Rules) { r.Ranks, r.Suits, r.HandSize, r.StockEnd = 7, 1, 3, VoidWhenEmpty }},
		{"needs 24: want", func(r *Rules) { r.Ranks, r.Suits, r.StockEnd = 11, 2, WallKnock }},
		{"option lay-off-limit is 2, and laying-off greedy", func(r *Rules) { r.LayOffLimit = 2 }},
		{"option answer is lay-offs-first, and laying-off greedy", func(r *Rules) { r.Answer = LayOffsFirst }},
	})
}
