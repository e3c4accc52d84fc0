package foreign

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/record"
	"rummygym/internal/strictjson"
)

// eaaiHand is a hand of the Java framework of the EAAI 2021 Gin Rummy challenge.
type eaaiHand struct {
	Starter game.Player // seat that begins
	Deck    []card.Card // the cards in the order of the deal, seat 0 first
	Events  []eaaiEvent
	Winner  *game.Player // nil if the hand is void
	Points  int          // that the winner scored
}

// eaaiEvent is a call of the framework.
type eaaiEvent struct {
	T     string // offer, draw, discard, knock, melds or layoff
	P     game.Player
	Card  card.Card
	Take  bool          // offer: the player takes the card
	Src   string        // draw: stock or discard
	Melds [][]card.Card // knock, melds
}

// EAAI reads hands that were played in the Java framework of the EAAI 2021 Gin Rummy
// challenge, one JSON object a line with the fields that docs/records.md lists; other fields
// are ignored. The rules are those of the preset eaai for one hand, in which the players
// declare their melds. The environment is for the headers. An error names the line.
func EAAI(text []byte, env string) ([]*record.Record, error) {
	var all []*record.Record
	n := 0
	for line := range bytes.Lines(text) {
		n++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var h eaaiHand
		err := strictjson.Unmarshal(line, &h)
		var rec *record.Record
		if err == nil {
			rec, err = h.record(env)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		all = append(all, rec)
	}
	if len(all) == 0 {
		return nil, errors.New("there is no hand")
	}
	return all, nil
}

func (h *eaaiHand) record(env string) (*record.Record, error) {
	rules := gin.EAAI()
	rules.Melding = gin.ChosenMelds
	switch rules.Starter = gin.FirstSeat; h.Starter {
	case 0:
	case 1:
		rules.Starter = gin.SecondSeat
	default:
		return nil, fmt.Errorf("the starter is seat %d, want 0 or 1", h.Starter)
	}
	s, err := begin(rules, env, h.Deck)
	if err != nil {
		return nil, err
	}
	var laid []card.Card
	for i, e := range h.Events {
		knocks := i+1 < len(h.Events) && h.Events[i+1].T == "knock"
		if e.T == "layoff" {
			laid = append(laid, e.Card)
			continue
		}
		if s.state.Current() != e.P {
			return nil, fmt.Errorf("event %d (%s): seat %d acts, but by the rules it is seat %d", i+1, e.T, e.P, s.state.Current())
		}
		if err := s.event(&e, knocks); err != nil {
			return nil, fmt.Errorf("event %d (%s): %w", i+1, e.T, err)
		}
	}
	return s.record, h.result(s, laid)
}

// event plays the actions of an event.
func (s *scribe) event(e *eaaiEvent, knocks bool) error {
	switch e.T {
	case "offer":
		if e.Card != s.state.Upcard() {
			return fmt.Errorf("%v is offered, but the upcard is %v", e.Card, s.state.Upcard())
		}
		if s.state.Phase() == gin.FirstUpcard && !e.Take {
			return s.play(gin.Pass)
		}
		return nil // the draw follows
	case "draw":
		a := gin.DrawStock
		if e.Src == "discard" {
			a = gin.DrawUpcard
		}
		if err := s.play(a); err != nil {
			return err
		}
		if told := s.record.Events[len(s.record.Events)-1].Card; told != e.Card {
			return fmt.Errorf("%v is drawn, but by the rules it is %v", e.Card, told)
		}
		return nil
	case "discard":
		if err := suited(e.Card); err != nil {
			return err
		}
		if err := s.play(gin.CardOf(e.Card)); err != nil || s.state.Phase() != gin.KnockOrPass || knocks {
			return err
		}
		return s.play(gin.Pass)
	case "knock", "melds":
		if e.T == "knock" {
			if err := s.play(gin.Knock); err != nil {
				return err
			}
		}
		for _, meld := range e.Melds {
			var whole card.Cards
			for _, c := range meld {
				whole = whole.With(c)
			}
			for _, m := range gin.SplitMelds(deadwood.Arrangement{whole}) {
				if m == 0 {
					continue
				}
				if err := s.play(gin.MeldOf(m)); err != nil {
					return err
				}
			}
		}
		return s.play(gin.Pass)
	}
	return fmt.Errorf("want offer, draw, discard, knock, melds or layoff")
}

// result compares the lay-offs and the result with those of the rules.
func (h *eaaiHand) result(s *scribe, laid []card.Card) error {
	var mine []card.Card
	for _, e := range s.record.Events {
		if e.Type == record.LayOff {
			mine = append(mine, e.Card)
		}
	}
	if !slices.Equal(mine, laid) {
		return fmt.Errorf("the cards %v are laid off, but by the rules %v", laid, mine)
	}
	winner := game.NoPlayer
	if h.Winner != nil {
		winner = *h.Winner
	}
	o := s.state.Outcome()
	if !o.Over {
		return fmt.Errorf("the hand is not over after its %d events", len(h.Events))
	}
	if p := max(o.Gains[0], o.Gains[1]); winner != o.Winner || h.Points != p {
		return fmt.Errorf("seat %d scores %d, but by the rules seat %d scores %d", winner, h.Points, o.Winner, p)
	}
	return nil
}
