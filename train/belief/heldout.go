package belief

import (
	"context"
	"math"

	"rummygym/agents/belief"
	"rummygym/agents/network"
	"rummygym/env/card"
	"rummygym/features/opponent"
	"rummygym/train"
)

// HeldOut returns an evaluation of networks on the given number of games, with another
// seed than the learner's. All values are means over decisions, in nats:
//
//	held-out/held      cross-entropy of whether the opponent holds a card, over unseen cards
//	held-out/wanted    cross-entropy of whether a card of the observer would lower the opponent's MinDist
//	held-out/distance  cross-entropy of the opponent's MinDist
//	held-out/thrown    cross-entropy of the opponent's next discard, if there is one
//	held-out/loss      their sum
//
// The games are played at the first evaluation.
func HeldOut(c Config, games int, seed uint64, every int64) (train.Evaluation, error) {
	if err := c.Validate(); err != nil {
		return train.Evaluation{}, err
	}
	var r rows
	h := newHost(&c)
	measure := func(ctx context.Context, n *network.Network, row []float64) error {
		if r.count() == 0 {
			var game rows
			for g := range games {
				game.clear()
				if err := h.play(seed, uint64(g), &game); err != nil {
					return err
				}
				r.append(&game)
			}
		}
		if err := belief.Fits(n.Description()); err != nil {
			return err
		}
		copy(row, r.score(n))
		return ctx.Err()
	}
	return train.Evaluation{
		Every: every, Columns: []string{"held-out/loss", "held-out/held", "held-out/wanted", "held-out/distance", "held-out/thrown"}, Measure: measure,
	}, nil
}

// append adds the decisions of another game.
func (r *rows) append(o *rows) {
	r.inputs = append(r.inputs, o.inputs...)
	r.held, r.hidden = append(r.held, o.held...), append(r.hidden, o.hidden...)
	r.wanted, r.asked = append(r.wanted, o.wanted...), append(r.asked, o.asked...)
	r.own = append(r.own, o.own...)
	r.distance = append(r.distance, o.distance...)
	r.discarded, r.mayDiscard = append(r.discarded, o.discarded...), append(r.mayDiscard, o.mayDiscard...)
}

// score returns the values of HeldOut's columns.
func (r *rows) score(n *network.Network) []float64 {
	e, d := n.NewEvaluator(), n.Description()
	held, wanted, distance, discarded := d.Head(belief.Held), d.Head(belief.Wanted), d.Head(belief.Distance), d.Head(belief.Discarded)
	var logits [card.NumKinds]float32
	mean := func(values []float32, counts []uint8, sum, n *float64) {
		for i, v := range values {
			if counts[i] != 0 {
				*sum += softplus(float64(logits[i]) * (1 - 2*float64(v)))
				*n++
			}
		}
	}
	choice := func(logits []float32, mask []uint8, label int32, sum, n *float64) {
		high, total := math.Inf(-1), 0.0
		for i, v := range logits {
			if mask == nil || mask[i] != 0 {
				high = max(high, float64(v))
			}
		}
		for i, v := range logits {
			if mask == nil || mask[i] != 0 {
				total += math.Exp(float64(v) - high)
			}
		}
		*sum += high + math.Log(total) - float64(logits[label])
		*n++
	}
	var sums, counts [4]float64
	for k := range r.count() {
		e.Run(r.inputs[k*opponent.HandInputsSize:][:opponent.HandInputsSize])
		at := k * card.NumKinds
		e.Outputs(logits[:], held)
		mean(r.held[at:at+card.NumKinds], r.hidden[at:], &sums[0], &counts[0])
		e.Outputs(logits[:], wanted)
		mean(r.wanted[at:at+card.NumKinds], r.own[at:], &sums[1], &counts[1])
		all := logits[:belief.Distances]
		e.Outputs(all, distance)
		choice(all, nil, r.distance[k], &sums[2], &counts[2])
		if r.discarded[k] >= 0 {
			e.Outputs(logits[:], discarded)
			choice(logits[:], r.mayDiscard[at:at+card.NumKinds], r.discarded[k], &sums[3], &counts[3])
		}
	}
	row := []float64{0}
	for i := range sums {
		row = append(row, sums[i]/counts[i])
		row[0] += sums[i] / counts[i]
	}
	return row
}

// softplus returns ln(1 + e^x).
func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }
