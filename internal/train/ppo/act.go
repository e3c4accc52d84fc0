package ppo

import (
	"fmt"
	"math"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/internal/agents/network"
	"rummygym/internal/train"
)

// decision is an action drawn for one observation.
type decision struct {
	action game.Action
	log    float32 // natural logarithm of its probability
	value  float32
	forced bool // the only legal action; nothing is learned from it
}

// actor draws actions by the policy of a model. The action at a table depends only on the
// policy, the observation and the table's random number.
//
// The model computes all tables at once, with the kernels and workers that it trains
// with. That is three times as fast on one core as a network.Evaluator per table (128-128
// on 544 entries of Indian Rummy).
type actor struct {
	model         *train.Model
	actions       int
	policy, value int         // indices of the heads
	outputs       [][]float32 // of each head, nil if not needed
	weights       [game.MaskSize]float64
}

// newActor returns an actor that plays by a model with a description.
func newActor(m *train.Model, g game.Game, d *network.Description) *actor {
	return &actor{
		model: m, actions: g.NumActions(), policy: d.Head(policyHead), value: d.Head(Value), outputs: make([][]float32, len(d.Heads)),
	}
}

// act draws an action into dst[i] for every table i of f at which a player is to move.
// random returns the random number of a table.
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

// resized returns x with n entries of unspecified values.
func resized(x []float32, n int) []float32 {
	if cap(x) < n {
		return make([]float32, n)
	}
	return x[:n]
}

// draw draws a legal action with the probabilities of the policy.
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
	action := legal.Nth(agents.Drawn(weights, random))
	return decision{action: action, log: float32(float64(logits[action]) - high - math.Log(sum))}
}
