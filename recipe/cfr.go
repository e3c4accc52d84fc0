package recipe

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"time"

	"rummygym"
	"rummygym/baselines/ginrummy"
	"rummygym/env/gin"
	"rummygym/internal/safefile"
	"rummygym/options"
	"rummygym/table"
	"rummygym/train/cfr"
)

// A CFR computes the tables of the Gin Rummy agents fitness and independent-heuristics; see package cfr. Its result is a
// [*CFRResult].
type CFR struct {
	optionList `options:"-"`
	Out        string `option:"out" required:"true" group:"Output" doc:"file to write the tables to"`
	Overwrite  bool   `option:"overwrite" group:"Output" doc:"replace the file given by --out if it exists"`
	Resume     string `option:"resume" group:"Checkpoints and parts" doc:"resume from this checkpoint file, and write further checkpoints to it"`
	Checkpoint string `option:"checkpoint" group:"Checkpoints and parts" doc:"write checkpoints to this file at intervals and when stopped"`
	Report     int64  `option:"report" default:"100000" doc:"number of hands between two lines of progress; 0 prints none"`
	Games      int64  `option:"games" default:"1000000" range:"1:1000000000" doc:"total number of hands, including those before --resume; a multiple of --batch"`
	Batch      int    `option:"batch" default:"1000" group:"Optimizer" range:"1:1000000" doc:"number of hands per iteration of CFR+"`
	Seed       uint64 `option:"seed" default:"1" group:"Running" doc:"seed of all random choices"`
	Strategy   string `option:"strategy" default:"average" doc:"strategy to write: average or current"`
	Matches    int    `option:"matches" default:"1000" doc:"number of matches against simple for each line of progress; 0 plays none"`
	Workers    int    `option:"workers" group:"Running" range:"0:4096" doc:"number of hands played in parallel, at most 16; 0 is the number of cores"`
}

// NewCFR returns the recipe of "train cfr" with its defaults.
func NewCFR() *CFR {
	f := new(CFR)
	f.list = options.Bind(f)
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
	out := table.Output[CFRResult]{Table: table.New(table.Fields[CFRResult](), []CFRResult{*r}), Text: func(out *bufio.Writer) {
		fmt.Fprintf(out, "%s: tables of %d hands\n", r.Path, r.Hands)
	}}
	return out.Write(w, f)
}

// Validate returns an error if the options are not valid. It leaves out what depends on files.
func (f *CFR) Validate() error {
	if err := f.list.Check(); err != nil {
		return err
	}
	switch {
	case f.Strategy != string(cfr.AverageStrategy) && f.Strategy != string(cfr.CurrentStrategy):
		return fmt.Errorf("--strategy %q: want %s or %s", f.Strategy, cfr.AverageStrategy, cfr.CurrentStrategy)
	case f.Games%int64(f.Batch) != 0:
		return fmt.Errorf("--games %d: want a positive multiple of --batch %d", f.Games, f.Batch)
	case f.Resume != "" && f.Checkpoint != "":
		return errors.New("--resume writes further checkpoints to its own file: remove --checkpoint")
	}
	return nil
}

// command returns the command line that reproduces the file.
func (f *CFR) command() string {
	return fmt.Sprintf("rummygym train cfr --games %d --batch %d --seed %d --strategy %s --out %s",
		f.Games, f.Batch, f.Seed, f.Strategy, options.Quote(filepath.Base(f.Out)))
}

