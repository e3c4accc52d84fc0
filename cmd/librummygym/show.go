package main

import (
	"errors"
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/features"
)

// shownTable is what a seat, or an onlooker who sees all hands, sees of a table.
type shownTable struct {
	Game    string      `json:"game"`
	Env     string      `json:"env"`
	Table   int         `json:"table"`
	Seat    int         `json:"seat"` // the viewer, -1 for an onlooker
	Learner game.Player `json:"learner"`
	Seed    uint64      `json:"seed"`
	Episode uint64      `json:"episode"`
	Steps   int         `json:"steps"`

	Mover game.Player `json:"mover"` // -1 after the end
	Phase string      `json:"phase"`
	Text  string      `json:"text"` // lines for a terminal
	Seats []shownSeat `json:"seats"`

	Top       *card.Card  `json:"top"`  // of the open pile
	Pile      []card.Card `json:"pile"` // bottom first for an onlooker, sorted for a seat
	PileSize  int         `json:"pile_size"`
	StockSize int         `json:"stock_size"`

	Wildcard   *card.Card `json:"wildcard"`
	Wild       *string    `json:"wild"` // rank
	KnockLimit *int       `json:"knock_limit"`
	HandNumber *int       `json:"hand_number"`
	Round      *int       `json:"round"`
	Turn       int        `json:"turn"`

	Legal      []game.Action `json:"legal"` // none for a seat that has not to move
	Outcome    shownOutcome  `json:"outcome"`
	Terminated bool          `json:"terminated"`
	Truncated  bool          `json:"truncated"`
}

// shownSeat is what the viewer sees of a seat.
type shownSeat struct {
	Seat    int           `json:"seat"`
	Cards   []card.Card   `json:"cards"`  // of the hand, as far as the viewer sees it
	Hidden  int           `json:"hidden"` // cards of the hand that he does not see
	Known   []card.Card   `json:"known"`  // those of the hidden ones that he surely knows
	Melds   [][]card.Card `json:"melds"`  // on the table
	Drawn   *card.Card    `json:"drawn"`  // the card just drawn, if he saw it
	Active  bool          `json:"active"`
	Knocked bool          `json:"knocked"`
	Score   *int          `json:"score"` // points of the match; MinScore at the end of a game of Indian Rummy
}

// shownOutcome is how a table stands by the rules.
type shownOutcome struct {
	Over   bool        `json:"over"`
	Winner game.Player `json:"winner"`
	Ending game.Ending `json:"ending"`
	Gains  []int       `json:"gains"`
	Turns  int         `json:"turns"`
	Rounds int         `json:"rounds"`
}

// onlooker is the seat of who sees all hands.
const onlooker = -1

// show returns what a seat sees of a table, as JSON.
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
	i := int(table)
	e, o := t.vector.Table(i), t.vector.Table(i).Outcome()
	s := &shownTable{
		Game: t.rummy.Name, Env: t.rummy.Env, Table: i, Seat: int(seat), Learner: t.vector.Learner(i),
		Steps: e.Steps(), Mover: e.Current(), Legal: []game.Action{},
		Outcome:    shownOutcome{o.Over, o.Winner, o.Ending, o.Gains[:t.game.Players()], o.Turns, o.Rounds},
		Terminated: e.Terminated(), Truncated: e.Truncated(),
	}
	s.Seed, s.Episode = t.vector.Episode(i)
	views := make([]game.Observation, t.game.Players()) // of every seat, if the viewer may see it
	for p := range views {
		if seat == onlooker || int(seat) == p {
			views[p] = t.game.NewObservation()
			e.Observe(game.Player(p), views[p])
		}
	}
	view := views[max(seat, 0)]
	s.Phase, s.Text = t.rummy.Phases[t.rummy.Phase(view)], fmt.Sprint(view)
	if seat == onlooker {
		s.Text = fmt.Sprint(e.State())
	}
	if seat == onlooker || game.Player(seat) == e.Current() {
		var legal game.Mask
		e.Legal(&legal)
		s.Legal = slices.AppendSeq(s.Legal, legal.Each())
	}
	switch v := view.(type) {
	case *indian.Observation:
		s.indian(v, views)
	case *gin.Observation:
		s.gin(v, views)
	}
	if pile, ok := e.State().(interface {
		AppendPile([]card.Card) []card.Card
	}); ok && seat == onlooker {
		s.Pile = pile.AppendPile(s.Pile[:0])
	}
	return compact(s), nil
}

// indian fills in what is special to Indian Rummy: v is the view, views are all
// that the viewer may see.
func (s *shownTable) indian(v *indian.Observation, views []game.Observation) {
	wild := v.Wild.String()
	s.Wildcard, s.Wild, s.Round, s.Turn = shownCard(v.Wildcard), &wild, &v.Round, v.Turn
	s.Top, s.Pile, s.PileSize, s.StockSize = shownCard(v.Top), v.Pile.Append([]card.Card{}), v.PileSize, v.StockSize
	for p := range views {
		seat := shownSeat{Seat: p, Cards: []card.Card{}, Known: []card.Card{}, Melds: [][]card.Card{}, Active: v.Active>>p&1 == 1}
		if own, ok := views[p].(*indian.Observation); ok {
			seat.Cards = own.Hand.Append(seat.Cards)
			if int(v.Mover) == p {
				seat.Drawn = shownCard(own.Drawn)
			}
			if s.Outcome.Over {
				score := -int(features.MinScorePotential(own))
				seat.Score = &score
			}
		} else {
			seat.Hidden, seat.Known = v.HandSizes[p], v.Known[p].Append(seat.Known)
			if int(v.Mover) == p {
				seat.Drawn = shownCard(v.Drawn)
			}
		}
		s.Seats = append(s.Seats, seat)
	}
}

// gin fills in what is special to Gin Rummy, as indian does.
func (s *shownTable) gin(v *gin.Observation, views []game.Observation) {
	s.KnockLimit, s.HandNumber, s.Turn = &v.KnockLimit, &v.HandNumber, v.Turn
	s.Top, s.Pile, s.PileSize, s.StockSize = shownCard(v.Upcard), slices.AppendSeq([]card.Card{}, v.Pile.Each()), v.Pile.Count(), v.StockSize
	for p := range views {
		seat := shownSeat{
			Seat: p, Cards: []card.Card{}, Known: []card.Card{}, Melds: [][]card.Card{},
			Active: true, Knocked: int(v.Knocker) == p, Score: &v.Scores[p],
		}
		for _, m := range v.Melds[p][:v.Melds[p].Len()] {
			seat.Melds = append(seat.Melds, slices.Collect(m.Each()))
		}
		if own, ok := views[p].(*gin.Observation); ok {
			seat.Cards = slices.AppendSeq(seat.Cards, own.Hand.Each())
			if int(v.Mover) == p {
				seat.Drawn = shownCard(own.Drawn)
			}
		} else {
			seat.Hidden, seat.Known = v.HandSizes[p], slices.AppendSeq(seat.Known, v.Known[p].Each())
			if int(v.Mover) == p {
				seat.Drawn = shownCard(v.Drawn)
			}
		}
		s.Seats = append(s.Seats, seat)
	}
}

// shownCard returns c, or nil for no card.
func shownCard(c card.Card) *card.Card {
	if c == card.None {
		return nil
	}
	return &c
}
