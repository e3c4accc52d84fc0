package ppo

import (
	"fmt"
	"math"

	"rummygym/env/game"
	"rummygym/train"
)

// decision is what was drawn for one observation.
type decision struct {
	action game.Action
	log    float32 // logarithm of its probability
	value  float32
	forced bool // it was the only legal action, so that the network counts for nothing
}

// actor draws actions by the policy of a model. What it draws at a table follows from
// the table's random number alone.
//
// The model computes all tables at once, with the kernels and the workers that it
// learns with: that is three times as fast on a core as to run a network.Evaluator for
// each (128-128 on 544 entries of Indian Rummy).
type actor struct {
	model         *train.Model
	actions       int
	policy, value int         // heads
	outputs       [][]float32 // of each head, nil where it is not needed
	weights       [game.MaskSize]float64
}

// act sets dst[i] to what is drawn at table i, for all tables of f with somebody to
// move, by the random number that random returns for it.
func (a *actor) act(dst []decision, f *fleet, random func(table int) uint64) error {
	a.outputs[a.policy] = resized(a.outputs[a.policy], len(dst)*a.actions)
	a.outputs[a.value] = resized(a.outputs[a.value], len(dst))
	if err := a.model.Predict(f.out.Observations, a.outputs...); err != nil {
		return fmt.Errorf("ppo: %w", err)
	}
	for i := range dst {
		if f.out.Players[i] >= 0 {
			legal := &f.legal[i]
			f.vector.Table(i).Legal(legal)
			dst[i] = a.draw(a.outputs[a.policy][i*a.actions:][:a.actions], legal, random(i))
			dst[i].value = a.outputs[a.value][i]
		}
	}
	return nil
}

// resized returns x with n entries, whatever they are.
func resized(x []float32, n int) []float32 {
	if cap(x) < n {
		return make([]float32, n)
	}
	return x[:n]
}

// draw draws one of the legal actions, each with the probability of the policy.
func (a *actor) draw(logits []float32, legal *game.Mask, random uint64) decision {
	if legal.Count() == 1 {
		return decision{action: legal.Nth(0), forced: true}
	}
	high := math.Inf(-1)
	for x := range legal.Each() {
		high = max(high, float64(logits[x]))
	}
	weights, sum := a.weights[:0], 0.0
	for x := range legal.Each() {
		w := math.Exp(float64(logits[x]) - high)
		weights = append(weights, w)
		sum += w
	}
	left := game.Unit(random) * sum
	chosen := 0
	for k, w := range weights {
		if w == 0 {
			continue
		}
		chosen = k // the last that can be, where rounding leaves something
		if left -= w; left < 0 {
			break
		}
	}
	action := legal.Nth(chosen)
	return decision{action: action, log: float32(float64(logits[action]) - high - math.Log(sum))}
}
