package gin

import "rummygym/env/game"

// presets lists the named rules in the order in which they are told of.
var presets = game.Presets[Rules]{
	{"eaai", EAAI},
	{"openspiel", OpenSpiel},
	{"classic", Classic},
}

// EAAI returns the rules of the framework of papers 001, 003 and 004: matches to
// 100.
func EAAI() Rules {
	return Rules{
		KnockLimit: 10, GinBonus: 25, UndercutBonus: 25, Target: 100, MaxHands: 1000, MaxTurns: 200,
	}
}

// OpenSpiel returns the rules of the game gin_rummy of OpenSpiel: one hand, in
// which the players declare melds and lay off one action at a time.
func OpenSpiel() Rules {
	r := EAAI()
	r.Episode, r.Starter = Hand, FirstSeat
	r.MaxUpcards, r.LayOffLimit = 50, 2
	r.KnockOrder, r.ThrowingBack, r.Tie = KnockThenDiscard, ThrowBackAllowed, TieScoresNothing
	r.StockEnd, r.Repeat = WallKnock, RepeatEnds
	r.Melding, r.LayingOff, r.Answer = ChosenMelds, ChosenLayOffs, LayOffsFirst
	return r
}

// Classic returns common American book rules: [EAAI] with the best lay-offs, big
// gin for 31 points, and at the end of a match 100 points for the game and 25
// for each hand won.
func Classic() Rules {
	r := EAAI()
	r.BigGinBonus, r.GameBonus, r.BoxBonus = 31, 100, 25
	r.LayingOff = BestLayOffs
	return r
}

// Preset returns the rules of that name: one of [PresetNames].
func Preset(name string) (Rules, error) { return presets.Named("gin", name) }

// PresetNames returns the names that [Preset] knows. The caller owns the slice.
func PresetNames() []string { return presets.Names() }
