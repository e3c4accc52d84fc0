// Package cfr computes strategies of games with hidden information by Monte Carlo
// counterfactual regret minimization, among them the tables of the players of
// cardfitness2021.
//
// Start with [New], which returns a [Solver] of a [Game]; [NewGin] is the game of the
// tables. The package does not link a tensor library.
//
//	solver, err := cfr.New(g, cfr.Settings{Seed: 1, Batch: 64})
//	err = solver.Run(ctx, 1000, workers, nil) // 1000 batches in total
//	solver.Average(probabilities, set)        // strategy at an information set
//
// # Algorithm
//
// External sampling (lanctot2009sampling) with the clipping at zero and the linear
// average of CFR+ (tammelin2014cfrplus). A game is dealt; then each agent in turn
// explores all of its own actions, while chance and the other agents are sampled from
// the current strategy. External sampling was chosen over outcome sampling because its
// regrets need no division by the probability of the agent's own actions: a hand of Gin
// Rummy has twenty or more of them, and the variance of the quotients would exceed the
// one or two points that a decision is worth.
//
// An agent with many decisions in a game would explore too many lines. It can be probed
// instead ([Game.Probed]): one line is played by the strategy, and at each decision of
// the agent on it, every other action is valued by one roll-out (gibson2012generalized).
// There are no importance weights: each decision counts by how often play reaches it, as
// if the agent were a team with one member per turn.
//
// Convergence is known for external sampling with two agents of perfect recall; the
// tests solve Kuhn poker (kuhn1950poker). For tables without perfect recall, and for
// several agents per seat, the only guarantee is that each agent minimizes its own
// regret. cardfitness2021 has no guarantee either; [Wins] measures the result.
//
// # Batches
//
// An iteration of CFR+ is a batch of games, all played with the strategy at its start.
// When it has ended, regrets are added in the order of the games and clipped, so that the
// result does not depend on the number of workers. All random numbers of a game are
// derived from the seed and the number of the game.
package cfr

import (
	"errors"
	"fmt"
	"math/rand/v2"
)

// Game is a game whose positions belong to numbered information sets. Its methods are
// safe for concurrent use.
type Game interface {
	// NewPosition returns a position, which must be dealt before use.
	NewPosition() Position

	// Sets returns the number of information sets, and MaxActions the maximum number of
	// actions at any of them.
	Sets() int
	MaxActions() int

	// Agents returns the number of agents. Two agents may share information sets, such as
	// two seats with the same strategy.
	Agents() int

	// Probed reports whether the agent is probed; see the package comment.
	Probed(agent int) bool
}

// Decision is a decision of an agent.
type Decision struct {
	Agent   int // in [0, Game.Agents())
	Set     int // in [0, Game.Sets())
	Actions int // in [1, Game.MaxActions()], numbered from 0
}

// Position is a position of a Game. It is not safe for concurrent use.
type Position interface {
	// Deal starts a new game.
	Deal(src rand.Source)

	// Next advances through chance and forced moves to the next decision and returns
	// it, or false if the game is over. Play must be called before the next call.
	Next(src rand.Source) (Decision, bool)

	// Play applies an action of the decision that Next returned.
	Play(action int)

	// Payoff returns the payoff of the agent in a game that is over.
	Payoff(agent int) float64

	// CopyFrom makes the position a copy of another position of the same game.
	CopyFrom(Position)
}

// Settings is the settings that determine the result, besides the number of batches.
type Settings struct {
	Seed  uint64 // of all random numbers
	Batch int    // games per iteration, at least 1
	Env   string // environment and version of the game, for checkpoints; "" if it has none
}

// Validate returns an error if a setting is out of range.
func (s Settings) Validate() error {
	if s.Batch < 1 {
		return fmt.Errorf("cfr: batch of %d games: want at least 1", s.Batch)
	}
	return nil
}

// Solver holds the regrets and the average strategy of a game. It is not safe for
// concurrent use; [Solver.Run] itself uses several goroutines.
type Solver struct {
	game     Game
	settings Settings
	actions  int // row length of the slices below

	batches int       // finished batches
	regret  []float64 // [Sets, actions], clipped
	sum     []float64 // [Sets, actions], sum of strategies, each weighted by the number of its batch

	parts []part
}

// New returns a solver that has not played any games.
func New(g Game, s Settings) (*Solver, error) {
	if g == nil {
		return nil, errors.New("cfr: no game")
	}
	if err := s.Validate(); err != nil {
		return nil, err
	}
	n := g.Sets() * g.MaxActions()
	return &Solver{
		game: g, settings: s, actions: g.MaxActions(),
		regret: make([]float64, n), sum: make([]float64, n),
	}, nil
}

// Settings returns the settings.
func (s *Solver) Settings() Settings { return s.settings }

// Batches returns the number of batches finished.
func (s *Solver) Batches() int { return s.batches }

// Games returns the number of games dealt.
func (s *Solver) Games() int64 { return int64(s.batches) * int64(s.settings.Batch) }

// Current sets dst to the current strategy at an information set: proportional to the
// regrets, or uniform if all are zero. The length of dst is the number of actions there.
func (s *Solver) Current(dst []float64, set int) {
	normalize(dst, s.regret[set*s.actions:])
}

// Average sets dst to the average strategy at an information set, over all batches,
// weighted by the number of the batch and by how often play reached the set. If it never
// did, Average sets dst to the uniform strategy and returns false. The length of dst is
// the number of actions there.
func (s *Solver) Average(dst []float64, set int) bool {
	return normalize(dst, s.sum[set*s.actions:])
}

// normalize sets dst to weights divided by their sum. If all are zero, it sets dst to the
// uniform distribution and returns false.
func normalize(dst, weights []float64) bool {
	total := 0.0
	for a := range dst {
		total += weights[a]
	}
	for a := range dst {
		if total > 0 {
			dst[a] = weights[a] / total
		} else {
			dst[a] = 1 / float64(len(dst))
		}
	}
	return total > 0
}
