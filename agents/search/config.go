package search

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"rummygym/agents"
	"rummygym/env/game"
)

// Goal is what roll-outs are valued by.
type Goal uint8

// The goals.
const (
	Gain Goal = iota // the gain in points at the end
	Win              // 1 for winning, 0 for losing, ½ if nobody wins
)

// String returns gain or win.
func (g Goal) String() string { return game.Word("Goal", g, "gain", "win") }

// Allocation is how the budget is shared among candidates, see the package comment.
type Allocation uint8

// The allocations.
const (
	Halving Allocation = iota // sequential halving
	Even                      // the same for each
)

// String returns halving or even.
func (a Allocation) String() string { return game.Word("Allocation", a, "halving", "even") }

// A Belief draws states that an observer may be in. It follows one seat of one game
// after another and is not safe for concurrent use.
type Belief interface {
	// Reset forgets the game: another one begins.
	Reset()

	// Observe takes in what the seat sees at a decision of its own. It is told of
	// every one in turn, so that a belief can follow what the others did. It does
	// not keep obs.
	Observe(obs game.Observation)

	// Sample sets each state of dst, from Game.NewState, to a game in progress that
	// obs allows, equally weighted. Observe was told of obs before.
	Sample(dst []game.State, obs game.Observation, src rand.Source)
}

// Candidates chooses the actions that a search weighs. It is safe for concurrent use.
type Candidates interface {
	// Append appends legal actions to dst in ascending order, at least one.
	Append(dst []game.Action, obs game.Observation, legal *game.Mask) []game.Action
}

// Evaluator values a place in a roll-out, in the terms of the goal. It is not safe for
// concurrent use.
type Evaluator interface {
	// Value returns what seat p, whose turn begins, may hope for in s, which is a
	// determinization: whatever it asks of s is a guess.
	Value(s game.State, p game.Player) float64
}

// BottomDealer is a state whose stock can be dealt from the bottom.
type BottomDealer interface {
	BottomToTop() // moves the last card of the stock to its top
}

// Config says how a player searches.
type Config struct {
	Game     game.Game
	Playout  func() agents.Agent // plays the own seat in roll-outs
	Opponent func() agents.Agent // plays the other seats; nil is Playout
	Belief   func() Belief

	// Candidates are the actions that are weighed beside the choice of the playout
	// agent; nil weighs all legal ones.
	Candidates Candidates

	// DrawStock is the action that draws the top of the stock; game.NoAction is none.
	// The other seats of a roll-out draw from the bottom instead, if its states are
	// BottomDealers: not for a belief that knows the order of the stock.
	DrawStock game.Action

	Goal       Goal
	Allocation Allocation

	// Rollouts is the number of roll-outs of a decision, all candidates together, of
	// which each gets one at least. Time is a budget of time instead: one of the two
	// is above 0.
	Rollouts int
	Time     time.Duration

	// Margin is by how many standard errors another action has to be better than the
	// choice of the playout agent, at least 0.
	Margin float64

	// Horizon, if above 0, ends a roll-out at the beginning of the own turn of that
	// number after the decision, where Evaluator values it. 0 plays to the end.
	Horizon   int
	Evaluator func() Evaluator

	Workers int    // goroutines that roll out; 0 is 1
	Name    string // what String returns, "" for "search"
}

// MaxRollouts is the largest budget of a decision.
const MaxRollouts = 1_000_000

// Validate reports what is wrong with the configuration.
func (c *Config) Validate() error {
	switch {
	case c.Game == nil || c.Playout == nil || c.Belief == nil:
		return errors.New("search: want Config.Game, Playout and Belief")
	case (c.Rollouts > 0) == (c.Time > 0):
		return fmt.Errorf("search: a budget of %d roll-outs and %v: want one of the two above 0", c.Rollouts, c.Time)
	case c.Rollouts < 0 || c.Rollouts > MaxRollouts:
		return fmt.Errorf("search: %d roll-outs: want 1 to %d", c.Rollouts, MaxRollouts)
	case c.Time < 0:
		return fmt.Errorf("search: a budget of %v: want more than 0", c.Time)
	case !(c.Margin >= 0):
		return fmt.Errorf("search: a margin of %v standard errors: want 0 or more", c.Margin)
	case c.Horizon < 0 || (c.Horizon > 0) != (c.Evaluator != nil):
		return fmt.Errorf("search: a horizon of %d turns: want more than 0 with an evaluator, and 0 without", c.Horizon)
	case c.Workers < 0:
		return fmt.Errorf("search: %d workers: want at least 1, or 0 for 1", c.Workers)
	}
	return nil
}
