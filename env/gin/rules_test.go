package gin

import (
	"reflect"
	"strings"
	"testing"

	"rummygym/env/game/gametest"
	"rummygym/internal/must"
)

// TestPresets compares each preset with docs/rules-gin.md.
func TestPresets(t *testing.T) {
	eaai := Rules{
		Episode: Match, Starter: RandomStarter, Ranks: 13, Suits: 4, HandSize: 10, KnockLimit: 10, GinBonus: 25, UndercutBonus: 25, Target: 100, MaxHands: 1000, MaxTurns: 200,
		KnockCard: FixedLimit, KnockOrder: DiscardThenKnock, ThrowingBack: ThrowBackForbidden, Tie: TieUndercuts,
		StockEnd: VoidAtTwo, Repeat: RepeatAllowed, Melding: AutoMelds, LayingOff: GreedyLayOffs, Answer: MeldsFirst,
	}
	classic := eaai
	classic.LayingOff = BestLayOffs
	classic.BigGinBonus, classic.GameBonus, classic.BoxBonus = 31, 100, 25
	openspiel := Rules{
		Episode: Hand, Starter: FirstSeat, Ranks: 13, Suits: 4, HandSize: 10, KnockLimit: 10, GinBonus: 25, UndercutBonus: 25, Target: 100, MaxHands: 1000, MaxTurns: 200,
		MaxUpcards: 50, LayOffLimit: 2,
		KnockCard: FixedLimit, KnockOrder: KnockThenDiscard, ThrowingBack: ThrowBackAllowed, Tie: TieScoresNothing,
		StockEnd: WallKnock, Repeat: RepeatEnds, Melding: ChosenMelds, LayingOff: ChosenLayOffs, Answer: LayOffsFirst,
	}
	uk := eaai
	uk.GinBonus, uk.UndercutBonus = 20, 10
	seven := openspiel
	seven.HandSize = 7
	small := classic
	small.Episode, small.Starter, small.Ranks, small.Suits, small.HandSize = Hand, FirstSeat, 3, 3, 3
	small.KnockLimit, small.GinBonus, small.UndercutBonus, small.MaxTurns, small.StockEnd = 4, 5, 5, 3, VoidWhenEmpty
	small.BigGinBonus, small.GameBonus, small.BoxBonus = 0, 0, 0
	tiny, medium := small, small
	tiny.Ranks, tiny.Suits, tiny.KnockLimit, tiny.MaxTurns = 4, 2, 5, 2
	medium.Ranks, medium.HandSize, medium.KnockLimit = 4, 4, 2
	variants.Presets(t, gametest.Named[Rules]{{"eaai", eaai}, {"openspiel", openspiel}, {"classic", classic}, {"uk", uk}, {"seven", seven}, {"tiny", tiny}, {"small", small}, {"medium", medium}})
}

// TestValidate checks that each error names the field.
func TestValidate(t *testing.T) {
	variants.Validate(t, EAAI(), gametest.Changes[Rules]{
		{"option episode", func(r *Rules) { r.Episode = 2 }},
		{"option starter", func(r *Rules) { r.Starter = 3 }},
		{"option ranks", func(r *Rules) { r.Ranks = 2 }},
		{"option ranks", func(r *Rules) { r.Ranks = 14 }},
		{"option suits", func(r *Rules) { r.Suits = 0 }},
		{"option suits", func(r *Rules) { r.Suits = 5 }},
		{"option hand-size", func(r *Rules) { r.HandSize = 2 }},
		{"option hand-size", func(r *Rules) { r.HandSize = 11 }},
		{"options ranks 4 and suits 2 make a deck of 8 cards, and hand-size 3 with stock-end void-at-two needs 10: want more ranks or suits", func(r *Rules) { r.Ranks, r.Suits, r.HandSize = 4, 2, 3 }},
		{"needs 8: want", func(r *Rules) { r.Ranks, r.Suits, r.HandSize, r.StockEnd = 7, 1, 3, VoidWhenEmpty }},
		{"needs 24: want", func(r *Rules) { r.Ranks, r.Suits, r.StockEnd = 11, 2, WallKnock }},
		{"option knock-limit", func(r *Rules) { r.KnockLimit = -1 }},
		{"option knock-limit", func(r *Rules) { r.KnockLimit = 101 }},
		{"option gin-bonus", func(r *Rules) { r.GinBonus = -1 }},
		{"option big-gin-bonus", func(r *Rules) { r.BigGinBonus = 1001 }},
		{"option undercut-bonus", func(r *Rules) { r.UndercutBonus = -25 }},
		{"option target", func(r *Rules) { r.Target = 0 }},
		{"option game-bonus", func(r *Rules) { r.GameBonus = 1001 }},
		{"option box-bonus", func(r *Rules) { r.BoxBonus = -1 }},
		{"option max-hands", func(r *Rules) { r.MaxHands = 0 }},
		{"option max-turns", func(r *Rules) { r.MaxTurns = 0 }},
		{"option max-turns", func(r *Rules) { r.MaxTurns = 251 }},
		{"option max-upcards", func(r *Rules) { r.MaxUpcards = -1 }},
		{"option lay-off-limit", func(r *Rules) { *r = OpenSpiel(); r.LayOffLimit = 11 }},
		{"option lay-off-limit", func(r *Rules) { r.LayOffLimit = 2 }},
		{"option knock-card", func(r *Rules) { r.KnockCard = 2 }},
		{"option knock-order", func(r *Rules) { r.KnockOrder = 2 }},
		{"option throwing-back", func(r *Rules) { r.ThrowingBack = 2 }},
		{"option tie", func(r *Rules) { r.Tie = 2 }},
		{"option stock-end", func(r *Rules) { r.StockEnd = 3 }},
		{"option repeat", func(r *Rules) { r.Repeat = 2 }},
		{"option melding", func(r *Rules) { r.Melding = 2 }},
		{"option laying-off", func(r *Rules) { r.LayingOff = 3 }},
		{"option answer", func(r *Rules) { *r = OpenSpiel(); r.Answer = 2 }},
		{"option answer", func(r *Rules) { r.Answer = LayOffsFirst }},
	})
}

