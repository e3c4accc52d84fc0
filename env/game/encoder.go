package game

import "encoding/json"

// Encoder writes an observation as numbers. Package features/encoder has one encoder
// per game, which is safe for concurrent use. Other encoders need not be: use one per
// goroutine.
type Encoder interface {
	// Layout describes the fields that Encode writes, in order.
	Layout() Layout

	// Encode fills dst, of length Layout().Size(), from obs. It must not keep obs.
	Encode(dst []float32, obs Observation)
}

// Observed is a Game with a default encoder, which an environment uses unless told otherwise. Packages
// of rules know no encoder: the games that rummygym.NewGame returns have one.
type Observed interface {
	Game

	// DefaultEncoder returns an encoder that is safe for concurrent use, or an error if the
	// rules have none.
	DefaultEncoder() (Encoder, error)
}

// NoEncoder is an encoder without fields.
type NoEncoder struct{}

// Layout returns nil.
func (NoEncoder) Layout() Layout { return nil }

// Encode does nothing.
func (NoEncoder) Encode([]float32, Observation) {}

// EncodeBytes does nothing.
func (NoEncoder) EncodeBytes([]uint8, Observation) {}

// ByteEncoder is an Encoder that also writes its entries as bytes, a quarter of the memory,
// if the layout has bytes for all of them (see [Layout.Bytes]).
type ByteEncoder interface {
	Encoder

	// EncodeBytes fills dst, of length Layout().Size(), from obs, with the entries that
	// Encode writes, but 255 for larger ones. It panics if Layout().Bytes() is an error.
	EncodeBytes(dst []uint8, obs Observation)
}

// Table describes a game and how its decisions are recorded, with all that a replay needs.
// Package datasets records tables.
type Table struct {
	Game       Game
	Env        string                // environment and version, such as "IndianRummy-v1"
	Rules      json.RawMessage       // the rules as JSON, from which a replay builds the game
	Fields     string                // groups of observation fields, as the encoder names them
	NewEncoder func() Encoder        // returns a new encoder; each worker calls it once
	Phases     []string              // names of the phases of a decision
	Phase      func(Observation) int // index in Phases of the phase of a decision
	Endings    []string              // every Ending of the game
}

// TableEncoder is an Encoder of what the legal actions of the player to move lead to. It depends on them, and on what the seats have seen
// in the episode: each table has a [Follower] of its own. Encode writes the observation of a seat that is not to move.
type TableEncoder interface {
	Encoder

	// ForTable returns a follower of a table. Table encoders are safe for concurrent use.
	ForTable() Follower
}

// Follower encodes the observations of the seats of one table. It is not safe for concurrent use.
type Follower interface {
	Reset()                 // begins an episode
	Follow(obs Observation) // is called with the observation of the player to move at every decision, in order

	// EncodeLegal fills dst from the observation of the player to move, which was followed, and its legal actions. It must not keep them.
	EncodeLegal(dst []float32, obs Observation, legal *Mask)
}
