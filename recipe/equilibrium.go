package recipe

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"time"

	"rummygym"
	"rummygym/agents/tabular"
	"rummygym/env/game"
	"rummygym/internal/safefile"
	"rummygym/options"
	"rummygym/table"
	"rummygym/train/equilibrium"
)

// An Equilibrium computes a table that approaches an equilibrium of a small game; see package equilibrium. Its result is an
// [*EquilibriumResult].
type Equilibrium struct {
	optionList `options:"-"`
	Out        string  `option:"out" required:"true" group:"Output" doc:"file to write the table to, such as tiny.table; the agent tabular:FILE plays from it"`
	Overwrite  bool    `option:"overwrite" group:"Output" doc:"replace the file given by --out if it exists"`
	Resume     string  `option:"resume" group:"Checkpoints and parts" doc:"resume from this checkpoint file, and write further checkpoints to it"`
	Checkpoint string  `option:"checkpoint" group:"Checkpoints and parts" doc:"write checkpoints to this file at intervals and when stopped"`
	Report     int     `option:"report" default:"100" range:"0:1000000" doc:"number of iterations between two lines of progress; 0 prints none"`
	Iterations int     `option:"iterations" default:"1000" range:"1:1000000000" doc:"total number of iterations, including those before --resume"`
	Until      float64 `option:"until" doc:"stop when the exploitability in a line of progress is at most this share of the largest gain of the game; 0 never stops early"`
	Method     string  `option:"method" default:"pcfr+" words:"pcfr+|cfr+" group:"Optimizer" doc:"pcfr+ (farina2021predictive) or cfr+ (tammelin2014cfrplus); see docs/exact.md"`
	Limit      int64   `option:"limit" default:"100000000" range:"1:1000000000000" group:"Running" doc:"maximum number of positions of the game"`
	Workers    int     `option:"workers" group:"Running" range:"0:4096" doc:"number of parallel goroutines (no effect on the table); 0 means the number of cores"`
}

// NewEquilibrium returns the recipe of "train equilibrium" with its defaults.
func NewEquilibrium() *Equilibrium {
	f := new(Equilibrium)
	f.bind(f)
	return f
}

// EquilibriumResult says where the table is and how good it is.
type EquilibriumResult struct {
	Path           string  `json:"out" doc:"file of the table"`
	Iterations     int     `json:"iterations" doc:"iterations"`
	NashConv       float64 `json:"nashconv" doc:"sum of the gains of best responses to the table from both seats, in points per game"`
	Exploitability float64 `json:"exploitability" doc:"half of it"`
	Share          float64 `json:"share" doc:"exploitability over the largest gain of the game"`
	Value          float64 `json:"value" doc:"gain of seat 0 between two players of the table, in points per game"`
}

// Write writes the result.
func (r *EquilibriumResult) Write(w io.Writer, f table.Format) error {
	out := table.Output[EquilibriumResult]{Table: table.New(table.Fields[EquilibriumResult](), []EquilibriumResult{*r}), Text: func(out *bufio.Writer) {
		fmt.Fprintf(out, "%s: %d iterations, NashConv %.3g, value of seat 0 %.6f\n", r.Path, r.Iterations, r.NashConv, r.Value)
		fmt.Fprintf(out, "it plays as %s:%s\n", tabular.Name, r.Path)
	}}
	return out.Write(w, f)
}

// Validate returns an error if the options are not valid. It leaves out what depends on files.
func (f *Equilibrium) Validate() error {
	switch {
	case !(f.Until >= 0 && f.Until < 1):
		return fmt.Errorf("--until is %v: want a share of at least 0 and less than 1", f.Until)
	case f.Until > 0 && f.Report == 0:
		return errors.New("--until checks the lines of progress: want --report of at least 1")
	case f.Out != "" && filepath.Ext(f.Out) != ".table":
		return fmt.Errorf("--out is %s: want a file name that ends in .table", f.Out)
	case f.Resume != "" && f.Checkpoint != "":
		return errors.New("--resume writes further checkpoints to its own file: remove --checkpoint")
	}
	return f.list.Check()
}

