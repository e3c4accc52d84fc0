package montecarlo

import (
	"errors"
	"fmt"
	"slices"

	"rummygym/agents/greedy"
	"rummygym/agents/network"
	"rummygym/env/game"
	"rummygym/train"
	"rummygym/train/league"
)

// Config is the settings of a learner.
type Config struct {
	Game   game.Game
	Layout game.Layout // of the afterstates
	Reader func() greedy.Reader
	Never  []game.Action // legal actions that no player takes, such as a drop
	Seed   uint64        // of all random numbers

	// League is the opponents. If it draws the current learner, both sides are learned
	// from. Its Player must be that of [Player].
	League league.Config

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
	// network's value of the best choice at the same seat's next decision, which replaces
	// that of an exploratory action. With 1 only the end of the game counts.
	Lambda float64

	// Start plays for the learner in the first StartSteps steps, while its network is
	// untrained.
	Start      func() game.Agent
	StartSteps int
}

// Validate returns an error for the first field that is invalid.
func (c *Config) Validate() error {
	switch {
	case c.Game == nil || c.Reader == nil || len(c.Layout) == 0:
		return errors.New("montecarlo: the configuration has no game, no afterstates or no layout")
	case c.Workers < 1 || c.Games < 1 || c.Replay < 1 || c.Updates < 1 || c.Batch < 1:
		return fmt.Errorf("montecarlo: %d workers, %d games, %d steps of replay, %d updates, batches of %d: want at least 1 of each",
			c.Workers, c.Games, c.Replay, c.Updates, c.Batch)
	case len(c.Heads) == 0 || slices.ContainsFunc(c.Heads, func(h string) bool { return h != network.Gain && h != network.Win }):
		return fmt.Errorf("montecarlo: play by the heads %q: want some of %q and %q", c.Heads, network.Gain, network.Win)
	case !(c.Lambda >= 0 && c.Lambda <= 1):
		return fmt.Errorf("montecarlo: lambda %v: want 0 to 1", c.Lambda)
	case !(c.Explore >= 0 && c.Explore <= 1 && c.ExploreLast >= 0 && c.ExploreLast <= 1) || c.ExploreSteps < 0:
		return fmt.Errorf("montecarlo: exploration with probability %v, which falls to %v over %d steps: want 0 to 1, and at least 0 steps", c.Explore, c.ExploreLast, c.ExploreSteps)
	case c.StartSteps < 0 || c.StartSteps > 0 && c.Start == nil:
		return fmt.Errorf("montecarlo: %d steps at the start, with an agent for them: %v: want at least 0, and an agent if above 0", c.StartSteps, c.Start != nil)
	}
	return nil
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
