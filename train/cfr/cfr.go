// Package cfr finds strategies of games with hidden information by Monte Carlo
// counterfactual regret minimization, and with it the tables of the players of
// paper 004 ("Estimating Card Fitness for Discard in Gin Rummy").
//
// Start from [New], which makes a [Solver] of a [Game]; [NewGin] is the game of the
// tables. The package needs no tensor library.
//
// # Algorithm
//
// External sampling (Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo sampling
// for regret minimization in extensive games", NIPS 2009) with the clipping at zero
// and the linear average of CFR+ (Tammelin, "Solving large imperfect information
// games using CFR+", 2014). A game is dealt; then each agent in turn opens all of
// its own actions, while chance and the others are sampled from the present
// strategy. External sampling was chosen over outcome sampling since its regrets
// need no division by the probability of the agent's own moves: a hand of Gin Rummy
// has twenty or more of them, and the quotients would drown the one or two points
// that a decision is worth.
//
// An agent that moves often in a game would open too many lines. It can be probed
// instead ([Game.Probed]): one line is played by the strategy, and at each decision
// of the agent on it the other actions are valued by playing on once (Gibson,
// Lanctot, Burch, Szafron and Bowling, "Generalized sampling and variance reduction
// in counterfactual regret minimization", AAAI 2012). No weights are put on: each
// decision counts by how often play comes to it, as if the agent were a team with
// one member for each of its turns.
//
// What is known to converge is external sampling for two agents who remember what
// they knew; the tests let it solve Kuhn's poker. Tables that forget, and several
// agents of a seat, promise nothing but that each lowers its own regret. Paper 004
// goes without such a promise, too; [Wins] measures what comes of it.
//
// # Batches
//
// An iteration of CFR+ is a batch of games, all played with the strategy at its
// start. Regrets are added and clipped when it has ended, in the order of the games,
// so that the result is the same whatever the number of workers. Everything random
// in a game follows from the seed and the number of the game.
package cfr

import (
	"errors"
	"fmt"
	"math/rand/v2"
)

// Game is a game whose positions belong to numbered information sets. Its methods
// are safe for concurrent use.
type Game interface {
	// NewPosition returns a position for Deal to start.
	NewPosition() Position

	// Sets returns the number of information sets, and MaxActions the largest
	// number of actions of any.
	Sets() int
	MaxActions() int

	// Agents returns the number of those who decide. Two agents may share
	// information sets, as two seats that play alike do.
	Agents() int

	// Probed reports whether the agent is probed; see the package comment.
	Probed(agent int) bool
}

// Decision is a choice of an agent.
type Decision struct {
	Agent   int // in [0, Game.Agents())
	Set     int // in [0, Game.Sets())
	Actions int // in [1, Game.MaxActions()], numbered from 0
}

// Position is a position of a Game. It is not safe for concurrent use.
type Position interface {
	// Deal starts a game.
	Deal(src rand.Source)

	// Next moves on, through chance and moves without a choice, to the next
	// decision and returns it, or false if the game is over. A decision must be
	// answered by Play before the next call.
	Next(src rand.Source) (Decision, bool)

	// Play makes the decision.
	Play(action int)

	// Payoff returns what the agent won in a game that is over.
	Payoff(agent int) float64

	// CopyFrom makes the position a copy of another one of the same game.
	CopyFrom(Position)
}

// Settings are the numbers that a result follows from.
type Settings struct {
	Seed  uint64 // of everything random
	Batch int    // games an iteration, at least 1
}

// Validate reports what is wrong with the settings.
func (s Settings) Validate() error {
	if s.Batch < 1 {
		return fmt.Errorf("cfr: batch of %d games: want at least 1", s.Batch)
	}
	return nil
}

// Solver holds regrets and the average strategy of a game. It is not safe for
// concurrent use; [Solver.Run] itself uses several goroutines.
type Solver struct {
	game     Game
	settings Settings
	actions  int // of each set in the slices below

	batches int       // finished
	regret  []float64 // [Sets, actions], clipped
	sum     []float64 // [Sets, actions], of strategies, each weighted by its batch

	parts []part
}

// New returns a solver that has played nothing.
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

// Current sets dst, which has the length of the number of actions of the set, to
// the strategy that regrets give: proportional to them, and uniform without any.
func (s *Solver) Current(dst []float64, set int) {
	normalize(dst, s.regret[set*s.actions:])
}

// Average sets dst, which has the length of the number of actions of the set, to
// the average of the strategies of all batches, weighted by their number and by how
// often play came to the set. It reports false, and gives the uniform strategy, if
// play never did.
func (s *Solver) Average(dst []float64, set int) bool {
	return normalize(dst, s.sum[set*s.actions:])
}

// normalize sets dst to weights divided by their sum, or to the uniform
// distribution where all are zero, and then reports false.
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
