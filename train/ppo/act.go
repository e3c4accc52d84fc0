package ppo

import (
	"math"
	"sync"

	"rummygym/agents/network"
	"rummygym/env/game"
)

// decision is what was drawn for one observation.
type decision struct {
	action game.Action
	log    float32 // logarithm of its probability
	value  float32
	forced bool // it was the only legal action, so that the network was not asked
}

// actor draws actions by the policy of a network on several cores. What it draws at a
// table follows from the table's random number alone.
type actor struct {
	evaluators    []*network.Evaluator // of each worker
	logits        [][game.MaskSize]float64
	policy, value int // heads
}

// newActor returns an actor without a network.
func newActor(workers int) *actor {
	return &actor{evaluators: make([]*network.Evaluator, workers), logits: make([][game.MaskSize]float64, workers)}
}

// use makes the actor play by n from now on.
func (a *actor) use(n *network.Network) {
	d := n.Description()
	a.policy, a.value = d.Head(network.Policy), d.Head(Value)
	for w := range a.evaluators {
		a.evaluators[w] = n.NewEvaluator()
	}
}

// act sets dst[i] to what is drawn at table i, for all tables of f with somebody to
// move, by the random number that random returns for it.
func (a *actor) act(dst []decision, f *fleet, random func(table int) uint64) {
	workers := min(len(a.evaluators), len(dst))
	var wait sync.WaitGroup
	for w := range workers {
		work := func() {
			for i := len(dst) * w / workers; i < len(dst)*(w+1)/workers; i++ {
				if f.out.Players[i] >= 0 {
					f.vector.Table(i).Legal(&f.legal[i])
					dst[i] = a.decide(w, f.seen(i), &f.legal[i], random(i))
				}
			}
		}
		if w == workers-1 {
			work()
			break
		}
		wait.Go(work)
	}
	wait.Wait()
}

// decide draws one of the legal actions, each with the probability of the policy.
func (a *actor) decide(worker int, seen []float32, legal *game.Mask, random uint64) decision {
	if legal.Count() == 1 {
		return decision{action: legal.Nth(0), forced: true}
	}
	e, logits := a.evaluators[worker], a.logits[worker][:0]
	e.Run(seen)
	high := math.Inf(-1)
	for x := range legal.Each() {
		v := float64(e.Output(a.policy, int(x)))
		high = max(high, v)
		logits = append(logits, v)
	}
	sum := 0.0
	for _, v := range logits {
		sum += math.Exp(v - high)
	}
	left := float64(random>>11) / (1 << 53) * sum
	chosen := 0
	for k, v := range logits {
		p := math.Exp(v - high)
		if p == 0 {
			continue
		}
		chosen = k // the last that can be, where rounding leaves something
		if left -= p; left < 0 {
			break
		}
	}
	return decision{
		action: legal.Nth(chosen),
		log:    float32(logits[chosen] - high - math.Log(sum)),
		value:  e.Output(a.value, 0),
	}
}
