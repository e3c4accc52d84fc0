package train

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"rummygym"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/env/gin"
	"rummygym/internal/safefile"
	"rummygym/options"
	"rummygym/train/cfr"
)

// cfrFlags holds the flags of train cfr.
type cfrFlags struct {
	out        cli.OutFile
	strategy   string
	resume     string `option:"resume" group:"Checkpoints and parts" doc:"resume from this checkpoint file, and write further checkpoints to it"`
	checkpoint string `option:"checkpoint" group:"Checkpoints and parts" doc:"write checkpoints to this file at intervals and when stopped"`
	report     int64  `option:"report" default:"100000" doc:"number of hands between two lines of progress; 0 prints none"`
	games      int64  `option:"games" default:"1000000" range:"1:1000000000" doc:"total number of hands, those before --resume included, a multiple of --batch"`
	settings   cfr.Settings
	matches    int           `option:"matches" default:"1000" doc:"number of matches against simple for each line of progress; 0 is none"`
	workers    int           `option:"workers" group:"Running" range:"0:4096" doc:"number of hands played in parallel, at most 16; 0 is the number of cores"`
	every      time.Duration `option:"checkpoint-every" default:"1m" group:"Checkpoints and parts" doc:"time between checkpoints"`
}

// newCFRCommand returns the command train cfr, which computes the tables of the agents
// fitness and independent-heuristics.
func newCFRCommand() *cobra.Command {
	var f cfrFlags
	cmd := &cobra.Command{
		Use:   "cfr --out FILE",
		Short: "Compute the tables of the Gin Rummy agent fitness by CFR",
		Long: `cfr computes the tables by which the Gin Rummy agents fitness and independent-heuristics
draw and knock, and by which fitness chooses among discards of equal rank
(cardfitness2021, "Estimating Card Fitness for Discard in Gin Rummy"). It uses Monte Carlo
counterfactual regret minimization with CFR+ and external sampling on single hands
between two players of these tables; see "go doc rummygym/train/cfr".

The output is a readable text file. The agents fitness:table=FILE and
independent-heuristics:table=FILE play by it, wherever an agent is named. The built-in
tables are in baselines/ginrummy/fitness.txt.
The file depends only on --games, --batch, --seed and --strategy, not on the number of
workers or on interruptions. --strategy average writes the average strategy, which
converges; current writes the last strategy, as in the paper.

At intervals a line on standard error reports the progress, and the share of --matches
matches to 100 points that fitness with the current tables wins against simple, with a
95 % Wilson interval.

Ctrl-C discards the batch in progress and writes a checkpoint: --checkpoint FILE, or the
file of --out with .checkpoint appended. --resume FILE resumes from it; the result is the
same as without a stop.`,
		Example: `  rummygym train cfr --out fitness.txt
  rummygym train cfr --games 100000 --seed 2 --checkpoint cfr.json --out fitness.txt
  rummygym train cfr --games 200000 --seed 2 --resume cfr.json --out fitness.txt
  rummygym eval --game gin fitness:table=fitness.txt --against fitness,simple`,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	out := f.out.Options("out", "file to write the tables to")
	out[0].Require()
	cli.AddOptions(cmd, out...)
	cli.Options(cmd, &f)
	f.settings.Batch = 1000
	f.settings.Seed = 1
	f.strategy = string(cfr.AverageStrategy)
	cli.AddOptions(cmd,
		options.New(&f.settings.Batch, "batch", "number of hands per iteration of CFR+").In("Optimizer").Range(1, 1000000),
		options.New(&f.settings.Seed, "seed", "seed of all random choices").In("Running"),
		options.New(&f.strategy, "strategy", "strategy to write: average or current"),
	)
	return cmd
}

// validate returns an error if the flags are not valid.
func (f *cfrFlags) validate() error {
	switch {
	case f.strategy != string(cfr.AverageStrategy) && f.strategy != string(cfr.CurrentStrategy):
		return fmt.Errorf("--strategy %q: want %s or %s", f.strategy, cfr.AverageStrategy, cfr.CurrentStrategy)
	case f.games%int64(f.settings.Batch) != 0:
		return fmt.Errorf("--games %d: want a positive multiple of --batch %d", f.games, f.settings.Batch)
	case f.resume != "" && f.checkpoint != "":
		return errors.New("--resume writes further checkpoints to its own file: remove --checkpoint")
	}
	// Errors of writing are found before hours of training.
	if _, err := os.Stat(filepath.Dir(f.checkpoint)); err != nil {
		return fmt.Errorf("%s cannot be written: %w", f.checkpoint, err)
	}
	return f.out.Check(f.resume != "")
}

// command returns the command line that reproduces the file.
func (f *cfrFlags) command() string {
	return fmt.Sprintf("rummygym train cfr --games %d --batch %d --seed %d --strategy %s --out %s",
		f.games, f.settings.Batch, f.settings.Seed, f.strategy, cli.Quote(filepath.Base(f.out.Path)))
}

// run computes the tables and writes them.
func (f *cfrFlags) run(cmd *cobra.Command) error {
	if err := f.validate(); err != nil {
		return err
	}
	save := f.resume + f.checkpoint // one of them is empty
	if save != "" {
		release, err := safefile.LockFile(save)
		if err != nil {
			return err
		}
		defer release()
	}
	if f.checkpoint != "" && safefile.Exists(f.checkpoint) {
		return cli.FileFault(fmt.Errorf("--checkpoint %s: the file exists already: resume it with --resume %[1]s, or name another file", f.checkpoint))
	}
	solver, err := f.solver(cmd)
	if err != nil {
		return err
	}
	last, start := time.Now(), time.Now()
	begun := solver.Games()
	bar := cli.NewGamesBar(cmd.ErrOrStderr())
	err = solver.Run(cmd.Context(), int(f.games/int64(f.settings.Batch)), cmp.Or(f.workers, runtime.GOMAXPROCS(0)), func() error {
		bar.Set(int(solver.Games()), int(f.games))
		if f.report > 0 && (solver.Games()%f.report < int64(f.settings.Batch) || solver.Games() == f.games) {
			bar.Close()
			rate := float64(solver.Games()-begun) / time.Since(start).Seconds()
			if err := f.writeProgress(cmd.Context(), cmd.ErrOrStderr(), solver, rate); err != nil {
				return err
			}
		}
		if save == "" || time.Since(last) < f.every {
			return nil
		}
		last = time.Now()
		return cli.ReplaceFile(save, solver.WriteCheckpoint)
	})
	bar.Close()
	if err != nil && cmd.Context().Err() != nil {
		return f.stopped(cmd, solver, save)
	}
	if err != nil {
		return err
	}
	if save != "" {
		if err := cli.ReplaceFile(save, solver.WriteCheckpoint); err != nil {
			return err
		}
	}
	tables := cfr.FitnessTables(solver, cfr.Strategy(f.strategy), f.command())
	if err := f.out.Write(tables.Write); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: tables of %d hands\n", f.out.Path, solver.Games())
	return nil
}

// solver returns a new solver, or the solver of the checkpoint of --resume.
func (f *cfrFlags) solver(cmd *cobra.Command) (*cfr.Solver, error) {
	rules := gin.EAAI()
	rules.Episode = gin.Hand
	g, err := cfr.NewGin(rules)
	if err != nil {
		return nil, err
	}
	f.settings.Env = rummygym.Gin.Env
	if f.resume == "" {
		return cfr.New(g, f.settings)
	}
	data, err := safefile.Read(f.resume)
	if err != nil {
		return nil, cli.FileFault(fmt.Errorf("--resume: %w", err))
	}
	s, err := cfr.ReadCheckpoint(bytes.NewReader(data), g)
	if err != nil {
		return nil, cli.FileFault(fmt.Errorf("--resume %s: %w", f.resume, err))
	}
	if env := s.Settings().Env; env != f.settings.Env {
		return nil, fmt.Errorf("--resume %s: the checkpoint is of environment %q, want %q, as the same seed gives other hands in another: resume it with the program that began it", f.resume, env, f.settings.Env)
	}
	if s.Settings() != f.settings {
		return nil, fmt.Errorf("--resume %s: the checkpoint has seed %d and batches of %d, want %d and %d",
			f.resume, s.Settings().Seed, s.Settings().Batch, f.settings.Seed, f.settings.Batch)
	}
	if s.Games() > f.games {
		return nil, fmt.Errorf("--resume %s: the checkpoint has %d hands, more than --games %d", f.resume, s.Games(), f.games)
	}
	return s, nil
}

// writeProgress writes a line of progress to w. rate is the speed in hands per second.
func (f *cfrFlags) writeProgress(ctx context.Context, w io.Writer, s *cfr.Solver, rate float64) error {
	fmt.Fprintf(w, "%d of %d hands, %.0f hands/s", s.Games(), f.games, rate)
	if f.matches > 0 {
		tables := cfr.FitnessTables(s, cfr.Strategy(f.strategy), "")
		won, err := cfr.Wins(ctx, tables, "simple", f.matches, f.settings.Seed)
		if err != nil {
			return err
		}
		in := won.Wilson(0.95)
		fmt.Fprintf(w, ", %.3f (%.3f to %.3f) v simple", won.Value(), in.Low, in.High)
	}
	fmt.Fprintln(w)
	return nil
}

// stopped writes the checkpoint and returns an error that says how to resume.
func (f *cfrFlags) stopped(cmd *cobra.Command, s *cfr.Solver, path string) error {
	text := fmt.Sprintf("stopped after %d of %d hands", s.Games(), f.games)
	if path == "" {
		path = safefile.FreeName(f.out.Path+".checkpoint", safefile.Exists)
	}
	if s.Games() == 0 {
		return &cli.StoppedError{Text: text}
	}
	if err := cli.ReplaceFile(path, s.WriteCheckpoint); err != nil {
		return &cli.StoppedError{Text: fmt.Sprintf("%s, which are lost: %v", text, err)}
	}
	return &cli.StoppedError{Text: fmt.Sprintf("%s; resume with:\n%s", text, cli.ResumeLine(cmd, path))}
}
