// Package rummygym is Indian Rummy and Gin Rummy for programs: games, their rules, players and observations by name.
//
// An app plays a [Game], which is the rules, the deal and the moves so far:
//
//	g, err := rummygym.New("gin", "eaai", 1) // game, rules, seed of the deal
//	for g.Player() >= 0 {
//		move, err := g.Bot("")                 // what a built-in agent does; or one of g.Legal()
//		err = g.Apply(move.Action)
//	}
//	fmt.Println(g.Result().Gains)
//
// [Game.View] is what a seat sees, [Game.Hint] is advice for the player to move, [Game.Save] and [Load] keep a game as
// text, and [Hand] finds melds and points of any cards. Python, JavaScript and C have the same calls (docs/apps.md).
//
// A learner uses the parts of a game, which [NewGame], [NewAgent], [NewEncoder] and [NewTable] make by name:
//
//	NewGame ──▶ game.Game ──▶ env.New, env.NewSingle, env.NewVector   step it
//	NewAgent ─▶ game.Agent ─▶ agents.NewTable, arena.Tournament       let agents play
//	NewTable ─▶ game.Table ─▶ datasets/collect                        record decisions
//
// Rules are named as in results: a preset, then the options that differ from it, as in "paper max-rounds=50".
// "rummygym agents" and "rummygym rules" list the names. Importing this package registers nothing, opens no file, and links
// neither Arrow nor a tensor library.
package rummygym

import (
	"rummygym/env/game"
	"rummygym/features/encoder"
	"rummygym/internal/catalog"
)

// GameNames returns the names of the games: "indian", "gin", and those of their matches.
func GameNames() []string { return catalog.GameNames() }

// NewGame returns the game with the given name, one of [GameNames]. The rules are a preset, by default the first one of
// the game, and options that change it, as in "club seats=4".
func NewGame(name string, rules ...string) (game.Game, error) { return catalog.NewGame(name, rules...) }

// NewAgent returns the agent of a spec, such as "min-dist-opp:drop=5" or "learned:standard:head=win", for the rules of
// game g. Without g it is for the default rules of the first game that has the agent.
func NewAgent(spec string, g ...game.Game) (game.Agent, error) { return catalog.NewAgent(spec, g...) }

// OpenAgent returns the constructor of the agent of a spec, for several agents of one spec, and the name that it has in
// results.
func OpenAgent(spec string, g game.Game) (create func() game.Agent, name string, err error) {
	r, err := catalog.RulesOf(g)
	if err != nil {
		return nil, "", err
	}
	return catalog.OpenAgent(r, spec)
}

// NewEncoder returns the encoder of groups of observation fields, comma-separated, "all", "default", or "none". It is
// safe for concurrent use.
func NewEncoder(g game.Game, fields string) (game.Encoder, error) {
	return catalog.NewEncoder(g, fields)
}

// NewCardEncoder is [NewEncoder] in the form of a number of each plane for each card, for networks that share weights over
// cards.
func NewCardEncoder(g game.Game, fields string) (*encoder.Cards, error) {
	return catalog.NewCardEncoder(g, fields)
}

// NewTable returns the table of a game that package datasets records, with groups of observation fields as in
// [NewEncoder]. Its datasets are the same as those of "rummygym collect", and can be replayed, validated and trained on.
func NewTable(g game.Game, fields string) (game.Table, error) { return catalog.NewTable(g, fields) }
