package montecarlo

import (
	"errors"
	"fmt"
	"slices"

	"rummygym/agents"
	"rummygym/agents/afterstate"
	"rummygym/agents/network"
	"rummygym/env/game"
	"rummygym/train"
	"rummygym/train/league"
)

// Config says what is played and how much is learned from it.
type Config struct {
	Game   game.Game
	Layout game.Layout // of the afterstates
	Reader func() afterstate.Reader
	Never  []game.Action // what nobody does although it is legal, as a drop
	Seed   uint64        // of all chance

	// League says who plays against the learner. Where it draws the learner as it is,
	// one learns from both sides. Its Player is that of [Player].
	League league.Config

	Workers int      // goroutines, which change no result; at least 1
	Games   int      // played in a step
	Replay  int      // steps whose games are learned from
	Updates int      // of a step when the replay is full, see UpdatesOf
	Batch   int      // samples of an update
	Explore float64  // probability of an action at random, until it falls
	Heads   []string // by which the learner plays, network.Gain or network.Win: each game draws one

	// Explore falls evenly to ExploreLast over ExploreSteps steps; with 0 it stays.
	ExploreLast  float64
	ExploreSteps int

	// Lambda weighs what an afterstate learns from: a share of Lambda comes from how the
	// game went on, the rest from what the network that played said at the next decision
	// of the same seat that its best choice is worth (Sutton and Barto, section 12.1: the
	// λ-return, with the greedy action in place of an explored one). With 1 it learns
	// from the end of the game alone.
	Lambda float64

	// Start plays for the learner in the first StartSteps steps, when its network
	// knows nothing.
	Start      func() agents.Agent
	StartSteps int
}

// Validate returns an error that names the first field that is wrong.
func (c *Config) Validate() error {
	switch {
	case c.Game == nil || c.Reader == nil || len(c.Layout) == 0:
		return errors.New("montecarlo: a configuration without a game, afterstates or their layout")
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
		return fmt.Errorf("montecarlo: %d steps at the start, and an agent for them: %v: want at least 0, and one", c.StartSteps, c.Start != nil)
	}
	return nil
}

// UpdatesOf returns the number of updates of a step, the first of which is 0: Updates once
// there are Replay steps to learn from, and before that as many fewer as there are, so
// that the first games are not learned by heart.
func (c *Config) UpdatesOf(step int64) int64 {
	filled := min(step+1, int64(c.Replay))
	return max(1, int64(c.Updates)*filled/int64(c.Replay))
}

// AllUpdates returns the number of updates of so many steps together.
func (c *Config) AllUpdates(steps int64) (n int64) {
	for s := range min(steps, int64(c.Replay)) {
		n += c.UpdatesOf(s)
	}
	return n + max(steps-int64(c.Replay), 0)*int64(c.Updates)
}

// explore returns the probability of an action at random in a step.
func (c *Config) explore(step int) float64 {
	if c.ExploreSteps == 0 {
		return c.Explore
	}
	return c.Explore + (c.ExploreLast-c.Explore)*float64(min(step, c.ExploreSteps))/float64(c.ExploreSteps)
}

// Losses returns the losses of a model that is trained: the squared error of the gain,
// in units of network.GainScale points, and the logistic loss of the win.
func Losses() []train.Loss {
	return []train.Loss{train.SquaredError{Head: network.Gain, Scale: 2}, train.Logistic{Head: network.Win}}
}

// Heads returns the heads that the losses are of, that by which the network is to play
// first.
func Heads(first string) []network.Head {
	heads := []network.Head{{Name: network.Gain, Size: 1}, {Name: network.Win, Size: 1}}
	if first == network.Win {
		slices.Reverse(heads)
	}
	return heads
}
