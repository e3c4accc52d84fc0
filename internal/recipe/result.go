package recipe

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"path/filepath"

	"rummygym/internal/table"
	"rummygym/internal/train"
)

// A TrainingResult is what a training has made: the rows of its metrics, and networks in its folder.
type TrainingResult struct {
	train.Result
	Folder   string
	Column   string             // of the metrics, by which the best network was chosen, or ""
	Epoch    int64              // number of steps of an epoch if the rows are epochs, 0 otherwise
	Measured map[string]float64 // further measures of the network at the end, by name; nil if there are none

	words bytes.Buffer // about Measured, for people
}

// Write writes what was trained, and where it is, as text and as JSON, which has the rows of the metrics too; only
// these in other formats.
func (r *TrainingResult) Write(w io.Writer, f table.Format) error {
	var cols table.Columns[[]float64]
	for i, name := range r.Columns {
		cols.Number(name, "metric of the training", func(row *[]float64) float64 { return (*row)[i] })
	}
	out := table.Output[[]float64]{Table: table.New(cols, r.Rows), Text: r.writeText}
	document := table.Object{"folder", r.Folder, "ending", r.Ending, "steps", r.Step, "last", filepath.Join(r.Folder, train.LastFile)}
	if r.hasBest() {
		document = append(document, "best", filepath.Join(r.Folder, train.BestFile), "best_step", r.BestStep, "best_column", r.Column, "best_value", r.Best)
	}
	out.Document = append(document, "measured", r.Measured, "rows", out.Table)
	return out.Write(w, f)
}

// hasBest reports whether there is a best network.
func (r *TrainingResult) hasBest() bool { return r.Column != "" && r.BestStep > 0 }

// writeText writes the result for people.
func (r *TrainingResult) writeText(w *bufio.Writer) {
	fmt.Fprintf(w, "%s: %d steps, %s\n", r.Folder, r.Step, r.Ending)
	if r.hasBest() {
		fmt.Fprintf(w, "best: %s %.6g after %d steps, %s\n", r.Column, r.Best, r.BestStep, filepath.Join(r.Folder, train.BestFile))
	}
	fmt.Fprintf(w, "last: %s\n", filepath.Join(r.Folder, train.LastFile))
	w.Write(r.words.Bytes())
}

// given returns the result of a training as one of a recipe: without a value if there is none.
func given(r *TrainingResult, err error) (Result, error) {
	if r == nil {
		return nil, err
	}
	return r, err
}
