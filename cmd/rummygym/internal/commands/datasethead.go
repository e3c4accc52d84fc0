package commands

import (
	"fmt"
	"slices"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/datasets"
	"rummygym/options"
	"rummygym/table"
)

// headColumns lists the columns that head prints in a table by default, if the dataset has
// them: those that fit on a line.
var headColumns = []string{"episode", "step", "player", "agent", "phase", "action", "probability", "reward", "return_to_end", "terminated", "truncated", "winner", "ending", "gain", "rounds", "attempt"}

// newDatasetHeadCommand returns the command dataset head.
func newDatasetHeadCommand() *cobra.Command {
	var rows int
	var episode int64
	var columns []string
	format := cli.Format{Allowed: []string{"table", "json", "csv"}}
	cmd := &cobra.Command{
		Use:   "head DIR",
		Args:  cobra.ExactArgs(1),
		Short: "Print the first rows of a dataset, or the rows of an episode",
		Long: `head prints the first rows of a dataset or of a shard or, with --episode, all rows of one episode. A
table shows only the columns that fit on a line; JSON (one object per row) and CSV contain all
columns. --columns chooses the columns.`,
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
			var cols []table.Column[[]any]
			for k, i := range at {
				cols = append(cols, table.Column[[]any]{Name: all[i].Name, Doc: all[i].Doc, Value: func(row *[]any) any { return (*row)[k] }})
			}
			read := func(each func(r arrow.Record, from, to int) bool) error { return eachBatch(d, rows, each) }
			if cmd.Flags().Changed("episode") {
				read = func(each func(r arrow.Record, from, to int) bool) error {
					return d.Find(episode, func(e datasets.Episode) error { each(e.Record(), e.From, e.To); return nil })
				}
			}
			value := cellText
			if format.Value() == "json" {
				value = func(a arrow.Array, row int) any { return a.GetOneForMarshal(row) }
			}
			lines := func(yield func([]any, error) bool) {
				more := true
				err := read(func(r arrow.Record, from, to int) bool {
					for n := from; n < to && more; n++ {
						row := make([]any, len(at))
						for k, i := range at {
							row[k] = value(r.Column(i), n)
						}
						more = yield(row, nil)
					}
					return more
				})
				if err != nil && more {
					yield(nil, err)
				}
			}
			out := table.Output[[]any]{Table: table.Table[[]any]{Columns: cols, Rows: lines}, Layout: table.Left}
			return out.Write(format.Output(cmd), table.Format(format.Value()))
		},
	}
	rows = 10
	cli.AddOptions(cmd,
		options.New(&rows, "rows", "number of rows to print").Letter("n"),
		options.New(&episode, "episode", "print all rows of this episode"),
		options.New(&columns, "columns", "comma-separated columns to print"),
	)
	cli.AddOptions(cmd, format.Options()...)
	return cmd
}

// eachBatch calls each for batches with the first rows of a dataset, until it returns false.
func eachBatch(d *datasets.Dataset, rows int, each func(r arrow.Record, from, to int) bool) error {
	for b, err := range d.Batches() {
		if err != nil {
			return err
		}
		n := min(rows, b.Rows())
		if rows -= n; !each(b.Record(), 0, n) || rows <= 0 {
			break
		}
	}
	return nil
}

// cellText returns the text of a value. The entries of a list are separated by spaces.
func cellText(a arrow.Array, row int) any {
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
