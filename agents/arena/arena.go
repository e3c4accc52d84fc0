// Package arena lets agents play each other: matches and tournaments on any
// game of the gym, and their statistics.
//
// Start from [Config] and [Tournament], which returns a [Result]: one [Record] a
// game, in an order that does not depend on the number of workers. [Summarize]
// turns a result into win rates, gains and tests, and [Result.Evaluate] one of
// [BothSeats] into how one agent fares against others; package report prints those,
// and package figure draws them. A [Result] can be written at any time and read
// again to go on from there, see [WriteFile] and Config.Resume.
//
// The arena knows no rules: it plays whatever keeps the contract of package game
// with whatever keeps that of package agents.
package arena

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"rummygym/agents"
	"rummygym/env/game"
)

// Entrant is an agent that takes part. New makes a fresh one; each worker has
// one of its own for each seat. What an agent does must follow from its Reset
// seed and what it observes, never from the games it played before.
type Entrant struct {
	Name string // unique in its tournament
	New  func() agents.Agent
}

// Deals tells which lineups are dealt the same cards in game i.
type Deals string

// The ways to share deals.
const (
	// FreshDeals deals every lineup cards of its own. All lineups are then
	// independent, as the standard errors of the paper assume.
	FreshDeals Deals = "fresh"
	// SeatDeals deals the same cards to the rotations of a lineup: for two seats,
	// game i of (a, b) and game i of (b, a) differ in who sits where only. Luck
	// of the deal cancels in the comparison of two agents.
	SeatDeals Deals = "seats"
	// AllDeals deals the same cards to all lineups. Game i is then episode i of
	// the tournament's seed, as package datasets records it.
	AllDeals Deals = "all"
)

// Config says what to play. Results depend on the fields down to RoundLimit and
// on nothing else.
type Config struct {
	Game     game.Game
	Rules    string    // how the rules are named in files and errors, "" for the game's name
	Terms    Terms     // how the results are told
	Entrants []Entrant // at least one
	Lineups  []Lineup  // who sits where; nil is RoundRobin of all entrants
	Games    int       // games of each lineup, at least 1
	Seed     uint64
	Deals    Deals // "" is FreshDeals

	// Drop is the action that leaves a game; players who took it are counted as
	// dropped. game.NoAction is none.
	Drop game.Action
	// RoundLimit is the number of rounds at which the rules end a game, of which
	// the summary counts the games. 0 is none.
	RoundLimit int

	Workers int // games played at once; 0 is the number of cores

	// Resume is an unfinished result of the same tournament, to go on from. Its
	// records are taken over, not changed.
	Resume *Result
	// Progress, if not nil, is told how many games are finished, of how many. It
	// is called from one goroutine at a time.
	Progress func(done, total int)
	// Checkpoint, if not nil, is given the result so far, at most every
	// CheckpointEvery while games finish, and at the end or when stopped. Its
	// error stops the tournament. It must not keep the result.
	Checkpoint      func(*Result) error
	CheckpointEvery time.Duration
}

// maxGames bounds the games of a tournament: each record takes 40 bytes.
const maxGames = 100_000_000

// Validate reports what is wrong with the configuration.
func (c *Config) Validate() error {
	switch {
	case c.Game == nil:
		return errors.New("arena: no game: set Config.Game")
	case len(c.Entrants) == 0:
		return errors.New("arena: no entrants: set Config.Entrants")
	case c.Games < 1:
		return fmt.Errorf("arena: %d games of each lineup: want at least 1", c.Games)
	case c.Workers < 0:
		return fmt.Errorf("arena: %d workers: want at least 1, or 0 for the number of cores", c.Workers)
	case c.RoundLimit < 0:
		return fmt.Errorf("arena: round limit %d: want at least 1, or 0 for none", c.RoundLimit)
	}
	seen := map[string]bool{}
	for i, e := range c.Entrants {
		if e.Name == "" || e.New == nil {
			return fmt.Errorf("arena: entrant %d (%q): want a name and a function that makes the agent", i+1, e.Name)
		}
		if seen[e.Name] {
			return fmt.Errorf("arena: entrant %q is named twice: an agent plays itself anyway, so name it once", e.Name)
		}
		seen[e.Name] = true
	}
	switch c.Deals {
	case "", FreshDeals, SeatDeals, AllDeals:
	default:
		return fmt.Errorf("arena: deals %q: want %s, %s or %s", c.Deals, FreshDeals, SeatDeals, AllDeals)
	}
	for _, l := range c.Lineups {
		if len(l) != c.Game.Players() {
			return fmt.Errorf("arena: lineup %v has %d seats, the game %d", l, len(l), c.Game.Players())
		}
		for _, e := range l {
			if e < 0 || e >= len(c.Entrants) {
				return fmt.Errorf("arena: lineup %v names entrant %d of %d (counted from 0)", l, e, len(c.Entrants))
			}
		}
	}
	if seats := c.Game.Players(); c.Lineups == nil && tooMany(len(c.Entrants), seats) {
		return fmt.Errorf("arena: all lineups of %d entrants at %d seats are more than %d: take fewer entrants or seats, or set Config.Lineups",
			len(c.Entrants), seats, maxLineups)
	}
	lineups := len(c.Lineups)
	if c.Lineups == nil {
		lineups = len(RoundRobin(len(c.Entrants), c.Game.Players()))
	}
	if lineups == 0 || c.Games > maxGames/lineups {
		return fmt.Errorf("arena: %d lineups of %d games: want from 1 to %d games in all", lineups, c.Games, maxGames)
	}
	return nil
}

// workers returns the number of goroutines that play.
func (c *Config) workers() int {
	if c.Workers == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return c.Workers
}

// setup returns the part of the configuration that results depend on.
func (c *Config) setup() Setup {
	s := Setup{
		Game: c.Game.Name(), Rules: c.Rules, Seats: c.Game.Players(), Lineups: c.Lineups,
		Games: c.Games, Seed: c.Seed, Deals: c.Deals, RoundLimit: c.RoundLimit, Terms: c.Terms,
	}
	if s.Rules == "" {
		s.Rules = s.Game
	}
	if s.Deals == "" {
		s.Deals = FreshDeals
	}
	for _, e := range c.Entrants {
		s.Agents = append(s.Agents, e.Name)
	}
	if s.Lineups == nil {
		s.Lineups = RoundRobin(len(c.Entrants), s.Seats)
	}
	return s
}

// names joins the names of the agents of a lineup in the order of the seats.
func (s *Setup) names(l Lineup) string {
	var b strings.Builder
	for i, e := range l {
		if i > 0 {
			b.WriteString(" v ")
		}
		b.WriteString(s.Agents[e])
	}
	return b.String()
}
