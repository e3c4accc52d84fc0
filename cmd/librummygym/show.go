package main

import (
	"errors"
	"slices"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/catalog"
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

// show returns the view of a table for a seat or [catalog.Onlooker], as JSON.
func (t *tables) show(table int64, seat int32) ([]byte, error) {
	if err := t.mustTable(table); err != nil {
		return nil, err
	}
	if !t.vector.Dealt() {
		return nil, errors.New("show before the first reset: reset first")
	}
	i := int(table)
	view, text, err := catalog.View(t.game, t.vector.Table(i).State(), int(seat))
	if err != nil {
		return nil, err
	}
	e, o := t.vector.Table(i), t.vector.Table(i).Outcome()
	s := &shownTable{
		Game: t.gameType.Name, Title: t.gameType.Title, Env: t.gameType.Env, Table: i, Seat: int(seat), Learner: t.vector.Learner(i),
		Mover: e.Current(), View: view, Text: text, Legal: []game.Action{},
		Outcome:    shownOutcome{o.Over, o.Winner, o.Ending, o.Gains[:t.game.Players()], o.Turns, o.Rounds},
		Terminated: e.Terminated(), Truncated: e.Truncated(),
	}
	if seat == catalog.Onlooker {
		seed, episode := t.vector.Episode(i)
		steps := e.Steps()
		s.Seed, s.Episode, s.Steps = &seed, &episode, &steps
	}
	if seat == catalog.Onlooker || game.Player(seat) == e.Current() {
		var legal game.Mask
		e.Legal(&legal)
		s.Legal = slices.AppendSeq(s.Legal, legal.Each())
	}
	return compact(s), nil
}
