package session

import (
	"reflect"
	"slices"

	"rummygym/env/game"
	"rummygym/internal/advice"
	"rummygym/internal/features/facts"
)

// Missed is what a move of the person gave away, by the hint for its decision.
type Missed struct {
	Made    game.Action    `json:"made"`
	Best    game.Action    `json:"best"`             // what the adviser would have done
	Adviser string         `json:"adviser"`          // its short name
	Behind  *float64       `json:"behind,omitempty"` // by how much Best is better, in Unit; nil: the adviser does not value Made
	Unit    string         `json:"unit,omitempty"`
	Left    *facts.Discard `json:"left,omitempty"`   // what Made leaves, if both moves are discards
	Leaves  *facts.Discard `json:"leaves,omitempty"` // what Best leaves
}

// least is the smallest difference that is called missed, by unit.
var least = map[string]float64{advice.Points: 0.5, advice.Wins: 0.01}

// Missed returns what an action gives away that the person is about to choose, or nil if it is what the adviser would
// do, or as good: within half a point, 1 % of the win chance, or two standard errors. It takes the time of [Session.Hint].
func (s *Session) Missed(a game.Action) (*Missed, error) {
	if legal := s.Legal(); legal.Count() == 1 {
		return nil, nil
	}
	h, err := s.Hint()
	if err != nil || h.Action == a {
		return nil, err
	}
	m := &Missed{Made: a, Best: h.Action, Adviser: ShortName(h.Adviser), Unit: h.Unit}
	if i := slices.IndexFunc(h.Values, func(v advice.Value) bool { return v.Action == a }); i >= 0 {
		v := &h.Values[i]
		if v.Wins || v.Behind < max(least[h.Unit], 2*v.Error) {
			return nil, nil
		}
		m.Behind = &v.Behind
	}
	if m.Left, m.Leaves = s.leaves(h, a), s.leaves(h, h.Action); m.Left == nil || m.Leaves == nil {
		m.Left, m.Leaves = nil, nil
	} else if m.Behind == nil && reflect.DeepEqual(m.Left.Facts, m.Leaves.Facts) { // two declarations
		return nil, nil
	}
	return m, nil
}

// leaves returns what a discard leaves, or nil for another action.
func (s *Session) leaves(h *advice.Hint, a game.Action) *facts.Discard {
	c := s.game.Choice(s.decisions[len(s.decisions)-1].obs, a)
	i := slices.IndexFunc(h.Discards, func(d facts.Discard) bool { return c.Plays() && d.Card == c.Card })
	if i < 0 {
		return nil
	}
	return &h.Discards[i]
}
