package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/catalog"
	"rummygym/internal/options"
	"rummygym/internal/plaintext"
	"rummygym/internal/session"
	"rummygym/internal/strictjson"
)

// Config describes what an engine may use. The zero Config is that of a program that has everything in it.
type Config struct {
	// Load loads a file of catalog.GameType.Files before the first agent that may need it opens. nil: all are there.
	Load func(name string) error

	// Slow makes reviews that use networks search with a quarter of the roll-outs: WebAssembly computes networks ten
	// times slower than the program.
	Slow bool

	Agents map[string][]string // specs of further agents, by the name of their game
}

// Engine answers the requests of one page. It is not safe for concurrent use.
type Engine struct {
	config  Config
	loaded  map[string]bool
	session *session.Session // nil without a table
	sent    int              // number of events that the page has
}

// New returns an engine without a table. The caller closes it.
func New(c Config) *Engine { return &Engine{config: c, loaded: map[string]bool{}} }

// Close closes the table.
func (e *Engine) Close() {
	if e.session != nil {
		e.session.Close()
		e.session = nil
	}
}

// load loads the files that agents, by their specs, read at a table with the given rules.
func (e *Engine) load(r catalog.Rules, specs ...string) error {
	g, err := r.NewGame()
	if err != nil {
		return err
	}
	for _, s := range specs {
		for _, name := range r.Type().FilesOf(s, g.Players()) {
			if e.config.Load == nil || e.loaded[name] {
				continue
			}
			if err := e.config.Load(name); err != nil {
				return fmt.Errorf("the networks: %w", err)
			}
			e.loaded[name] = true
		}
	}
	return nil
}

// Do answers a request, a JSON object of the form [Request]: it calls tell with an [Answer] as JSON, and before
// it with those that say how far a review is. What cannot be done is an error in the answer, and leaves the
// table as it is. A context that ends stops a review.
func (e *Engine) Do(ctx context.Context, request []byte, tell func(answer []byte)) {
	var r Request
	err := strictjson.Unmarshal(request, &r)
	send := func(a *Answer) {
		a.ID = r.ID
		data, err := json.Marshal(a)
		if err != nil {
			panic("engine: " + err.Error()) // an answer is plain data
		}
		tell(data)
	}
	var a Answer
	if err == nil {
		err = e.do(ctx, &r, &a, func(done, total int) { send(&Answer{Progress: &Progress{done, total}}) })
	}
	if err != nil {
		a.Error = plaintext.Brief(err.Error())
	}
	send(&a)
}

// do answers a request.
func (e *Engine) do(ctx context.Context, r *Request, a *Answer, progress func(done, total int)) (err error) {
	switch r.Do {
	case "catalog":
		a.Catalog = e.catalog()
		return nil
	case "new":
		if err := e.begin(r); err != nil {
			return err
		}
		a.State = e.state()
		return nil
	case "resume":
		if err := e.resume(r); err != nil {
			return err
		}
		a.State = e.state()
		return nil
	case "guide":
		rules, err := catalog.ParseRules(r.Game, r.Rules)
		if err != nil {
			return err
		}
		a.Guide = new(catalog.GuideOf(rules))
		return nil
	case "why":
		games, err := session.ReadGames([]byte(r.Records))
		if err == nil {
			a.Why = catalog.Reasons(games[len(games)-1])
		}
		return err
	case "review":
		a.Review, err = e.review(ctx, r, progress)
		return err
	}
	s := e.session
	if s == nil {
		return errors.New("there is no table: begin a game")
	}
	switch r.Do {
	case "play":
		if r.Learn {
			if a.Missed, err = e.missed(r.Action); err != nil {
				return err
			}
		}
		_, err = s.Apply(r.Action)
		if _, ok := errors.AsType[*session.WrongChoice](err); ok {
			err = nil // the state says why
		}
	case "advance":
		err = e.advance(r.Moves)
	case "undo":
		if err = s.Undo(); err == nil {
			e.sent = 0
		}
	case "next":
		if err = s.Next(); err == nil {
			e.sent = 0
		}
	case "hint":
		if err := e.load(s.Rules(), s.Rules().Type().Opponents...); err != nil {
			return err
		}
		a.Hint, err = s.Hint()
		return err
	case "records":
		a.Records = string(s.Records())
		return nil
	case "leave":
		e.Close()
		return nil
	default:
		return fmt.Errorf("%q is not a request%s", r.Do, options.Suggest(r.Do, requests))
	}
	a.State = e.state()
	return err
}

// missed returns what an action of the person is about to miss. An action that cannot be chosen misses nothing.
func (e *Engine) missed(action game.Action) (*session.Missed, error) {
	if legal := e.session.Legal(); !legal.Has(action) {
		return nil, nil
	}
	if err := e.load(e.session.Rules(), e.session.Rules().Type().Opponents...); err != nil {
		return nil, err
	}
	return e.session.Missed(action)
}

