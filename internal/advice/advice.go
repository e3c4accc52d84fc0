// Package advice looks over the shoulder of a player: what the hand is worth, which cards help, and what an agent would do.
//
//	v, err := advice.New(rules, g, "learned:standard")
//	hint, err := v.Hint(state, seed)
//
// All of it follows from what the player to move may know.
package advice

import (
	"errors"
	"fmt"
	"math"
	"sort"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/search"
	"rummygym/internal/catalog"
	"rummygym/internal/features/facts"
)

// Hint is what a strong player would look at: the hand, the cards that improve it, and what the
// adviser would do. All of it follows from what the person may know.
type Hint struct {
	Hand     record.Hand     `json:"hand"`
	Outs     []facts.Out     `json:"outs,omitempty"`     // before a draw: the cards that help, most copies first
	Discards []facts.Discard `json:"discards,omitempty"` // before a discard: the cards, best first

	Adviser string      `json:"adviser"`          // spec
	Action  game.Action `json:"action"`           // what it would do
	Name    string      `json:"name"`             // text of the action
	Unit    string      `json:"unit,omitempty"`   // of the values: points, or wins (a probability); "": it has none
	Values  []Value     `json:"values,omitempty"` // of the actions that it considers, best first
}

// Value is the value of an action to the adviser, in the unit of the hint.
type Value struct {
	Action game.Action `json:"action"`
	Name   string      `json:"name"`
	Wins   bool        `json:"wins,omitempty"` // the action is known to win; it has no value
	Value  float64     `json:"value"`
	Behind float64     `json:"behind"`          // by how much the best action is better
	Error  float64     `json:"error,omitempty"` // standard error of Behind
}

// The units of values.
const (
	Points = "points"
	Wins   = "wins"
)

// NewHint returns the hint of an agent, the adviser, for the player whose observation and legal actions these are.
func NewHint(r catalog.Rules, g record.Described, agent game.Agent, adviser string, obs game.Observation, legal *game.Mask) *Hint {
	h := &Hint{Hand: HandOf(r, g, obs), Adviser: adviser}
	if counter := r.Type().Facts; counter != nil {
		h.count(counter, g, obs, legal)
	}
	h.advise(agent, obs, legal)
	h.Name = g.ActionString(h.Action)
	for i := range h.Values {
		h.Values[i].Name = g.ActionString(h.Values[i].Action)
	}
	return h
}

// HandOf returns the observer's hand, sorted by melds.
func HandOf(r catalog.Rules, g record.Described, obs game.Observation) record.Hand {
	h := g.Hand(obs)
	if h.Melds == nil {
		h.Melds = []record.Group{}
	}
	if h.Unmelded == nil {
		h.Unmelded = []card.Card{}
	}
	if f := r.Type().Facts; f != nil {
		h.Distance = f.Distance(obs)
	}
	return h
}

// Adviser is an agent that looks at single positions and remembers none. It is not safe for concurrent use.
type Adviser struct {
	rules catalog.Rules
	game  record.Described
	name  string
	agent game.Agent
	obs   game.Observation
	legal game.Mask
}

// New returns the adviser of the spec of an agent, for a game by the given rules.
func New(r catalog.Rules, g game.Game, spec string) (*Adviser, error) {
	create, name, err := catalog.OpenAgent(r, spec)
	if err != nil {
		return nil, err
	}
	described, err := record.Describe(g)
	if err != nil {
		return nil, err
	}
	return &Adviser{rules: r, game: described, name: name, agent: create(), obs: g.NewObservation()}, nil
}

// see looks at a position as the player to move, with a seed for the agent.
func (v *Adviser) see(s game.State, seed uint64) error {
	p := s.Current()
	if p == game.NoPlayer {
		return errors.New("the game is over: no player is to move")
	}
	s.Observe(p, v.obs)
	s.Legal(&v.legal)
	v.agent.Reset(seed)
	return nil
}

// Act returns what the agent does as the player to move.
func (v *Adviser) Act(s game.State, seed uint64) (game.Action, error) {
	if err := v.see(s, seed); err != nil {
		return game.NoAction, err
	}
	a, _ := v.agent.Act(v.obs, &v.legal)
	if !v.legal.Has(a) {
		return game.NoAction, fmt.Errorf("agent %s chose %s, which is not legal", v.name, v.game.ActionString(a))
	}
	return a, nil
}

// Hint returns the hint for the player to move.
func (v *Adviser) Hint(s game.State, seed uint64) (*Hint, error) {
	if err := v.see(s, seed); err != nil {
		return nil, err
	}
	return NewHint(v.rules, v.game, v.agent, v.name, v.obs, &v.legal), nil
}

// advise asks the agent.
func (h *Hint) advise(agent game.Agent, obs game.Observation, legal *game.Mask) {
	switch p := agent.(type) {
	case *search.Player:
		h.Unit = Points
		if p.Goal() == search.Win {
			h.Unit = Wins
		}
		for _, v := range p.Values(nil, obs, legal) {
			if v.Behind == 0 && v.BehindErr == 0 && (len(h.Values) == 0 || v.Rollouts > 0) {
				h.Action = v.Action
			}
			if v.Rollouts > 0 {
				h.Values = append(h.Values, Value{Action: v.Action, Value: v.Mean, Behind: v.Behind, Error: v.BehindErr})
			}
		}
	case valuer:
		h.Action, _ = p.Act(obs, legal)
		h.greedy(p)
	default:
		h.Action, _ = agent.Act(obs, legal)
	}
	sort.SliceStable(h.Values, func(i, j int) bool {
		x, y := &h.Values[i], &h.Values[j]
		if x.Action == h.Action || y.Action == h.Action {
			return x.Action == h.Action && y.Action != h.Action
		}
		return x.Behind < y.Behind
	})
}

// valuer is a player by a network of afterstates: a greedy.Player, or a greedy.Race, whose wins are those of the match.
type valuer interface {
	game.Agent
	ForWins() bool
	Values([]greedy.Value) []greedy.Value
}

// greedy takes the values of a network of afterstates.
func (h *Hint) greedy(p valuer) {
	value := func(v greedy.Value) float64 { return v.Gain }
	h.Unit = Points
	if p.ForWins() {
		h.Unit, value = Wins, func(v greedy.Value) float64 { return v.Win }
	}
	best := math.Inf(-1)
	all := p.Values(nil)
	if len(all) == 1 && all[0].Certainty == greedy.Costs {
		return // it sees no other move, and so compares none: after a knock
	}
	for _, v := range all {
		if v.Certainty != greedy.Wins {
			best = max(best, value(v))
		}
	}
	for _, v := range all {
		x := Value{Action: v.Action, Wins: v.Certainty == greedy.Wins}
		if !x.Wins {
			x.Value, x.Behind = value(v), best-value(v)
		}
		h.Values = append(h.Values, x)
	}
}

// count fills in the outs before a draw, or the discards.
func (h *Hint) count(counter facts.Game, g record.Described, obs game.Observation, legal *game.Mask) {
	draws := false
	for a := range legal.Each() {
		c := g.Choice(obs, a)
		draws = draws || c.Type == record.Draw
		if c.Type == record.Discard || c.Type == record.Knock && c.Plays() {
			h.Discards = append(h.Discards, facts.Discard{Card: c.Card, Facts: counter.After(obs, a)})
		}
	}
	if draws {
		h.Outs = counter.Outs(obs)
	}
	facts.SortDiscards(h.Discards)
}
