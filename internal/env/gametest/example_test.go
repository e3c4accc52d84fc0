package gametest_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/internal/env/gametest"
)

// A test of a game calls gametest.Run(t, g). The checks can also be called one by one.
func ExampleChecks() {
	g, err := gin.New(gin.EAAI())
	if err != nil {
		panic(err)
	}
	for _, c := range gametest.Checks() {
		if c.Name == "space" || c.Name == "undealt" {
			fmt.Println(c.Name, c.Verify(g, rand.NewPCG(1, 2), 1))
		}
	}
	// Output:
	// space <nil>
	// undealt <nil>
}

// TestRecordsOfGames checks records with reshuffles, in Indian Rummy, and with private choices, in Gin Rummy.
func TestRecordsOfGames(t *testing.T) {
	indian, err := indian.New(indian.Paper())
	if err != nil {
		t.Fatal(err)
	}
	gin, err := gin.New(gin.EAAI())
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []game.Game{indian, gin} {
		for _, c := range gametest.Checks() {
			if c.Name == "record" {
				if err := c.Verify(g, rand.NewPCG(1, 1), 4); err != nil {
					t.Errorf("%s: %v", g.Name(), err)
				}
			}
		}
	}
}
