package main

import (
	"errors"
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
)

// shownTable is the view of a table: that of a seat, which follows from its observation, or that
// of an onlooker, who sees all hands. A seat is not shown the seed and the episode, from which
// anybody deals the same cards again, nor the number of steps, which counts decisions that it does
// not see, such as that of an opponent who may knock and does not.
type shownTable struct {
	Game    string      `json:"game"`
	Title   string      `json:"title"`
	Env     string      `json:"env"`
	Table   int         `json:"table"`
	Seat    int         `json:"seat"` // the viewer, -1 for an onlooker
	Learner game.Player `json:"learner"`
	Seed    *uint64     `json:"seed"` // null for a seat, like the next two
	Episode *uint64     `json:"episode"`
	Steps   *int        `json:"steps"`

	Mover game.Player `json:"mover"` // -1 after the end
	Text  string      `json:"text"`  // the view as lines for a terminal
	record.View

	Legal      []game.Action `json:"legal"` // empty unless the viewer is to move, or an onlooker
	Outcome    shownOutcome  `json:"outcome"`
	Terminated bool          `json:"terminated"`
	Truncated  bool          `json:"truncated"`
}

// shownOutcome is the outcome of the game so far.
type shownOutcome struct {
	Over   bool        `json:"over"`
	Winner game.Player `json:"winner"`
	Ending game.Ending `json:"ending"`
	Gains  []int       `json:"gains"`
	Turns  int         `json:"turns"`
	Rounds int         `json:"rounds"`
}

// onlooker is the seat number of a viewer who sees all hands.
const onlooker = -1

// show returns the view of a table for a seat or [onlooker], as JSON.
func (t *tables) show(table int64, seat int32) ([]byte, error) {
	if err := t.mustTable(table); err != nil {
		return nil, err
	}
	if seat < onlooker || int(seat) >= t.game.Players() {
		return nil, fmt.Errorf("there is no seat %d: want 0 to %d, or -1 for an onlooker", seat, t.game.Players()-1)
	}
	if !t.vector.Dealt() {
		return nil, errors.New("show before the first reset: reset first")
	}
	g, err := record.Describe(t.game)
	if err != nil {
		return nil, err
	}
	i := int(table)
	e, o := t.vector.Table(i), t.vector.Table(i).Outcome()
	s := &shownTable{
		Game: t.gameType.Name, Title: t.gameType.Title, Env: t.gameType.Env, Table: i, Seat: int(seat), Learner: t.vector.Learner(i),
		Mover: e.Current(), Legal: []game.Action{},
		Outcome:    shownOutcome{o.Over, o.Winner, o.Ending, o.Gains[:t.game.Players()], o.Turns, o.Rounds},
		Terminated: e.Terminated(), Truncated: e.Truncated(),
	}
	views := make([]game.Observation, t.game.Players()) // of each seat; nil if hidden from the viewer
	for p := range views {
		if seat == onlooker || int(seat) == p {
			views[p] = t.game.NewObservation()
			e.Observe(game.Player(p), views[p])
		}
	}
	view := views[max(seat, 0)]
	s.Text = fmt.Sprint(view)
	if seat == onlooker {
		seed, episode := t.vector.Episode(i)
		steps := e.Steps()
		s.Seed, s.Episode, s.Steps = &seed, &episode, &steps
		s.Text = fmt.Sprint(e.State())
	}
	if seat == onlooker || game.Player(seat) == e.Current() {
		var legal game.Mask
		e.Legal(&legal)
		s.Legal = slices.AppendSeq(s.Legal, legal.Each())
	}
	s.View = g.View(view)
	for p, own := range views {
		if own != nil {
			s.Seats[p] = g.View(own).Seats[p]
		}
	}
	if pile, ok := e.State().(interface {
		AppendPile([]card.Card) []card.Card
	}); ok && seat == onlooker {
		s.Pile = pile.AppendPile(s.Pile[:0])
	}
	return compact(s), nil
}
