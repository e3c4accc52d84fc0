package record

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/datasets"
)

// headColumns lists the columns that head prints in a table by default, if the dataset has
// them: those that fit on a line.
var headColumns = []string{"episode", "step", "player", "agent", "phase", "action", "probability", "reward", "return_to_end", "terminated", "truncated", "winner", "ending", "gain", "rounds", "attempt", "plays_left", "score"}

// newDatasetHeadCommand returns the command dataset head.
func newDatasetHeadCommand() *cobra.Command {
	var rows int
	var episode int64
	var columns []string
	format := cli.Format{Allowed: []string{"table", "json", "csv"}}
	cmd := &cobra.Command{
		Use:   "head DIR",
		Short: "Print the first rows of a dataset, or the rows of an episode",
		Long: `head prints the first rows of a dataset or of a shard, or with --episode all rows of one
episode. A table shows the columns that fit on a line; JSON (one object per row) and CSV
contain all columns. --columns chooses other columns.`,
		Example: `  rummygym dataset head data
  rummygym dataset head data --episode 12 --columns step,player,obs_min_dist,action --format csv`,
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := datasets.Open(args[0])
			if err != nil {
				return err
			}
			all := datasets.Columns(d.Meta())
			var at []int
			chosen := columns
			if len(chosen) == 0 && format.Value() == "table" {
				chosen = slices.DeleteFunc(slices.Clone(headColumns), func(name string) bool {
					return !slices.ContainsFunc(all, func(c datasets.Column) bool { return c.Name == name })
				})
			}
			for _, name := range chosen {
				i := slices.IndexFunc(all, func(c datasets.Column) bool { return c.Name == name })
				if i < 0 {
					return fmt.Errorf("--columns: %q is not a column: rummygym dataset schema lists the columns", name)
				}
				at = append(at, i)
			}
			if len(chosen) == 0 {
				for i := range all {
					at = append(at, i)
				}
			}
			w := newRowWriter(format.Output(cmd), format.Value(), all, at)
			if cmd.Flags().Changed("episode") {
				if err := d.Find(episode, func(e datasets.Episode) error { return w.write(e.Record(), e.From, e.To) }); err != nil {
					return err
				}
				return w.flush()
			}
			for b, err := range d.Batches() {
				if err != nil {
					return err
				}
				n := min(rows, b.Rows())
				if err := w.write(b.Record(), 0, n); err != nil {
					return err
				}
				if rows -= n; rows <= 0 {
					break
				}
			}
			return w.flush()
		},
	}
	cmd.Flags().IntVarP(&rows, "rows", "n", 10, "number of rows to print")
	cmd.Flags().Int64Var(&episode, "episode", 0, "print all rows of this episode")
	cmd.Flags().StringSliceVar(&columns, "columns", nil, "comma-separated columns to print")
	format.Register(cmd.Flags())
	return cmd
}

// rowWriter prints rows of record batches.
type rowWriter struct {
	format  string
	columns []datasets.Column
	at      []int // indices of the columns to print
	out     io.Writer
	tab     *tabwriter.Writer
	csv     *csv.Writer
	err     error
}

// newRowWriter returns a writer of the columns with the indices at, and writes the header
// of a table or CSV file.
func newRowWriter(out io.Writer, format string, columns []datasets.Column, at []int) *rowWriter {
	w := &rowWriter{format: format, columns: columns, at: at, out: out}
	names := make([]string, len(at))
	for i, c := range at {
		names[i] = columns[c].Name
	}
	switch format {
	case "table":
		w.tab = tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w.tab, strings.Join(names, "\t"))
	case "csv":
		w.csv = csv.NewWriter(out)
		w.err = w.csv.Write(names)
	}
	return w
}

// write prints the rows [from, to) of a record batch.
func (w *rowWriter) write(r arrow.Record, from, to int) error {
	for row := from; row < to && w.err == nil; row++ {
		if w.format == "json" {
			w.err = w.writeJSON(r, row)
			continue
		}
		cells := make([]string, len(w.at))
		for i, c := range w.at {
			cells[i] = cellText(r.Column(c), row)
		}
		if w.format == "csv" {
			w.err = w.csv.Write(cells)
		} else {
			_, w.err = fmt.Fprintln(w.tab, strings.Join(cells, "\t"))
		}
	}
	return w.err
}

// writeJSON prints a row as a JSON object with the columns in order.
func (w *rowWriter) writeJSON(r arrow.Record, row int) error {
	var b strings.Builder
	b.WriteByte('{')
	for i, c := range w.at {
		value, err := json.Marshal(r.Column(c).GetOneForMarshal(row))
		if err != nil {
			return fmt.Errorf("column %s: %w", w.columns[c].Name, err)
		}
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%s", w.columns[c].Name, value)
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w.out, b.String())
	return err
}

// flush writes buffered output and returns the first error.
func (w *rowWriter) flush() error {
	switch {
	case w.tab != nil:
		return errors.Join(w.err, w.tab.Flush())
	case w.csv != nil:
		w.csv.Flush()
		return errors.Join(w.err, w.csv.Error())
	}
	return w.err
}

// cellText returns the text of a value. The entries of a list are separated by spaces.
func cellText(a arrow.Array, row int) string {
	l, ok := a.(array.ListLike)
	if !ok {
		return a.ValueStr(row)
	}
	from, to := l.ValueOffsets(row)
	var b strings.Builder
	for i := from; i < to; i++ {
		if i > from {
			b.WriteByte(' ')
		}
		b.WriteString(l.ListValues().ValueStr(int(i)))
	}
	return b.String()
}

// writeCSV writes records as CSV.
func writeCSV(out io.Writer, records [][]string) error {
	return csv.NewWriter(out).WriteAll(records)
}
