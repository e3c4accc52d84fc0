package game

import "encoding/json"

// Table describes a game and how its decisions are recorded, with all that a replay needs.
// Package datasets records tables.
type Table struct {
	Game       Game
	Env        string                // environment and version, such as "IndianRummy-v1"
	Rules      json.RawMessage       // the rules as JSON, from which a replay builds the game
	Fields     string                // groups of observation fields, as the encoder names them
	NewEncoder func() Encoder        // returns a new encoder; each worker calls it once
	After      string                // groups of fields after an action, as NewAfter names them; "" for none
	NewAfter   func() ActionEncoder  // returns a new encoder of After, or nil; each worker calls it once
	Phases     []string              // names of the phases of a decision
	Phase      func(Observation) int // index in Phases of the phase of a decision
	Endings    []string              // every Ending of the game
}
