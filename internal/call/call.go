// Package call has the calls of [rummygym.Game] as JSON, for programs in other languages: the C library and the WebAssembly
// engine answer the same requests.
//
//	var c call.Caller
//	answer, err := c.Answer([]byte(`{"do": "new", "game": "gin", "rules": "eaai", "seed": "1"}`))
//
// A game is its text, which the caller keeps: an answer depends only on the request.
package call

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rummygym"
	"rummygym/env/game"
	"rummygym/internal/options"
	"rummygym/internal/strictjson"
)

// A request names one of the calls. Members that it does not use are ignored.
type request struct {
	Do     string          `json:"do"`
	Game   string          `json:"game"`   // of new and hand, the name; of other calls, the text that answer.Saved had
	Rules  string          `json:"rules"`  // of new
	Seed   string          `json:"seed"`   // of new, decimal digits
	Action *game.Action    `json:"action"` // of apply
	Seat   *int            `json:"seat"`   // of view, -1 for an onlooker
	Agent  string          `json:"agent"`  // of bot
	Hand   json.RawMessage `json:"hand"`
}

// An answer has the members of its call.
type answer struct {
	Saved  string           `json:"saved,omitempty"`  // of new, load and apply
	Player *int             `json:"player,omitempty"` // of the same: the seat to move, -1 after the end
	Legal  *[]rummygym.Move `json:"legal,omitempty"`
	View   *rummygym.View   `json:"view,omitempty"`
	Result *rummygym.Result `json:"result,omitempty"`
	Move   *rummygym.Move   `json:"move,omitempty"` // of bot
	Hint   *rummygym.Hint   `json:"hint,omitempty"`
	Hand   json.RawMessage  `json:"hand,omitempty"`
}

var calls = []string{"new", "load", "legal", "apply", "view", "result", "bot", "hint", "hand"}

// Caller answers requests. It keeps the last game, so that the next call need not play it again. The zero Caller is ready
// to use. It is not safe for concurrent use.
type Caller struct {
	game  *rummygym.Game
	saved string
}

// Answer answers a request. What cannot be done is an error, and changes nothing.
func (c *Caller) Answer(text []byte) ([]byte, error) {
	var r request
	if err := strictjson.Object("request", string(text), &r); err != nil {
		return nil, err
	}
	a, err := c.do(&r)
	if err != nil {
		return nil, err
	}
	return json.Marshal(a)
}

// do answers a request.
func (c *Caller) do(r *request) (a answer, err error) {
	if !slices.Contains(calls, r.Do) {
		return a, fmt.Errorf("request: key \"do\" is %q: want %s%s", r.Do, strings.Join(calls, ", "), options.Suggest(r.Do, calls))
	}
	switch r.Do {
	case "new":
		seed, err := strconv.ParseUint(r.Seed, 10, 64)
		if err != nil {
			return a, fmt.Errorf("request: key \"seed\" is %q: want a whole number from 0 to 2^64 - 1, as decimal digits", r.Seed)
		}
		g, err := rummygym.New(r.Game, r.Rules, seed)
		if err != nil {
			return a, err
		}
		c.keep(g)
		return c.told(), nil
	case "hand":
		if len(r.Hand) == 0 {
			return a, errors.New(`request: key "hand" is missing: want an object such as {"cards": ["AS", "2S"]}`)
		}
		a.Hand, err = rummygym.Hand(r.Game, r.Hand)
		return a, err
	}
	if c.game == nil || r.Game != c.saved {
		g, err := rummygym.Load([]byte(r.Game))
		if err != nil {
			return a, err
		}
		c.keep(g)
	}
	g := c.game
	switch r.Do {
	case "load":
		return c.told(), nil
	case "legal":
		a.Legal = new(g.Legal())
	case "apply":
		if r.Action == nil {
			return a, errors.New(`request: key "action" is missing: want the action of a legal move, which is a number`)
		}
		if err := g.Apply(*r.Action); err != nil {
			return a, err
		}
		c.keep(g)
		return c.told(), nil
	case "view":
		if r.Seat == nil {
			return a, errors.New(`request: key "seat" is missing: want a seat, or -1 for an onlooker`)
		}
		a.View, err = g.View(*r.Seat)
	case "result":
		a.Result = new(g.Result())
	case "bot":
		var m rummygym.Move
		m, err = g.Bot(r.Agent)
		a.Move = &m
	case "hint":
		a.Hint, err = g.Hint()
	}
	return a, err
}

// keep makes g the last game.
func (c *Caller) keep(g *rummygym.Game) { c.game, c.saved = g, string(g.Save()) }

// told answers with the last game.
func (c *Caller) told() answer { return answer{Saved: c.saved, Player: new(c.game.Player())} }
