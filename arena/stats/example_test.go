package stats_test

import (
	"fmt"

	"rummygym/arena/stats"
)

// In this example a player who wins 617 of 1,000 games has a win rate significantly above
// one half.
func Example() {
	wins := stats.Proportion{Successes: 617, Trials: 1000}
	in := wins.Wilson(0.95)
	fmt.Printf("%.3f in [%.3f, %.3f], z = %.1f\n", wins.Value(), in.Low, in.High, wins.TestNull(0.5).Z)
	// Output: 0.617 in [0.586, 0.647], z = 7.4
}
