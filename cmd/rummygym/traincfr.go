package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"rummygym/env/gin"
	"rummygym/train/cfr"
)

// trainCFRFlags are the flags of train cfr.
type trainCFRFlags struct {
	out, checkpoint, resume, strategy string
	games, report                     int64
	settings                          cfr.Settings
	workers, matches                  int
	every                             time.Duration
}

// newTrainCFRCommand returns the command that makes the tables of the players
// fitness and independent-heuristics.
func newTrainCFRCommand() *cobra.Command {
	var f trainCFRFlags
	cmd := &cobra.Command{
		Use:   "cfr --out FILE",
		Short: "Train the tables of the Gin Rummy player fitness",
		Long: `cfr finds the tables by which the Gin Rummy players fitness and
independent-heuristics (paper 004) draw and knock, and by which fitness parts
discards of equal rank. It deals hands to two players of these tables and lowers
their regret: Monte Carlo counterfactual regret minimization with CFR+, by external
sampling; "go doc rummygym/train/cfr" tells how.

The file is text that a person can read. The program is built with that in
baselines/fitness.txt; in Go, Fitness.Tables plays by any other. It follows from --games, --batch, --seed
and --strategy alone, whatever the number of workers and however often the training
was stopped. --strategy average is the average of all strategies, which converges;
current is the last one, as in the paper.

From time to time a line on standard error tells how far training has come and how
many of --matches matches to 100 points the player fitness with the tables so far
wins against simple, with a 95 % Wilson interval.

Ctrl-C drops the batch in progress and writes the checkpoint: --checkpoint FILE, or
the file of --out with .checkpoint added. --resume FILE goes on from it and ends with
what an undisturbed run writes.`,
		Example: `  rummygym train cfr --out fitness.txt
  rummygym train cfr --games 100000 --seed 2 --checkpoint cfr.gz --out fitness.txt
  rummygym train cfr --games 200000 --seed 2 --resume cfr.gz --out fitness.txt`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	fs := cmd.Flags()
	fs.StringVar(&f.out, "out", "", "file to write the tables to")
	fs.Int64Var(&f.games, "games", 1_000_000, "hands to deal in all, a multiple of --batch")
	fs.IntVar(&f.settings.Batch, "batch", 1000, "hands an iteration of CFR+")
	fs.Uint64Var(&f.settings.Seed, "seed", 1, "seed of everything random")
	fs.StringVar(&f.strategy, "strategy", string(cfr.AverageStrategy), "strategy to write: average or current")
	fs.IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "hands played at the same time, at most 16")
	fs.Int64Var(&f.report, "report", 100_000, "hands between two lines of progress; 0 is none")
	fs.IntVar(&f.matches, "matches", 1000, "matches against simple for a line of progress; 0 is none")
	fs.StringVar(&f.checkpoint, "checkpoint", "", "write checkpoints to this file at times and when stopped")
	fs.DurationVar(&f.every, "checkpoint-every", time.Minute, "time between checkpoints")
	fs.StringVar(&f.resume, "resume", "", "go on from this checkpoint, and write further ones to it")
	if err := cmd.MarkFlagRequired("out"); err != nil {
		panic("rummygym: " + err.Error())
	}
	return cmd
}

// validate reports what is wrong with the flags.
func (f *trainCFRFlags) validate() error {
	switch {
	case f.strategy != string(cfr.AverageStrategy) && f.strategy != string(cfr.CurrentStrategy):
		return fmt.Errorf("--strategy %q: want %s or %s", f.strategy, cfr.AverageStrategy, cfr.CurrentStrategy)
	case f.settings.Batch < 1:
		return fmt.Errorf("--batch %d: want at least 1", f.settings.Batch)
	case f.games < 1 || f.games%int64(f.settings.Batch) != 0:
		return fmt.Errorf("--games %d: want a multiple of --batch %d, at least 1 time", f.games, f.settings.Batch)
	case f.workers < 1:
		return fmt.Errorf("--workers %d: want at least 1", f.workers)
	case f.report < 0 || f.matches < 0:
		return fmt.Errorf("--report %d and --matches %d: want at least 0", f.report, f.matches)
	case f.resume != "" && f.checkpoint != "":
		return errors.New("--resume writes further checkpoints to its own file: leave --checkpoint away")
	}
	// What would only fail after hours of training is tried first.
	for _, path := range []string{f.out, f.checkpoint} {
		if _, err := os.Stat(filepath.Dir(path)); err != nil {
			return fmt.Errorf("%s cannot be written: %w", path, err)
		}
	}
	if _, err := os.Stat(f.checkpoint); f.checkpoint != "" && err == nil {
		return fmt.Errorf("--checkpoint %s is there already: go on from it with --resume %[1]s, or name another file", f.checkpoint)
	}
	return nil
}

