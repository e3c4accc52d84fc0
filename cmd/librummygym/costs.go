package main

import (
	"cmp"
	"fmt"

	"rummygym/env/game"
	"rummygym/internal/agents/search"
	"rummygym/internal/arena/review"
	"rummygym/internal/catalog"
	"rummygym/internal/strictjson"
)

// costsRequest is what a call of costs asks for. rummygym.h describes the keys.
type costsRequest struct {
	judgeConfig
	Seed uint64 `json:"seed"`
}

// judgeConfig is what a judge of moves follows from.
type judgeConfig struct {
	Agent    string `json:"agent"`
	Goal     string `json:"goal"`
	Rollouts int    `json:"rollouts"`
}

// The values of judgeConfig.Goal.
const (
	goalPoints = "points"
	goalWin    = "win"
)

// maxJudges is the maximum number of judges that tables keep.
const maxJudges = 8

// moveCosts is the answer to a call of costs.
type moveCosts struct {
	Deals int        `json:"deals"` // in which each move was played on
	Moves []moveCost `json:"moves"`
}

// moveCost is what a legal move costs, with standard errors.
type moveCost struct {
	Action    game.Action `json:"action"`
	Points    float64     `json:"points"` // after the move
	PointsErr float64     `json:"points_se"`
	Chance    float64     `json:"win"`
	ChanceErr float64     `json:"win_se"`
	Cost      float64     `json:"cost"` // in points
	CostErr   float64     `json:"cost_se"`
	Win       float64     `json:"win_cost"`
	WinErr    float64     `json:"win_cost_se"`
}

// costs returns what the legal moves of the seat to move at a table cost, as JSON.
func (t *tables) costs(table int64, request string) ([]byte, error) {
	if err := t.mustTable(table); err != nil {
		return nil, err
	}
	if !t.vector.Dealt() {
		return nil, fmt.Errorf("costs before the first reset: reset first")
	}
	q := costsRequest{judgeConfig{Goal: goalPoints}, 1}
	if err := strictjson.Object("request", request, &q); err != nil {
		return nil, err
	}
	i := int(table)
	e := t.vector.Table(i)
	p := e.Current()
	if p == game.NoPlayer {
		return nil, fmt.Errorf("the game at table %d is over: it has no move to measure", table)
	}
	j, err := t.judge(q.judgeConfig)
	if err != nil {
		return nil, fmt.Errorf("request: %w", err)
	}
	e.Observe(p, t.view)
	e.Legal(&t.legal)
	all, deals, err := j.Costs(t.decided(i, p), t.view, &t.legal, q.Seed)
	if err != nil {
		return nil, err
	}
	answer := moveCosts{Deals: deals}
	for _, c := range all {
		answer.Moves = append(answer.Moves, moveCost{
			c.Action, c.Value.Points, c.Value.PointsError, c.Value.Win, c.Value.WinError,
			c.Cost.Points, c.Cost.PointsError, c.Cost.Win, c.Cost.WinError,
		})
	}
	return compact(answer), nil
}

// judge returns the judge of a configuration. Tables keep the last ones.
func (t *tables) judge(c judgeConfig) (*review.Judge, error) {
	if j := t.judges[c]; j != nil {
		return j, nil
	}
	goal := search.Gain
	switch c.Goal {
	case goalPoints:
	case goalWin:
		goal = search.Win
	default:
		return nil, fmt.Errorf("key %q is %q: want %s or %s", "goal", c.Goal, goalPoints, goalWin)
	}
	if c.Rollouts != 0 && (c.Rollouts < review.MinRollouts || c.Rollouts > search.MaxRollouts) {
		return nil, fmt.Errorf("key %q is %d: want %d to %d, or 0 for the default", "rollouts", c.Rollouts, review.MinRollouts, search.MaxRollouts)
	}
	config, _, err := catalog.ReviewConfig(t.rules, cmp.Or(c.Agent, catalog.ReviewAgent(t.rules)), goal)
	if err != nil {
		return nil, fmt.Errorf("key %q: %w", "agent", err)
	}
	config.Search.Rollouts = cmp.Or(c.Rollouts, config.Search.Rollouts)
	j, err := review.NewJudge(config)
	if err != nil {
		return nil, err
	}
	if len(t.judges) >= maxJudges || t.judges == nil {
		t.judges = map[judgeConfig]*review.Judge{}
	}
	t.judges[c] = j
	return j, nil
}

// decided returns what a seat of a table knew at its earlier decisions, as far as the tables keep events.
func (t *tables) decided(i int, p game.Player) (before []game.Observation) {
	if !t.Record {
		return nil
	}
	s, h := t.game.NewState(), t.vector.Table(i).History()
	if err := h.Deal(t.game, s); err != nil {
		panic(fmt.Sprintf("librummygym: a deck that was dealt: %v", err))
	}
	for _, a := range h.Actions {
		if s.Current() == p {
			o := t.game.NewObservation()
			s.Observe(p, o)
			before = append(before, o)
		}
		if err := s.Apply(a); err != nil {
			panic(fmt.Sprintf("librummygym: an action that was played: %v", err))
		}
	}
	return before
}
