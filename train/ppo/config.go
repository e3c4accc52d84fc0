package ppo

import (
	"errors"
	"fmt"
	"math"

	"rummygym/env"
	"rummygym/env/game"
	"rummygym/train"
	"rummygym/train/league"
)

// Value is the name of the head that says what reward is still to come.
const Value = "value"

// Config says how a learner learns. [DefaultConfig] has usual settings.
type Config struct {
	Game   game.Game
	Env    env.Config    // with an encoder; its scale of rewards is that of values
	League league.Config // whom to play against: with Self at tables of self-play
	Seed   uint64        // of everything random but fresh weights

	// Workers is the number of cores that play. It changes the speed and nothing
	// else. 0 stands for 1.
	Workers int

	Tables int // played at once
	Steps  int // decisions at each table between two updates

	Lambda float64 // of the advantages, in [0, 1]: 0 trusts the value, 1 what came
	Epochs int     // passes over the decisions of an update
	Batch  int     // most decisions of a step of the optimizer

	Clip         float64 // the ratio of probabilities counts up to 1 ± Clip
	ClipValue    float64 // values count up to so far from the old ones; 0: however far
	ValueScale   float64 // weight of half the value's squared error
	EntropyScale float64 // weight of the entropy, which is to be large

	// TargetKL ends the passes of an update after one in which the new policy was
	// farther from the old one than this, in nats. 0: never.
	TargetKL float64

	// WarmUp is the number of updates at the beginning in which the value alone is
	// learned and the policy held where it is: for a start from a network that plays
	// well already and knows no value.
	WarmUp int

	Optimizer train.Optimizer
}

// DefaultConfig returns settings that learn both games, for a start from fresh
// weights. Game, Env.Encoder and League are to be filled in.
func DefaultConfig() Config {
	adam := train.Adam(1e-3)
	adam.Clip = 0.5
	return Config{
		Env:    env.Config{RewardScale: 1.0 / 50},
		Tables: 256, Steps: 64,
		Lambda: 0.6, Epochs: 3, Batch: 1024,
		Clip: 0.2, ValueScale: 0.5, EntropyScale: 0.003,
		Optimizer: adam,
	}
}

// Validate reports the first option that is out of its range.
func (c *Config) Validate() error {
	switch {
	case c.Game == nil:
		return errors.New("ppo: no game: set Config.Game")
	case c.Env.Encoder == nil:
		return errors.New("ppo: no encoder: set Config.Env.Encoder")
	case c.Workers < 0:
		return fmt.Errorf("ppo: Workers is %d: want 1 or more, or 0 for 1", c.Workers)
	case c.Tables < 1 || c.Steps < 1:
		return fmt.Errorf("ppo: %d tables and %d steps: want at least 1 of both", c.Tables, c.Steps)
	case c.Epochs < 1 || c.Batch < 1:
		return fmt.Errorf("ppo: %d epochs in batches of %d: want at least 1 of both", c.Epochs, c.Batch)
	case !(c.Lambda >= 0 && c.Lambda <= 1):
		return fmt.Errorf("ppo: Lambda is %v: want a number in [0, 1]", c.Lambda)
	case c.WarmUp < 0:
		return fmt.Errorf("ppo: WarmUp is %d: want 0 or more", c.WarmUp)
	case !(c.Clip > 0):
		return fmt.Errorf("ppo: Clip is %v: want a number above 0", c.Clip)
	}
	for name, x := range map[string]float64{"ClipValue": c.ClipValue, "ValueScale": c.ValueScale, "EntropyScale": c.EntropyScale, "TargetKL": c.TargetKL} {
		if !(x >= 0) || math.IsInf(x, 0) {
			return fmt.Errorf("ppo: %s is %v: want a number from 0", name, x)
		}
	}
	if self, others := c.split(); self < 0 || others < 0 {
		return fmt.Errorf("ppo: %d tables for self-play and a league: want 2 or more", c.Tables)
	}
	if err := c.Env.Validate(); err != nil {
		return err
	}
	return c.League.Validate()
}

// split returns how many tables are of self-play and how many are not, as the weights
// of the league have it; each at least 1 if there is any. One is negative if there are
// too few tables.
func (c *Config) split() (self, others int) {
	rest := c.League.Past.Weight
	for _, m := range c.League.Named {
		rest += m.Weight
	}
	switch {
	case c.League.Self == 0:
		return 0, c.Tables
	case rest == 0:
		return c.Tables, 0
	case c.Tables < 2:
		return -1, -1
	}
	self = int(math.Round(float64(c.Tables) * c.League.Self / (c.League.Self + rest)))
	self = min(max(self, 1), c.Tables-1)
	return self, c.Tables - self
}

// Settings returns the settings of the model that learns by c.
func (c *Config) Settings() train.Settings {
	s := train.Settings{
		Losses: []train.Loss{train.PPO{
			Policy: policyHead, Value: Value, Clip: c.Clip, ClipValue: c.ClipValue,
			ValueScale: c.ValueScale, EntropyScale: c.EntropyScale,
		}},
		Optimizer: c.Optimizer, MaxBatch: c.Batch, Seed: c.Seed, Workers: max(c.Workers, 1),
	}
	if c.WarmUp > 0 {
		s.Losses = append(s.Losses, train.CrossEntropy{Head: policyHead})
	}
	return s
}
