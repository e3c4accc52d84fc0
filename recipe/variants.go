package recipe

import (
	"context"

	"rummygym"
	"rummygym/arena"
	"rummygym/arena/contest"
)

// Variants are the options of recipes that play variants of an agent on the same deals.
type Variants struct {
	Agent      string   `option:"agent" argument:"true" complete:"agents" doc:"agent with the options, such as sigra"`
	Against    []string `option:"against" complete:"agents" doc:"comma-separated opponents, with options after colons (default all agents of the game); rummygym agents lists them"`
	Games      int      `option:"games" default:"2000" range:"1:1000000000" doc:"games of each variant against each opponent, two for every deal"`
	Seed       uint64   `option:"seed" default:"1" group:"Running" doc:"seed of deals and agents"`
	Workers    int      `option:"workers" group:"Running" range:"0:4096" doc:"number of games played in parallel; 0 is the number of cores"`
	Confidence float64  `option:"confidence" default:"0.95" group:"Statistics" doc:"confidence level of the intervals"`
	Checkpoints
	programs contest.Programs `options:"-"`
}

// config returns the games of the agent itself.
func (v *Variants) config(rules rummygym.RuleOptions) (arena.Config, error) {
	m := contest.Match{Rules: rules, Against: v.Against, Games: v.Games, Seed: v.Seed, Workers: v.Workers, TwoSeats: true, Programs: &v.programs}
	return m.Config(m.BySpec(v.Agent), rules.Preset())
}

// play plays the games of c for a recipe. If it is cut off, it returns the games so far, which are saved
// before. Without games it returns nil.
func (v *Variants) play(ctx context.Context, host *Host, command string, c arena.Config) (*arena.Result, error) {
	watch(&c, host)
	res, err := arena.Tournament(ctx, c)
	if cutOff(ctx, err) {
		err = v.stop(err, command, res.Total(), oneFile, res)
	} else if err != nil {
		return nil, err
	}
	if res.Played() == 0 {
		return nil, err
	}
	return res, err
}

// close ends outside programs, and releases the checkpoint files.
func (v *Variants) close(host *Host) {
	v.programs.Close(host.log())
	v.release()
}
