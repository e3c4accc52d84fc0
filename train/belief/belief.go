// Package belief trains a network that estimates an opponent's hand in Indian Rummy (package
// agents/belief), from games of named agents whose hands it sees. At a table of more than two
// it learns about the players before and after the observer. Start
// with [New], which returns a train.Learner:
//
//	model, err := train.New(agentbelief.Describe(network.ReLU, 128), train.Settings{
//		Losses: belief.Losses(), Optimizer: train.Adam(1e-3), MaxBatch: c.Rows,
//	})
//	learner, err := belief.New(c, model) // c names the games and the agents
//
// Every step plays new games and learns once from each decision of all seats, so that
// the network cannot overfit to a data set, and no data are stored.
package belief

import (
	"errors"
	"fmt"

	"rummygym/agents/belief"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/train"
)

// Player is an agent that plays the games.
type Player struct {
	Name   string
	Weight float64 // probability of sitting at a seat, relative to the others; above 0
	New    func() game.Agent
}

// Table is a kind of table: its rules, and who plays there.
type Table struct {
	Weight  float64      // share of the games, relative to the other tables; above 0
	Game    *indian.Game // with hands of 13
	Players []Player     // each seat is drawn from these, independently
}

// maxRows returns the maximum number of rows of a game.
func (t *Table) maxRows() int { return maxRows * (t.Game.Players() - 1) }

// Config is the settings of a learner.
type Config struct {
	Tables  []Table // each game draws one
	Rows    int     // decisions per step
	Seed    uint64  // of the games
	Workers int     // goroutines that play; results do not depend on it; 0 means 1
}

// maxRows returns the maximum number of rows of a game at any table.
func (c *Config) maxRows() (n int) {
	for i := range c.Tables {
		n = max(n, c.Tables[i].maxRows())
	}
	return n
}

// Losses returns the losses of the model that a learner trains.
func Losses() []train.Loss {
	return []train.Loss{
		train.Logistic{Head: belief.Held},
		train.Logistic{Head: belief.Wanted},
		train.CrossEntropy{Head: belief.Distance},
		train.CrossEntropy{Head: belief.Discarded},
	}
}

// Validate returns an error for the first field that is invalid.
func (c *Config) Validate() error {
	switch {
	case len(c.Tables) == 0:
		return errors.New("train/belief: no tables")
	case c.Rows < 1:
		return fmt.Errorf("train/belief: %d decisions per step: want at least 1", c.Rows)
	case c.Workers < 0:
		return fmt.Errorf("train/belief: %d workers: want at least 0", c.Workers)
	}
	for i, t := range c.Tables {
		if t.Game == nil {
			return fmt.Errorf("train/belief: table %d has no game", i+1)
		}
		rules := t.Game.Rules()
		switch {
		case !(t.Weight > 0):
			return fmt.Errorf("train/belief: table %d has the weight %v: want a number above 0", i+1, t.Weight)
		case rules.Standard() != nil:
			return fmt.Errorf("train/belief: table %d: %w", i+1, rules.Standard())
		case len(t.Players) == 0:
			return fmt.Errorf("train/belief: table %d has no players", i+1)
		}
		for _, p := range t.Players {
			if !(p.Weight > 0) || p.New == nil {
				return fmt.Errorf("train/belief: player %q with weight %v: want a weight above 0, and an agent", p.Name, p.Weight)
			}
		}
	}
	return nil
}
