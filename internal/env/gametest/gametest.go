// Package gametest checks that a game satisfies the contract of package game. One line
// tests a game:
//
//	gametest.Run(t, g)
//
// Start from [Run]. Each clause of the contract is a [Check], a function that
// returns an error, so that the suite itself can be tested.
//
// The package also has tools that the tests of all games share: presets and options of
// the rules ([Variants]), error texts ([ParseAction], [DeckErrors]), allocations
// ([NoAllocation]), a fuzz target ([Fuzz]), games in text files ([Transcripts]), the counts
// of their positions, and [Golden] files.
//
// Some clauses need optional methods of a game or a state: the cards of the game
// ([Decker]), all cards of a state ([Counter]), whether hands are hidden ([Hider]), its events (a
// record.Game).
package gametest

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
)

// A Decker is a game that reports its deck. Deal(dst, src) must then be equal to
// DealDeck(dst, deck, key), where the deck is shuffled by card.Shuffle(deck, src) and
// key is the next number of src.
type Decker interface {
	// Deck returns the cards of the game in the order that a deal shuffles.
	// The caller owns the slice.
	Deck() []card.Card
}

// A Counter is a state that reports all its cards, in every place. They never change,
// and if the game is a Decker they are its deck.
type Counter interface {
	Cards() card.Bag
}

// A Hider is a state that reports whether any card of the other hands is hidden from
// seat p. If none is, because the hands were shown, a redeal for p must not change
// what the others see. A state that is not a Hider must hide something in every phase.
type Hider interface {
	Hides(p game.Player) bool
}

// A Check is one clause of the contract.
type Check struct {
	Name string

	// Verify plays the given number of episodes, at least 1, with random numbers from
	// src. The error names the violated clause and the place.
	Verify func(g game.Game, src *rand.PCG, episodes int) error
}

// Checks returns all clauses. The caller owns the slice.
func Checks() []Check {
	return []Check{
		{"space", verifySpace},
		{"undealt", verifyUndealt},
		{"determinism", verifyDeterminism},
		{"deck", verifyDeck},
		{"legality", verifyLegality},
		{"outcome", verifyOutcome},
		{"copy", verifyCopy},
		{"history", verifyHistory},
		{"observation", verifyObservation},
		{"redeal", verifyRedeal},
		{"foreign", verifyForeign},
		{"record", verifyRecord},
		{"follow", verifyFollow},
		{"information", verifyInformation},
	}
}

// Episodes is the number of episodes that [Run] plays for each check.
const Episodes = 8

// Run runs all checks as subtests of t, over [Episodes] episodes, or two with -short.
func Run(t *testing.T, g game.Game) {
	t.Helper()
	episodes := Episodes
	if testing.Short() {
		episodes = 2
	}
	RunEpisodes(t, g, episodes)
}

// RunEpisodes runs all checks as subtests of t, each over the given number of episodes.
func RunEpisodes(t *testing.T, g game.Game, episodes int) {
	t.Helper()
	for i, c := range Checks() {
		t.Run(c.Name, func(t *testing.T) {
			t.Helper()
			if err := c.Verify(g, rand.NewPCG(uint64(i), 0x6a09e667), episodes); err != nil {
				t.Error(err)
			}
		})
	}
}
