package ppo

import "math"

// What follows a decision, other than the row of the seat's next one.
const (
	ended   int32 = -1 // the rules have ended the episode
	waiting int32 = -2 // the seat has not come to its next decision
	cut     int32 = -3 // the step limit has cut the episode off
)

// learnt reports whether a decision with that successor is learned from: what came of
// it is known.
func learnt(next int32) bool { return next >= ended }

// advantages sets dst[r] to the advantage of the decision of row r over what the value
// promised, estimated by generalized advantage estimation (Schulman et al., "High-
// dimensional continuous control using generalized advantage estimation", ICLR 2016,
// eq. 16): the sum of (gamma·lambda)^k times the k-th temporal difference that follows
// in the seat's own decisions. rewards are what the seat was paid from the decision to
// its next one, next the row of that, which is larger, or how the episode stands. A
// decision that is not learnt gets 0 and lends its value to the one before it: the
// sum ends there.
func advantages(dst, rewards []float64, values []float32, next []int32, gamma, lambda float64) {
	for r := len(next) - 1; r >= 0; r-- {
		dst[r] = 0
		if !learnt(next[r]) {
			continue
		}
		delta := rewards[r] - float64(values[r])
		if n := next[r]; n >= 0 {
			delta += gamma * float64(values[n])
			delta += gamma * lambda * dst[n]
		}
		dst[r] = delta
	}
}

// normalise shifts and scales the advantages of the given rows to a mean of 0 and a
// variance of 1, so that the step does not depend on the unit of rewards. If they are
// all alike they become 0.
func normalise(advantages []float64, rows []int32) {
	mean, variance := moments(advantages, rows)
	scale := 0.0
	if variance > 0 {
		scale = 1 / (math.Sqrt(variance) + 1e-8)
	}
	for _, r := range rows {
		advantages[r] = (advantages[r] - mean) * scale
	}
}
