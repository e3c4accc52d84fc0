package record

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Game is a game whose games have records. Every game of the gym is one.
type Game interface {
	game.Game

	// DeckOf returns the order of the cards of which the event of a deal tells, for DealDeck. The event shows the hands
	// and the stock. The error reports a fault of the event; DealDeck reports those of the cards.
	DeckOf(deal *Event) ([]card.Card, error)

	// ActionOf returns the action of the player to move in s that event e describes, legal or
	// not, and game.NoAction if no action has such an event. It reads only what a seat sees of
	// an event of its own.
	ActionOf(s game.State, e *Event) game.Action

	// AppendEvents appends what happened when action a was applied to before and led to
	// after: the event of the action, then what the rules did. If before is nil, it appends
	// the event of the deal that led to after. It does not append [End].
	AppendEvents(dst []Event, before, after game.State, a game.Action) []Event
}

// Of returns g as a game that has records, or an error.
func Of(g game.Game) (Game, error) {
	if r, ok := g.(Game); ok {
		return r, nil
	}
	return nil, fmt.Errorf("the game %s has no records: it does not report its events (record.Game)", g.Name())
}

// DealRecorded starts the game of g in dst that the event of its first deal begins. If the event has no key, the starter that it
// names is the one of the key. The error reports a fault of the cards.
func DealRecorded(g Game, dst game.State, e *Event) error {
	deck, err := g.DeckOf(e)
	if err != nil {
		return err
	}
	_, err = dealFor(g, dst, &game.History{Deck: deck, Key: e.DeckKey()}, e)
	return err
}

// maxKeys is the number of keys of which one gives a starter that is drawn by chance.
const maxKeys = 64

// dealFor deals the cards of a history with its key, or with the first one after it that gives the starter of the deal e. It sets and returns the key.
func dealFor(g Game, dst game.State, h *game.History, e *Event) (uint64, error) {
	for last := h.Key + maxKeys; ; h.Key++ {
		if err := h.Deal(g, dst); err != nil {
			return h.Key, err
		}
		if e.Key != nil || e.Starter == game.NoPlayer || e.Starter == dst.Current() || h.Key == last {
			return h.Key, nil
		}
	}
}

// Recorder tells the events of games in progress. It is not safe for concurrent use.
type Recorder struct {
	game  Game
	after game.State
}

// NewRecorder returns a recorder of games of g.
func NewRecorder(g Game) *Recorder { return &Recorder{game: g, after: g.NewState()} }

// AppendDeal appends the events of the deal of s, a state that was just dealt.
func (r *Recorder) AppendDeal(dst []Event, s game.State) []Event {
	return appendEnd(r.game, r.game.AppendEvents(dst, nil, s, game.NoAction), s)
}

// AppendMove appends the events of action a in state s, to which it is about to be applied: s
// does not change. The first of them is that of the action, with the given probability. An
// action that is not legal is a *game.IllegalAction.
func (r *Recorder) AppendMove(dst []Event, s game.State, a game.Action, probability float64) ([]Event, error) {
	r.after.CopyFrom(s)
	if err := r.after.Apply(a); err != nil {
		return dst, err
	}
	first := len(dst)
	dst = r.game.AppendEvents(dst, s, r.after, a)
	for first < len(dst) && dst[first].Type == Reshuffle {
		first++
	}
	if first == len(dst) {
		return dst, fmt.Errorf("the game %s reports no event for the action %s", r.game.Name(), r.game.ActionString(a))
	}
	if probability < 1 {
		dst[first].Probability = probability
	}
	return appendEnd(r.game, dst, r.after), nil
}

// appendEnd appends the event End if the game is over.
func appendEnd(g Game, dst []Event, s game.State) []Event {
	o := s.Outcome()
	if !o.Over {
		return dst
	}
	e := New(End, game.NoPlayer)
	e.Ending, e.Winner, e.Turns, e.Rounds = o.Ending, o.Winner, o.Turns, o.Rounds
	e.Gains = slices.Clone(o.Gains[:g.Players()])
	return append(dst, e)
}

// Move is a move of a game that is played again.
type Move struct {
	Action      game.Action // game.NoAction at the end of the record
	Probability float64     // as the agent reported it, 1 if it did not
	Events      []Event     // what happened, as in the record; none at the end
}

