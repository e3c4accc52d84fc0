package web

import (
	"fmt"

	"rummygym/env/game"
	"rummygym/env/record"
)

// Review is what a review says of the decisions of a game. It may cover any of them. The JSON
// names are those of the page's data.
type Review struct {
	By        string     `json:"by,omitempty"` // how it was made, for people
	Decisions []Decision `json:"decisions"`
}

// Decision is what a review says of one decision.
type Decision struct {
	Event        int           `json:"event"`                  // number of the event of the move in the record, from 1
	Text         string        `json:"text,omitempty"`         // what the move made does, in the words of a table's buttons, such as "discard 10♦"; needed with alternatives
	Made         Estimate      `json:"made"`                   // of the player that moved, after its move
	Cost         Estimate      `json:"cost"`                   // the best move minus the move made; positive is a loss
	Mistake      bool          `json:"mistake"`                // whether the cost is beyond the noise; the page then asks for a better move first
	Reasons      []string      `json:"reasons,omitempty"`      // what is worse after the move made
	Facts        Facts         `json:"facts,omitzero"`         // after the move made
	Alternatives []Alternative `json:"alternatives,omitempty"` // other moves, best first
}

// Alternative is a move that was not made, and what could have followed.
type Alternative struct {
	Text     string         `json:"text"` // as in Decision
	Estimate Estimate       `json:"estimate"`
	Facts    Facts          `json:"facts,omitzero"`
	Line     []record.Event `json:"line"` // the move, then what follows, as the whole record would hold it
}

// Facts are what a player can count after a move. A nil value is not known.
type Facts struct {
	Distance *int     `json:"distance,omitempty"` // MinDist of the hand
	Outs     *int     `json:"outs,omitempty"`     // unseen cards that improve the hand
	Points   *int     `json:"points,omitempty"`   // what the hand costs
	Danger   *float64 `json:"danger,omitempty"`   // probability that the card discarded improves the hand of the next player
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
			if a.Text == "" || d.Text == "" {
				return fmt.Errorf("decision %d of the review: it or alternative %d has no text, want what the move does, such as discard 10♦", i+1, j+1)
			}
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