// Run computes the tables and writes them. If it is stopped, it writes a checkpoint.
func (f *CFR) Run(ctx context.Context, host *Host) (Result, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	out := OutFile{Option: "out", Path: f.Out, Overwrite: f.Overwrite}
	save, release, err := checkpointTo(&out, f.Resume, f.Checkpoint)
	if err != nil {
		return nil, err
	}
	defer release()
	solver, err := f.solver()
	if err != nil {
		return nil, err
	}
	if err := f.solve(ctx, host, solver, save); ctx.Err() != nil && err != nil {
		return nil, stoppedAt(err, Progress{Unit: "hands", Done: solver.Games(), Total: f.Games}, save, f.Out, solver.WriteCheckpoint)
	} else if err != nil {
		return nil, err
	}
	if save.Path != "" {
		if err := save.Stream(solver.WriteCheckpoint); err != nil {
			return nil, err
		}
	}
	tables := cfr.FitnessTables(solver, cfr.Strategy(f.Strategy), f.command())
	if err := out.Write(tables.Write); err != nil {
		return nil, err
	}
	return &CFRResult{f.Out, solver.Games(), tables}, nil
}

// solve plays the hands, and writes lines of progress and checkpoints.
func (f *CFR) solve(ctx context.Context, host *Host, s *cfr.Solver, save OutFile) error {
	last, start, begun := time.Now(), time.Now(), s.Games()
	return s.Run(ctx, int(f.Games/int64(f.Batch)), cmp.Or(f.Workers, runtime.GOMAXPROCS(0)), func() error {
		host.progress(Progress{Unit: "hands", Done: s.Games(), Total: f.Games})
		if f.Report > 0 && (s.Games()%f.Report < int64(f.Batch) || s.Games() == f.Games) {
			rate := float64(s.Games()-begun) / time.Since(start).Seconds()
			if err := f.writeProgress(ctx, host.log(), s, rate); err != nil {
				return err
			}
		}
		if save.Path == "" || time.Since(last) < checkpointEvery {
			return nil
		}
		last = time.Now()
		return save.Stream(s.WriteCheckpoint)
	})
}

// solver returns a new solver, or the solver of the checkpoint of --resume.
func (f *CFR) solver() (*cfr.Solver, error) {
	rules := gin.EAAI()
	rules.Episode = gin.Hand
	g, err := cfr.NewGin(rules)
	if err != nil {
		return nil, err
	}
	settings := cfr.Settings{Seed: f.Seed, Batch: f.Batch, Env: rummygym.Gin.Env}
	if f.Resume == "" {
		return cfr.New(g, settings)
	}
	data, err := safefile.Read(f.Resume)
	if err != nil {
		return nil, options.FileFault(fmt.Errorf("--resume: %w", err))
	}
	s, err := cfr.ReadCheckpoint(bytes.NewReader(data), g)
	if err != nil {
		return nil, options.FileFault(fmt.Errorf("--resume %s: %w", f.Resume, err))
	}
	if env := s.Settings().Env; env != settings.Env {
		return nil, fmt.Errorf("--resume %s: the checkpoint is of environment %q, want %q, as the same seed gives other hands in another: resume it with the program that began it", f.Resume, env, settings.Env)
	}
	if s.Settings() != settings {
		return nil, fmt.Errorf("--resume %s: the checkpoint has seed %d and batches of %d, want %d and %d",
			f.Resume, s.Settings().Seed, s.Settings().Batch, f.Seed, f.Batch)
	}
	if s.Games() > f.Games {
		return nil, fmt.Errorf("--resume %s: the checkpoint has %d hands, more than --games %d", f.Resume, s.Games(), f.Games)
	}
	return s, nil
}

// writeProgress writes a line of progress to w. rate is the speed in hands per second.
func (f *CFR) writeProgress(ctx context.Context, w io.Writer, s *cfr.Solver, rate float64) error {
	fmt.Fprintf(w, "%d of %d hands, %.0f hands/s", s.Games(), f.Games, rate)
	if f.Matches > 0 {
		tables := cfr.FitnessTables(s, cfr.Strategy(f.Strategy), "")
		won, err := cfr.Wins(ctx, tables, "simple", f.Matches, f.Seed)
		if err != nil {
			return err
		}
		in := won.Wilson(0.95)
		fmt.Fprintf(w, ", %.3f (%.3f to %.3f) v simple", won.Value(), in.Low, in.High)
	}
	fmt.Fprintln(w)
	return nil
}