// TestWords checks the words of options, which flags and records use.
func TestWords(t *testing.T) {
	var phases []string
	for p := FirstUpcard; p <= Over; p++ {
		phases = append(phases, p.String())
	}
	if task := Over.task(); task != "over" {
		t.Errorf("the task of a phase without one is %q, want its name", task)
	}
	want := "first-upcard draw discard knock-or-pass knock-discard knocker-melds defender-melds lay-off wall over"
	if got := strings.Join(phases, " "); got != want || Phase(10).String() != "Phase(10)" {
		t.Errorf("the phases are %s and %v, want %s", got, Phase(10), want)
	}
	for _, c := range []struct{ got, want string }{
		{Match.String(), "match"}, {Hand.String(), "hand"},
		{RandomStarter.String(), "random"}, {FirstSeat.String(), "first-seat"}, {SecondSeat.String(), "second-seat"},
		{DiscardThenKnock.String(), "discard-then-knock"}, {KnockThenDiscard.String(), "knock-then-discard"},
		{ThrowBackForbidden.String(), "forbidden"}, {ThrowBackAllowed.String(), "allowed"},
		{TieUndercuts.String(), "undercuts"}, {TieScoresNothing.String(), "scores-nothing"},
		{VoidAtTwo.String(), "void-at-two"}, {WallKnock.String(), "wall-knock"}, {VoidWhenEmpty.String(), "void-when-empty"},
		{RepeatAllowed.String(), "allowed"}, {RepeatEnds.String(), "ends"},
		{AutoMelds.String(), "auto"}, {ChosenMelds.String(), "chosen"}, {Melding(2).String(), "Melding(2)"},
		{GreedyLayOffs.String(), "greedy"}, {BestLayOffs.String(), "best"}, {ChosenLayOffs.String(), "chosen"},
		{MeldsFirst.String(), "melds-first"}, {LayOffsFirst.String(), "lay-offs-first"},
		{FixedLimit.String(), "fixed"}, {Oklahoma.String(), "oklahoma"},
		{FromStock.String(), "stock"}, {FromPile.String(), "pile"}, {Passed.String(), "passed"},
	} {
		must.Equal(t, c.got, c.want, "the word")
	}
}

// TestDigest checks that rules that differ in one field have different digests.
func TestDigest(t *testing.T) {
	seen := map[uint64]string{}
	for _, p := range presets {
		r := p.Rules()
		seen[r.digest()] = p.Name
		v := reflect.ValueOf(&r).Elem()
		for i := range v.NumField() {
			old := v.Field(i).Interface()
			if f := v.Field(i); f.CanInt() {
				f.SetInt(f.Int() + 7)
			} else {
				f.SetUint(f.Uint() + 7)
			}
			name := p.Name + " with another " + v.Type().Field(i).Name
			if other, ok := seen[r.digest()]; ok {
				t.Errorf("%s has the digest of %s", name, other)
			}
			seen[r.digest()] = name
			v.Field(i).Set(reflect.ValueOf(old))
		}
	}
}
