package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"rummygym/env/indian"
)

// benchRepetitions is how often a row is measured, unless it is measured once.
const benchRepetitions = 5

// A benchRow is one speed: what is measured, what it should be, and what it was.
type benchRow struct {
	Name   string  `json:"name"`
	Unit   string  `json:"unit"`
	Target float64 `json:"target"`
	AtMost bool    `json:"at_most"` // the target is the most allowed, not the least

	Best        float64 `json:"best"`        // of the repetitions: least disturbed by other programs
	Median      float64 `json:"median"`      // of the repetitions
	Repetitions int     `json:"repetitions"` //

	once    bool                                   // takes seconds, and is measured once
	measure func(d time.Duration) (float64, error) // measures for about d
}

// met reports whether the best repetition reaches the target.
func (r benchRow) met() bool {
	if r.AtMost {
		return r.Best <= r.Target
	}
	return r.Best >= r.Target
}

// A benchReport is what bench prints, and the file from which the README's table
// of speeds is made.
type benchReport struct {
	Build build      `json:"build"`
	Rows  []benchRow `json:"rows"`
}

// benchRows returns all rows, not measured.
func benchRows(ctx context.Context) []benchRow {
	two := indian.Paper()
	two.Packs = 2
	return slices.Concat(metricRows("", 1, indian.Paper()), metricRows(", two packs", 3, two), playRows(ctx), ginMetricRows(), ginPlayRows(ctx))
}

// newBenchCommand returns the command that measures speeds.
func newBenchCommand() *cobra.Command {
	var filter string
	var each time.Duration
	format := formatFlag{allowed: []string{"table", "json", "csv"}}
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure the speeds of solvers, engine, tournament and recorder on this machine",
		Long: `bench measures how fast this machine solves hands, plays and records, and prints
it beside the targets. The hands are those of games between two MinDist players
with a fixed seed, of Gin Rummy (rows that begin with gin) of matches between two
Simple players; answers are compared with a plain search while they are timed. Each
row is measured 5 times within --time: the best is the one that other programs
disturbed least. Rows of the solvers, of random play and of one pair of players use
one core; the tournament and collect use all.`,
		Example: `  rummygym bench
  rummygym bench --filter 'MinDist' --time 5s
  rummygym bench --filter '^gin'
  rummygym bench --format json > speeds.json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			want, err := regexp.Compile(filter)
			if err != nil {
				return fmt.Errorf("--filter: %w", err)
			}
			if each <= 0 {
				return fmt.Errorf("--time %v: want a duration above 0, such as 1s", each)
			}
			rows := slices.DeleteFunc(benchRows(cmd.Context()), func(r benchRow) bool { return !want.MatchString(r.Name) })
			if len(rows) == 0 {
				return fmt.Errorf("--filter %q fits no row; without it bench lists them all", filter)
			}
			report := benchReport{Build: thisBuild(), Rows: rows}
			if err := report.run(cmd.Context(), each); err != nil {
				return err
			}
			return report.write(cmd.OutOrStdout(), format.value())
		},
	}
	cmd.Flags().StringVar(&filter, "filter", "", "regular expression of the rows to measure, all where empty")
	cmd.Flags().DurationVar(&each, "time", time.Second, "time for a row, its repetitions together")
	format.register(cmd.Flags())
	return cmd
}

// run measures the rows.
func (b *benchReport) run(ctx context.Context, each time.Duration) error {
	for i := range b.Rows {
		r := &b.Rows[i]
		r.Repetitions = benchRepetitions
		if r.once {
			r.Repetitions = 1
		}
		values := make([]float64, r.Repetitions)
		for j := range values {
			if err := ctx.Err(); err != nil {
				return err
			}
			v, err := r.measure(each / time.Duration(r.Repetitions))
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

// write prints the report.
func (b *benchReport) write(w io.Writer, format string) error {
	switch format {
	case "json":
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(b)
	case "csv":
		c := csv.NewWriter(w)
		c.Write([]string{"name", "best", "median", "repetitions", "target", "unit", "met"})
		for _, r := range b.Rows {
			c.Write([]string{r.Name, decimal(r.Best), decimal(r.Median), strconv.Itoa(r.Repetitions), decimal(r.Target), r.Unit, strconv.FormatBool(r.met())})
		}
		c.Flush()
		return c.Error()
	}
	fmt.Fprintf(w, "%v\n\n", b.Build)
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(tab, "what\tbest\tmedian\tunit\ttarget\tmet\n")
	for _, r := range b.Rows {
		met := "yes"
		if !r.met() {
			met = "no"
		}
		fmt.Fprintf(tab, "%s\t%s\t%s\t%s\t%s\t%s\n", r.Name, thousands(r.Best), thousands(r.Median), r.Unit, r.bound(), met)
	}
	return tab.Flush()
}

// bound returns the target with its direction.
func (r benchRow) bound() string {
	if r.AtMost {
		return "≤ " + thousands(r.Target)
	}
	return "≥ " + thousands(r.Target)
}

// decimal writes v with as many digits as it takes.
func decimal(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// thousands writes v for reading: whole from 100 on, with commas between groups
// of three digits, and with up to two decimals below.
func thousands(v float64) string {
	if v < 100 {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	s := strconv.FormatFloat(v, 'f', 0, 64)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
