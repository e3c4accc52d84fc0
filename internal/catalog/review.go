package catalog

import (
	"fmt"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/env/series"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/search"
	"rummygym/internal/arena/review"
	"rummygym/internal/features/matchvalue"
)

// ReviewConfig returns the configuration of reviews of games under some rules. An agent plays all seats in
// the roll-outs. If it has a network of afterstates for a game of which that is known to help ([GameType].Valued) with the heads "gain" and "win", a roll-out stops at the
// player's next turn, which the network values; else it ends with the game, or with the hand in Gin Rummy.
// Hidden hands are drawn by the built-in belief network in two-player Indian Rummy with 13 cards, by
// the built-in hand table in Gin Rummy; elsewhere all places of the hidden cards are equally likely.
// Decisions of a match are those of its deals. Search.Rollouts is a budget for a game in a few seconds. Name is the canonical name of the agent.
func ReviewConfig(r Rules, agent string, goal search.Goal) (c review.Config, name string, err error) {
	g, err := r.NewGame()
	if err != nil {
		return c, "", err
	}
	if c.Game, err = record.Describe(g); err != nil {
		return c, "", err
	}
	if m, ok := r.(interface{ Deal(seats int) Rules }); ok {
		d, name, err := ReviewConfig(m.Deal(g.Players()), agent, goal)
		d.Game, d.Facts = c.Game, r.Type().Facts
		if values := MatchValues(r); values != nil {
			d.Score = func(o game.Observation) *matchvalue.Hand { return greedy.HandOf(values, o.(*series.Observation)) }
		}
		d.Deals = func(seats int) (review.Config, error) {
			of, _, err := ReviewConfig(m.Deal(seats), agent, goal)
			return of, err
		}
		return d, name, err
	}
	s := r.Type().Search
	if c.Facts = r.Type().Facts; s.Playout == "" || c.Facts == nil {
		return c, "", fmt.Errorf("%s has no search agents, which reviews need", r.Type().Title)
	}
	s.Playout, s.Opponent, s.Goal, s.Drops = agent, "", goal, true
	s.Rollouts, s.Horizon, s.Value, s.Belief = 2000, 0, "", bestSampler
	playout := parseAgent(r.Type(), agent)
	a, err := playout.open(r)
	if err != nil {
		return c, "", err
	}
	if p, ok := a.create().(*greedy.Player); ok && p.HasBothHeads() && r.Type().Valued {
		s.Rollouts, s.Horizon, s.Value = 600, 1, agent // fewer, slower, and with less noise
	}
	if c.Search, _, err = searchConfig(r, &s, playout, nil); err != nil {
		return c, "", err
	}
	c.Least = 3
	if s.Horizon > 0 {
		c.Least = 1.5 // the networks err less than the rules of an agent
	}
	if goal == search.Win {
		c.Least /= 100
	}
	return c, s.Playout, nil
}

// ReviewAgent returns the spec of the agent that is best for reviews of games under some rules.
func ReviewAgent(r Rules) string { return firstAgent(r, r.Type().Reviewers) }
