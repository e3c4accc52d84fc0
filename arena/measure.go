package arena

import (
	"slices"

	"rummygym/arena/stats"
	"rummygym/env/game"
)

// A Measure holds what the rows of a group say. A row is a game as one of its seats saw it. The rows of a unit, which is a game
// or a deal that is played from several seats, depend on each other: estimates are means of rows, with standard errors
// over units. What no row says is NaN.
type Measure struct {
	Units int              // games or deals that count
	Rows  int              // games, each as often as seats of it are in the group
	Wins  stats.Proportion // of the rows

	Win          stats.Estimate // share of games won
	WinInterval  stats.Interval // Wilson's; over deals see [stats.RateInterval]
	Score        stats.Estimate // mean score: 1 for a game won, 1 / number of seats for one without a winner
	Fair         stats.Test     // of Score against 1 / number of seats
	Gain         stats.Estimate // mean gain of a game in points
	GainInterval stats.Interval // by the normal distribution
	Rounds       stats.Estimate // mean number of rounds of a game
	Turns        stats.Estimate // mean number of turns of a game, of all players together

	Drops    int                 // rows that dropped
	Forfeits int                 // rows that forfeited the game
	Retries  int                 // answers that were refused and asked for again
	Endings  map[game.Ending]int // rows by the ending of the game
	Parts    *Parts              // sums of the tallies; nil if the game has no parts

	units []unit // in the order of line-ups and games
}

// unit holds the sums of the rows of a game or deal.
type unit struct {
	lineup, deal  int32 // the first line-up
	gain          int32
	rounds, turns uint32
	won, decided  uint8 // rows that won, and rows of games that have a winner
}

// Measure measures the games of groups. The row of a seat in a line-up is in the group by(lineup, seat), from 0 to groups−1, or in
// none if that is negative. Each paired line-ups, one after the other, have the same deals, and a deal is a unit that counts
// if all of them have played it; with 1, each game is a unit. The confidence of the intervals is in (0, 1).
func (r *Result) Measure(groups, paired int, confidence float64, by func(lineup, seat int) int) []Measure {
	all := make([]Measure, groups)
	for g := range all {
		all[g].Endings = map[game.Ending]int{}
		if len(r.PartEndings) > 0 {
			all[g].Parts = &Parts{Ended: map[game.Ending]int{}}
		}
	}
	for first := 0; first+paired <= len(r.Lineups); first += paired {
		games := r.Records[first : first+paired]
		for i := range r.Games {
			if slices.ContainsFunc(games, func(g []Record) bool { return !g[i].Played() }) {
				continue
			}
			for l := first; l < first+paired; l++ {
				for seat := range r.Seats {
					if g := by(l, seat); g >= 0 {
						all[g].add(r, unit{lineup: int32(first), deal: int32(i)}, l, seat)
					}
				}
			}
		}
	}
	for g := range all {
		all[g].finish(r.Seats, paired, confidence)
	}
	return all
}

// add adds the row of a seat in a line-up to the unit, which is the last one or a new one.
func (m *Measure) add(r *Result, of unit, lineup, seat int) {
	if n := len(m.units); n == 0 || m.units[n-1].lineup != of.lineup || m.units[n-1].deal != of.deal {
		m.units = append(m.units, of)
	}
	u, g := &m.units[len(m.units)-1], &r.Records[lineup][of.deal]
	m.Rows++
	m.Endings[g.Ending]++
	if g.Won(seat) {
		m.Wins.Successes++
		u.won++
	}
	if g.Winner >= 0 {
		u.decided++
	}
	if g.Dropped(seat) {
		m.Drops++
	}
	if g.Forfeited(seat) {
		m.Forfeits++
	}
	u.gain, u.rounds, u.turns = u.gain+int32(g.Gains[seat]), u.rounds+uint32(g.Rounds), u.turns+uint32(g.Turns)
	if r.Tallies == nil {
		return
	}
	t := &r.Tallies[lineup][int(of.deal)*r.Seats+seat]
	m.Retries += int(t.Retries)
	if p := m.Parts; p != nil {
		p.Parts, p.Nobody, p.Won = p.Parts+int(t.Parts), p.Nobody+int(t.Nobody), p.Won+int(t.Won)
		p.Points, p.Paid, p.Left = p.Points+int(t.Points), p.Paid+int(t.Paid), p.Left+int(t.Left)
		for k, e := range r.PartEndings {
			p.Ended[e] += int(t.Ended[k])
		}
	}
}

// finish computes the estimates from the units.
func (m *Measure) finish(seats, paired int, confidence float64) {
	m.Units, m.Wins.Trials = len(m.units), m.Rows
	rows := float64(m.Rows) / float64(m.Units) // of a unit
	// Sums of a unit are exact, and a third of them is not: so they are divided at the end.
	each := func(of func(*unit) float64) stats.Estimate {
		e := stats.MeanOf(m.values(of))
		return stats.Estimate{Value: e.Value / rows, StdErr: e.StdErr / rows}
	}
	m.Gain = each(func(u *unit) float64 { return float64(u.gain) })
	m.Rounds, m.Turns = each((*unit).allRounds), each(func(u *unit) float64 { return float64(u.turns) })
	m.GainInterval = m.Gain.Interval(confidence)
	share, above := 1/float64(seats), func(u *unit) float64 { return float64(u.won) - float64(u.decided)/float64(seats) }
	m.Score = each(above)
	if paired > 1 {
		m.Win = each(func(u *unit) float64 { return float64(u.won) })
		m.WinInterval = stats.RateInterval(m.Win, m.Units, confidence)
		m.Score.Value += share
		m.Fair = stats.TestZero(stats.MeanOf(m.values(above)))
		return
	}
	// Games without a winner are shared, so that only the others say whether the score is fair.
	won := stats.Proportion{Successes: m.Wins.Successes}
	for i := range m.units {
		won.Trials += int(m.units[i].decided)
	}
	m.Win, m.WinInterval, m.Fair = m.Wins.Estimate(), m.Wins.Wilson(confidence), won.TestNull(share)
	m.Score.Value = (float64(won.Successes) + share*float64(m.Rows-won.Trials)) / float64(m.Rows)
}

// allRounds returns the rounds of the games of a unit.
func (u *unit) allRounds() float64 { return float64(u.rounds) }

// values returns a number of each unit.
func (m *Measure) values(of func(*unit) float64) []float64 {
	all := make([]float64, len(m.units))
	for i := range m.units {
		all[i] = of(&m.units[i])
	}
	return all
}
