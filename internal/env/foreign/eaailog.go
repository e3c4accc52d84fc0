package foreign

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/record"
	"rummygym/env/series"
)

// EAAILog reads what the Java framework of the EAAI 2021 Gin Rummy challenge prints after
// setPlayVerbose(true): matches to 100 points, by the preset eaai of gin-match with melds that the
// players declare. The record of a match that a player forfeits, or in which the log ends, has no
// end. Lines of no player, such as those that players print themselves, are ignored. The
// environment is for the headers. An error names the line.
func EAAILog(text []byte, env string) ([]*record.Record, error) {
	var l eaaiLog
	n := 0
	for line := range bytes.Lines(text) {
		n++
		if err := l.read(string(bytes.TrimSpace(line)), n); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	var all []*record.Record
	for _, hands := range l.matches {
		rec, err := eaaiMatch(hands, env)
		if err != nil {
			return nil, err
		}
		all = append(all, rec)
	}
	if len(all) == 0 {
		return nil, errors.New("there is no hand: want the lines that the framework prints after setPlayVerbose(true), the first of them Player 0 is dealt")
	}
	return all, nil
}

// eaaiLog is what was read of a log.
type eaaiLog struct {
	matches [][]*eaaiHand
	over    bool // the last match has ended
}

// loggedHand is what a log says of a hand besides its events.
type loggedHand struct {
	line   int // the last one
	dealt  [2][]card.Card
	shown  []card.Card // the first upcard, and what was drawn from the stock
	upcard card.Card   // top of the discard pile, or what was drawn from there
	scores []int       // of the match after the hand
}

// cut reports whether the log has no end of the hand.
func (h *eaaiHand) cut() bool { return h.log != nil && len(h.log.scores) < 2 }

// whole reports whether all cards of the deal are told.
func (l *loggedHand) whole() bool { return l.dealt[0] != nil && l.dealt[1] != nil && l.shown != nil }

// eaaiLine is a line that is read: the player, what it does, and the cards; or the scores of the player.
var eaaiLine = regexp.MustCompile(`^(?:Player ([01]) |The initial |([01])\t)(is dealt|starts|face up card is|declines|draws|discards|has|melds|goes gin with melds|lays off|scores|undercuts|wins|\d{1,9}$)(.*)`)

// eaaiEvents are the events of the lines that have one.
var eaaiEvents = map[string]string{
	"declines": "offer", "draws": "draw", "discards": "discard", "melds": "knock", "goes gin with melds": "knock", "lays off": "layoff",
}

// read reads line n.
func (l *eaaiLog) read(s string, n int) error {
	m := eaaiLine.FindStringSubmatch(s)
	if m == nil && (strings.HasPrefix(s, "Player 0 ") || strings.HasPrefix(s, "Player 1 ")) {
		return fmt.Errorf("%.80q: want a line of the framework, such as \"Player 0 draws 4C.\"", s)
	}
	var h *eaaiHand // the last one
	if k := len(l.matches) - 1; k >= 0 {
		h = l.matches[k][len(l.matches[k])-1]
	}
	if m == nil || h == nil && m[1] == "" {
		return nil
	}
	verb := m[3]
	switch {
	case verb == "wins" || strings.HasSuffix(s, " forfeits."):
		l.over = true
		return nil
	case verb == "has" || verb == "scores" || verb == "undercuts":
		return nil
	case verb == "is dealt" && m[1] == "0":
		if h == nil || l.over || h.cut() {
			l.matches, l.over = append(l.matches, nil), false
		}
		h = &eaaiHand{log: new(loggedHand)}
		last := &l.matches[len(l.matches)-1]
		*last = append(*last, h)
	case h == nil || l.over:
		return fmt.Errorf("%.80q: want a deal first: Player 0 is dealt and the cards", s)
	case verb != "is dealt" && verb != "starts" && verb != "face up card is" && !h.log.whole():
		return fmt.Errorf("%.80q: want the deal before it: the cards of both players and the face up card", s)
	}
	h.log.line = n
	if m[2] != "" {
		points, _ := strconv.Atoi(verb) // of at most 9 digits
		h.log.scores = append(h.log.scores, points)
		return nil
	}
	e := eaaiEvent{T: eaaiEvents[verb], line: n}
	if m[1] == "1" {
		e.P = 1
	}
	cards, _, _ := strings.Cut(m[4], " with ") // the deadwood of a knock
	cards, _, _ = strings.Cut(cards, " on ")   // the meld of a lay-off
	for meld := range strings.SplitSeq(cards, "]") {
		cs, err := card.ParseAll(strings.Trim(meld, " [,."))
		if err != nil {
			return fmt.Errorf("%.80q: %w", s, err)
		}
		if len(cs) > 0 {
			e.Melds = append(e.Melds, cs)
		}
	}
	one := len(e.Melds) == 1 && len(e.Melds[0]) == 1
	if one {
		e.Card = e.Melds[0][0]
	}
	switch {
	case verb == "starts":
		h.Starter = e.P
		return nil
	case verb == "is dealt" && len(e.Melds) == 1 && len(e.Melds[0]) == gin.MaxHand:
		h.log.dealt[e.P] = e.Melds[0]
		return nil
	case e.T == "knock":
		if k := len(h.Events); k > 0 && h.Events[k-1].T == "knock" {
			e.T = "melds"
		}
	case !one || verb == "is dealt":
		return fmt.Errorf("%.80q: want one card, or in a deal %d", s, gin.MaxHand)
	case verb == "face up card is":
		h.log.upcard, h.log.shown = e.Card, e.Melds[0]
		return nil
	case verb == "discards":
		h.log.upcard = e.Card
	case e.T == "draw" && e.Card == h.log.upcard:
		e.Src = "discard"
	case e.T == "draw":
		h.log.shown = append(h.log.shown, e.Card)
	}
	h.Events = append(h.Events, e)
	return nil
}

// eaaiMatch returns the record of the hands of a match.
func eaaiMatch(hands []*eaaiHand, env string) (*record.Record, error) {
	var deal game.History
	for _, h := range hands {
		if !h.log.whole() {
			return nil, fmt.Errorf("line %d: the log ends in a deal: want the cards of both players and the face up card", h.log.line)
		}
		var deck []card.Card
		for i, c := range h.log.dealt[0] {
			deck = append(deck, c, h.log.dealt[1][i])
		}
		if deck = whole(append(deck, h.log.shown...)); len(deck) != card.NumSuited {
			return nil, fmt.Errorf("line %d: a card of the hand was dealt or drawn twice", h.log.line)
		}
		deal.Later = append(deal.Later, deck...)
	}
	deal.Deck, deal.Later = deal.Later[:card.NumSuited], deal.Later[card.NumSuited:]
	rules, err := eaaiRules(hands[0].Starter)
	if err != nil {
		return nil, err
	}
	match := series.RaceTo(100)
	s, err := begin(rules, &match, env, deal)
	if err != nil {
		return nil, err
	}
	for _, h := range hands {
		switch dealt := &s.record.Events[len(s.record.Events)-1]; {
		case dealt.Type != record.Deal:
			return nil, fmt.Errorf("line %d: another hand, but by the rules the match is over", h.log.line)
		case dealt.Starter != h.Starter:
			return nil, fmt.Errorf("line %d: seat %d starts the hand, but by the rules it is seat %d", h.log.line, h.Starter, dealt.Starter)
		}
		if err := s.eaai(h); err != nil {
			return nil, err
		}
	}
	return s.record, nil
}
