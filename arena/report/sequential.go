package report

import (
	"bufio"
	"cmp"
	"fmt"
	"strconv"

	"rummygym/arena"
	"rummygym/arena/stats"
	"rummygym/table"
)

// quantity returns the name of what a test is about.
func quantity(t *arena.SequentialTest) string {
	if t.Goal == arena.GainGoal {
		return "gain"
	}
	return "score"
}

// sequentialColumns appends the columns of a sequential test.
func sequentialColumns(cols *columns[EvaluationRow], t *arena.SequentialTest) {
	type row = EvaluationRow
	h0, h1 := t.Bounds()
	of := "mean " + quantity(t)
	cols.Text("decision", fmt.Sprintf("of the sequential test: H0, the %s is at most %g; H1, it is at least %g; or empty", of, t.H0, t.H1),
		func(r *row) string { return string(r.Sequential.Decision()) })
	cols.Number("llr_h1", "logarithm of the likelihood ratio against H0", func(r *row) float64 { return r.Sequential.ForH1 })
	cols.Number("llr_h1_bound", "that at which H1 is accepted, log(1/alpha)", func(*row) float64 { return h1 })
	cols.Number("llr_h0", "logarithm of the likelihood ratio against H1", func(r *row) float64 { return r.Sequential.ForH0 })
	cols.Number("llr_h0_bound", "that at which H0 is accepted, log(1/beta)", func(*row) float64 { return h0 })
}

// decided reports whether no test of an evaluation can go on: it has decided, or has all deals.
func decided(e *arena.Evaluation) bool {
	for k := range e.Rows {
		s := e.Rows[k].Sequential
		if s == nil || s.Decision() == stats.Undecided && s.N < e.Games {
			return false
		}
	}
	return true
}

// writeSequential writes the tests of an evaluation.
func writeSequential(out *bufio.Writer, e *arena.Evaluation) {
	t := e.Sequential
	digits := 4
	if t.Goal == arena.GainGoal {
		digits = 2
	}
	fmt.Fprintf(out, "\nSequential test of the mean %s. H0: at most %s, accepted under H1 with a probability of at most %g.\nH1: at least %s, accepted under H0 with a probability of at most %g.\n\n",
		quantity(t), number(t.H0, digits), t.Beta, number(t.H1, digits), t.Alpha)
	h0, h1 := t.Bounds()
	type row = arena.EvaluationRow
	var v table.View[row]
	v.Add(func(r *row) []string {
		return []string{r.Opponent, cmp.Or(string(r.Sequential.Decision()), "none"), strconv.Itoa(2 * r.Sequential.N), number(r.Sequential.ForH1, 2),
			number(h1, 2), number(r.Sequential.ForH0, 2), number(h0, 2), number(r.Sequential.Mean(), digits)}
	}, "against", "decision", e.Terms.Games(), "LLR against H0", "bound", "LLR against H1", "bound", "mean "+quantity(t))
	v.Write(out, table.Ruled, e.Rows)
}
