package contest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"rummygym/agents"
	"rummygym/arena"
	"rummygym/internal/catalog"
	"rummygym/internal/options"
)

// A Match is an agent against others, every deal from every seat.
type Match struct {
	Rules    catalog.RuleOptions
	Against  []string
	Games    int
	Seed     uint64 // of deals and agents
	Drops    string // who may drop, "": all
	Workers  int    // 0 is the number of cores
	Part     arena.Part
	Programs *Programs // the outside programs among the agents; nil: nobody closes them
}

// The words of Match.Drops.
const (
	DropsAll     = "all"     // everybody may drop as the rules allow
	DropsLearner = "learner" // only the evaluated agent may drop
	DropsNone    = "none"    // nobody may drop
)

// DefaultGames is the default number of games, rounded down to a multiple of the seats.
const DefaultGames = 20_000

// An Opener returns an agent for tables with the given rules.
type Opener func(catalog.Rules) (arena.Entrant, error)

// BySpec opens the agent of a spec.
func (f *Match) BySpec(spec string) Opener {
	return func(r catalog.Rules) (arena.Entrant, error) { return f.Programs.Open(r, spec) }
}

// Config returns the games of an agent under one preset.
func (f *Match) Config(agent Opener, preset string) (c arena.Config, err error) {
	if f.Programs == nil {
		f.Programs = new(Programs)
	}
	chosen := f.Rules
	chosen.PresetName = preset
	c, rules, err := f.Programs.Config(&chosen)
	if err != nil {
		return c, err
	}
	seats := c.Game.Players()
	games := f.Games
	if games == DefaultGames {
		games -= games % seats
	}
	switch {
	case seats == 2 && (games < 2 || games%2 != 0):
		return c, fmt.Errorf("--games %d: want an even number of at least 2, because every deal is played from both seats", games)
	case games < seats || games%seats != 0:
		return c, fmt.Errorf("--games %d: want a multiple of %d, because every deal is played from each of the %d seats", games, seats, seats)
	}
	c.Games, c.Seed, c.Deals, c.Workers, c.Part = games/seats, f.Seed, arena.AllDeals, f.Workers, f.Part
	drops := cmp.Or(f.Drops, DropsAll)
	if drops != DropsAll {
		if c.Terms.NoDrops {
			return c, fmt.Errorf("--drops %s: there are no drops in %s: remove the flag", drops, rules.Type().Title)
		}
		c.Rules += " drops=" + drops
	}
	add := func(open Opener, may bool) (at int, err error) {
		e, err := open(rules)
		if err != nil {
			return 0, err
		}
		if !may {
			e.New = agents.Never(c.Drop, e.New)
			if drops == DropsLearner && e.Name == c.Entrants[0].Name {
				e.Name += " without drops"
			}
		}
		if at = slices.IndexFunc(c.Entrants, func(x arena.Entrant) bool { return x.Name == e.Name }); at >= 0 {
			return at, nil
		}
		c.Entrants = append(c.Entrants, e)
		return len(c.Entrants) - 1, nil
	}
	if _, err := add(agent, drops != DropsNone); err != nil {
		return c, err
	}
	against := f.Against
	if against == nil {
		against = rules.Type().Players().Names()
	}
	if len(against) == 0 {
		return c, fmt.Errorf("--against is empty: name at least one opponent, as in %s (rummygym agents --game %s lists them)", rules.Type().Players().Names()[0], rules.Type().Name)
	}
opponents:
	for _, spec := range against {
		others, err := tableOf(spec, seats)
		if err != nil {
			return c, fmt.Errorf("--against %s: %w", spec, err)
		}
		var table []int
		for _, o := range others {
			at, err := add(f.BySpec(o), drops == DropsAll)
			if f.Programs.Leaves(err) {
				continue opponents
			}
			if err != nil {
				return c, fmt.Errorf("--against: %w", err)
			}
			table = append(table, at)
		}
		lineups := arena.AllSeats(0, table...)
		if slices.ContainsFunc(c.Lineups, func(l arena.Lineup) bool { return slices.Equal(l, lineups[0]) }) {
			return c, fmt.Errorf("--against: the agent %q is named twice", spec)
		}
		c.Lineups = append(c.Lineups, lineups...)
	}
	if c.Lineups == nil {
		return c, fmt.Errorf("--against: %s", strings.Join(f.Programs.left, "; "))
	}
	return c, options.Usage(c.Validate())
}

// tableOf returns the specs of the agents at the other seats: spec itself at all of them, or those
// that are joined by + in it.
func tableOf(spec string, seats int) ([]string, error) {
	if seats == 2 {
		return []string{spec}, nil
	}
	others := strings.Split(spec, "+")
	if len(others) == 1 {
		return slices.Repeat(others, seats-1), nil
	}
	if len(others) != seats-1 {
		return nil, fmt.Errorf("%d agents: want one, which takes all %d other seats, or %d joined by +", len(others), seats-1, seats-1)
	}
	return others, nil
}
