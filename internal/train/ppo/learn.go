package ppo

import (
	"fmt"
	"math"
	"slices"

	"rummygym/env/game"
	"rummygym/internal/train"
)

// learn makes the passes over the decisions of the update, and sets row to the measures:
// means over the optimizer steps.
func (l *Learner) learn(row []float64) error {
	measured, own := row[:len(row)-len(ownColumns)], row[len(row)-len(ownColumns):]
	clear(measured)
	epochs, steps := 0, 0
	if len(l.rows) > 0 {
		warming := l.updates < l.cfg.WarmUp
		returns := l.returns()
		if warming {
			if err := l.remember(); err != nil {
				return err
			}
			clear(l.advantages) // the policy stays fixed
		} else {
			normalise(l.advantages, l.rows)
		}
		kl := slices.Index(l.model.Columns(), "ppo/kl")
		var order []int32
		for epochs < l.cfg.Epochs {
			order = l.order(order, epochs)
			far, batches := 0.0, (len(order)+l.cfg.Batch-1)/l.cfg.Batch
			for b := range batches { // of nearly equal size, so that none is very small
				l.fill(order[len(order)*b/batches:len(order)*(b+1)/batches], returns, warming)
				values, err := l.model.Step(&l.batch)
				if err != nil {
					return fmt.Errorf("ppo: update %d: %w", l.updates, err)
				}
				if diverged(values) {
					return fmt.Errorf("ppo: update %d has the measures %v %v: training has diverged; try a lower learning rate", l.updates, l.model.Columns(), values)
				}
				for i, v := range values {
					measured[i] += v
				}
				far += values[kl]
				steps++
			}
			epochs++
			if l.cfg.TargetKL > 0 && far/float64(batches) > l.cfg.TargetKL {
				break
			}
		}
		for i := range measured {
			measured[i] /= float64(steps)
		}
	}
	l.tally.epochs = epochs
	l.tally.set(own)
	return nil
}

// returns returns the target of the value of each row: the old value plus the advantage.
func (l *Learner) returns() []float32 {
	returns := make([]float32, l.o.rows())
	for _, r := range l.rows {
		returns[r] = float32(float64(l.o.values[r]) + l.advantages[r])
	}
	return returns
}

// remember sets old to the probabilities of the policy before the update.
func (l *Learner) remember() error {
	actions, all := l.cfg.Game.NumActions(), make([]float32, 0, len(l.rows)*l.o.size)
	for _, r := range l.rows {
		all = append(all, l.o.observation(r)...)
	}
	logits := make([]float32, len(l.rows)*actions)
	outputs := make([][]float32, len(l.actor.outputs))
	outputs[l.actor.policy] = logits
	if err := l.model.Predict(all, outputs...); err != nil {
		return fmt.Errorf("ppo: %w", err)
	}
	l.old = slices.Grow(l.old[:0], l.o.rows()*actions)[:l.o.rows()*actions]
	for k, r := range l.rows {
		softmax(l.old[int(r)*actions:][:actions], logits[k*actions:][:actions], &l.o.masks[r])
	}
	return nil
}

// fill sets the batch to the given decisions.
func (l *Learner) fill(rows []int32, returns []float32, warming bool) {
	b, o := &l.batch, &l.o
	actions := l.cfg.Game.NumActions()
	t := &b.Targets[0]
	b.Inputs, t.Mask = b.Inputs[:0], slices.Grow(t.Mask[:0], len(rows)*actions)[:len(rows)*actions]
	t.Labels, t.LogProbs, t.Advantages = t.Labels[:0], t.LogProbs[:0], t.Advantages[:0]
	t.Returns, t.OldValues = t.Returns[:0], t.OldValues[:0]
	clear(t.Mask)
	for k, r := range rows {
		b.Inputs = append(b.Inputs, o.observation(r)...)
		for a := range o.masks[r].Each() {
			t.Mask[k*actions+int(a)] = 1
		}
		t.Labels = append(t.Labels, o.actions[r])
		t.LogProbs = append(t.LogProbs, o.logs[r])
		t.Advantages = append(t.Advantages, float32(l.advantages[r]))
		t.Returns = append(t.Returns, returns[r])
		t.OldValues = append(t.OldValues, o.values[r])
	}
	if len(b.Targets) > 1 {
		l.hold(&b.Targets[1], rows, t.Mask, warming)
	}
}

// hold sets the target that keeps the policy fixed during a warm-up. After the warm-up
// the target has weight 0.
func (l *Learner) hold(t *train.Target, rows []int32, mask []uint8, warming bool) {
	actions := l.cfg.Game.NumActions()
	t.Mask = mask
	t.Values, t.Weights = t.Values[:0], t.Weights[:0]
	for _, r := range rows {
		if warming {
			t.Values = append(t.Values, l.old[int(r)*actions:][:actions]...)
			t.Weights = append(t.Weights, 1)
			continue
		}
		at := len(t.Values)
		t.Values = append(t.Values, make([]float32, actions)...)
		t.Values[at+int(l.o.actions[r])] = 1
		t.Weights = append(t.Weights, 0)
	}
}

// softmax sets dst to the probabilities of the legal actions, and to 0 elsewhere.
func softmax(dst, logits []float32, legal *game.Mask) {
	high, sum := math.Inf(-1), 0.0
	for a, v := range logits {
		if legal.Has(game.Action(a)) {
			high = max(high, float64(v))
		}
	}
	clear(dst)
	for a, v := range logits {
		if legal.Has(game.Action(a)) {
			p := math.Exp(float64(v) - high)
			dst[a] = float32(p)
			sum += p
		}
	}
	for a := range dst {
		dst[a] = float32(float64(dst[a]) / sum)
	}
}

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
