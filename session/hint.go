package session

import (
	"errors"
	"fmt"
	"math"
	"sort"

	"rummygym"
	"rummygym/agents/greedy"
	"rummygym/agents/search"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/features/facts"
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

// adviser is an agent that looks over the person's shoulder: it is shown the person's decisions.
type adviser struct {
	name  string
	agent game.Agent
	seen  int   // number of decisions of the game that it was shown
	hint  *Hint // at the last of them
}

// open opens the agent of a spec.
func (v *adviser) open(r rummygym.Rules, spec string) error {
	create, name, err := rummygym.OpenAgent(r, spec)
	if err != nil {
		return fmt.Errorf("adviser: %w", err)
	}
	v.name, v.agent = name, create()
	return nil
}

func (v *adviser) reset() { v.seen, v.hint = 0, nil }

// follow shows the adviser a decision that the person has made.
func (v *adviser) follow(d *decision) {
	if o, ok := v.agent.(interface{ Observe(game.Observation) }); ok {
		o.Observe(d.obs) // of search, which would take its time
		return
	}
	v.agent.Act(d.obs, &d.legal)
}

// Hint returns the hint for the person's decision. It may take the time that the adviser takes
// for a move. It fails if the person is not to move.
func (s *Session) Hint() (*Hint, error) {
	if !s.Turn() {
		return nil, errors.New("it is not the person's turn")
	}
	v := &s.adviser
	if v.seen == len(s.decisions) {
		return v.hint, nil
	}
	if v.agent == nil {
		if err := v.open(s.rules, rummygym.DefaultAgent(s.rules)); err != nil {
			return nil, err
		}
	}
	if v.seen == 0 {
		v.agent.Reset(game.AgentSeed(s.config.Seed, uint64(s.number), s.Seat()))
	}
	last := len(s.decisions) - 1
	for ; v.seen < last; v.seen++ {
		v.follow(&s.decisions[v.seen])
	}
	d := &s.decisions[last]
	h := &Hint{Hand: s.Hand(d.obs), Adviser: v.name}
	s.count(h, d)
	h.advise(v.agent, d)
	h.Name = s.game.ActionString(h.Action)
	for i := range h.Values {
		h.Values[i].Name = s.game.ActionString(h.Values[i].Action)
	}
	v.seen, v.hint = len(s.decisions), h
	return h, nil
}

// advise asks the agent.
func (h *Hint) advise(agent game.Agent, d *decision) {
	switch p := agent.(type) {
	case *search.Player:
		h.Unit = Points
		if p.Goal() == search.Win {
			h.Unit = Wins
		}
		for _, v := range p.Values(nil, d.obs, &d.legal) {
			if v.Behind == 0 && v.BehindErr == 0 && (len(h.Values) == 0 || v.Rollouts > 0) {
				h.Action = v.Action
			}
			if v.Rollouts > 0 {
				h.Values = append(h.Values, Value{Action: v.Action, Value: v.Mean, Behind: v.Behind, Error: v.BehindErr})
			}
		}
	case valuer:
		h.Action, _ = p.Act(d.obs, &d.legal)
		h.greedy(p)
	default:
		h.Action, _ = agent.Act(d.obs, &d.legal)
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
func (s *Session) count(h *Hint, d *decision) {
	counter := s.rules.Type().Facts
	if counter == nil {
		return
	}
	draws := false
	for a := range d.legal.Each() {
		c := s.game.Choice(d.obs, a)
		draws = draws || c.Type == record.Draw
		if c.Type == record.Discard || c.Type == record.Knock && c.Plays() {
			f := counter.After(d.obs, a)
			h.Discards = append(h.Discards, facts.Discard{Card: c.Card, Facts: f})
		}
	}
	if draws {
		h.Outs = counter.Outs(d.obs)
	}
	facts.SortDiscards(h.Discards)
}
