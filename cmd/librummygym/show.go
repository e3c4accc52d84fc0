package main

import (
	"errors"
	"fmt"
	"slices"

	"rummygym"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/features/encoder"
)

// shownTable is the view of a table: that of a seat, which follows from its observation, or that
// of an onlooker, who sees all hands. A seat is not shown the seed and the episode, from which
// anybody deals the same cards again, nor the number of steps, which counts decisions that it does
// not see, such as that of an opponent who may knock and does not.
type shownTable struct {
	Game    string      `json:"game"`
	Env     string      `json:"env"`
	Table   int         `json:"table"`
	Seat    int         `json:"seat"` // the viewer, -1 for an onlooker
	Learner game.Player `json:"learner"`
	Seed    *uint64     `json:"seed"` // null for a seat, like the next two
	Episode *uint64     `json:"episode"`
	Steps   *int        `json:"steps"`

	Mover game.Player `json:"mover"` // -1 after the end
	Phase string      `json:"phase"`
	Text  string      `json:"text"` // the view as lines for a terminal
	Seats []shownSeat `json:"seats"`

	Top       *card.Card  `json:"top"`  // top card of the discard pile
	Pile      []card.Card `json:"pile"` // bottom first for an onlooker, sorted for a seat
	PileSize  int         `json:"pile_size"`
	StockSize int         `json:"stock_size"`

	Wildcard   *card.Card `json:"wildcard"`
	Wild       *string    `json:"wild"` // rank
	KnockLimit *int       `json:"knock_limit"`
	HandNumber *int       `json:"hand_number"`
	Round      *int       `json:"round"`
	Turn       int        `json:"turn"`

	Legal      []game.Action `json:"legal"` // empty unless the viewer is to move, or an onlooker
	Outcome    shownOutcome  `json:"outcome"`
	Terminated bool          `json:"terminated"`
	Truncated  bool          `json:"truncated"`
}

// shownSeat is the view of a seat.
type shownSeat struct {
	Seat    int           `json:"seat"`
	Cards   []card.Card   `json:"cards"`  // cards of the hand that the viewer sees
	Hidden  int           `json:"hidden"` // number of cards of the hand that the viewer does not see
	Known   []card.Card   `json:"known"`  // hidden cards that follow from the play that the viewer saw
	Melds   [][]card.Card `json:"melds"`  // melds on the table
	Drawn   *card.Card    `json:"drawn"`  // the card just drawn, if the viewer saw it
	Active  bool          `json:"active"`
	Knocked bool          `json:"knocked"`
	Score   *int          `json:"score"` // Gin Rummy: points of the match; Indian Rummy: MinScore after the end
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
	i := int(table)
	e, o := t.vector.Table(i), t.vector.Table(i).Outcome()
	s := &shownTable{
		Game: t.gameType.Name, Env: t.gameType.Env, Table: i, Seat: int(seat), Learner: t.vector.Learner(i),
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
	s.Phase, s.Text = t.gameType.Phases[t.gameType.Phase(view)], fmt.Sprint(view)
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
	switch v := view.(type) {
	case *indian.Observation:
		s.indian(v, views)
	case *gin.Observation:
		s.gin(v, views)
	default:
		s.anyGame(t.gameType, view, views)
	}
	if pile, ok := e.State().(interface {
		AppendPile([]card.Card) []card.Card
	}); ok && seat == onlooker {
		s.Pile = pile.AppendPile(s.Pile[:0])
	}
	return compact(s), nil
}

// indian sets the fields of Indian Rummy. v is the observation of the viewer; views are
// the observations of all seats, nil where hidden from the viewer.
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
				score := -int(encoder.MinScorePotential(own))
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

// gin sets the fields of Gin Rummy, from the same arguments as indian.
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

// anyGame sets the fields that every game has: the hands that the viewer sees, the top
// card of the discard pile and the size of the stock. The arguments are those of indian,
// and the type of the game.
func (s *shownTable) anyGame(g *rummygym.GameType, view game.Observation, views []game.Observation) {
	sight := g.Sight(view)
	s.Top, s.Pile, s.StockSize, s.Turn = shownCard(sight.Top), []card.Card{}, sight.Stock, s.Outcome.Turns
	for p, own := range views {
		seat := shownSeat{Seat: p, Cards: []card.Card{}, Known: []card.Card{}, Melds: [][]card.Card{}, Active: true}
		if own != nil {
			sight := g.Sight(own)
			seat.Cards, seat.Drawn = append(seat.Cards, sight.Hand...), shownCard(sight.Drawn)
		}
		s.Seats = append(s.Seats, seat)
	}
}

// shownCard returns a pointer to c, or nil for [card.None].
func shownCard(c card.Card) *card.Card {
	if c == card.None {
		return nil
	}
	return &c
}
