// Package gametest checks that a game keeps the contract of package game. A game
// is tested by one line:
//
//	gametest.Run(t, g)
//
// Start from [Run]. Each clause of the contract is a [Check], a function that
// returns an error, so that the suite itself can be shown to fail.
//
// Beside the contract there is what the tests of every game share: games told in
// text files, [Transcripts], the counts of their positions, and [Golden] files.
//
// What the contract cannot say of games in general is checked where a game or a
// state offers it: the cards of the game by [Decker], where they are by
// [Counter], and when all hands are known by [Hider].
package gametest

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
)

// A Decker is a game that tells its deck. Then Deal(dst, src) must be
// DealDeck(dst, deck, key) of the deck shuffled by card.Shuffle(deck, src) and
// the key that src gives next.
type Decker interface {
	// Deck returns the cards of the game in the order that a deal shuffles.
	// The caller owns the slice.
	Deck() []card.Card
}

// A Counter is a state that tells which cards there are, wherever they lie.
// Their number never changes, and of a game that is a Decker they are the deck.
type Counter interface {
	Cards() card.Bag
}

// A Hider is a state that tells whether anything of the other hands is hidden
// from seat p. Where it is not, because they were shown, a redeal for p must not
// change what the others see. A state that is no Hider hides something in every
// phase.
type Hider interface {
	Hides(p game.Player) bool
}

// A Check is one clause of the contract.
type Check struct {
	Name string

	// Verify plays the given number of episodes, at least 1, as src says and
	// returns an error that names the clause that the game breaks and the place.
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
		{"binary", verifyBinary},
		{"observation", verifyObservation},
		{"redeal", verifyRedeal},
	}
}

// Episodes is the number of episodes that [Run] plays for each check.
const Episodes = 8

// Run runs all checks as subtests of t, over [Episodes] episodes, two with -short.
func Run(t *testing.T, g game.Game) {
	t.Helper()
	episodes := Episodes
	if testing.Short() {
		episodes = 2
	}
	for i, c := range Checks() {
		t.Run(c.Name, func(t *testing.T) {
			t.Helper()
			if err := c.Verify(g, rand.NewPCG(uint64(i), 0x6a09e667), episodes); err != nil {
				t.Error(err)
			}
		})
	}
}
