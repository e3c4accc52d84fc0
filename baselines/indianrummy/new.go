// Package indianrummy holds the players of Indian Rummy of saha2025mindist ("Quantitative
// Rule-Based Strategy modeling in Classic Indian Rummy", section VII): [Random],
// [DefeatSeeking], [MinScore], [MinDist], [MinDistScore] and [MinDistOpp], and two that go
// beyond it, [MinDistOuts] and [MinDistAvail]. Package baselines states what all players
// have in common.
//
//	create, err := indianrummy.New("min-dist-opp:drop=5")
//	player := create() // a game.Agent
//
// Start from [New], or from [List], which describes all players. Only Random makes random
// choices.
//
// # Declaring
//
// "All players are assumed to declare their hand when they have a declarable
// hand" (section VII). The skilled players lower their MinScore or MinDist to 0
// and so declare whenever that is possible. Random and DefeatSeeking do not look for
// declarations: they choose a discard as usual, and declare if the other 13 cards happen to
// be a declaration. Footnote 4 says so of DefeatSeeking ("if by the approach … described
// earlier, transforms the hand into a winning hand"). For Random the evidence is its games
// against itself in the preset released: 10 % end before the limit, as in the authors'
// table. If it could finish with any of its 14 cards, 42 % would.
//
// # Variants
//
// [baselines.Paper] follows the text of the paper. [baselines.Released] follows the
// authors' published simulation where it differs (docs/rules-indian.md, "What the paper's
// released simulation did"), so that both tables of win rates can be reproduced and their
// difference explained. One fault of the simulation is not reproduced: it duplicates cards
// taken from the pile.
//
// # Ties
//
// Where the text leaves a choice between cards open, the player discards the highest-point
// card, which costs most if the opponent declares next. Of several such cards it discards
// the first one in the order of [card.Card]: clubs to spades, ace to king, then printed
// jokers.
//
// # More than two players
//
// The paper has one opponent. At a larger table, the opponent of MinDistOpp, MinDistOuts
// and MinDistAvail is the next player still in the game, the only one who may take the
// discard.
package indianrummy

import (
	"rummygym/agents/spec"
	"rummygym/env/game"
)

// List returns the players of Indian Rummy in the order of the papers.
func List() spec.List { return entries() }

// New returns the constructor of the player of a spec such as "min-dist-opp:drop=5"; see
// [spec.List.New]. Every call of the constructor returns a separate player, whose String
// method returns the canonical spec.
func New(text string) (func() game.Agent, error) {
	create, _, err := List().New(text)
	return create, err
}

// Canonical returns the canonical spec of a spec; see [spec.Entry.Text].
func Canonical(text string) (string, error) { return List().Canonical(text) }
