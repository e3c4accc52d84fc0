package arena

import (
	"math"

	"rummygym/arena/stats"
	"rummygym/env/game"
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

// Parts holds the sums of the tallies of one agent over games: how the hands of matches
// ended, for example.
type Parts struct {
	Parts  int                 // parts of the games in which the agent took part
	Ended  map[game.Ending]int // parts that it ended or left
	Nobody int                 // parts that nobody ended, such as void hands
	Won    int                 // parts in which it scored
	Points int                 // points that it scored in these
	Paid   int                 // points that it paid in the others
	Left   int                 // points that it had left over in the parts that it ended
}

// add adds the sums of other games.
func (p *Parts) add(t *Parts) {
	p.Parts, p.Nobody, p.Won = p.Parts+t.Parts, p.Nobody+t.Nobody, p.Won+t.Won
	p.Points, p.Paid, p.Left = p.Points+t.Points, p.Paid+t.Paid, p.Left+t.Left
	for e, n := range t.Ended {
		p.Ended[e] += n
	}
}

// Enders returns the number of parts that the agent ended.
func (p *Parts) Enders() (n int) {
	for _, k := range p.Ended {
		n += k
	}
	return n
}

// PaidPerPart returns the mean points that the agent paid in a part, 0 for those in which it scored.
func (p *Parts) PaidPerPart() float64 { return float64(p.Paid) / float64(p.Parts) }

// Share returns the share of all parts that the agent ended in a way.
func (p *Parts) Share(e game.Ending) float64 { return float64(p.Ended[e]) / float64(p.Parts) }

// NobodyShare returns the share of all parts that nobody ended.
func (p *Parts) NobodyShare() float64 { return float64(p.Nobody) / float64(p.Parts) }

// WonShare returns the share of all parts in which the agent scored.
func (p *Parts) WonShare() float64 { return float64(p.Won) / float64(p.Parts) }

// PointsPerWin returns the mean points of the parts in which the agent scored.
func (p *Parts) PointsPerWin() float64 { return float64(p.Points) / float64(p.Won) }

// LeftPerEnd returns the mean points that the agent had left over in the parts that it
// ended.
func (p *Parts) LeftPerEnd() float64 { return float64(p.Left) / float64(p.Enders()) }

// parts returns the sums of the tallies of a seat over the games of a lineup for which
// counts returns true. It is nil if the game has no parts.
func (r *Result) parts(lineup, seat int, counts func(i int) bool) *Parts {
	if len(r.PartEndings) == 0 {
		return nil
	}
	sum := &Parts{Ended: map[game.Ending]int{}}
	for i := range r.Games {
		if !counts(i) {
			continue
		}
		t := &r.Tallies[lineup][i*r.Seats+seat]
		sum.Parts, sum.Nobody, sum.Won = sum.Parts+int(t.Parts), sum.Nobody+int(t.Nobody), sum.Won+int(t.Won)
		sum.Points, sum.Paid, sum.Left = sum.Points+int(t.Points), sum.Paid+int(t.Paid), sum.Left+int(t.Left)
		for k, e := range r.PartEndings {
			sum.Ended[e] += int(t.Ended[k])
		}
	}
	return sum
}

// partsOf returns the sums of an entrant over its games with another entrant.
func (s *Summary) partsOf(e int) *Parts {
	if len(s.PartEndings) == 0 {
		return nil
	}
	sum := &Parts{Ended: map[game.Ending]int{}}
	for l := range s.Pairs {
		for seat, who := range s.Pairs[l].Lineup {
			if who == e && meetsAnother(s.Pairs[l].Lineup, e) {
				sum.add(s.Pairs[l].Seats[seat].Parts)
			}
		}
	}
	return sum
}
