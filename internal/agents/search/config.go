package search

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"rummygym/env/game"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/options"
)

// Goal selects the result of a roll-out.
type Goal uint8

// The goals.
const (
	Gain Goal = iota // the gain in points at the end
	Win              // 1 for winning, 0 for losing, ½ if nobody wins
)

// String returns "gain" or "win".
func (g Goal) String() string { return options.Word("Goal", g, "gain", "win") }

// Allocation selects how the candidates share the budget; see the package comment.
type Allocation uint8

// The allocations.
const (
	Halving Allocation = iota // sequential halving
	Even                      // the same number of roll-outs for each
)

// String returns "halving" or "even".
func (a Allocation) String() string { return options.Word("Allocation", a, "halving", "even") }

// Sampler draws states of the game that are consistent with the observations of one seat.
// It follows one game after another and is not safe for concurrent use.
type Sampler interface {
	// Reset starts a new game.
	Reset()

	// Observe adds the observation of a decision of the seat. The player calls it at
	// every decision of the seat, in order, so that a sampler can follow the actions of
	// the other seats. It does not keep obs.
	Observe(obs game.Observation)

	// Sample sets each state of dst, which come from Game.NewState, to a game in progress
	// that is consistent with obs. The states have equal weights, and those of different
	// calls are independent. The last call of Observe had the same obs.
	//
	// A sampler that resamples states by weight repeats some of them. By index in dst, Sample
	// returns whether a state is the same as the one before it, so that standard errors do not count it
	// as another one; nil is for none. The next call may change what it returned.
	Sample(dst []game.State, obs game.Observation, src rand.Source) (again []bool)
}

// Candidates selects the actions that a search compares. It is safe for concurrent use.
type Candidates interface {
	// Append appends at least one legal action to dst, in ascending order.
	Append(dst []game.Action, obs game.Observation, legal *game.Mask) []game.Action
}

// Evaluator estimates the result of a roll-out that stops before the end of the game. It
// is not safe for concurrent use.
type Evaluator interface {
	// Value returns the expected result, in units of the goal, of seat p, whose turn
	// begins. State s is a determinization, so its hidden cards are a guess. ok is false if
	// there is no estimate; the roll-out then goes on to the end of the game.
	Value(s game.State, p game.Player) (v float64, ok bool)
}

// Valuer is an agent that values its choices, such as a [greedy.Player].
type Valuer interface {
	// Values appends the values of the actions that the agent considered at its last decision, to win or in points.
	Values(dst []greedy.Value) []greedy.Value
}

// BottomDealer is a state that can deal from the bottom of the stock.
type BottomDealer interface {
	BottomToTop() // moves the last card of the stock to its top
}

// Config configures a player.
type Config struct {
	Game     game.Game
	Playout  func() game.Agent // returns an agent that plays the player's seat in roll-outs
	Opponent func() game.Agent // returns an agent that plays another seat; nil is Playout
	Sampler  func() Sampler

	// Candidates selects the actions that are compared, beside the choice of the playout
	// agent; nil selects all legal actions.
	Candidates Candidates

	// DrawStock is the action that draws the top card of the stock, or game.NoAction.
	// In roll-outs the other seats draw from the bottom instead if the states are
	// BottomDealers. Use game.NoAction with a sampler that knows the order of the stock.
	DrawStock game.Action

	Goal       Goal
	Allocation Allocation

	// Rollouts is the number of roll-outs per decision, of all candidates together. Each
	// candidate gets at least one. Time is a time budget per decision. Exactly one of the
	// two is above 0.
	Rollouts int
	Time     time.Duration

	// Margin is the number of standard errors, at least 0, by which an action must be
	// better than the choice of the playout agent to replace it.
	Margin float64

	// Prior, if above 0, is the standard deviation of the error of differences between the values that the playout agent gives to
	// its choices, in units of the goal. If the agent is a [Valuer], the candidates are those of its choices that Candidates selects, and the
	// measured differences are weighed against its own; see the package comment.
	Prior float64

	// Horizon, if above 0, stops a roll-out at the beginning of the player's turn of that
	// number after the decision, where Evaluator estimates the result. With 0, roll-outs
	// run to the end of the game, and Evaluator is nil.
	Horizon   int
	Evaluator func() Evaluator

	Workers int    // number of goroutines that play roll-outs; 0 is 1
	Name    string // returned by String; "" is "search"
}

// guarded reports whether another action must do more than have the best mean to replace the choice of the playout agent.
func (c *Config) guarded() bool { return c.Margin > 0 || c.Prior > 0 }

// MaxRollouts is the maximum of Config.Rollouts.
const MaxRollouts = 1_000_000

// Validate returns an error if the configuration is invalid.
func (c *Config) Validate() error {
	switch {
	case c.Game == nil || c.Playout == nil || c.Sampler == nil:
		return errors.New("search: want Config.Game, Playout and Sampler, which are not nil")
	case (c.Rollouts > 0) == (c.Time > 0):
		return fmt.Errorf("search: a budget of %d roll-outs and %v: want exactly one of the two above 0", c.Rollouts, c.Time)
	case c.Rollouts < 0 || c.Rollouts > MaxRollouts:
		return fmt.Errorf("search: %d roll-outs: want 1 to %d", c.Rollouts, MaxRollouts)
	case c.Time < 0:
		return fmt.Errorf("search: a budget of %v: want a time above 0", c.Time)
	case !(c.Margin >= 0):
		return fmt.Errorf("search: a margin of %v standard errors: want 0 or more", c.Margin)
	case !(c.Prior >= 0):
		return fmt.Errorf("search: a prior with a standard deviation of %v: want 0 or more", c.Prior)
	case c.Horizon < 0 || (c.Horizon > 0) != (c.Evaluator != nil):
		return fmt.Errorf("search: a horizon of %d turns: want more than 0 with an evaluator, and 0 without", c.Horizon)
	case c.Workers < 0:
		return fmt.Errorf("search: %d workers: want at least 1, or 0 for 1", c.Workers)
	}
	return nil
}
