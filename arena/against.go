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
// with the opponent itself, by two-sided two-proportion z-tests. Standard errors are those under equal chances.
type Against struct {
	Opponent string
	Rows     []AgainstRow // in the order of Result.Agents
}

// AgainstRow holds the comparisons of one agent.
type AgainstRow struct {
	Name   string
	Wins   stats.Proportion // against the opponent, see [Summary.WinsOver]
	Before Effect           // less that of the previous agent; NaN for the first agent
	Itself Effect           // less that of the opponent against itself; NaN for the opponent
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
	var before, self []*Effect
	for i, agent := range s.Agents {
		a.Rows = append(a.Rows, AgainstRow{agent, s.WinsOver(i, at), noEffect(), noEffect()})
	}
	for i := range a.Rows {
		r := &a.Rows[i]
		if i > 0 {
			r.Before = contrast(r.Wins, a.Rows[i-1].Wins)
		}
		if i != at {
			r.Itself = contrast(r.Wins, itself)
		}
		before, self = append(before, &r.Before), append(self, &r.Itself)
	}
	correct(before)
	correct(self)
	return a, nil
}

// contrast returns the difference of two rates.
func contrast(p, q stats.Proportion) Effect {
	return Effect{stats.Difference(p, q), stats.TestEqual(p, q), math.NaN()}
}

// noEffect returns an effect of nothing: NaN.
func noEffect() Effect {
	return Effect{stats.Estimate{Value: math.NaN(), StdErr: math.NaN()}, stats.Test{Z: math.NaN(), P: math.NaN()}, math.NaN()}
}
