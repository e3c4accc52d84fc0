package main

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/catalog"
	"rummygym/internal/features/text"
	"rummygym/internal/strictjson"
)

// describeTables prepares for the calls of this file.
func (t *tables) describeTables() (err error) {
	if t.described, err = record.Describe(t.game); err != nil {
		return err
	}
	t.view = t.game.NewObservation()
	names := make([]string, t.game.Players())
	for p := range names {
		names[p] = fmt.Sprintf("seat %d", p)
	}
	t.header, err = catalog.RecordHeader(t.game, names)
	return err
}

// textRequest is what a call of text asks for. rummygym.h describes the keys.
type textRequest struct {
	What string `json:"what"`
	text.Options
}

// The values of textRequest.What.
const (
	whatText     = "text"
	whatPosition = "position"
	whatEvents   = "events"
	whatRecord   = "record"
	whatMoves    = "moves"
)

// teller tells what happened at a table, and writes what a seat knows of it.
type teller struct {
	begins uint64 // the episode of which the events are, see env.Vector.Begins
	told   int    // number of actions told
	state  game.State
	tell   *record.Recorder

	all   []record.Event
	seen  [game.MaxPlayers][]record.Event
	since [game.MaxPlayers]int
}

// follow brings the teller to the position of table i.
func (x *teller) follow(t *tables, i int) {
	h, begins := t.vector.Table(i).History(), t.vector.Begins(i)
	if x.state == nil || x.begins != begins {
		*x = teller{begins: begins, state: t.game.NewState(), tell: record.NewRecorder(t.described)}
		if err := h.Deal(t.game, x.state); err != nil {
			panic(fmt.Sprintf("librummygym: a deck that was dealt: %v", err))
		}
		x.see(x.tell.AppendDeal(nil, x.state))
	}
	for _, a := range h.Actions[x.told:] {
		p := x.state.Current()
		events, err := x.tell.AppendMove(nil, x.state, a, 1)
		if err == nil {
			err = x.state.Apply(a)
		}
		if err != nil {
			panic(fmt.Sprintf("librummygym: an action that was played: %v", err))
		}
		x.since[p] = len(x.seen[p])
		x.see(events)
		x.told++
	}
}

// see adds events to what each seat has seen.
func (x *teller) see(events []record.Event) {
	x.all = append(x.all, events...)
	for p := range x.seen {
		for i := range events {
			if e, ok := events[i].SeenBy(game.Player(p)); ok {
				x.seen[p] = append(x.seen[p], e)
			}
		}
	}
}

// teller returns the teller of a table, at its position.
func (t *tables) teller(i int) *teller {
	if t.tellers == nil {
		t.tellers = map[int]*teller{}
	}
	x := t.tellers[i]
	if x == nil {
		x = &teller{}
		t.tellers[i] = x
	}
	x.follow(t, i)
	return x
}

// mustSee returns an error unless there is a table with this seat, and it has been dealt.
func (t *tables) mustSee(table int64, seat int32) error {
	if err := t.mustTable(table); err != nil {
		return err
	}
	if seat < 0 || int(seat) >= t.game.Players() {
		return fmt.Errorf("there is no seat %d: want 0 to %d", seat, t.game.Players()-1)
	}
	if !t.vector.Dealt() {
		return errors.New("text before the first reset: reset first")
	}
	return nil
}

// text returns what a seat knows of a table, as the request says.
func (t *tables) text(table int64, seat int32, request string) ([]byte, error) {
	if err := t.mustSee(table, seat); err != nil {
		return nil, err
	}
	w, err := t.writer(request)
	if err != nil {
		return nil, err
	}
	i, p := int(table), game.Player(seat)
	m, x := &text.Moment{Legal: &t.legal}, (*teller)(nil)
	if t.Record {
		x = t.teller(i)
		m.Events, m.Since = x.seen[p], x.since[p]
	}
	if w.What == whatEvents || w.What == whatRecord {
		return t.events(w, m, x)
	}
	e := t.vector.Table(i)
	e.Observe(p, t.view)
	e.Legal(m.Legal)
	m.Obs = t.view
	if w.What == whatMoves {
		return compact(w.names(t, m)), nil
	}
	if w.What == whatPosition {
		return w.AppendJSON(t.line[:0], m), nil
	}
	t.line = w.Append(t.line[:0], m)
	return t.line, nil
}

