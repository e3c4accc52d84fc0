package ppo

import "math"

// Values of next other than the row of the seat's next decision.
const (
	ended   int32 = -1 // the rules ended the episode
	waiting int32 = -2 // the seat has not reached its next decision
	cut     int32 = -3 // the step limit ended the episode
)

// learnt reports whether a decision with that value of next is used for learning: its
// result is known.
func learnt(next int32) bool { return next >= ended }

// advantages sets dst[r] to the advantage of the decision of row r, by generalized
// advantage estimation (schulman2016gae, eq. 16): the sum of (gamma·lambda)^k times the
// k-th following temporal difference, over the seat's own decisions. rewards[r] is the
// reward of the seat from the decision to its next one. next[r] is the row of that
// decision, which is larger than r, or one of ended, waiting and cut. A decision that is
// not learnt gets 0; its value ends the sum of the decision before it.
func advantages(dst, rewards []float64, values []float32, next []int32, gamma, lambda float64) {
	for r := len(next) - 1; r >= 0; r-- {
		dst[r] = 0
		if !learnt(next[r]) {
			continue
		}
		delta := rewards[r] - float64(values[r])
		if n := next[r]; n >= 0 {
			delta += float64(gamma * float64(values[n]))
			delta += float64(gamma * lambda * dst[n])
		}
		dst[r] = delta
	}
}

// normalise shifts and scales the advantages of the given rows to mean 0 and variance 1,
// so that updates do not depend on the unit of rewards. If all are equal, they become 0.
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
