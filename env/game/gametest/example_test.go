package gametest_test

import (
	"fmt"
	"math/rand/v2"

	"rummygym/env/game/gametest"
	"rummygym/env/gin"
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
