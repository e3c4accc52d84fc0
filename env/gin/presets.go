package gin

import (
	"rummygym/env/card"
	"rummygym/internal/options"
)

// presets lists the named rules in the order of the documentation.
var presets = options.Presets[Rules]{
	{"eaai", "A hand without big gin; the game melds and lays off for you. These are the rules of a programming contest.", EAAI},
	{"openspiel", "You choose your melds and lay-offs, and equal deadwood scores nothing. These are the rules of the library OpenSpiel.", OpenSpiel},
	{"classic", "A hand by American book rules, with big gin.", Classic},
	{"uk", "Like eaai, with the smaller British bonuses: 20 points for gin and 10 for an undercut.", UK},
	{"seven", "Like openspiel, but with hands of 7 cards: a shorter game, used by card apps and by evaluations of language models.", Seven},
	{"tiny", "One short hand of 3 cards from a pack of 8, small enough for exact methods.", Tiny},
	{"small", "One short hand of 3 cards from a pack of 9, small enough for exact methods.", Small},
	{"medium", "One short hand of 4 cards from a pack of 12, small enough for exact methods.", Medium},
}

// EAAI returns the rules of the Java framework of the EAAI 2021 Gin Rummy challenge,
// with which goldman2021evaluating, truong2021datadriven and cardfitness2021 evaluated
// their players, in matches to 100 points.
func EAAI() Rules {
	return Rules{
		Ranks: card.NumRanks, Suits: card.NumSuits, HandSize: MaxHand,
		KnockLimit: 10, GinBonus: 25, UndercutBonus: 25, MaxTurns: 200,
	}
}

// OpenSpiel returns the rules of the game gin_rummy of OpenSpiel, in which each
// meld and each lay-off is one action.
func OpenSpiel() Rules {
	r := EAAI()
	r.Starter = FirstSeat
	r.MaxUpcards, r.LayOffLimit = 50, 2
	r.KnockOrder, r.ThrowingBack, r.Tie = KnockThenDiscard, ThrowBackAllowed, TieScoresNothing
	r.StockEnd, r.Repeat = WallKnock, RepeatEnds
	r.Melding, r.LayingOff, r.Answer = ChosenMelds, ChosenLayOffs, LayOffsFirst
	return r
}

// Classic returns common American book rules: [EAAI] with the best lay-offs, and big
// gin for 31 points.
func Classic() Rules {
	r := EAAI()
	r.BigGinBonus = 31
	r.LayingOff = BestLayOffs
	return r
}

// UK returns [EAAI] with the bonuses of the British rules as goldman2021evaluating gives
// them (section 6): 20 points for gin and 10 for an undercut.
func UK() Rules {
	r := EAAI()
	r.GinBonus, r.UndercutBonus = 20, 10
	return r
}

// Seven returns [OpenSpiel] with hands of seven cards, as card apps deal them and affinetes
// does to evaluate language models.
func Seven() Rules {
	r := OpenSpiel()
	r.HandSize = 7
	return r
}

// Tiny returns the rules of the smallest of the games for exact methods: hands of three cards of
// ace to four in two suits, played for two turns. Docs/rules-gin.md gives the number of its positions, and a
// test counts them. The rules are frozen.
func Tiny() Rules {
	r := Small()
	r.Ranks, r.Suits = 4, 2
	r.KnockLimit, r.MaxTurns = 5, 2
	return r
}

// Small returns the rules of a game of some millions of positions, see [Tiny]: hands of three cards of
// ace to three in three suits, played for three turns.
func Small() Rules {
	r := EAAI()
	r.Starter = FirstSeat
	r.Ranks, r.Suits, r.HandSize = 3, 3, 3
	r.KnockLimit, r.GinBonus, r.UndercutBonus = 4, 5, 5
	r.MaxTurns, r.StockEnd = 3, VoidWhenEmpty
	r.LayingOff = BestLayOffs
	return r
}

// Medium returns the rules of a game of about a thousand million positions, see [Tiny]: hands of four
// cards of ace to four in three suits, played for three turns.
func Medium() Rules {
	r := Small()
	r.Ranks, r.HandSize = 4, 4
	r.KnockLimit = 2
	return r
}

// Preset returns the preset with the given name, one of [PresetNames].
func Preset(name string) (Rules, error) { return presets.Named("gin", name) }

// PresetNames returns the names of all presets. The caller owns the slice.
func PresetNames() []string { return presets.Names() }

// PresetDocs returns a sentence for players about each of [PresetNames]. The caller owns the slice.
func PresetDocs() []string { return presets.Docs() }
