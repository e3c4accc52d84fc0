// Package foreign reads games of Gin Rummy that other programs have recorded:
//
//	file of OpenSpiel's gin_rummy   ── OpenSpiel ──▶ []*record.Record
//	hands of the EAAI framework     ── EAAI ───────▶ []*record.Record
//
// Neither form has a seed or a key of later chance events, so that the records have none, and
// no dataset can be made of them. OpenSpiel's form does not tell the cards of the stock that
// nobody drew: they are put at its end in ascending order. The form of the framework is one
// hand, so that a record is a hand and not a match.
package foreign

import (
	"encoding/json"
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/record"
)

// scribe plays a hand and writes it down.
type scribe struct {
	game   *gin.Game
	state  *gin.State
	tell   *record.Recorder
	record *record.Record
}

// begin deals a hand with a deck in the order of [gin.Game.DealDeck].
func begin(rules gin.Rules, env string, deck []card.Card) (*scribe, error) {
	g, err := gin.New(rules)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(rules)
	if err != nil {
		return nil, err
	}
	h, err := record.NewHeader(g, env, text, []string{"player 0", "player 1"})
	if err != nil {
		return nil, err
	}
	s := &scribe{game: g, state: g.NewTable(), tell: record.NewRecorder(g), record: &record.Record{Header: h}}
	if err := g.DealDeck(s.state, deck, 0); err != nil {
		return nil, err
	}
	s.record.Events = s.tell.AppendDeal(nil, s.state)
	s.record.Events[0].Key = nil
	return s, nil
}

// play makes a move.
func (s *scribe) play(a game.Action) (err error) {
	if s.record.Events, err = s.tell.AppendMove(s.record.Events, s.state, a, 1); err != nil {
		return err
	}
	return s.state.Apply(a)
}

// suited returns an error unless c is one of the 52 cards.
func suited(c card.Card) error {
	if c >= card.Joker {
		return fmt.Errorf("%v is not one of the 52 cards", c)
	}
	return nil
}
