package series

import (
	"fmt"

	"rummygym/env/game"
	"rummygym/internal/options"
)

// Format is how deals make a match.
type Format uint8

// The formats.
const (
	Pool  Format = iota // out at a limit of points; the last player wins
	Deals               // a number of deals for chips
	Race                // two players, to a target of points
)

// Split is whether the last players of a pool may share it.
type Split uint8

// The ways to split a pool. It is split only if the match began with more than two players.
const (
	NoSplit Split = iota
	// AutoSplit splits it in equal parts when two or three players are left, and each of them is within one first drop
	// and a point of the limit.
	AutoSplit
	// AgreedSplit asks the last two after each deal, and splits it if both accept. Who can drop more often before reaching
	// the limit first gets an entry for each drop more.
	AgreedSplit
)

// ShutOut is what the winner of a game gets more if the loser has won no deal of it.
type ShutOut uint8

// The rewards of a shut-out.
const (
	NoShutOut    ShutOut = iota
	ShutOutBonus         // the game bonus a second time
	ShutOutTotal         // the difference of everything that counts, doubled
)

// Rules are the options of a match. The zero value is not valid: start from [Pool101], [Pool201], [BestOf], [RaceTo] or [Hollywood].
type Rules struct {
	Format Format
	Seats  int // number of players, in [2, game.MaxPlayers]

	Limit   int   // Pool: points at which a player is out, in [1, maxPoints]
	Rejoins int   // Pool: number of times that a player who is out may join again, in [0, maxRejoins]
	Split   Split // Pool

	Deals int // Deals: number of deals, in [1, maxDeals]; ties are played off

	Entry int // Pool and Deals: points that each player puts into the pool at the start and when it joins again, in [1, maxPoints]

	Target    int     // Race: points that win a game, in [1, maxTarget]
	GameBonus int     // Race: points for the winner of a game, in [0, maxPoints]
	BoxBonus  int     // Race: points for each deal won, in [0, maxPoints]
	ShutOut   ShutOut // Race
	Games     int     // Race: number of games at once, 1 or 3 (Hollywood)

	MaxDeals int // number of deals after which a match ends, in [1, maxDeals]; the leaders win

	// The following are rules of the deal that the match needs.

	Drop  int // Pool: points of a drop before the first draw, in [0, maxPoints]
	Chips int // Deals: chips of each player at the start for each deal, the most that a deal can cost, in [0, maxPoints]
}

// The limits of [Rules].
const (
	maxPoints  = 1000
	maxTarget  = 100_000
	maxDeals   = 1000
	maxRejoins = 10
	maxGames   = 3
)

// Pool101 returns the rules of a pool of 101 points, for deals in which the first drop costs 20 and a later one 40.
func Pool101(seats int) Rules {
	return Rules{Format: Pool, Seats: seats, Limit: 101, Entry: 100, MaxDeals: 200, Drop: 20}
}

// Pool201 returns the rules of a pool of 201 points, for deals in which the first drop costs 25 and a later one 50.
func Pool201(seats int) Rules {
	r := Pool101(seats)
	r.Limit, r.Drop = 201, 25
	return r
}

// BestOf returns the rules of a match of the given number of deals, each of which costs at most 80.
func BestOf(deals, seats int) Rules {
	return Rules{Format: Deals, Seats: seats, Deals: deals, Entry: 100, MaxDeals: 200, Chips: 80}
}

// Hollywood returns the rules of three games at once to 100 points each, with 100 points for a game, 25 for each deal won, and
// the game bonus doubled for a shut-out.
func Hollywood() Rules {
	return Rules{Format: Race, Seats: 2, Target: 100, GameBonus: 100, BoxBonus: 25, ShutOut: ShutOutBonus, Games: maxGames, MaxDeals: 1000}
}

// RaceTo returns the rules of one game to a target, in points, without bonuses.
func RaceTo(target int) Rules {
	return Rules{Format: Race, Seats: 2, Target: target, Games: 1, MaxDeals: 1000}
}

// Options returns the options of r in the order of the fields of the struct, those of other formats too, with their bounds: an
// option that the format needs is at least 1. Seats, Drop and Chips are not among them: they follow from options of the deal.
// The options read and set r. Their names and words are those of the CLI, of datasets and of Python.
func (r *Rules) Options() options.List {
	return append(options.List{
		options.Choice("match", "format of the match: players go out at a limit of points, a number of deals for chips, or a race of two players to a target",
			&r.Format, "pool", "deals", "race"),
		options.Number("pool-limit", "pool: number of points at which a player is out", &r.Limit, least(r.Format == Pool), maxPoints),
		options.Number("rejoins", "pool: number of times that each player may join again after going out", &r.Rejoins, 0, maxRejoins),
		options.Choice("split", "pool: whether the last players share the pool: never, when all of them are near the limit, or if the last two agree",
			&r.Split, "none", "auto", "agreed"),
		options.Number("match-deals", "deals: number of deals; players tied for the most chips play more deals", &r.Deals, least(r.Format == Deals), maxDeals),
		options.Number("entry", "pool and deals: points that each player puts into the pool at the start, and again on rejoining", &r.Entry, least(r.Format != Race), maxPoints),
	}, r.RaceOptions()...)
}

// RaceOptions returns the options of a match that is a race: see Options.
func (r *Rules) RaceOptions() options.List {
	return options.List{
		options.Number("target", "points that win a match", &r.Target, least(r.Format == Race), maxTarget),
		options.Number("game-bonus", "points for the player who reaches the target, added at the end of the match", &r.GameBonus, 0, maxPoints),
		options.Number("box-bonus", "points for each hand won, added at the end of the match", &r.BoxBonus, 0, maxPoints),
		options.Choice("shut-out", "race: what the winner of a game gets if the loser has won no deal of the game: nothing more, the game bonus again, or twice the whole difference",
			&r.ShutOut, "none", "bonus", "total"),
		options.Number("games-at-once", "race: number of games played at once: 1, or 3 for Hollywood", &r.Games, least(r.Format == Race), maxGames),
		options.Number("max-deals", "number of deals after which the match ends; the leaders win", &r.MaxDeals, 1, maxDeals),
	}
}

// least returns the minimum of an option: 1 if the format needs it.
func least(needed bool) int {
	if needed {
		return 1
	}
	return 0
}

// Validate returns an error that names the first option out of range, or nil. Options of other formats may also be 0.
func (r Rules) Validate() error {
	ofDeal := options.List{
		options.Number("seats", "", &r.Seats, 2, game.MaxPlayers),
		options.Number("first-drop", "", &r.Drop, 0, maxPoints),
		options.Number("cap", "", &r.Chips, 0, maxPoints),
	}
	if err := append(ofDeal, r.Options()...).Validate("series"); err != nil {
		return err
	}
	switch {
	case r.Format == Race && r.Seats != 2:
		return fmt.Errorf("series: option seats is %d, and a race is for 2 players", r.Seats)
	case r.Format == Race && r.Games == 2:
		return fmt.Errorf("series: option games-at-once is 2: want 1, or 3 for Hollywood")
	case r.Format == Deals && r.MaxDeals < r.Deals:
		return fmt.Errorf("series: option max-deals is %d: want at least option match-deals, %d", r.MaxDeals, r.Deals)
	case r.Format == Pool && r.Drop >= r.Limit:
		return fmt.Errorf("series: option pool-limit is %d: want more than option first-drop, %d", r.Limit, r.Drop)
	}
	return nil
}

// asks reports whether players are asked anything between deals.
func (r *Rules) asks() bool { return r.Format == Pool && (r.Rejoins > 0 || r.Split == AgreedSplit) }
