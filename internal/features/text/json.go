package text

import (
	"bytes"
	"encoding/json"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/features/facts"
)

// PositionVersion is the version of the JSON of a position. It changes when a member changes its
// name, type or meaning, or when a new one cannot be ignored.
const PositionVersion = 1

// position is all that is written of a moment, with the cards that are written: its JSON, in the order of its members. The text
// says the same in sentences.
type position struct {
	Version int             `json:"version"`
	Game    string          `json:"game"`
	Env     string          `json:"env"`
	Rules   json.RawMessage `json:"rules"`
	Seat    game.Player     `json:"seat"`
	Turn    bool            `json:"to_move"`
	record.View
	Seats []seat   `json:"seats"`
	Facts []string `json:"facts"`

	Legal []move       `json:"legal,omitempty"`
	Hand  *record.Hand `json:"hand,omitempty"`
	Outs  []facts.Out  `json:"outs,omitempty"`

	Events []record.Event `json:"events"` // null if they are not known
	Since  int            `json:"since"`

	draws bool        // whether the seat is to draw and its outs are known
	outs  []card.Card // the cards of Outs as a list
}

// seat is what is known of a seat: what an observation shows, and what the player remembers.
type seat struct {
	record.Seat
	Took      []card.Card `json:"took"`      // from the discard pile in this hand, in order
	Refused   []card.Card `json:"refused"`   // tops of the discard pile that it did not take
	Discarded []card.Card `json:"discarded"` // in order
}

// move is a legal move.
type move struct {
	Name  string        `json:"name"`
	Type  record.Type   `json:"type,omitempty"`
	From  record.Source `json:"from,omitempty"`
	Card  *card.Card    `json:"card,omitempty"`
	Cards []card.Card   `json:"cards,omitempty"`
	Cost  int           `json:"cost,omitempty"`
	Text  string        `json:"text"`
	*facts.Facts
}

// AppendJSON appends a moment as one JSON object, a position, which [ReadPosition] reads.
func (w *Writer) AppendJSON(dst []byte, m *Moment) []byte {
	p := w.position(m)
	if !p.Turn && p.Mover != game.NoPlayer {
		p.Phase = "" // may tell what another player decides
	}
	return w.labels.rename(append(dst, encode(p)...), len(dst), w.labels.called)
}

// position describes a moment with the parts that the options choose. It asks the game all that is written.
func (w *Writer) position(m *Moment) *position {
	p := w.table(m)
	h := &w.source.Header
	p.Version, p.Game, p.Env, p.Rules = PositionVersion, h.Game, h.Env, h.Rules
	numbers := w.options.Numbers && p.Mover != game.NoPlayer
	if numbers {
		p.Hand = w.hand(m)
	}
	if p.Turn && (w.options.Legal || numbers) {
		for _, c := range w.choices(m) {
			p.draws = p.draws || c.Type == record.Draw
			if w.options.Legal {
				p.Legal = append(p.Legal, w.move(m, c))
			}
		}
	}
	if p.draws = p.draws && numbers && w.source.Facts != nil; p.draws {
		for _, o := range w.source.Facts.Outs(m.Obs) {
			p.outs = append(p.outs, o.Card)
			p.Outs = append(p.Outs, facts.Out{Card: w.labels.card(o.Card), Copies: o.Copies})
		}
		p.outs = w.labels.list(p.outs)
	}
	if m.Events != nil {
		p.Events = w.labels.events(m.Events)
	}
	return p
}

// table describes what lies on the table, and what the seat remembers.
func (w *Writer) table(m *Moment) *position {
	self, l := m.Obs.Observer(), w.labels
	w.words.You = self
	v := w.source.Game.View(m.Obs)
	p := &position{
		Seat: self, Turn: v.Mover == self, View: l.view(v),
		Facts: w.source.Game.Facts(m.Obs, w.words.Name), Since: min(m.Since, len(m.Events)),
	}
	w.memory.recall(m.Events)
	for i := range v.Seats {
		remember := func(cards []card.Card) []card.Card { return append([]card.Card{}, l.row(cards)...) }
		p.Seats = append(p.Seats, seat{p.View.Seats[i], remember(w.memory.took[i]), remember(w.memory.refused[i]), remember(w.memory.discarded[i])})
	}
	return p
}

