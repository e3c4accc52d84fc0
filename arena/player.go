package arena

import (
	"math"

	"rummygym/arena/stats"
)

// playersOf returns the results of each entrant against the others. Its win rate is
// the mean over the lineups in which it meets another entrant and over its seats in
// them, with equal weights. In two-seat tournaments of all ordered pairs the standard
// error is that of the seat-balanced rates; otherwise lineups are treated as independent.
// Mean gains are computed in the same way.
func playersOf(s *Summary) []Player {
	players := make([]Player, len(s.Agents))
	for e := range players {
		players[e] = playerOf(s, e)
	}
	return players
}

func playerOf(s *Summary, e int) Player {
	p := Player{Name: s.Agents[e]}
	var win, gain sum
	for l := range s.Pairs {
		pair := &s.Pairs[l]
		if !meetsAnother(pair.Lineup, e) || pair.Games == 0 {
			continue
		}
		for seat, who := range pair.Lineup {
			if who == e {
				p.Games += pair.Games
				p.Retries += pair.Seats[seat].Retries
				win.add(pair.Seats[seat].Wins.Estimate())
				gain.add(pair.Seats[seat].Gain)
			}
		}
	}
	p.Win, p.Gain = win.mean(), gain.mean()
	p.Parts = s.partsOf(e)
	if s.Skill != nil && len(s.Agents) > 1 {
		var balanced sum
		for j, b := range s.Skill.Balanced[e] {
			if j != e {
				balanced.add(b.Estimate)
			}
		}
		p.Win.StdErr = balanced.mean().StdErr
	}
	return p
}

// meetsAnother reports whether the lineup has entrant e and another entrant.
func meetsAnother(l Lineup, e int) bool {
	in, other := false, false
	for _, who := range l {
		in = in || who == e
		other = other || who != e
	}
	return in && other
}

// sum accumulates independent estimates.
type sum struct {
	n               int
	total, variance float64
}

func (s *sum) add(e stats.Estimate) {
	s.n++
	s.total += e.Value
	s.variance += float64(e.StdErr * e.StdErr)
}

// mean returns the mean of the estimates added, NaN if there are none.
func (s *sum) mean() stats.Estimate {
	n := float64(s.n)
	return stats.Estimate{Value: s.total / n, StdErr: math.Sqrt(s.variance) / n}
}
