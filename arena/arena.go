// Package arena plays matches and tournaments between agents, in any game of the
// gym, and computes their statistics.
//
//	Config ─ Tournament ─ Result ─ Measure ─┬─ Summarize ─ Summary ────┬─ package report: tables, JSON, CSV, Arrow
//	             ↑           │              ├─ Evaluate ── Evaluation ─┤
//	             └─ Resume ──┴─ WriteFile   └─ Rate ────── Rating ─────┘
//
// Start from [Config] and [Tournament], which returns a [Result]: one [Record] per
// game, in an order that does not depend on the number of workers. The rows of a result, a game as each seat saw it, are
// measured in one way: [Result.Measure] gives the values of groups of rows, with errors over games or over deals. A
// summary has the values of each lineup and seat ([RoundRobin]), an evaluation those of one agent against others
// ([AllSeats]), and a rating those of all pairs ([Pairs]) in Elo points. Package report writes these. A
// [Result] can be written at any time and resumed later, see [WriteFile] and [Config.ResumeFrom].
//
// The arena is independent of the rules: it accepts any game.Game and any
// game.Agent.
package arena

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"rummygym/env/game"
)

// Entrant is an agent that takes part in a tournament. New returns a new agent; each
// worker creates one for each seat. The actions of an agent must depend only on its
// Reset seed and its observations, never on the games that it played before.
type Entrant struct {
	Name string // unique in its tournament
	New  func() game.Agent

	// Tables is the number of games that each worker keeps in progress at the same time, for
	// an agent outside that is asked about many tables at once; 0 is 1. The maximum over the
	// entrants counts.
	Tables int

	// Retries reports whether answers of an agent outside may be refused and asked for again, so that
	// they are counted.
	Retries bool

	// Title is how an agent outside calls itself, for text tables; "" for others.
	Title string
}

// Deals determines which lineups are dealt the same cards in game i.
type Deals string

// The ways to share deals.
const (
	// FreshDeals deals different cards to every lineup. All lineups are then
	// independent, as the standard errors of saha2025mindist assume.
	FreshDeals Deals = "fresh"
	// SeatDeals deals the same cards to the rotations of a lineup: for two seats,
	// game i of (a, b) and game i of (b, a) differ only in the seats of the agents.
	// The luck of the deal cancels in the comparison of two agents.
	SeatDeals Deals = "seats"
	// AllDeals deals the same cards to all lineups. Game i is then episode i of
	// the tournament's seed, as package datasets records it.
	AllDeals Deals = "all"
)

// Config describes a tournament. Its result depends only on the fields down to
// RoundLimit.
type Config struct {
	Game     game.Game
	Env      string     // environment and version, such as "IndianRummy-v1", for files; "" if it has none
	Rules    string     // name of the rules in files and errors, "" for the game's name
	Terms    game.Terms // names of the parts of a game in reports
	Entrants []Entrant  // at least one
	Lineups  []Lineup   // the entrant at each seat; nil is RoundRobin of all entrants
	Games    int        // games of each lineup, at least 1
	Seed     uint64
	Deals    Deals // "" is FreshDeals

	// Drop is the action that leaves a game; a player who takes it is counted as
	// dropped. game.NoAction is none.
	Drop game.Action
	// RoundLimit is the number of rounds at which the rules end a game. The summary
	// counts the games that reach it. 0 is none.
	RoundLimit int

	// Forfeit is the number of points that an agent outside (see agents.Outside) pays to each
	// other seat if it fails; the game then has the ending [Forfeit]. 0 stops the tournament
	// instead, with the reason.
	Forfeit int

	// Costliest, if not nil, keeps games that are played, at tables for two.
	Costliest *Costliest

	Workers int // games played concurrently, for each table of Entrant.Tables; 0 is the number of cores

	// Limits, if not nil, has the number of games of each lineup to play, at most Games. The
	// others are left for later.
	Limits []int

	// Part is the share of the games to play. The result has those of Resume besides.
	Part Part

	// Resume is an unfinished result of the same tournament to continue, or nil. Its
	// records are copied.
	Resume *Result
	// Progress, if not nil, is called with the number of finished games and of all
	// games. Calls are not concurrent.
	Progress func(done, total int)
	// AtLimit, if not nil, is called with the lineup and the record of the first game that
	// reaches RoundLimit. It may be called at the same time as Progress.
	AtLimit func(Lineup, Record)
	// Checkpoint, if not nil, is called with the result so far, at most once per
	// CheckpointEvery while games finish, and when the tournament ends or stops. An
	// error stops the tournament. It must not retain the result.
	Checkpoint      func(*Result) error
	CheckpointEvery time.Duration
}