// hand returns the observer's hand as it is sorted by a solver.
func (w *Writer) hand(m *Moment) *record.Hand {
	h := w.labels.hand(w.source.Game.Hand(m.Obs))
	if w.source.Facts != nil {
		h.Distance = w.source.Facts.Distance(m.Obs)
	}
	return &h
}

// AppendEvents appends the events of a moment from the given one on as a JSON array.
func (w *Writer) AppendEvents(dst []byte, m *Moment, from int) []byte {
	return w.labels.rename(append(dst, encode(w.labels.events(m.Events[from:]))...), len(dst), w.labels.called)
}

// move returns a legal move.
func (w *Writer) move(m *Moment, c record.Choice) move {
	shown := w.written(c)
	x := move{
		Name: w.Name(&c), Type: c.Type, From: c.From, Card: record.Shown(shown.Card), Cards: shown.Cards, Cost: c.Cost,
		Text: w.words.Choice(&shown),
	}
	if w.options.Numbers && w.source.Facts != nil {
		x.Facts = new(w.source.Facts.After(m.Obs, c.Action))
	}
	return x
}

// encode returns v, which has a JSON form, as JSON without white space.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("text: " + err.Error())
	}
	return bytes.TrimSpace(b.Bytes())
}

// view returns a view with the cards that are written.
func (l *labels) view(v record.View) record.View {
	if !l.moved {
		return v
	}
	v.Top, v.Pile, v.Wildcard = l.shown(v.Top), l.list(v.Pile), l.shown(v.Wildcard)
	for i := range v.Seats {
		s := &v.Seats[i]
		s.Cards, s.Known, s.Melds, s.Drawn = l.list(s.Cards), l.list(s.Known), each(s.Melds, l.list), l.shown(s.Drawn)
	}
	return v
}

// shown returns the card that is written for one that may be none.
func (l *labels) shown(c *card.Card) *card.Card {
	if c == nil {
		return nil
	}
	return new(l.card(*c))
}

// hand returns a hand with the cards that are written.
func (l *labels) hand(h record.Hand) record.Hand {
	for i := range h.Melds {
		h.Melds[i].Cards = l.row(h.Melds[i].Cards)
	}
	h.Unmelded = l.list(h.Unmelded)
	return h
}

// rename replaces strings of the JSON from start on that are cards by what name returns for
// them; false leaves a string as it is.
func (l *labels) rename(data []byte, start int, name func(string) (string, bool)) []byte {
	if l.names[0] == card.Card(0).String() {
		return data
	}
	from := bytes.Clone(data[start:])
	data = data[:start]
	for len(from) > 0 {
		open := bytes.IndexByte(from, '"')
		if open < 0 {
			break
		}
		end := open + 1
		for end < len(from) && from[end] != '"' {
			if from[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(from) {
			break
		}
		data = append(data, from[:open+1]...)
		if to, ok := name(string(from[open+1 : end])); ok {
			data = append(data, to...)
		} else {
			data = append(data, from[open+1:end]...)
		}
		data, from = append(data, '"'), from[end+1:]
	}
	return append(data, from...)
}

// called returns what the card of a notation is called.
func (l *labels) called(notation string) (string, bool) {
	if c, err := card.Parse(notation); err == nil && c.String() == notation {
		return l.names[c], true
	}
	return "", false
}

// meant returns the notation of the card that has a name.
func (l *labels) meant(name string) (string, bool) {
	for i := range card.NumKinds {
		if c := card.FromIndex(i); l.names[c] == name {
			return c.String(), true
		}
	}
	return "", false
}
