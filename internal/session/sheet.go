package session

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/catalog"
)

// Result is the result of a game that has ended, in the order of [Session.Players].
type Result struct {
	Ending   game.Ending  `json:"ending"`
	Winner   int          `json:"winner"`             // index of a player, -1 without a winner
	Gains    []int        `json:"gains"`              // in points; they sum to 0
	Practice bool         `json:"practice,omitempty"` // whether moves were taken back
	Hands    []HandResult `json:"hands,omitempty"`    // of a match
}

// HandResult is the result of a hand of a match, in the order of [Session.Players].
type HandResult struct {
	Ending game.Ending `json:"ending"`
	Scored []int       `json:"scored"`        // points that each player scored
	Out    []bool      `json:"out,omitempty"` // who was not dealt in; nil: nobody

	// Worth is what the hand added to the probability that the first player wins the match, by the value of its score. It is nil in
	// matches that have no such values.
	Worth *float64 `json:"worth,omitempty"`
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
	r := Result{Ending: e.Ending, Winner: -1, Gains: make([]int, len(e.Gains)), Hands: s.hands(g.Events, number)}
	for p, gain := range e.Gains {
		r.Gains[s.playerIn(game.Player(p), number)] = gain
		r.Practice = r.Practice || g.Seats[p] == practiced
	}
	if e.Winner != game.NoPlayer {
		r.Winner = s.playerIn(e.Winner, number)
	}
	return r
}

// Hands returns the results of the hands of the match in progress that have ended. There are none in games that are
// one deal. The caller owns the slice.
func (s *Session) Hands() []HandResult { return s.hands(s.events, s.number) }

// hands returns the results of the hands of a match.
func (s *Session) hands(events []record.Event, number int) (all []HandResult) {
	match := false // whether a second hand was dealt
	var dealt [][]card.Card
	values, starts, sums := catalog.MatchValues(s.rules), false, [2]int{}
	for i := range events {
		e := &events[i]
		if e.Type == record.Deal {
			match, dealt = match || e.Hand > 1, e.Hands
			starts = s.playerIn(e.Starter, number) == 0
		}
		if e.Type != record.Score || e.Scored == nil {
			continue
		}
		h := HandResult{Ending: e.Ending, Scored: make([]int, len(e.Scored))}
		for p, n := range e.Scored {
			h.Scored[s.playerIn(game.Player(p), number)] = n
			if dealt[p] != nil && len(dealt[p]) == 0 {
				if h.Out == nil {
					h.Out = make([]bool, len(e.Scored))
				}
				h.Out[s.playerIn(game.Player(p), number)] = true
			}
		}
		if values != nil {
			worth := values.After(sums[0], sums[1], starts, h.Scored[0]-h.Scored[1]) - values.Win(sums[0], sums[1], starts)
			sums[0], sums[1] = sums[0]+h.Scored[0], sums[1]+h.Scored[1]
			h.Worth = &worth
		}
		all = append(all, h)
	}
	if !match {
		return nil
	}
	return all
}
