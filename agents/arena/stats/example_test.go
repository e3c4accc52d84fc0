package stats_test

import (
	"fmt"

	"rummygym/agents/arena/stats"
)

// A player who wins 617 games of 1,000 is better than even.
func Example() {
	wins := stats.Proportion{Successes: 617, Trials: 1000}
	in := wins.Wilson(0.95)
	fmt.Printf("%.3f in [%.3f, %.3f], z = %.1f\n", wins.Value(), in.Low, in.High, wins.TestNull(0.5).Z)
	// Output: 0.617 in [0.586, 0.647], z = 7.4
}
