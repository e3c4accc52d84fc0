package record

import (
	"encoding/json"
	"slices"

	"rummygym/env/game"
)

// Version is the version of the format. It changes when a field changes its name, type or
// meaning, or when a new one cannot be ignored.
const Version = 1

// Header says what was played, by whom, and where the deal came from.
type Header struct {
	Version int             // of the format
	Game    string          // name of the game, see game.Game.Name
	Env     string          // environment and version, such as GinRummy-v1
	Rules   json.RawMessage // all options of the rules by name, in alphabetical order
	Seats   []string        // name of the player at each seat, such as the spec of an agent

	Viewer game.Player // the seat that saw this; game.NoPlayer for the whole game
	Origin *Origin     // where the deal came from; nil if it was not dealt by a seed
	Place  *Place      // place in a dataset, nil without one
}

// Origin says how a deal is made: it is that of game.DealAttempt.
type Origin struct {
	Seed    *uint64 // seed of the run
	Deal    int     // number of the deal in the run
	Attempt int     // number of the attempt at the deal, 0 for the first
	Keep    game.Player
}

// Place is the place of a game in a dataset.
type Place struct {
	Episode int // number of the episode
}

// NewHeader returns the header of a game of g without an origin. The environment and the rules
// are those of a game.Table; rules must be JSON.
func NewHeader(g game.Game, env string, rules json.RawMessage, seats []string) (Header, error) {
	h := Header{Version: Version, Game: g.Name(), Env: env, Seats: slices.Clone(seats), Viewer: game.NoPlayer}
	return h, parseRules(&h.Rules, rules)
}

// headerFields are the fields of a header line, after its type.
var headerFields = []field[Header]{
	{name: "version", at: func(h *Header) any { return &h.Version }, doc: "version of the format, 1"},
	{name: "game", at: func(h *Header) any { return &h.Game }, doc: "name of the game"},
	{name: "env", at: func(h *Header) any { return &h.Env }, doc: "environment and version; under another version the same deal may lead to a different game"},
	{name: "rules", at: func(h *Header) any { return &h.Rules }, doc: "all options of the rules by name, in alphabetical order"},
	{name: "seats", at: func(h *Header) any { return &h.Seats }, doc: "name of the player at each seat, such as the spec of an agent"},
	{name: "view", at: func(h *Header) any { return &h.Viewer }, optional: true, doc: "seat whose view the record is; left out if the record holds the whole game"},
	{name: "origin", at: func(h *Header) any { return &h.Origin }, optional: true, doc: "how the deal is made from a seed; left out if the deal does not come from a seed", hidden: "all seats"},
	{name: "place", at: func(h *Header) any { return &h.Place }, optional: true, doc: "place of the game in a dataset", hidden: "all seats"},
}

var originFields = []field[Origin]{
	{name: "seed", at: func(o *Origin) any { return &o.Seed }, doc: "seed of the run, 64 bits as decimal digits"},
	{name: "deal", at: func(o *Origin) any { return &o.Deal }, doc: "number of the deal in the run, from 0"},
	{name: "attempt", at: func(o *Origin) any { return &o.Attempt }, optional: true, doc: "number of the attempt at the deal; left out for the first attempt"},
	{name: "keep", at: func(o *Origin) any { return &o.Keep }, optional: true, doc: "the seat whose view of the deal all attempts share; left out if they share the whole deal"},
}

var placeFields = []field[Place]{
	{name: "episode", at: func(p *Place) any { return &p.Episode }, doc: "number of the episode, from 0"},
}