// command returns the command line that makes the same file.
func (f *trainCFRFlags) command() string {
	return fmt.Sprintf("rummygym train cfr --games %d --batch %d --seed %d --strategy %s --out %s",
		f.games, f.settings.Batch, f.settings.Seed, f.strategy, quote(filepath.Base(f.out)))
}

func (f *trainCFRFlags) run(cmd *cobra.Command) error {
	if err := f.validate(); err != nil {
		return err
	}
	solver, err := f.solver(cmd)
	if err != nil {
		return err
	}
	save := f.resume + f.checkpoint // one of them is empty
	last, start := time.Now(), time.Now()
	begun := solver.Games()
	bar := newGameBar(cmd.ErrOrStderr())
	err = solver.Run(cmd.Context(), int(f.games/int64(f.settings.Batch)), f.workers, func() error {
		bar.set(int(solver.Games()), int(f.games))
		if f.report > 0 && (solver.Games()%f.report < int64(f.settings.Batch) || solver.Games() == f.games) {
			bar.close()
			rate := float64(solver.Games()-begun) / time.Since(start).Seconds()
			if err := f.tell(cmd.Context(), cmd.ErrOrStderr(), solver, rate); err != nil {
				return err
			}
		}
		if save == "" || time.Since(last) < f.every {
			return nil
		}
		last = time.Now()
		return replaceFile(save, solver.WriteCheckpoint)
	})
	bar.close()
	if err != nil && cmd.Context().Err() != nil {
		return f.stopped(cmd, solver, save)
	}
	if err != nil {
		return err
	}
	if save != "" {
		if err := replaceFile(save, solver.WriteCheckpoint); err != nil {
			return err
		}
	}
	tables := cfr.FitnessTables(solver, cfr.Strategy(f.strategy), f.command())
	if err := replaceFile(f.out, tables.Write); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: tables of %d hands\n", f.out, solver.Games())
	return nil
}

// solver returns a new solver or that of --resume.
func (f *trainCFRFlags) solver(cmd *cobra.Command) (*cfr.Solver, error) {
	rules := gin.EAAI()
	rules.Episode = gin.Hand
	g, err := cfr.NewGin(rules)
	if err != nil {
		return nil, err
	}
	if f.resume == "" {
		return cfr.New(g, f.settings)
	}
	file, err := os.Open(f.resume)
	if err != nil {
		return nil, fmt.Errorf("--resume: %w", err)
	}
	defer file.Close()
	s, err := cfr.ReadCheckpoint(file, g)
	if err != nil {
		return nil, fmt.Errorf("--resume %s: %w", f.resume, err)
	}
	if s.Settings() != f.settings {
		return nil, fmt.Errorf("--resume %s: it has seed %d and batches of %d where %d and %d are asked for",
			f.resume, s.Settings().Seed, s.Settings().Batch, f.settings.Seed, f.settings.Batch)
	}
	if s.Games() > f.games {
		return nil, fmt.Errorf("--resume %s: it has %d hands where %d are asked for", f.resume, s.Games(), f.games)
	}
	return s, nil
}

// tell writes a line of progress.
func (f *trainCFRFlags) tell(ctx context.Context, w io.Writer, s *cfr.Solver, rate float64) error {
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

// stopped writes the checkpoint and returns an error that says how to go on.
func (f *trainCFRFlags) stopped(cmd *cobra.Command, s *cfr.Solver, path string) error {
	text := fmt.Sprintf("stopped after %d of %d hands", s.Games(), f.games)
	if path == "" {
		path = f.out + ".checkpoint"
	}
	if s.Games() == 0 {
		return &stoppedError{text}
	}
	if err := replaceFile(path, s.WriteCheckpoint); err != nil {
		return &stoppedError{fmt.Sprintf("%s, which are lost: %v", text, err)}
	}
	return &stoppedError{fmt.Sprintf("%s; go on with:\n%s", text, resumeLine(cmd, path))}
}
