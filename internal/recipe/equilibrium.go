package recipe

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"rummygym/internal/agents/tabular"
	"rummygym/internal/catalog"
	"rummygym/internal/options"
	"rummygym/internal/table"
	"rummygym/internal/train/equilibrium"
)

// equilibriumHelp is the text of the command.
var equilibriumHelp = Help{
	Use:   "equilibrium --out FILE.table",
	Short: "Compute the table of a nearly unbeatable agent for a small game",
	Long: `equilibrium lists all positions of a small game for two players and approaches an equilibrium, against
which no opponent can gain, by counterfactual regret minimization. The agent tabular:FILE plays by the
table. A line on standard error reports NashConv from time to time. The table does not depend on the
number of workers or on interruptions. docs/exact.md says more.`,
	Example: `  rummygym train equilibrium --game gin --preset tiny --out tiny.table
  rummygym train equilibrium --preset small --until 1e-5 --report 10 --out small.table`,
	Formats: rowFormats,
}

// An Equilibrium computes a table that approaches an equilibrium of a small game; see package equilibrium. Its result is an
// [*EquilibriumResult].
type Equilibrium struct {
	shell `options:"-"`
	solving
	Iterations int     `option:"iterations" default:"1000" range:"1:1000000000" doc:"total number of iterations, including those before --resume"`
	Until      float64 `option:"until" doc:"stop when the exploitability in a line of progress is at most this share of the largest gain of the game; 0 never stops early"`
	Method     string  `option:"method" default:"pcfr+" words:"pcfr+|cfr+" group:"Optimizer" doc:"pcfr+ (farina2021predictive) or cfr+ (tammelin2014cfrplus); see docs/exact.md"`
	Limit      int64   `option:"limit" default:"100000000" range:"1:1000000000000" group:"Running" doc:"maximum number of positions of the game"`
}

// NewEquilibrium returns the recipe of "train equilibrium" with its defaults.
func NewEquilibrium() *Equilibrium {
	f := &Equilibrium{solving: solving{Report: 100}}
	f.bind(f)
	f.list.Find("out").Doc += ", such as tiny.table; the agent tabular:FILE plays from it"
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
	return writeRow(w, f, r, fmt.Sprintf("%s: %d iterations, NashConv %.3g, value of seat 0 %.6f\nit plays as %s:%[1]s\n", r.Path, r.Iterations, r.NashConv, r.Value, tabular.Name))
}

// writeRow writes a result with one row, and as text what is given.
func writeRow[T any](w io.Writer, f table.Format, row *T, text string) error {
	out := table.Output[T]{Table: table.New(table.Fields[T](), []T{*row}), Text: func(out *bufio.Writer) { out.WriteString(text) }}
	return out.Write(w, f)
}

// check returns an error if the options are not valid. It leaves out what depends on files.
func (f *Equilibrium) check() error {
	switch {
	case !(f.Until >= 0 && f.Until < 1):
		return fmt.Errorf("--until is %v: want a share of at least 0 and less than 1", f.Until)
	case f.Until > 0 && f.Report == 0:
		return errors.New("--until checks the lines of progress: want --report of at least 1")
	case f.Out != "" && filepath.Ext(f.Out) != ".table":
		return fmt.Errorf("--out is %s: want a file name that ends in .table", f.Out)
	}
	return nil
}

// run lists the game, iterates and writes the table. If it is stopped, it writes a checkpoint.
func (f *Equilibrium) run(ctx context.Context, host *Host) (Result, error) {
	rules, err := f.rules.Rules()
	if err != nil {
		return nil, err
	}
	g, err := oneDeal(rules)
	if err != nil {
		return nil, err
	}
	text, err := rules.MarshalJSON()
	if err != nil {
		return nil, err
	}
	r := &EquilibriumResult{Path: f.Out}
	if err := f.solve(ctx, host, "iterations", "iterations", int64(f.Iterations), 1, func(state []byte) (*solver, error) {
		tree, err := equilibrium.New(ctx, g, equilibrium.Options{Limit: f.Limit})
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(host.log(), "%s: %d positions, %d and %d information sets\n", catalog.RulesName(f.rules.Preset(), rules), tree.Positions, tree.Sets[0], tree.Sets[1])
		s, err := equilibrium.NewSolver(tree, equilibrium.Method(f.Method))
		if err != nil {
			return nil, err
		}
		if state != nil {
			if err := s.Restore(state, text); err != nil {
				return nil, options.FileFault(fmt.Errorf("--resume %s: %w", f.Resume, err))
			}
		}
		return &solver{
			done:  func() int64 { return int64(s.Iterations()) },
			round: func(ctx context.Context, workers int) error { return s.Run(ctx, 1, workers) },
			progress: func(context.Context) (string, bool, error) {
				_, nash := s.Best()
				share := nash / 2 / float64(tree.Stake)
				return fmt.Sprintf(", NashConv %.3g, exploitability %.3g of the stake", nash, share), share <= f.Until, nil
			},
			checkpoint: func(w io.Writer) error {
				data, err := s.AppendState(nil, text)
				if err == nil {
					_, err = w.Write(data)
				}
				return err
			},
			table: func(w io.Writer) error {
				found, _ := s.Best()
				of := tree.Rounded(found)
				loses := tree.Losses(of)
				*r = EquilibriumResult{f.Out, s.Iterations(), loses.NashConv, loses.Exploitability, loses.Share, loses.Gain}
				h := tabular.HeaderOf(g, text)
				h.Method, h.NashConv, h.Value = fmt.Sprintf("%s, %d iterations", f.Method, r.Iterations), r.NashConv, r.Value
				return writeTable(w, tree.Table(of, h))
			},
		}, nil
	}); err != nil {
		return nil, err
	}
	return r, nil
}

// writeTable writes the file of a table.
func writeTable(w io.Writer, t *tabular.Table) error {
	data, err := t.Append(nil)
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}
