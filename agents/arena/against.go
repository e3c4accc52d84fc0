package arena

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"rummygym/agents/arena/stats"
)

// Against compares how the agents fare against one of them, as Table 2 of paper
// 001 does: each with the agent named before it, which tells what the change from
// the one to the other is worth, and each with the opponent itself.
type Against struct {
	Opponent string
	Rows     []AgainstRow // in the order of Result.Agents
}

// AgainstRow is one agent.
type AgainstRow struct {
	Name   string
	Wins   stats.Proportion // against the opponent, see [Summary.WinsOver]
	Before Contrast         // with the agent named before; NaN of the first
	Itself Contrast         // with the opponent against itself; NaN of the opponent
}

// Contrast is the two-sided two-proportion z-test of two win rates.
type Contrast struct {
	stats.Estimate            // the difference, with its standard error if both were equal
	Test           stats.Test // that they are
	Holm           float64    // its p-value after Holm's correction over all agents
}

// WinsOver returns the games that agent i won against agent j. Where seats do not
// matter (Terms.AnyStarter), they are those of both orders, else those in which
// i begins. Of an agent against itself it is the wins of seat 0. It is no games
// where the two did not meet.
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

// CheckOpponent reports why agents cannot be compared by their games against the
// one named: the tests are of independent games of two, so that every lineup must
// have deals of its own.
func (c *Config) CheckOpponent(name string) error {
	s := c.setup()
	return s.checkOpponent(name)
}

func (s *Setup) checkOpponent(name string) error {
	switch {
	case s.Seats != 2:
		return errors.New("arena: the z-tests are of games of two")
	case !slices.Contains(s.Agents, name):
		return fmt.Errorf("arena: %q does not take part: the common opponent must be one of %q", name, s.Agents)
	case s.Deals != FreshDeals:
		return fmt.Errorf("arena: the z-tests are of independent games, and deals are shared (%s)", s.Deals)
	}
	return nil
}

// AgainstOpponent compares the agents by their games against the one named. Its
// error is that of [Config.CheckOpponent].
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
