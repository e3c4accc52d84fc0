package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
)

// rowForm is how the rows of a report are written.
type rowForm[R any] struct {
	names []string                          // of the columns
	cells func(r *R) []string               // of a row
	table func(w io.Writer, rows []R) error // writes them for reading; nil for the cells, under the names
}

// write writes rows as JSON, an object a line, as CSV, or as a table.
func (f *rowForm[R]) write(w io.Writer, format string, rows []R) error {
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
		out.Write(f.names)
		for i := range rows {
			out.Write(f.cells(&rows[i]))
		}
		out.Flush()
		return out.Error()
	}
	if f.table != nil {
		return f.table(w, rows)
	}
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	line := func(words []string) { fmt.Fprintln(tab, strings.Join(words, "\t")+"\t") }
	line(f.names)
	for i := range rows {
		line(f.cells(&rows[i]))
	}
	return tab.Flush()
}

// appendScores appends the text of numbers, with four decimals.
func appendScores(dst []string, numbers ...float64) []string {
	for _, x := range numbers {
		dst = append(dst, strconv.FormatFloat(x, 'f', 4, 64))
	}
	return dst
}
