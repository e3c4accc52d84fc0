package baselines

import (
	"slices"

	"rummygym/agents"
)

// The games that have players, the words that [List], [New] and [Canonical] take.
const (
	Indian = "indian" // 13-card Indian Rummy, package env/indian
	Gin    = "gin"    // Gin Rummy, package env/gin
)

// Games returns the games that have players. The slice is the caller's.
func Games() []string { return []string{Indian, Gin} }

// Option describes one option of a player.
type Option struct {
	Name    string   `json:"name"`    // what stands before the "=" in a spec
	Default string   `json:"default"` // the value when it is not given
	Values  []string `json:"values"`  // accepted words, and forms such as "1..9"
	Doc     string   `json:"doc"`     // what it does, one line

	// Both are given a *S of the S of the [entry]. The text is the canonical
	// one of the value, Default where it is the default.
	set  func(settings any, value string) error
	text func(settings any) string
}

// Entry describes one player.
type Entry struct {
	Game    string   `json:"game"`    // what it plays, one of Games
	Name    string   `json:"name"`    // what a spec starts with
	Doc     string   `json:"doc"`     // what it does, one line
	Options []Option `json:"options"` // in the order of the canonical spec

	defaults func() any                      // a new *S
	build    func(settings any) agents.Agent // from a *S, which it leaves alone
}

// entry returns the description of a player whose options are kept in an S, the
// zero S being their defaults. S may be the struct of the player itself.
func entry[S any](game, name, doc string, build func(S) agents.Agent, options ...Option) Entry {
	return Entry{
		Game: game, Name: name, Doc: doc, Options: options,
		defaults: func() any { return new(S) },
		build:    func(s any) agents.Agent { return build(*s.(*S)) },
	}
}

// List returns the players of a game in the order of the papers, none if there is
// no such game. The slices are the caller's.
func List(game string) []Entry {
	switch game {
	case Indian:
		return indianEntries()
	case Gin:
		return slices.Concat(ginEntries(), sigraEntries(), fitnessEntries())
	}
	return nil
}