// Run lists the game, iterates and writes the table. If it is stopped, it writes a checkpoint.
func (f *Equilibrium) Run(ctx context.Context, host *Host) (Result, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	out := OutFile{Option: "out", Path: f.Out, Overwrite: f.Overwrite}
	save, release, err := checkpointTo(&out, f.Resume, f.Checkpoint)
	if err != nil {
		return nil, err
	}
	defer release()
	rules, err := f.rules.Rules()
	if err != nil {
		return nil, err
	}
	s, err := f.solve(ctx, host, rules, save)
	if err != nil {
		return nil, err
	}
	found, _ := s.solver.Best()
	of := s.tree.Rounded(found)
	loses := s.tree.Losses(of)
	r := &EquilibriumResult{f.Out, s.solver.Iterations(), loses.NashConv, loses.Exploitability, loses.Share, loses.Gain}
	h := tabular.HeaderOf(s.game, s.rules)
	h.Method, h.NashConv, h.Value = fmt.Sprintf("%s, %d iterations", f.Method, r.Iterations), r.NashConv, r.Value
	return r, out.Write(func(w io.Writer) error { return writeTable(w, s.tree.Table(of, h)) })
}

// writeTable writes the file of a table.
func writeTable(w io.Writer, t *tabular.Table) error {
	data, err := t.Append(nil)
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

// solution is a game that is being solved.
type solution struct {
	game   game.Game
	rules  json.RawMessage
	tree   *equilibrium.Tree
	solver *equilibrium.Solver
}

// solve lists the game and iterates. It writes lines of progress and checkpoints.
func (f *Equilibrium) solve(ctx context.Context, host *Host, rules rummygym.Rules, save OutFile) (*solution, error) {
	s := new(solution)
	err := oneDeal(rules)
	if err != nil {
		return nil, err
	}
	if s.game, err = rules.NewGame(); err != nil {
		return nil, err
	}
	if s.rules, err = rules.MarshalJSON(); err != nil {
		return nil, err
	}
	if s.tree, err = equilibrium.New(ctx, s.game, equilibrium.Options{Limit: f.Limit}); err != nil {
		return nil, stoppedPlain(ctx, err)
	}
	fmt.Fprintf(host.log(), "%s: %d positions, %d and %d information sets\n", rummygym.RulesName(f.rules.Preset(), rules), s.tree.Positions, s.tree.Sets[0], s.tree.Sets[1])
	if s.solver, err = equilibrium.NewSolver(s.tree, equilibrium.Method(f.Method)); err != nil {
		return nil, err
	}
	if f.Resume != "" {
		data, err := safefile.Read(f.Resume)
		if err == nil {
			err = s.solver.Restore(data, s.rules)
		}
		if err != nil {
			return nil, options.FileFault(fmt.Errorf("--resume %s: %w", f.Resume, err))
		}
		if s.solver.Iterations() > f.Iterations {
			return nil, fmt.Errorf("--resume %s: the checkpoint has %d iterations, more than --iterations %d", f.Resume, s.solver.Iterations(), f.Iterations)
		}
	}
	workers, last, start, begun := cmp.Or(f.Workers, runtime.GOMAXPROCS(0)), time.Now(), time.Now(), s.solver.Iterations()
	for s.solver.Iterations() < f.Iterations {
		if err := s.solver.Run(ctx, 1, workers); err != nil {
			return nil, stoppedAt(err, Progress{Unit: "iterations", Done: int64(s.solver.Iterations()), Total: int64(f.Iterations)}, save, f.Out, s.checkpoint)
		}
		done := s.solver.Iterations()
		host.progress(Progress{Unit: "iterations", Done: int64(done), Total: int64(f.Iterations)})
		if f.Report > 0 && (done%f.Report == 0 || done == f.Iterations) {
			_, nash := s.solver.Best()
			share := nash / 2 / float64(s.tree.Stake)
			fmt.Fprintf(host.log(), "%d of %d iterations, %.1f/s, NashConv %.3g, exploitability %.3g of the stake\n",
				done, f.Iterations, float64(done-begun)/time.Since(start).Seconds(), nash, share)
			if share <= f.Until {
				break
			}
		}
		if save.Path != "" && time.Since(last) >= checkpointEvery {
			last = time.Now()
			if err := save.Stream(s.checkpoint); err != nil {
				return nil, err
			}
		}
	}
	if save.Path != "" {
		return s, save.Stream(s.checkpoint)
	}
	return s, nil
}

// checkpoint writes the state of the solver.
func (s *solution) checkpoint(w io.Writer) error {
	data, err := s.solver.AppendState(nil, s.rules)
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}
