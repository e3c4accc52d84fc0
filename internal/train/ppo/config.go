package ppo

import (
	"errors"
	"fmt"
	"math"

	"rummygym/env"
	"rummygym/env/game"
	"rummygym/internal/train"
	"rummygym/internal/train/league"
)

// Value is the name of the value head, which estimates the sum of future rewards.
const Value = "value"

// Config is the settings of a learner. Start with [DefaultConfig]. Fields with a tag are options of "train ppo", see
// [options.Bind].
type Config struct {
	Game   game.Game
	Env    env.Config    `options:"-"` // with an encoder; values are in units of its scaled rewards
	League league.Config `options:"-"` // the opponents; Self is the weight of tables of self-play
	Seed   uint64        // of all random numbers except initial weights

	// Workers is the number of goroutines that play. Results do not depend on it. 0
	// means 1.
	Workers int

	Tables int `option:"tables" group:"Rules" range:"1:65536" doc:"number of tables played at once"`
	Steps  int `option:"horizon" range:"1:1000000" doc:"number of decisions at each table between two updates"`
	Batch  int // maximum number of decisions of an optimizer step

	Epochs       int     `option:"passes" doc:"number of passes over the decisions of an update (often called epochs)"`
	Clip         float64 `option:"clip-ratio" doc:"clipping range of the probability ratio"`
	ClipValue    float64 `option:"clip-value" doc:"clipping range of the change of a value; 0 turns clipping off"`
	ValueScale   float64 `option:"value-scale" doc:"weight of the value loss"` // half the squared error
	EntropyScale float64 `option:"entropy-scale" doc:"weight of the entropy bonus, which keeps the policy exploring"`
	Lambda       float64 `option:"lambda" doc:"lambda of generalised advantage estimation, 0 to 1: 0 relies on values, 1 on observed returns"`
	TargetKL     float64 `option:"target-kl" doc:"end an update when the Kullback-Leibler divergence exceeds this value, in nats; 0 never ends one"`

	// The policy stays as it is at the beginning for a start from a network that already plays well but has no trained value.
	WarmUp int `option:"value-warmup" doc:"number of updates at the beginning in which only the value is learned"`

	Optimizer train.Optimizer `options:"-"`
}

// DefaultConfig returns settings that learn both games from initial weights. Game,
// Env.Encoder and League must be set.
func DefaultConfig() Config {
	adam := train.Adam(2e-3)
	adam.Clip = 0.5
	return Config{
		Env:    env.Config{RewardScale: 1.0 / 50},
		Tables: 256, Steps: 16,
		Lambda: 0.9, Epochs: 3, Batch: 512,
		Clip: 0.2, ValueScale: 0.5, EntropyScale: 0.02,
		Optimizer: adam,
	}
}

// Validate returns an error for the first setting that is out of range.
func (c *Config) Validate() error {
	switch {
	case c.Game == nil:
		return errors.New("ppo: no game: set Config.Game")
	case c.Env.Encoder == nil:
		return errors.New("ppo: no encoder: set Config.Env.Encoder")
	case c.Workers < 0:
		return fmt.Errorf("ppo: workers is %d: want at least 1, or 0 for 1", c.Workers)
	case c.Tables < 1 || c.Steps < 1:
		return fmt.Errorf("ppo: %d tables and %d steps: want at least 1 of each", c.Tables, c.Steps)
	case c.Epochs < 1 || c.Batch < 1:
		return fmt.Errorf("ppo: %d epochs in batches of %d: want at least 1 of each", c.Epochs, c.Batch)
	case !(c.Lambda >= 0 && c.Lambda <= 1):
		return fmt.Errorf("ppo: lambda is %v: want a number in [0, 1]", c.Lambda)
	case c.WarmUp < 0:
		return fmt.Errorf("ppo: warm-up of %d updates: want at least 0", c.WarmUp)
	case !(c.Clip > 0):
		return fmt.Errorf("ppo: clip ratio is %v: want a number above 0", c.Clip)
	}
	for name, x := range map[string]float64{"clip value": c.ClipValue, "value scale": c.ValueScale, "entropy scale": c.EntropyScale, "target KL": c.TargetKL} {
		if !(x >= 0) || math.IsInf(x, 0) {
			return fmt.Errorf("ppo: %s is %v: want a number of at least 0", name, x)
		}
	}
	if self, others := c.split(); self < 0 || others < 0 {
		return fmt.Errorf("ppo: %d tables for self-play and a league: want at least 2", c.Tables)
	}
	if err := c.Env.Validate(); err != nil {
		return err
	}
	return c.League.Validate()
}

// split returns the numbers of tables of self-play and of tables against others, in
// proportion to the weights of the league, but at least 1 for a positive weight. If there
// are too few tables, one of the numbers is negative.
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

// Settings returns the settings of a model that a learner with c trains.
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