// Play plays the record again by the rules of g, which must be those of the header, and
// compares every event. It calls visit, which may be nil, with the state before each move, and
// finally with the state at the end of the record, which is over if the record is. An error
// names the line and the event, and says what the rules want; an error of visit is returned as
// it is.
func (r *Record) Play(g Game, visit func(s game.State, m Move) error) error {
	if r.Viewer != game.NoPlayer {
		return r.fail("the record is what seat %d saw: only the record of the whole game can be checked by the rules", r.Viewer)
	}
	s := g.NewState()
	p := player{record: r, recorder: NewRecorder(g), state: s}
	if err := p.deal(); err != nil {
		return err
	}
	for p.next < len(r.Events) {
		m, err := p.move()
		if err != nil {
			return err
		}
		if visit != nil {
			if err := visit(s, m); err != nil {
				return err
			}
		}
		if err := s.Apply(m.Action); err != nil {
			return fmt.Errorf("%s: %w", r.at(p.next), err)
		}
		p.next += len(m.Events)
	}
	if visit != nil {
		return visit(s, Move{Action: game.NoAction, Probability: 1})
	}
	return nil
}

// player plays a record again.
type player struct {
	record   *Record
	recorder *Recorder
	state    game.State
	next     int     // index of the next event
	now      []Event // events of the move, by the rules
}

// deal deals the cards of the first event, and checks that they are those of the origin.
func (p *player) deal() error {
	r, g := p.record, p.recorder.game
	switch {
	case r.Game != g.Name():
		return r.fail("the record is of the game %s, and the rules are of %s", r.Game, g.Name())
	case len(r.Seats) != g.Players():
		return r.fail("field seats has %d names, but the game has %d seats", len(r.Seats), g.Players())
	case len(r.Events) == 0:
		return r.fail("the record has no events: want at least the deal")
	case r.Events[0].Type != Deal:
		return fmt.Errorf("%s: want the event deal first", r.at(0))
	}
	first := &r.Events[0]
	h, err := r.dealt(g)
	if err != nil {
		return err
	}
	if _, err := dealFor(g, p.state, &h, first); err != nil {
		return fmt.Errorf("%s: %w", r.at(0), err)
	}
	p.now = p.recorder.AppendDeal(p.now[:0], p.state)
	if first.Key == nil { // not known: the record is not of a game dealt here
		p.now[0].Key = nil
	}
	if err := p.compare(); err != nil {
		return err
	}
	p.next = len(p.now)
	return p.origin()
}

// dealt returns the cards of the first deal and, unless they follow from its key, those of the later deals and reshuffles.
func (r *Record) dealt(g Game) (h game.History, err error) {
	first := &r.Events[0]
	h.Key = first.DeckKey()
	for i := range r.Events {
		var deck []card.Card
		switch e := &r.Events[i]; {
		case i > 0 && first.Key != nil:
			return h, nil
		case e.Type == Reshuffle:
			deck = append([]card.Card{e.Upcard}, e.Stock...)
		case e.Type == Deal:
			if deck, err = g.DeckOf(e); err != nil {
				return h, fmt.Errorf("%s: %w", r.at(i), err)
			}
		}
		if i == 0 {
			h.Deck = deck
		} else {
			h.Later = append(h.Later, deck...)
		}
	}
	return h, nil
}

// origin checks that the deal is that of its origin.
func (p *player) origin() error {
	o := p.record.Origin
	if o == nil {
		return nil
	}
	if o.Seed == nil {
		return p.record.fail("field origin has no seed: leave it out if the deal was not dealt by one")
	}
	if o.Deal < 0 || o.Attempt < 0 || int(o.Keep) >= len(p.record.Seats) {
		return p.record.fail("field origin has the deal %d, attempt %d and seat %d: want no negative number, and a seat of the game", o.Deal, o.Attempt, o.Keep)
	}
	g := p.recorder.game
	s := g.NewState()
	game.DealAttempt(g, s, new(rand.PCG), *o.Seed, uint64(o.Deal), uint64(o.Attempt), o.Keep)
	want := p.recorder.AppendDeal(nil, s)
	if name, is, should := differs(&p.record.Events[0], &want[0]); name != "" {
		return fmt.Errorf("%s: field %s is %s, but deal %d of seed %d has %s: correct the deal, or leave out the field origin of the header", p.record.at(0), name, is, o.Deal, *o.Seed, should)
	}
	return nil
}

