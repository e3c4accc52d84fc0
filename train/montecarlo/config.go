package montecarlo

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"rummygym/agents/greedy"
	"rummygym/agents/network"
	"rummygym/env/game"
	"rummygym/train"
	"rummygym/train/league"
)

// Table is a kind of table: its rules, and who plays there.
type Table struct {
	Weight float64 // share of the games, relative to the other tables
	Game   game.Game
	Layout game.Layout // of the afterstates; all tables have the same names, shapes and units
	Reader func() greedy.Reader

	// League is the opponents. If it draws the current learner, all its seats are learned
	// from. Its Player must be that of [Player].
	League league.Config

	// Never holds legal actions that nobody takes, such as a drop; see Config.Drops.
	Never []game.Action

	// Start plays for the learner in the first Config.StartSteps steps, while its network is
	// untrained.
	Start func() game.Agent
}

// Config is the settings of a learner.
type Config struct {
	Tables []Table // each game draws one
	Seed   uint64  // of all random numbers

	// Drops allows everyone to take the actions of Table.Never in the games in which the
	// learner plays by the head network.Gain. By network.Win it would never drop: a drop does
	// not win.
	Drops bool

	Workers int      // goroutines, at least 1; results do not depend on it
	Games   int      // played per step
	Replay  int      // steps whose games are learned from
	Updates int      // per step when the replay is full, see UpdatesOf
	Batch   int      // samples per update
	Explore float64  // initial probability of a random action
	Heads   []string // heads by which the learner plays, network.Gain or network.Win; each game draws one

	// Explore falls linearly to ExploreLast over ExploreSteps steps; if those are 0, it stays.
	ExploreLast  float64
	ExploreSteps int

	// Lambda is the λ of the λ-return (sutton2018reinforcement, section 12.1), the target of
	// an afterstate: weight Lambda on the further course of the game, the rest on the
	// network's value of the best choice at the same seat's next decision. An action at random
	// says nothing about the play that is learned: if the next is one, the value is the whole
	// target, as in Watkins's Q(λ) (section 12.10). With 1 only the end of the game counts.
	Lambda float64

	StartSteps int // number of first steps in which Table.Start plays
}

// Validate returns an error for the first field that is invalid.
func (c *Config) Validate() error {
	switch {
	case len(c.Tables) == 0:
		return errors.New("montecarlo: the configuration has no table")
	case c.Workers < 1 || c.Games < 1 || c.Replay < 1 || c.Updates < 1 || c.Batch < 1:
		return fmt.Errorf("montecarlo: %d workers, %d games, %d steps of replay, %d updates, batches of %d: want at least 1 of each",
			c.Workers, c.Games, c.Replay, c.Updates, c.Batch)
	case len(c.Heads) == 0 || slices.ContainsFunc(c.Heads, func(h string) bool { return h != network.Gain && h != network.Win }):
		return fmt.Errorf("montecarlo: play by the heads %q: want some of %q and %q", c.Heads, network.Gain, network.Win)
	case !(c.Lambda >= 0 && c.Lambda <= 1):
		return fmt.Errorf("montecarlo: lambda %v: want 0 to 1", c.Lambda)
	case !(c.Explore >= 0 && c.Explore <= 1 && c.ExploreLast >= 0 && c.ExploreLast <= 1) || c.ExploreSteps < 0:
		return fmt.Errorf("montecarlo: exploration with probability %v, which falls to %v over %d steps: want 0 to 1, and at least 0 steps", c.Explore, c.ExploreLast, c.ExploreSteps)
	case c.StartSteps < 0:
		return fmt.Errorf("montecarlo: %d steps at the start: want at least 0", c.StartSteps)
	}
	total := 0.0
	for i, t := range c.Tables {
		switch {
		case t.Game == nil || t.Reader == nil || len(t.Layout) == 0:
			return fmt.Errorf("montecarlo: table %d has no game, no afterstates or no layout", i+1)
		case t.Game.Name() != c.Tables[0].Game.Name():
			return fmt.Errorf("montecarlo: table %d plays %s, and the first %s: want the same game", i+1, t.Game.Name(), c.Tables[0].Game.Name())
		case !(t.Weight >= 0) || math.IsInf(t.Weight, 0):
			return fmt.Errorf("montecarlo: table %d has the weight %v: want a number of at least 0", i+1, t.Weight)
		case c.StartSteps > 0 && t.Start == nil:
			return fmt.Errorf("montecarlo: table %d has no agent for the %d steps at the start", i+1, c.StartSteps)
		}
		total += t.Weight
	}
	if total == 0 {
		return errors.New("montecarlo: no table has a weight above 0")
	}
	return nil
}

// others returns the largest number of opponents of a game.
func (c *Config) others() (n int) {
	for _, t := range c.Tables {
		n = max(n, t.Game.Players()-1)
	}
	return n
}

// table returns the table of a game, by its episode.
func (c *Config) table(episode uint64) int {
	total := 0.0
	for _, t := range c.Tables {
		total += t.Weight
	}
	left := game.Unit(game.Seed(c.Seed, tableStream, episode)) * total
	last := 0
	for i, t := range c.Tables {
		if t.Weight == 0 {
			continue
		}
		last = i // rounding can leave left ≥ 0: then the last table with a weight
		if left -= t.Weight; left < 0 {
			break
		}
	}
	return last
}

// UpdatesOf returns the number of updates of a step, counted from 0: Updates if the replay
// is full, and proportionally fewer before, so that the network does not overfit to the
// first games.
func (c *Config) UpdatesOf(step int64) int64 {
	filled := min(step+1, int64(c.Replay))
	return max(1, int64(c.Updates)*filled/int64(c.Replay))
}

// AllUpdates returns the total number of updates of the given number of steps.
func (c *Config) AllUpdates(steps int64) (n int64) {
	for s := range min(steps, int64(c.Replay)) {
		n += c.UpdatesOf(s)
	}
	return n + max(steps-int64(c.Replay), 0)*int64(c.Updates)
}

// explore returns the probability of a random action in a step.
func (c *Config) explore(step int) float64 {
	if c.ExploreSteps == 0 {
		return c.Explore
	}
	return c.Explore + (c.ExploreLast-c.Explore)*float64(min(step, c.ExploreSteps))/float64(c.ExploreSteps)
}

// Losses returns the losses of a model that a learner trains: the squared error of the
// gain, in units of network.GainScale points, and the logistic loss of the win.
func Losses() []train.Loss {
	return []train.Loss{train.SquaredError{Head: network.Gain, Scale: 2}, train.Logistic{Head: network.Win}}
}

// Heads returns the heads of a model, beginning with first, the head by which the network
// is to play.
func Heads(first string) []network.Head {
	heads := []network.Head{{Name: network.Gain, Size: 1}, {Name: network.Win, Size: 1}}
	if first == network.Win {
		slices.Reverse(heads)
	}
	return heads
}
