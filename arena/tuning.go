package arena

import (
	"fmt"
	"slices"

	"rummygym/arena/stats"
)

// Goal is the estimate by which [Result.Tune] finds the best candidate.
type Goal string

// The goals.
const (
	WinGoal  Goal = "win"  // the win rate
	GainGoal Goal = "gain" // the mean gain
)

// Candidate is a player with one choice of its options.
type Candidate struct {
	Name   string   // of the agent
	Values []string // of the options of the Tuning, in their order
}

// TuneSettings are the parameters of a [Tuning].
type TuneSettings struct {
	Options    []string    // names of the options that differ between the candidates
	Candidates []Candidate // in the order of the lineups; the first is the reference
	Goal       Goal
	Confidence float64 // of the intervals, in (0, 1)
}

// Tuning compares candidates on the same deals: every candidate plays every deal from both
// seats against every opponent. A deal is then one sample of a candidate, the mean over its
// games, and the differences between candidates are paired by deals (common random
// numbers), so that most of the luck of the cards cancels.
type Tuning struct {
	*Result
	TuneSettings
	Opponents []string
	Deals     int         // number of deals that all candidates played
	Rows      []TuningRow // one per candidate
	Best      int         // index of the best candidate by the goal, the first of equals
}

// TuningRow holds the results of one candidate over all opponents.
type TuningRow struct {
	Candidate
	Win          stats.Estimate // share of games won
	WinInterval  stats.Interval
	Gain         stats.Estimate // mean gain per game, in points
	GainInterval stats.Interval

	// Paired differences from the reference and from the best candidate. The best of many
	// candidates looks better than it is, and its lead on the others larger.
	WinFromReference, GainFromReference stats.Estimate
	WinFromBest, GainFromBest           stats.Estimate

	Opponents []OpponentRow // results against each opponent
}

// OpponentRow holds the results of a candidate against one opponent.
type OpponentRow struct {
	Win, Gain stats.Estimate
}

// Tune compares the candidates. The lineups of the result are those of [BothSeats], for one
// candidate after the other, with the same opponents in the same order, and shared deals.
// Only deals that all candidates have played from both seats against all opponents count.
func (r *Result) Tune(set TuneSettings) (*Tuning, error) {
	t := &Tuning{Result: r, TuneSettings: set}
	n := len(set.Candidates)
	if n == 0 || len(r.Lineups) == 0 || len(r.Lineups)%(2*n) != 0 {
		return nil, fmt.Errorf("arena: %d lineups for %d candidates: want two for each candidate and opponent: see BothSeats", len(r.Lineups), n)
	}
	per := len(r.Lineups) / n
	for l := 0; l < per; l += 2 {
		t.Opponents = append(t.Opponents, r.Agents[r.Lineups[l][1]])
	}
	for k, c := range set.Candidates {
		at := slices.Index(r.Agents, c.Name)
		for l, lineup := range r.Lineups[k*per : (k+1)*per] {
			opponent := slices.Index(r.Agents, t.Opponents[l/2])
			if want := BothSeats(at, opponent)[l%2]; !slices.Equal(lineup, want) || !r.shared(0, k*per+l) {
				return nil, fmt.Errorf("arena: lineup %v of candidate %s: want %v, and the same deals for all lineups: see BothSeats", lineup, c.Name, want)
			}
		}
	}
	t.compare(per)
	return t, nil
}

// compare sets the rows, for per lineups of each candidate.
func (t *Tuning) compare(per int) {
	// Samples of each candidate, by deal: against each opponent, and at the end the mean.
	type samples struct{ wins, gains [][]float64 }
	all := make([]samples, len(t.Candidates))
	for k := range all {
		all[k] = samples{make([][]float64, per/2+1), make([][]float64, per/2+1)}
	}
	for i := range t.Games {
		if slices.ContainsFunc(t.Records, func(games []Record) bool { return !games[i].Played() }) {
			continue
		}
		t.Deals++
		for k := range all {
			s, o := &all[k], 0
			var wins, gains float64
			for ; o < per/2; o++ {
				var win, gain float64
				for seat := range 2 {
					g := &t.Records[k*per+2*o+seat][i]
					win += indicator(g.Won(seat))
					gain += float64(g.Gains[seat])
				}
				win, gain = float64(win/2), float64(gain/2)
				s.wins[o], s.gains[o] = append(s.wins[o], win), append(s.gains[o], gain)
				wins, gains = wins+win, gains+gain
			}
			s.wins[o], s.gains[o] = append(s.wins[o], wins/float64(o)), append(s.gains[o], gains/float64(o))
		}
	}
	mean := per / 2
	for k, c := range t.Candidates {
		row := TuningRow{Candidate: c, Win: stats.MeanOf(all[k].wins[mean]), Gain: stats.MeanOf(all[k].gains[mean])}
		row.WinInterval = stats.RateInterval(row.Win, t.Deals, t.Confidence)
		row.GainInterval = row.Gain.Interval(t.Confidence)
		for o := range mean {
			row.Opponents = append(row.Opponents, OpponentRow{stats.MeanOf(all[k].wins[o]), stats.MeanOf(all[k].gains[o])})
		}
		t.Rows = append(t.Rows, row)
		if best := &t.Rows[t.Best]; t.Goal == GainGoal && row.Gain.Value > best.Gain.Value || t.Goal != GainGoal && row.Win.Value > best.Win.Value {
			t.Best = k
		}
	}
	for k := range t.Rows {
		row := &t.Rows[k]
		row.WinFromReference, row.GainFromReference = paired(all[k].wins[mean], all[0].wins[mean]), paired(all[k].gains[mean], all[0].gains[mean])
		row.WinFromBest, row.GainFromBest = paired(all[k].wins[mean], all[t.Best].wins[mean]), paired(all[k].gains[mean], all[t.Best].gains[mean])
	}
}

// paired returns the mean of the differences x[i] - y[i].
func paired(x, y []float64) stats.Estimate {
	d := make([]float64, len(x))
	for i := range x {
		d[i] = x[i] - y[i]
	}
	return stats.MeanOf(d)
}