// Forfeit is the ending of a game in which an agent outside failed. With two seats the other
// one wins; with more the game has no winner. The failed seat pays Config.Forfeit points to each
// other one.
const Forfeit game.Ending = "forfeit"

// maxGames is the maximum number of games of a tournament: each record takes 40 bytes.
const maxGames = 100_000_000

// Validate returns an error that describes the first fault of the configuration, or nil.
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
	case c.Forfeit < 0:
		return fmt.Errorf("arena: a forfeit of %d points: want at least 1, or 0 to stop at a failure", c.Forfeit)
	case c.RoundLimit < 0:
		return fmt.Errorf("arena: round limit %d: want at least 1, or 0 for none", c.RoundLimit)
	}
	if err := c.Part.validate(); err != nil {
		return err
	}
	seen := map[string]bool{}
	for i, e := range c.Entrants {
		if e.Name == "" || e.New == nil {
			return fmt.Errorf("arena: entrant %d (%q): want a name and a function that returns the agent", i+1, e.Name)
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
			return fmt.Errorf("arena: lineup %v has %d seats: want %d, as the game has", l, len(l), c.Game.Players())
		}
		for _, e := range l {
			if e < 0 || e >= len(c.Entrants) {
				return fmt.Errorf("arena: lineup %v names entrant %d: want 0 to %d", l, e, len(c.Entrants)-1)
			}
		}
	}
	if seats := c.Game.Players(); c.Lineups == nil && tooMany(len(c.Entrants), seats) {
		return fmt.Errorf("arena: %d entrants at %d seats have more than %d lineups, the maximum: use fewer entrants or seats",
			len(c.Entrants), seats, maxLineups)
	}
	lineups := len(c.Lineups)
	if c.Lineups == nil {
		lineups = len(RoundRobin(len(c.Entrants), c.Game.Players()))
	}
	if lineups == 0 || c.Games > maxGames/lineups {
		return fmt.Errorf("arena: %d lineups of %d games: want 1 to %d games in all", lineups, c.Games, maxGames)
	}
	if c.Limits != nil && len(c.Limits) != lineups {
		return fmt.Errorf("arena: %d limits for %d lineups: want one for each", len(c.Limits), lineups)
	}
	for _, n := range c.Limits {
		if n < 0 || n > c.Games {
			return fmt.Errorf("arena: limit of %d games: want 0 to %d, the games of a lineup", n, c.Games)
		}
	}
	return nil
}

// workers returns the number of goroutines that play games.
func (c *Config) workers() int {
	tables := 1
	for _, e := range c.Entrants {
		tables = max(tables, e.Tables)
	}
	if c.Workers == 0 {
		return tables * runtime.GOMAXPROCS(0)
	}
	return tables * c.Workers
}

// setup returns the part of the configuration on which results depend.
func (c *Config) setup() Setup {
	s := Setup{
		Game: c.Game.Name(), Env: c.Env, Rules: c.Rules, Seats: c.Game.Players(), Lineups: c.Lineups,
		Games: c.Games, Seed: c.Seed, Deals: c.Deals, RoundLimit: c.RoundLimit, Terms: c.Terms,
	}
	if p, ok := c.Game.NewState().(game.Parted); ok {
		s.PartEndings = p.PartEndings()
	}
	if s.Rules == "" {
		s.Rules = s.Game
	}
	if s.Deals == "" {
		s.Deals = FreshDeals
	}
	titled := slices.ContainsFunc(c.Entrants, func(e Entrant) bool { return e.Title != "" })
	for _, e := range c.Entrants {
		s.Agents = append(s.Agents, e.Name)
		s.Retries = s.Retries || e.Retries
		if titled {
			s.Titles = append(s.Titles, e.Title)
		}
	}
	if s.Lineups == nil {
		s.Lineups = RoundRobin(len(c.Entrants), s.Seats)
	}
	return s
}

// names returns the names of the agents of a lineup, joined in the order of the seats.
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