// events returns the events that a seat saw as a JSON array, or the record of a table.
func (t *tables) events(w *writer, m *text.Moment, x *teller) ([]byte, error) {
	switch {
	case x == nil:
		return nil, errNoEvents
	case w.What == whatEvents && w.History == text.Since:
		return w.AppendEvents(nil, m, m.Since), nil
	case w.What == whatEvents:
		return w.AppendEvents(nil, m, 0), nil
	}
	r := record.Record{Header: t.header, Events: x.all}
	return r.AppendJSON(nil), nil
}

// errNoEvents is the error of calls that need the events of a table.
var errNoEvents = errors.New("these tables keep no events: open them with record")

// information returns the information state of a seat of a table, as bytes or as text.
func (t *tables) information(table int64, seat int32, asText bool) ([]byte, error) {
	if err := t.mustSee(table, seat); err != nil {
		return nil, err
	}
	if !t.Record {
		return nil, errNoEvents
	}
	p := game.Player(seat)
	seen := t.teller(int(table)).seen[p]
	if asText {
		return record.AppendInformationText(nil, p, seen...), nil
	}
	return record.AppendInformation(nil, p, seen...), nil
}

// writer is a writer of texts with what it was asked for.
type writer struct {
	*text.Writer
	textRequest
}

// names returns the names of the legal actions, in the order of their numbers; none if the seat is not to move.
func (w *writer) names(t *tables, m *text.Moment) []string {
	names := []string{}
	if t.described.View(m.Obs).Mover != m.Obs.Observer() {
		return names
	}
	for a := range m.Legal.Each() {
		c := record.Choose(t.described, m.Obs, a)
		names = append(names, w.Name(&c))
	}
	return names
}

// writer returns the writer for a request. Tables keep those of the last requests.
func (t *tables) writer(request string) (*writer, error) {
	if w := t.writers[request]; w != nil {
		return w, nil
	}
	q := textRequest{What: whatText, Options: text.Default()}
	if err := strictjson.Object("request", request, &q); err != nil {
		return nil, err
	}
	switch q.What {
	case whatText, whatPosition, whatEvents, whatRecord, whatMoves:
	default:
		return nil, fmt.Errorf(`request: key "what" is %q: want %s, %s, %s, %s or %s`, q.What, whatText, whatPosition, whatEvents, whatRecord, whatMoves)
	}
	g := t.gameType
	w, err := text.New(text.Source{Game: t.described, Header: t.header, Title: g.Title, Phrases: g.Phrases, Facts: g.Facts, Rules: t.rules.Text}, q.Options)
	if err != nil {
		return nil, fmt.Errorf("request: %w", err)
	}
	if len(t.writers) >= maxWriters || t.writers == nil {
		t.writers = map[string]*writer{}
	}
	t.writers[request] = &writer{w, q}
	return t.writers[request], nil
}

// maxWriters is the maximum number of writers that tables keep.
const maxWriters = 64

// place sets a table to a position that was read from JSON, with hidden cards dealt by a seed.
func (t *tables) place(table int64, position, request string, seed uint64, a *arrays) error {
	if err := t.mustChange(table, a); err != nil {
		return err
	}
	w, err := t.writer(request)
	if err != nil {
		return err
	}
	p, err := text.ReadPosition([]byte(position), w.Options)
	if err != nil {
		return fmt.Errorf("position: %w", err)
	}
	g, err := catalog.RecordGame(&p.Header)
	if err != nil {
		return fmt.Errorf("position: %w", err)
	}
	h, err := catalog.RecordHeader(g, t.header.Seats)
	if err == nil && (h.Env != t.header.Env || string(h.Rules) != string(t.header.Rules)) {
		return fmt.Errorf("position: it is of %s with the rules %s: these tables are of %s with the rules %s", h.Env, h.Rules, t.header.Env, t.header.Rules)
	}
	if err != nil {
		return fmt.Errorf("position: %w", err)
	}
	played, _, err := p.Play(t.described, rand.NewPCG(seed, 0))
	if err != nil {
		return fmt.Errorf("position: %w", err)
	}
	return t.vector.Replay(int(table), played, &a.Arrays)
}
