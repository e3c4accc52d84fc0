package catalog

import (
	"slices"
	"testing"
)

// Register adds a game to the list until the end of the test.
func Register(t *testing.T, g *GameType) {
	before := games
	games = append(slices.Clone(games), g)
	t.Cleanup(func() { games = before })
}
