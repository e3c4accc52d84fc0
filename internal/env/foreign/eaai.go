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

	log *loggedHand // what a log says besides; nil if the hand is not of a log
}

// eaaiEvent is a call of the framework.
type eaaiEvent struct {
	T     string // offer, draw, discard, knock, melds or layoff
	P     game.Player
	Card  card.Card
	Take  bool          // offer: the player takes the card
	Src   string        // draw: stock or discard
	Melds [][]card.Card // knock, melds

	line int // of a log, else 0
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
	rules, err := eaaiRules(h.Starter)
	if err != nil {
		return nil, err
	}
	s, err := begin(rules, nil, env, game.History{Deck: h.Deck})
	if err != nil {
		return nil, err
	}
	return s.record, s.eaai(h)
}

// eaaiRules returns the rules of the framework, with melds that the players declare.
func eaaiRules(starter game.Player) (gin.Rules, error) {
	rules := gin.EAAI()
	rules.Melding = gin.ChosenMelds
	switch rules.Starter = gin.FirstSeat; starter {
	case 0:
	case 1:
		rules.Starter = gin.SecondSeat
	default:
		return rules, fmt.Errorf("the starter is seat %d, want 0 or 1", starter)
	}
	return rules, nil
}

// eaai plays a hand, which is dealt.
func (s *scribe) eaai(h *eaaiHand) error {
	from := len(s.record.Events)
	var laid []card.Card
	for i := range h.Events {
		e := &h.Events[i]
		if e.T == "layoff" {
			laid = append(laid, e.Card)
			continue
		}
		// The last event of a hand without an end may be that before a knock.
		knocks := i+1 == len(h.Events) && h.cut() || i+1 < len(h.Events) && h.Events[i+1].T == "knock"
		switch err := s.event(e, knocks); {
		case err != nil && h.log != nil:
			return fmt.Errorf("line %d (%s): %w", e.line, e.T, err)
		case err != nil:
			return fmt.Errorf("event %d (%s): %w", i+1, e.T, err)
		}
	}
	if h.cut() {
		return nil
	}
	err := h.result(s.record.Events[from:], laid)
	if err != nil && h.log != nil {
		return fmt.Errorf("line %d: %w", h.log.line, err)
	}
	return err
}

// event plays the actions of an event.
func (s *scribe) event(e *eaaiEvent, knocks bool) error {
	if p := s.state.Current(); p != e.P {
		return fmt.Errorf("seat %d acts, but by the rules it is seat %d", e.P, p)
	}
	switch hand := s.hand(); e.T {
	case "offer":
		if e.Card != hand.Upcard() {
			return fmt.Errorf("%v is offered, but the upcard is %v", e.Card, hand.Upcard())
		}
		if hand.Phase() == gin.FirstUpcard && !e.Take {
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
		if err := s.play(gin.CardOf(e.Card)); err != nil || hand.Phase() != gin.KnockOrPass || knocks {
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

// result compares the lay-offs and the result with the events of the hand by the rules.
func (h *eaaiHand) result(events []record.Event, laid []card.Card) error {
	var mine []card.Card
	var score *record.Event
	for i := range events {
		switch e := &events[i]; e.Type {
		case record.LayOff:
			mine = append(mine, e.Card)
		case record.Score:
			score = e
		}
	}
	switch {
	case !slices.Equal(mine, laid):
		return fmt.Errorf("the cards %v are laid off, but by the rules %v", laid, mine)
	case score == nil:
		return fmt.Errorf("the hand is not over after its %d events", len(h.Events))
	case h.log != nil && slices.Equal(score.Scores, h.log.scores):
		return nil
	case h.log != nil:
		return fmt.Errorf("the scores are %d, but by the rules %d", h.log.scores, score.Scores)
	}
	winner := game.NoPlayer
	if h.Winner != nil {
		winner = *h.Winner
	}
	if p := max(score.Scored[0], score.Scored[1]); winner != score.Winner || h.Points != p {
		return fmt.Errorf("seat %d scores %d, but by the rules seat %d scores %d", winner, h.Points, score.Winner, p)
	}
	return nil
}
