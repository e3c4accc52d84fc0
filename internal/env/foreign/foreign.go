// Package foreign reads games of Gin Rummy that other programs have recorded:
//
//	states of OpenSpiel's gin_rummy   ── OpenSpiel ──▶ []*record.Record
//	replays of Kaggle's gin rummy     ── Kaggle ─────▶ []*record.Record
//	hands of the EAAI framework       ── EAAI ───────▶ []*record.Record
//	what the EAAI framework prints    ── EAAILog ────▶ []*record.Record, of matches
//
// No form has a seed or a key of later chance events, so that the records have none, and
// no dataset can be made of them. The cards of the stock that nobody drew, which only the hands
// of the framework tell, are put at its end in ascending order.
package foreign

import (
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/record"
	"rummygym/env/series"
)

// scribe plays a hand, or the hands of a match, and writes them down.
type scribe struct {
	state  game.State
	tell   *record.Recorder
	record *record.Record
}

// begin deals the first hand from the deck of a history, in the order of [gin.Game.DealDeck]. Match is nil for a single hand.
func begin(rules gin.Rules, match *series.Rules, env string, deal game.History) (*scribe, error) {
	hand, err := gin.New(rules)
	if err != nil {
		return nil, err
	}
	g, all := record.Game(hand), rules.Options()
	if match != nil {
		all = append(match.RaceOptions(), all...)
		if g, err = series.New(*match, func(int) (series.Deal, error) { return hand, nil }); err != nil {
			return nil, err
		}
	}
	text, err := all.MarshalJSON()
	if err != nil {
		return nil, err
	}
	h, err := record.NewHeader(g, env, text, []string{"player 0", "player 1"})
	if err != nil {
		return nil, err
	}
	s := &scribe{state: g.NewState(), tell: record.NewRecorder(g), record: &record.Record{Header: h}}
	if err := deal.Deal(g, s.state); err != nil {
		return nil, err
	}
	s.record.Events = s.tell.AppendDeal(nil, s.state)
	s.record.Events[0].Key = nil
	return s, nil
}

// hand returns the state of the hand.
func (s *scribe) hand() *gin.State {
	if m, ok := s.state.(*series.State); ok {
		return m.Table().(*gin.State)
	}
	return s.state.(*gin.State)
}

// play makes a move.
func (s *scribe) play(a game.Action) (err error) {
	if s.record.Events, err = s.tell.AppendMove(s.record.Events, s.state, a, 1); err != nil {
		return err
	}
	return s.state.Apply(a)
}

// whole returns a deck with the cards that it lacks at its end, in ascending order.
func whole(deck []card.Card) []card.Card {
	return slices.AppendSeq(deck, (card.All &^ card.BagOf(deck...).Once).Each())
}

// suited returns an error unless c is one of the 52 cards.
func suited(c card.Card) error {
	if c >= card.Joker {
		return fmt.Errorf("%v is not one of the 52 cards", c)
	}
	return nil
}
