package play

import (
	"errors"

	"github.com/spf13/cobra"

	"rummygym/arena"
	"rummygym/cmd/rummygym/internal/cli"
)

// registerVariants adds the flags of commands that play variants of an agent on the same deals
// to cmd. A variant is called what, such as "candidate".
func registerVariants(cmd *cobra.Command, f *EvalFlags, what string) {
	f.twoSeats = true
	fs := cmd.Flags()
	fs.StringSliceVar(&f.Against, "against", nil, "comma-separated opponents, with options after colons (default all agents of the game); rummygym agents lists them")
	fs.IntVar(&f.Games, "games", 2000, "games of each "+what+" against each opponent, two for every deal")
	fs.Uint64Var(&f.Seed, "seed", 1, "seed of deals and agents")
	fs.IntVar(&f.Workers, "workers", 0, "number of games played in parallel; 0 is the number of cores")
	f.format.Register(fs)
	f.checkpoint.register(fs)
	fs.Float64Var(&f.confidence, "confidence", 0.95, "confidence level of the intervals")
	f.Rules.Register(cmd)
}

// playVariants plays the games of c and passes the results to write, unless there are none. If
// the command is cut off, write gets the games so far, which are saved before.
func playVariants(cmd *cobra.Command, f *EvalFlags, c arena.Config, write func(*arena.Result) error) error {
	bar := cli.NewGamesBar(cmd.ErrOrStderr())
	bar.Watch(&c)
	res, err := arena.Tournament(cmd.Context(), c)
	bar.Close()
	if cutOff(cmd, err) {
		err = cutOffGames(cmd, err, &f.checkpoint, res, res.Total())
	} else if err != nil {
		return err
	}
	if res.Played() > 0 {
		err = errors.Join(err, write(res))
	}
	return err
}
