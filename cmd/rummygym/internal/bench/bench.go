// Package bench holds the command bench, which measures the speed of the gym on a machine.
package bench

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/env/indian"
	"rummygym/options"
	"rummygym/table"
)

// Repetitions is the number of repetitions of a row, except rows that are measured once.
const Repetitions = 5

// A row is one speed: its name, target and measured value.
type row struct {
	Name   string  `json:"name"`
	Unit   string  `json:"unit"`
	Target float64 `json:"target"`
	AtMost bool    `json:"at_most"` // the target is a maximum, not a minimum

	Best        float64 `json:"best"`        // best repetition, which other programs disturbed least
	Median      float64 `json:"median"`      // median of the repetitions
	Repetitions int     `json:"repetitions"` // number of repetitions

	once    bool                                   // measured once, because it takes seconds
	measure func(d time.Duration) (float64, error) // measures for about d
}

// running returns a function that reports whether ctx has not ended and less than d has passed
// since the call of running.
func running(ctx context.Context, d time.Duration) func() bool {
	start := time.Now()
	return func() bool { return time.Since(start) < d && ctx.Err() == nil }
}

// met reports whether the best repetition reaches the target.
func (r row) met() bool {
	if r.AtMost {
		return r.Best <= r.Target
	}
	return r.Best >= r.Target
}

// slack is the share of a target by which it may be missed before check fails.
const slack = 0.1

// missed reports whether the best repetition misses the target by more than slack.
func (r row) missed() bool {
	if r.AtMost {
		return r.Best > r.Target*(1+slack)
	}
	return r.Best < r.Target*(1-slack)
}

// A Report is the output of bench. The table of speeds in docs/speed.md is generated from a
// recorded report.
type Report struct {
	Build cli.Build `json:"build"`
	Rows  []row     `json:"rows"`
}

// allRows returns all rows, not yet measured.
func allRows(ctx context.Context) []row {
	two := indian.Paper()
	two.Packs = 2
	return slices.Concat(metricRows(ctx, "", 1, indian.Paper()), metricRows(ctx, ", two packs", 3, two), playRows(ctx), ginMetricRows(ctx), ginPlayRows(ctx))
}

// NewBenchCommand returns the command bench.
func NewBenchCommand() *cobra.Command {
	var filter string
	var each time.Duration
	var check bool
	format := cli.Format{Allowed: []string{"table", "json", "csv", "arrow"}}
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure the speed of the program on this machine",
		Long: `bench measures how fast this machine solves hands, plays games and records them, and prints the
results beside the targets. The hands come from games between two min-dist players with a fixed
seed; those of Gin Rummy (rows that begin with gin) come from matches between two simple players.
The first answers of each solver are compared with those of a simple, slow search. Each row is
measured 5 times within --time; the best repetition counts, because other programs disturbed it
least. Solvers, random play, and the games between two named players use one core; the rows
tournament and collect use all cores.

With --check, the command prints the results, and then fails if the best repetition of a row misses
the row's target by more than a tenth. The targets are for an otherwise idle machine.`,
		Example: `  rummygym bench
  rummygym bench --filter 'MinDist' --time 5s
  rummygym bench --filter '^gin'
  rummygym bench --format json > speeds.json
  rummygym bench --check --time 5s`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			want, err := regexp.Compile(filter)
			if err != nil {
				return fmt.Errorf("--filter: %w", err)
			}
			if each < time.Millisecond {
				return fmt.Errorf("--time %v: want 1ms or more, such as 1s", each)
			}
			rows := slices.DeleteFunc(allRows(cmd.Context()), func(r row) bool { return !want.MatchString(r.Name) })
			if len(rows) == 0 {
				return fmt.Errorf("--filter %q matches no row: run bench without it for a list of all rows", filter)
			}
			report := Report{Build: cli.ThisBuild(), Rows: rows}
			if err := report.run(cmd.Context(), each); err != nil {
				return err
			}
			if err := report.write(format.Output(cmd), table.Format(format.Value())); err != nil || !check {
				return err
			}
			return report.check()
		},
	}
	each = time.Second
	cli.AddOptions(cmd,
		options.New(&filter, "filter", "measure only rows whose names match this regular expression (default all rows)"),
		options.New(&each, "time", "total time for all repetitions of a row"),
		options.New(&check, "check", "fail if a target is missed by more than a tenth"),
	)
	cli.AddOptions(cmd, format.Options()...)
	return cmd
}

// run measures the rows, each for the given time.
func (b *Report) run(ctx context.Context, each time.Duration) error {
	for i := range b.Rows {
		r := &b.Rows[i]
		r.Repetitions = Repetitions
		if r.once {
			r.Repetitions = 1
		}
		values := make([]float64, r.Repetitions)
		for j := range values {
			v, err := r.measure(each / time.Duration(r.Repetitions))
			if ctx.Err() != nil {
				return ctx.Err() // the value is that of a shorter time
			}
			if err != nil {
				return fmt.Errorf("%s: %w", r.Name, err)
			}
			values[j] = v
		}
		slices.Sort(values)
		r.Median, r.Best = values[len(values)/2], values[len(values)-1]
		if r.AtMost {
			r.Best = values[0]
		}
	}
	return nil
}

// check returns an error that names the targets that are missed, or nil.
func (b *Report) check() error {
	var missed []string
	for _, r := range b.Rows {
		if r.missed() {
			missed = append(missed, fmt.Sprintf("%s (%s %s, target %s)", r.Name, table.Thousands(r.Best), r.Unit, r.Bound()))
		}
	}
	if missed == nil {
		return nil
	}
	return fmt.Errorf("%d of %d targets are missed by more than a tenth: %s", len(missed), len(b.Rows), strings.Join(missed, "; "))
}

// write prints the report in the given format.
func (b *Report) write(w io.Writer, f table.Format) error {
	var cols table.Columns[row]
	cols.Text("name", "what is measured", func(r *row) string { return r.Name })
	cols.Number("best", "best repetition", func(r *row) float64 { return r.Best })
	cols.Number("median", "median of the repetitions", func(r *row) float64 { return r.Median })
	cols.Count("repetitions", "number of repetitions", func(r *row) int { return r.Repetitions })
	cols.Number("target", "target of the best repetition", func(r *row) float64 { return r.Target })
	cols.Text("unit", "unit of the measured values", func(r *row) string { return r.Unit })
	cols.Flag("met", "whether the target is met", func(r *row) bool { return r.met() })
	for i := range cols {
		cols[i].Digits = -1
	}
	out := table.Output[row]{Table: table.New(cols, b.Rows), Document: b, Text: func(out *bufio.Writer) {
		fmt.Fprintf(out, "%v\n\n", b.Build)
		var v table.View[row]
		v.Add(func(r *row) []string {
			met := "no"
			if r.met() {
				met = "yes"
			}
			return []string{r.Name, table.Thousands(r.Best), table.Thousands(r.Median), r.Unit, r.Bound(), met}
		}, "what", "best", "median", "unit", "target", "met")
		v.Write(out, table.Left, b.Rows)
	}}
	return out.Write(w, f)
}

// Bound returns the text of the target with its direction.
func (r row) Bound() string {
	if r.AtMost {
		return "≤ " + table.Thousands(r.Target)
	}
	return "≥ " + table.Thousands(r.Target)
}
