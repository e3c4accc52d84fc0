package montecarlo

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"rummygym/env/game"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/network"
	"rummygym/internal/train"
	"rummygym/internal/train/league"
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

// Config is the settings of a learner. Fields with a tag are options of "train mc", see [options.Bind].
type Config struct {
	Tables  []Table // each game draws one
	Seed    uint64  // of all random numbers
	Workers int     // goroutines, at least 1; results do not depend on it
	Batch   int     // samples per update

	// By network.Win the learner would never take the actions of Table.Never: a drop does not win.
	Drops bool `option:"drops" group:"Rules" doc:"whether players may drop in the games in which the learner plays by the head gain"`

	StartSteps int `option:"start-steps" default:"10" range:"0:1000000000" doc:"number of steps at the beginning in which the agent of --start plays; 0 with --from"`
	Updates    int `option:"updates" default:"100" group:"Optimizer" doc:"number of updates per step; proportionally fewer in the first --replay steps"` // see UpdatesOf
	Replay     int `option:"replay" default:"60" range:"0:100000000" doc:"number of most recent steps whose games are used for training"`
	Games      int `option:"games" default:"2048" range:"1:1000000000" doc:"number of games per step"`

	// Lambda is the λ of the λ-return (sutton2018reinforcement, section 12.1), the target of an afterstate. An action at
	// random says nothing about the play that is learned: if the next is one, the value is the whole target, as in
	// Watkins's Q(λ) (section 12.10).
	Lambda float64 `option:"lambda" default:"0.9" doc:"lambda of the targets, 0 to 1: weight of the rest of the game (up to a random action); the network's value one decision later has the remaining weight"`

	Explore      float64 `option:"epsilon" default:"0.05" doc:"probability of a random action"`
	ExploreLast  float64 `option:"final-epsilon" default:"0.05" doc:"probability of a random action after --epsilon-steps steps"`
	ExploreSteps int     `option:"epsilon-steps" doc:"number of steps over which the probability changes from --epsilon to --final-epsilon; 0 keeps --epsilon"` // linearly

	Head string `option:"head" words:"both|gain|win" group:"Network" doc:"head that chooses the actions in training games: gain, win, or both in alternating games (default both)"`
}

// PlayedBy returns the heads by which the learner plays; each game draws one.
func (c *Config) PlayedBy() []string {
	if c.Head == "" || c.Head == "both" {
		return []string{network.Gain, network.Win}
	}
	return []string{c.Head}
}

// Validate returns an error for the first field that is invalid.
func (c *Config) Validate() error {
	switch {
	case len(c.Tables) == 0:
		return errors.New("montecarlo: the configuration has no table")
	case c.Workers < 1 || c.Games < 1 || c.Replay < 1 || c.Updates < 1 || c.Batch < 1:
		return fmt.Errorf("montecarlo: %d workers, %d games, %d steps of replay, %d updates, batches of %d: want at least 1 of each",
			c.Workers, c.Games, c.Replay, c.Updates, c.Batch)
	case !slices.Contains([]string{"", "both", network.Gain, network.Win}, c.Head):
		return fmt.Errorf("montecarlo: play by the head %q: want %s, %s or both", c.Head, network.Gain, network.Win)
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
