package ppo

import "math"

// ownColumns are the measures of a learner besides the model's columns.
var ownColumns = []string{
	"decisions",     // that were learned from
	"episodes",      // that ended
	"league/score",  // mean score against the league: 1 for a win, 0 for a loss; NaN if no episode ended
	"league/gain",   // mean gain in points against the league
	"ppo/explained", // share of the variance of returns that the values explain, at most 1
	"epochs",        // passes made
}

// Columns returns the names of the measures of [Learner.Step]. The slice is owned by the
// learner.
func (l *Learner) Columns() []string { return l.columns }

// tally is the counts of one update.
type tally struct {
	decisions, episodes, epochs int
	against                     int // episodes against the league
	score, gain                 float64
	explained                   float64
}

// set sets row to the values of ownColumns.
func (t *tally) set(row []float64) {
	row[0], row[1] = float64(t.decisions), float64(t.episodes)
	row[2], row[3] = t.score/float64(t.against), t.gain/float64(t.against)
	row[4], row[5] = t.explained, float64(t.epochs)
}

// explain computes the share of the variance of the given rows' returns that the values
// explain.
func (t *tally) explain(advantages []float64, values []float32, rows []int32) {
	returns := make([]float64, len(advantages))
	for _, r := range rows {
		returns[r] = float64(values[r]) + advantages[r]
	}
	_, all := moments(returns, rows)
	mean, left := moments(advantages, rows)
	t.explained = 0
	if all > 0 {
		t.explained = 1 - (left+float64(mean*mean))/all
	}
	if math.IsNaN(t.explained) {
		t.explained = 0
	}
}
