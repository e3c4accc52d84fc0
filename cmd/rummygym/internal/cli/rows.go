package cli

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
)

// Rows defines the output of the rows of a report.
type Rows[R any] struct {
	Names []string                          // names of the columns
	Cells func(r *R) []string               // returns the cells of a row, one per column
	Table func(w io.Writer, rows []R) error // writes the readable table; nil for a table of Names and Cells
}

// Write writes rows as JSON with one object per line, as CSV, or as a table.
func (f *Rows[R]) Write(w io.Writer, format string, rows []R) error {
	switch format {
	case "json":
		e := json.NewEncoder(w)
		for i := range rows {
			if err := e.Encode(&rows[i]); err != nil {
				return err
			}
		}
		return nil
	case "csv":
		out := csv.NewWriter(w)
		out.Write(f.Names)
		for i := range rows {
			out.Write(f.Cells(&rows[i]))
		}
		out.Flush()
		return out.Error()
	}
	if f.Table != nil {
		return f.Table(w, rows)
	}
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	line := func(words []string) { fmt.Fprintln(tab, strings.Join(words, "\t")+"\t") }
	line(f.Names)
	for i := range rows {
		line(f.Cells(&rows[i]))
	}
	return tab.Flush()
}

// AppendScores appends the numbers as text with four decimals.
func AppendScores(dst []string, numbers ...float64) []string {
	for _, x := range numbers {
		dst = append(dst, strconv.FormatFloat(x, 'f', 4, 64))
	}
	return dst
}
