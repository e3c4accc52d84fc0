package session

import (
	"rummygym/env/game"
	"rummygym/env/record"
)

// Result is the result of a game that has ended, in the order of [Session.Players].
type Result struct {
	Ending   game.Ending `json:"ending"`
	Winner   int         `json:"winner"`             // index of a player, -1 without a winner
	Gains    []int       `json:"gains"`              // in points; they sum to 0
	Practice bool        `json:"practice,omitempty"` // whether moves were taken back
}

// Results returns the results of the games that have ended, this one included: the score sheet.
// The caller owns the slice.
func (s *Session) Results() (all []Result) {
	games := s.done
	if s.Over() {
		games = append(games[:len(games):len(games)], s.record())
	}
	for i, g := range games {
		all = append(all, s.result(g, i))
	}
	return all
}

// result returns the result of a record that has an end.
func (s *Session) result(g *record.Record, number int) Result {
	e := &g.Events[len(g.Events)-1]
	r := Result{Ending: e.Ending, Winner: -1, Gains: make([]int, len(e.Gains))}
	for p, gain := range e.Gains {
		r.Gains[s.playerIn(game.Player(p), number)] = gain
		r.Practice = r.Practice || g.Seats[p] == practiced
	}
	if e.Winner != game.NoPlayer {
		r.Winner = s.playerIn(e.Winner, number)
	}
	return r
}
