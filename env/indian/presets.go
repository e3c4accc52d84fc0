package indian

import (
	"rummygym/env/card"
	"rummygym/internal/options"
)

// presets lists the named rules in the order of the documentation.
var presets = options.Presets[Rules]{
	{"paper", "A game for two with one pack and two printed jokers: the rules of the research paper on MinDist.", Paper},
	{"paper52", "Like paper, but without printed jokers.", Paper52},
	{"club", "A game for 2 to 6 players with two packs and two printed jokers, as played in clubs.", func() Rules { return Club(2) }},
	{"app", "Like club, but a wrong declaration is possible and costs 80 points, and you may not take a joker from the pile. Phone apps play these rules.", App},
	{"released", "A game for two with two packs; a loser who has had no turn pays as much as any other loser. These are the rules of the simulation by the authors of the paper.", Released},
	{"tiny", "Hands of three cards from two packs of A to 4 in one suit, for one round; small enough for exact methods, with about 10,000 positions.", Tiny},
	{"small", "Like tiny, with a printed joker and a second round; 4.4 million positions.", Small},
	{"medium", "Hands of three cards from one pack of A to 5 in two suits, with a wildcard and two rounds; 828 million positions.", Medium},
}

// Paper returns the rules of saha2025mindist, completed by docs/rules-indian.md: one
// pack, two printed jokers, two players.
func Paper() Rules {
	return Rules{
		Seats: 2, Packs: 1, Ranks: card.NumRanks, Suits: card.NumSuits, Jokers: 2, HandSize: 13,
		FirstDrop: 20, MiddleDrop: 40, Cap: 80, MaxRounds: 100,
	}
}

// Paper52 returns the rules of [Paper] without printed jokers.
func Paper52() Rules {
	r := Paper()
	r.Jokers = 0
	return r
}

// Club returns the rules of a club table: two packs with one printed joker each, and
// the given number of players, in [2, 6].
func Club(seats int) Rules {
	r := Paper()
	r.Seats, r.Packs, r.Jokers = seats, 2, 2
	return r
}

// App returns the rules that card apps play as points rummy: those of [Club] for two players, in which any cards may be
// declared and a wrong declaration costs Cap, no joker is taken from the open pile once a card was discarded, and the card
// just taken from it is not discarded.
func App() Rules {
	r := Club(2)
	r.Declaring, r.Taking, r.ThrowingBack = AnyCards, TakeNoJokers, ThrowBackForbidden
	return r
}

// Released returns the rules of the simulation that the authors of saha2025mindist
// released. They differ from the text of the paper, see docs/rules-indian.md, "What
// the paper's released simulation did".
func Released() Rules {
	r := Paper()
	r.Packs = 2
	r.Dealing, r.Wildcard, r.Recycling = Blocks, NextNatural, WholePile
	r.Counting, r.Relief = HalfTurns, NoRelief
	return r
}

// Tiny returns the rules of a game for exact methods, of 10,576 positions: see
// docs/rules-indian.md. Hands have 3 cards of 8, and a declaration is a pure sequence.
func Tiny() Rules {
	r := Paper()
	r.Packs, r.Ranks, r.Suits, r.Jokers, r.HandSize = 2, 4, 1, 0, 3
	r.FirstDrop, r.MiddleDrop, r.Cap, r.MaxRounds = 5, 10, 20, 1
	r.Requirement, r.Wildcard = OnePure, NoWildcard
	return r
}

// Small returns the rules of [Tiny] with a printed joker and a second round: 4,394,600
// positions.
func Small() Rules {
	r := Tiny()
	r.Jokers, r.MaxRounds = 1, 2
	return r
}

// Medium returns the rules of a game of 828,293,760 positions: hands of 3 cards of one
// pack of A to 5 in two suits, with a wildcard and two rounds.
func Medium() Rules {
	r := Small()
	r.Packs, r.Ranks, r.Suits, r.Jokers, r.Wildcard = 1, 5, 2, 0, NextCard
	return r
}

// Preset returns the preset with the given name, one of [PresetNames]. The preset club
// has two seats; set Seats for more.
func Preset(name string) (Rules, error) { return presets.Named("indian", name) }

// PresetNames returns the names of all presets. The caller owns the slice.
func PresetNames() []string { return presets.Names() }

// PresetDocs returns a sentence for players about each of [PresetNames]. The caller owns the slice.
func PresetDocs() []string { return presets.Docs() }