// move returns the next move. Its events are those of the record.
func (p *player) move() (Move, error) {
	r := p.record
	m := Move{Probability: 1}
	told := p.next // the event of the action
	for told < len(r.Events) && r.Events[told].Type == Reshuffle {
		told++
	}
	if told == len(r.Events) {
		return m, fmt.Errorf("%s: a draw follows a reshuffle, but the record ends", r.at(p.next))
	}
	var err error
	if m.Action, err = p.action(told); err != nil {
		return m, err
	}
	if err := p.told(m.Action, told); err != nil {
		return m, err
	}
	e := &r.Events[told]
	if e.Probability != 0 {
		m.Probability = e.Probability
	}
	m.Events = r.Events[p.next : p.next+len(p.now)]
	return m, nil
}

// action returns the action that event i of the record describes, of the player to move.
func (p *player) action(i int) (game.Action, error) {
	r, s := p.record, p.state
	e := &r.Events[i]
	switch {
	case s.Current() == game.NoPlayer:
		return game.NoAction, fmt.Errorf("%s: the game is over by the rules", r.at(i))
	case e.Seat == game.NoPlayer:
		return game.NoAction, fmt.Errorf("%s: by the rules seat %d is to move", r.at(i), s.Current())
	case e.Seat != s.Current():
		return game.NoAction, fmt.Errorf("%s: seat %d is not to move, by the rules it is seat %d", r.at(i), e.Seat, s.Current())
	}
	a := p.recorder.game.ActionOf(s, e)
	if a == game.NoAction {
		return a, fmt.Errorf("%s: seat %d has no such move now; by the rules it can %s", r.at(i), e.Seat, p.legal())
	}
	return a, nil
}

// told computes the events of action a, described by event i, as the viewer of the record sees
// them, and compares them with those of the record.
func (p *player) told(a game.Action, i int) (err error) {
	r := p.record
	if p.now, err = p.recorder.AppendMove(p.now[:0], p.state, a, 1); err != nil {
		return fmt.Errorf("%s: %w", r.at(i), err)
	}
	if r.Viewer == game.NoPlayer {
		return p.compare()
	}
	p.now = p.seen(p.now)
	return p.compare()
}

// seen returns the events as the viewer sees them, in the same memory.
func (p *player) seen(events []Event) []Event {
	seen := events[:0]
	for i := range events {
		if e, ok := events[i].SeenBy(p.record.Viewer); ok {
			seen = append(seen, e)
		}
	}
	return seen
}

// legal lists the legal actions, or the first of many.
func (p *player) legal() string {
	const most = 8
	var legal game.Mask
	p.state.Legal(&legal)
	var b bytes.Buffer
	for a := range legal.Each() {
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		if fmt.Fprintf(&b, "%q", p.recorder.game.ActionString(a)); bytes.Count(b.Bytes(), []byte(",")) == most {
			b.WriteString(", …")
			break
		}
	}
	return b.String()
}

// compare compares the events of the record from p.next on with those of the rules.
func (p *player) compare() error {
	r := p.record
	for i := range p.now {
		at, want := p.next+i, &p.now[i]
		if at == len(r.Events) {
			if r.line > 0 {
				return fmt.Errorf("line %d, after event %d: the record ends, but by the rules the event %s follows: %s", r.lines[at-1]+1, at, want.Type, want.AppendJSON(nil))
			}
			return fmt.Errorf("after event %d: the record ends, but by the rules the event %s follows: %s", at, want.Type, want.AppendJSON(nil))
		}
		if name, is, should := differs(&r.Events[at], want); name != "" {
			return fmt.Errorf("%s: field %s is %s, but by the rules it is %s", r.at(at), name, is, should)
		}
	}
	return nil
}

// differs returns the first field in which the events differ, "" if there is none, and its
// values. It does not compare probabilities.
func differs(e, want *Event) (name, is, should string) {
	if e.Type != want.Type {
		return "type", fmt.Sprintf("%q", e.Type), fmt.Sprintf("%q", want.Type)
	}
	show := func(f *field[Event], e *Event) string {
		if f.optional && !present(f.at(e)) {
			return "left out"
		}
		return string(appendValue(nil, f.at(e)))
	}
	fields := kindOf(want.Type).fields
	for i := range fields {
		f := &fields[i]
		if f.name == probField.name {
			continue
		}
		if is, should = show(f, e), show(f, want); is != should {
			return f.name, is, should
		}
	}
	return "", "", ""
}

// fail returns an error about the header.
func (r *Record) fail(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if r.line > 0 {
		return fmt.Errorf("line %d: %w", r.line, err)
	}
	return err
}
