package arena

import (
	"fmt"
	"math"
	"slices"

	"rummygym/arena/stats"
)

// Against compares the win rates of the agents against one common opponent, which is
// one of them, as Table 2 of goldman2021evaluating does. Each agent is compared with the
// previous agent, which estimates the effect of the change from one to the other, and
// with the opponent itself.
type Against struct {
	Opponent string
	Rows     []AgainstRow // in the order of Result.Agents
}

// AgainstRow holds the comparisons of one agent.
type AgainstRow struct {
	Name   string
	Wins   stats.Proportion // against the opponent, see [Summary.WinsOver]
	Before Contrast         // with the previous agent; NaN for the first agent
	Itself Contrast         // with the opponent against itself; NaN for the opponent
}

// Contrast is the two-sided two-proportion z-test of two win rates.
type Contrast struct {
	stats.Estimate            // the difference, with its standard error under equal chances
	Test           stats.Test // of the hypothesis that the chances are equal
	Holm           float64    // p-value of Test after Holm's correction over all agents
}

// WinsOver returns the proportion of games that agent i won against agent j. The games
// are those of both seat orders if seats do not matter (Terms.AnyStarter), and otherwise
// those in which i sits at seat 0. For i = j it counts the wins of seat 0. It has no trials
// if the two agents did not meet.
func (s *Summary) WinsOver(i, j int) stats.Proportion {
	var p stats.Proportion
	add := func(l, seat int) {
		if l >= 0 {
			w := s.Pairs[l].Seats[seat].Wins
			p.Successes, p.Trials = p.Successes+w.Successes, p.Trials+w.Trials
		}
	}
	add(s.find(i, j), 0)
	if s.Terms.AnyStarter && i != j {
		add(s.find(j, i), 1)
	}
	return p
}

// CheckOpponent returns an error if agents cannot be compared by their games against the
// named agent, and otherwise nil. The tests need independent two-player games, so every
// lineup must have its own deals.
func (c *Config) CheckOpponent(name string) error {
	s := c.setup()
	return s.checkOpponent(name)
}

func (s *Setup) checkOpponent(name string) error {
	switch {
	case s.Seats != 2:
		return fmt.Errorf("arena: the game has %d seats: the z-tests need games with 2 seats", s.Seats)
	case !slices.Contains(s.Agents, name):
		return fmt.Errorf("arena: %q does not take part: the common opponent must be one of %q", name, s.Agents)
	case s.Deals != FreshDeals:
		return fmt.Errorf("arena: deals are shared (%s): the z-tests need independent games, with deals %s", s.Deals, FreshDeals)
	}
	return nil
}

// AgainstOpponent compares the agents by their games against the named agent. Its errors
// are those of [Config.CheckOpponent].
func (s *Summary) AgainstOpponent(name string) (*Against, error) {
	if err := s.checkOpponent(name); err != nil {
		return nil, err
	}
	at := slices.Index(s.Agents, name)
	a := &Against{Opponent: name}
	itself := s.WinsOver(at, at)
	none := Contrast{stats.Estimate{Value: math.NaN(), StdErr: math.NaN()}, stats.Test{Z: math.NaN(), P: math.NaN()}, math.NaN()}
	for i, agent := range s.Agents {
		r := AgainstRow{Name: agent, Wins: s.WinsOver(i, at), Before: none, Itself: none}
		if i > 0 {
			r.Before = contrast(r.Wins, a.Rows[i-1].Wins)
		}
		if i != at {
			r.Itself = contrast(r.Wins, itself)
		}
		a.Rows = append(a.Rows, r)
	}
	for _, of := range []func(*AgainstRow) *Contrast{
		func(r *AgainstRow) *Contrast { return &r.Before }, func(r *AgainstRow) *Contrast { return &r.Itself },
	} {
		var p []float64
		for i := range a.Rows {
			p = append(p, of(&a.Rows[i]).Test.P)
		}
		for i, holm := range stats.Holm(p) {
			of(&a.Rows[i]).Holm = holm
		}
	}
	return a, nil
}

func contrast(p, q stats.Proportion) Contrast {
	return Contrast{Estimate: stats.Difference(p, q), Test: stats.TestEqual(p, q)}
}
