package env

import (
	"fmt"
	"math"

	"rummygym/env/game"
)

// Encoder writes an observation as numbers. Package features has one for each
// game. Its methods must be safe for concurrent use.
type Encoder interface {
	// Layout describes the fields that Encode writes, in order.
	Layout() game.Layout

	// Encode fills dst, of the layout's Size, from obs, which it does not keep.
	Encode(dst []float32, obs game.Observation)
}

// Potential says how good a position looks to the observer, in a unit of its
// own; larger is better. It must be safe for concurrent use and keep nothing of
// the observation.
type Potential func(obs game.Observation) float64

// Policy plays a seat. It has the methods of agents.Agent, whose comments tell
// what they promise.
type Policy interface {
	Reset(seed uint64)
	Act(obs game.Observation, legal *game.Mask) (a game.Action, probability float64)
}

// Config holds the options of an environment. The zero value is valid: no
// encoder, no step limit, and rewards in points without shaping.
type Config struct {
	// Encoder writes encoded observations. Nil: Encode may not be called.
	Encoder Encoder

	// MaxSteps truncates an episode that has not terminated after so many
	// actions of all seats together. 0: never.
	MaxSteps int

	// RewardScale is the reward of one point gained, above 0. 0 stands for 1.
	RewardScale float64

	// Potential is the potential of reward shaping. Nil: no shaping.
	Potential Potential

	// PotentialScale is the reward of one unit of potential. 0 stands for 1.
	PotentialScale float64

	// Gamma is the learner's discount from one of its decisions to the next, in
	// (0, 1], which shaping must know. 0 stands for 1.
	Gamma float64
}

// Validate reports the first option that is out of its range.
func (c Config) Validate() error {
	switch {
	case c.MaxSteps < 0:
		return fmt.Errorf("env: MaxSteps is %d: want 0 (no limit) or more", c.MaxSteps)
	case !(c.RewardScale >= 0) || math.IsInf(c.RewardScale, 0):
		return fmt.Errorf("env: RewardScale is %v: want a number above 0, or 0 for 1 a point", c.RewardScale)
	case math.IsNaN(c.PotentialScale) || math.IsInf(c.PotentialScale, 0):
		return fmt.Errorf("env: PotentialScale is %v: want a finite number", c.PotentialScale)
	case !(c.Gamma >= 0 && c.Gamma <= 1):
		return fmt.Errorf("env: Gamma is %v: want a discount in (0, 1], or 0 for 1", c.Gamma)
	}
	return nil
}

// oneIfZero returns x, or 1 where x is the zero of an option.
func oneIfZero(x float64) float64 {
	if x == 0 {
		return 1
	}
	return x
}