var requests = []string{"catalog", "guide", "new", "resume", "play", "advance", "undo", "next", "hint", "records", "why", "review", "leave"}

// begin opens a table.
func (e *Engine) begin(r *Request) error {
	rules, err := catalog.ParseRules(r.Game, r.Rules)
	if err != nil {
		return err
	}
	c := session.Config{Rules: rules, Agents: r.Agents, Seat: r.Seat, Practice: r.Practice, Adviser: r.Adviser, Lesson: r.Lesson}
	if r.Watch {
		c.Seat = game.NoPlayer
	}
	if err := e.check(rules, r.specs()); err != nil {
		return err
	}
	if c.Seed = rand.Uint64(); r.Seed != "" {
		if c.Seed, err = strconv.ParseUint(r.Seed, 10, 64); err != nil {
			return fmt.Errorf("seed %q: want a whole number from 0 to %d", r.Seed, uint64(1<<64-1))
		}
	}
	return e.sit(session.New(c))
}

// specs returns the specs of a request.
func (r *Request) specs() []string {
	if r.Adviser == "" {
		return r.Agents
	}
	return append(slices.Clone(r.Agents), r.Adviser)
}

// sit replaces the table, unless there was an error.
func (e *Engine) sit(s *session.Session, err error) error {
	if err != nil {
		return err
	}
	e.Close()
	e.session, e.sent = s, 0
	return nil
}

// resume opens the table of records.
func (e *Engine) resume(r *Request) error {
	games, err := session.ReadGames([]byte(r.Records))
	if err != nil {
		return err
	}
	g, err := catalog.RecordGame(&games[0].Header)
	if err != nil {
		return err
	}
	rules, err := catalog.RulesOf(g)
	if err != nil {
		return err
	}
	c := session.Config{Practice: r.Practice, Adviser: r.Adviser}
	if c.Agents, err = e.named(rules, session.AgentsOf(games[0])); err != nil {
		return err
	}
	if err := e.check(rules, r.specs()); err != nil {
		return err
	}
	return e.sit(session.Restore(c, games))
}

// advance lets agents move, until the person is to move or the game is over.
func (e *Engine) advance(moves int) error {
	for range max(1, moves) {
		if _, err := e.session.Advance(); err != nil {
			return err
		}
		if e.session.Turn() || e.session.Over() {
			return nil
		}
	}
	return nil
}

// state returns the table, with the events that the page has not been told.
func (e *Engine) state() *State {
	s := e.session
	events := s.Events()
	words := s.NewWords()
	words.Card = symbols
	v := &State{
		Game: s.Rules().Type().Name, Title: s.Rules().Type().Title, Env: s.Rules().Type().Env, Rules: session.RulesName(s.Rules()), Number: s.Number(), Practice: s.Practice(),
		From: e.sent, Events: []json.RawMessage{}, Names: words.Names, Results: s.Results(),
		Lesson: s.Instruction(), Turn: s.Turn(), CanUndo: s.CanUndo(), Target: s.Rules().Results().Target,
	}
	options, err := s.Rules().MarshalJSON()
	if err != nil {
		panic("engine: " + err.Error()) // the rules were valid
	}
	v.Options = options
	for i := range events[e.sent:] {
		event := events[e.sent+i].AppendJSON(nil)
		if why := words.Why(&events[e.sent+i]); len(why) > 0 {
			text, err := json.Marshal(why)
			if err != nil {
				panic("engine: " + err.Error()) // of strings
			}
			event = append(append(append(bytes.TrimSuffix(bytes.TrimSpace(event), []byte("}")), `,"why":`...), text...), '}')
		}
		v.Events = append(v.Events, event)
	}
	e.sent = len(events)
	for i := range s.Players() {
		v.Players = append(v.Players, words.Names[s.SeatOf(i)])
	}
	seen := s.Observe(max(0, s.Seat()))
	if !s.Over() {
		v.Mover = new(s.Current())
		v.Facts = s.Game().Facts(seen, words.Name)
		for i := range v.Facts { // "jokers: tens and JK"
			v.Facts[i] = strings.ReplaceAll(v.Facts[i], card.Joker.String(), "printed jokers")
		}
		v.Hands = s.Hands()
	}
	if match, ok := s.Game().(record.Standing); ok {
		v.Standing = match.Standing(seen, words.Name)
	}
	if p := s.Seat(); p != game.NoPlayer {
		v.Seat = &p
		if !s.Over() {
			v.Hand = new(s.Hand(s.Observe(p)))
		}
	}
	if s.Turn() {
		v.Question = words.Question(s.Game(), seen)
	}
	for _, c := range s.Choices() {
		choice := Choice{Action: c.Action, Text: words.Choice(&c), Type: c.Type, From: c.From, Plays: c.Plays()}
		if c.Card.Valid() {
			choice.Card = c.Card.String()
		}
		choice.Asks = words.Asks(s.Game(), s.Observe(s.Seat()), &c)
		v.Choices = append(v.Choices, choice)
	}
	return v
}
