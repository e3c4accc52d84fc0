package arena

import (
	"slices"

	"rummygym/arena/stats"
	"rummygym/env/game"
)

// A Measure holds what the rows of a group say. A row is a game as one of its seats saw it. The rows of a unit, which is a game
// or a deal that is played from several seats, depend on each other.
type Measure struct {
	stats.Measure
	Drops    int                 // rows that dropped
	Forfeits int                 // rows that forfeited the game
	Retries  int                 // answers that were refused and asked for again
	Endings  map[game.Ending]int // rows by the ending of the game
	Parts    *Parts              // sums of the tallies; nil if the game has no parts
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
						all[g].add(r, stats.Unit{Lineup: int32(first), Deal: int32(i)}, l, seat)
					}
				}
			}
		}
	}
	for g := range all {
		all[g].Measure = stats.MeasureOf(all[g].Each, all[g].Rows, r.Seats, paired > 1, confidence)
	}
	return all
}

// add adds the row of a seat in a line-up to the unit, which is the last one or a new one.
func (m *Measure) add(r *Result, of stats.Unit, lineup, seat int) {
	if n := len(m.Each); n == 0 || m.Each[n-1].Lineup != of.Lineup || m.Each[n-1].Deal != of.Deal {
		m.Each = append(m.Each, of)
	}
	u, g := &m.Each[len(m.Each)-1], &r.Records[lineup][of.Deal]
	m.Rows++
	m.Endings[g.Ending]++
	if g.Won(seat) {
		u.Won++
	}
	if g.Winner >= 0 {
		u.Decided++
	}
	if g.Dropped(seat) {
		m.Drops++
	}
	if g.Forfeited(seat) {
		m.Forfeits++
	}
	u.Gain, u.Rounds, u.Turns = u.Gain+int32(g.Gains[seat]), u.Rounds+uint32(g.Rounds), u.Turns+uint32(g.Turns)
	if r.Tallies == nil {
		return
	}
	t := &r.Tallies[lineup][int(of.Deal)*r.Seats+seat]
	m.Retries += int(t.Retries)
	if p := m.Parts; p != nil {
		p.Parts, p.Nobody, p.Won = p.Parts+int(t.Parts), p.Nobody+int(t.Nobody), p.Won+int(t.Won)
		p.Points, p.Paid, p.Left = p.Points+int(t.Points), p.Paid+int(t.Paid), p.Left+int(t.Left)
		for k, e := range r.PartEndings {
			p.Ended[e] += int(t.Ended[k])
		}
	}
}
