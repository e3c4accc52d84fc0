package recipe

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"

	"rummygym/baselines/ginrummy"
	"rummygym/env/gin"
	"rummygym/internal/catalog"
	"rummygym/internal/options"
	"rummygym/internal/table"
	"rummygym/internal/train/cfr"
)

// cfrHelp is the text of the command.
var cfrHelp = Help{
	Use:   "cfr --out FILE",
	Short: "Compute the tables of the Gin Rummy agent fitness by CFR",
	Long: `cfr computes the tables with which the Gin Rummy agents fitness and independent-heuristics draw, knock
and discard (cardfitness2021), by Monte Carlo counterfactual regret minimization with CFR+ and external
sampling. The output is a readable text file. It does not depend on the number of workers or on
interruptions.`,
	Example: `  rummygym train cfr --games 200000 --seed 2 --out fitness.txt
  rummygym eval --game gin fitness:table=fitness.txt --against fitness,simple`,
}

// A CFR computes the tables of the Gin Rummy agents fitness and independent-heuristics; see package cfr. Its result is a
// [*CFRResult].
type CFR struct {
	shell `options:"-"`
	solving
	Games    int64  `option:"games" default:"1000000" range:"1:1000000000" doc:"total number of hands, including those before --resume; a multiple of --batch"`
	Batch    int    `option:"batch" default:"1000" group:"Optimizer" range:"1:1000000" doc:"number of hands per iteration of CFR+"`
	Seed     uint64 `option:"seed" default:"1" group:"Running" doc:"seed of all random choices"`
	Strategy string `option:"strategy" default:"average" words:"average|current" doc:"strategy to write: average or current"`
	Matches  int    `option:"matches" default:"1000" doc:"number of matches against simple for each line of progress; 0 plays none"`
}

// NewCFR returns the recipe of "train cfr" with its defaults.
func NewCFR() *CFR {
	f := &CFR{solving: solving{Report: 100_000}}
	f.bindAlone(f)
	return f
}

// CFRResult says where the tables are.
type CFRResult struct {
	Path   string                  `json:"out" doc:"file of the tables"`
	Hands  int64                   `json:"hands" doc:"hands played"`
	Tables *ginrummy.FitnessTables `json:"-"`
}

// Write writes the path and the number of hands.
func (r *CFRResult) Write(w io.Writer, f table.Format) error {
	return writeRow(w, f, r, fmt.Sprintf("%s: tables of %d hands\n", r.Path, r.Hands))
}

// check returns an error if the options are not valid. It leaves out what depends on files.
func (f *CFR) check() error {
	if f.Games%int64(f.Batch) != 0 {
		return fmt.Errorf("--games %d: want a positive multiple of --batch %d", f.Games, f.Batch)
	}
	return nil
}

// run computes the tables and writes them. If it is stopped, it writes a checkpoint.
func (f *CFR) run(ctx context.Context, host *Host) (Result, error) {
	var solved *cfr.Solver
	tables := func(command string) *ginrummy.FitnessTables {
		return cfr.FitnessTables(solved, cfr.Strategy(f.Strategy), command)
	}
	// The file has the command line that reproduces it.
	command := fmt.Sprintf("rummygym train cfr --games %d --batch %d --seed %d --strategy %s --out %s", f.Games, f.Batch, f.Seed, f.Strategy, options.Quote(filepath.Base(f.Out)))
	err := f.solve(ctx, host, "hands", "games", f.Games, int64(f.Batch), func(state []byte) (_ *solver, err error) {
		if solved, err = f.start(state); err != nil {
			return nil, err
		}
		return &solver{
			done:       solved.Games,
			round:      func(ctx context.Context, workers int) error { return solved.Run(ctx, solved.Batches()+1, workers, nil) },
			checkpoint: solved.WriteCheckpoint,
			table:      func(w io.Writer) error { return tables(command).Write(w) },
			progress: func(ctx context.Context) (string, bool, error) {
				if f.Matches == 0 {
					return "", false, nil
				}
				won, err := cfr.Wins(ctx, tables(""), "simple", f.Matches, f.Seed)
				if err != nil {
					return "", false, err
				}
				in := won.Wilson(0.95)
				return fmt.Sprintf(", %.3f (%.3f to %.3f) v simple", won.Value(), in.Low, in.High), false, nil
			},
		}, nil
	})
	if err != nil {
		return nil, err
	}
	return &CFRResult{f.Out, solved.Games(), tables(command)}, nil
}

// start returns a new solver, or that of a checkpoint.
func (f *CFR) start(state []byte) (*cfr.Solver, error) {
	g, err := cfr.NewGin(gin.EAAI())
	if err != nil {
		return nil, err
	}
	settings := cfr.Settings{Seed: f.Seed, Batch: f.Batch, Env: catalog.Gin.Env}
	if state == nil {
		return cfr.New(g, settings)
	}
	s, err := cfr.ReadCheckpoint(bytes.NewReader(state), g)
	if err != nil {
		return nil, options.FileFault(fmt.Errorf("--resume %s: %w", f.Resume, err))
	}
	if was := s.Settings(); was != settings {
		return nil, fmt.Errorf("--resume %s: the checkpoint is of environment %q, seed %d and batches of %d, want %q, %d and %d: the same seed gives other hands in another environment",
			f.Resume, was.Env, was.Seed, was.Batch, settings.Env, f.Seed, f.Batch)
	}
	return s, nil
}
