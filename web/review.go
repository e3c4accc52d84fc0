package web

import (
	"fmt"

	"rummygym/env/game"
	"rummygym/env/record"
)

// Review is what a review says of the decisions of a game. It may cover any of them. The JSON
// names are those of the page's data.
type Review struct {
	Decisions []Decision `json:"decisions"`
}

// Decision is what a review says of one decision.
type Decision struct {
	Event        int           `json:"event"`                  // number of the event of the move in the record, from 1
	Made         Estimate      `json:"made"`                   // of the player that moved, after its move
	Cost         Estimate      `json:"cost"`                   // the best move minus the move made; positive is a loss
	Alternatives []Alternative `json:"alternatives,omitempty"` // other moves, best first
}

// Alternative is a move that was not made, and what could have followed.
type Alternative struct {
	Estimate Estimate       `json:"estimate"`
	Line     []record.Event `json:"line"` // the move, then what follows, as the whole record would hold it
}

// Estimate is a chance to win in [0, 1] and an expected number of points, or a difference of two,
// with standard errors. A nil value is not known.
type Estimate struct {
	Win         *float64 `json:"win,omitempty"`
	WinError    *float64 `json:"win_error,omitempty"`
	Points      *float64 `json:"points,omitempty"`
	PointsError *float64 `json:"points_error,omitempty"`
}

// check returns an error if the review is not of the record.
func (r *Review) check(rec *record.Record) error {
	for i, d := range r.Decisions {
		if d.Event < 1 || d.Event > len(rec.Events) || rec.Events[d.Event-1].Seat == game.NoPlayer {
			return fmt.Errorf("decision %d of the review is event %d of the record, which is not a move: want 1 to %d", i+1, d.Event, len(rec.Events))
		}
		for j, a := range d.Alternatives {
			if len(a.Line) == 0 {
				return fmt.Errorf("decision %d of the review: alternative %d has no events, want its move first", i+1, j+1)
			}
			for _, e := range a.Line {
				if err := checkSeats(&e, len(rec.Seats)); err != nil {
					return fmt.Errorf("decision %d of the review: alternative %d: %w", i+1, j+1, err)
				}
			}
		}
	}
	return nil
}
