// Package baselines holds the rule-based players of the papers: package indianrummy has
// those of Indian Rummy, package ginrummy those of Gin Rummy. Both use [Variant].
//
//	create, err := indianrummy.New("min-dist-opp:drop=5")
//	player := create() // a game.Agent
//
// Each player is a struct whose exported fields are its options. The zero value is the
// player as its paper describes it, without drops. A player sees only the observation and
// the legal actions, and returns a legal action under all rules of the game. All its random
// choices follow from the seed of the last Reset.
package baselines

import "rummygym/internal/options"

// Variant selects the description that a player follows.
type Variant uint8

// The variants.
const (
	Paper    Variant = iota // the text of the paper
	Released                // the authors' published program
)

// String returns the value of the option "variant".
func (v Variant) String() string { return options.Word("Variant", v, "paper", "released") }
