// Package belief trains a network that says what the opponent holds in Indian Rummy
// with two players (package agents/belief) on games of named agents, whose hands it
// sees. Start from [New], which returns a train.Learner.
//
// Every step plays new games and learns from each decision of both seats once, so
// that nothing is learned by heart and there are no data to keep.
package belief

import (
	"errors"
	"fmt"

	"rummygym/agents"
	"rummygym/agents/belief"
	"rummygym/env/indian"
	"rummygym/features"
	"rummygym/train"
)

// Player is an agent that games are played by.
type Player struct {
	Name   string
	Weight float64 // how often it sits at a seat, relative to others; above 0
	New    func() agents.Agent
}

// Config is what a learner learns from.
type Config struct {
	Game    *indian.Game // with two seats and hands of 13
	Players []Player     // each seat is drawn from them, independently
	Rows    int          // decisions of a step
	Seed    uint64       // of the games
	Workers int          // that play; the result does not depend on it. 0 is 1
}

// Losses returns the losses of the model that a learner trains.
func Losses() []train.Loss {
	return []train.Loss{
		train.Logistic{Head: belief.Held},
		train.Logistic{Head: belief.Wanted},
		train.CrossEntropy{Head: belief.Distance},
		train.CrossEntropy{Head: belief.Thrown},
	}
}

// Validate returns an error that names the first field that is wrong.
func (c *Config) Validate() error {
	switch {
	case c.Game == nil:
		return errors.New("train/belief: no game")
	case c.Game.Rules().Seats != 2 || c.Game.Rules().HandSize != features.Declaration.Size:
		return fmt.Errorf("train/belief: %d seats with hands of %d: want 2 with %d", c.Game.Rules().Seats, c.Game.Rules().HandSize, features.Declaration.Size)
	case len(c.Players) == 0:
		return errors.New("train/belief: no players")
	case c.Rows < 1:
		return fmt.Errorf("train/belief: %d decisions a step: want at least 1", c.Rows)
	case c.Workers < 0:
		return fmt.Errorf("train/belief: %d workers: want at least 0", c.Workers)
	}
	for _, p := range c.Players {
		if !(p.Weight > 0) || p.New == nil {
			return fmt.Errorf("train/belief: player %q with weight %v: want one above 0, and an agent", p.Name, p.Weight)
		}
	}
	return nil
}
