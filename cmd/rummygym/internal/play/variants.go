package play

import (
	"errors"

	"github.com/spf13/cobra"

	"rummygym/arena"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/options"
)

// registerVariants adds the flags of commands that play variants of an agent on the same deals
// to cmd. A variant is called what, such as "candidate".
func registerVariants(cmd *cobra.Command, f *EvalFlags, what string) {
	f.TwoSeats = true
	f.Games = 2000
	f.Seed = 1
	cli.AddOptions(cmd,
		options.New(&f.Against, "against", "comma-separated opponents, with options after colons (default all agents of the game); rummygym agents lists them").Completes(options.Agents),
		options.New(&f.Games, "games", "games of each "+what+" against each opponent, two for every deal").Range(1, 1000000000),
		options.New(&f.Seed, "seed", "seed of deals and agents").In("Running"),
		options.New(&f.Workers, "workers", "number of games played in parallel; 0 is the number of cores").In("Running").Range(0, 4096),
	)
	cli.AddOptions(cmd, f.format.Options()...)
	cli.AddOptions(cmd, options.Bind(&f.checkpoint)[:3]... /* without parts */)
	f.confidence = 0.95
	cli.AddOptions(cmd, options.New(&f.confidence, "confidence", "confidence level of the intervals").In("Statistics"))
	cli.AddOptions(cmd, f.Rules.Options()...)
	cli.ListRules(cmd, &f.Rules)
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
