package offline

import (
	"fmt"
	"math"

	"rummygym/agents/network"
	"rummygym/env/game"
	"rummygym/train"
)

// Cloning is learning to do what was done: a policy whose logits, over the legal
// actions, have the least cross-entropy with the recorded ones. It is for decisions at
// which there is a choice ([Selection].Choices): where one action alone is legal no
// network is asked.
type Cloning struct {
	Actions   int
	Smoothing float64 // share of the wanted probability that all legal actions share, in [0, 1)
	WinWeight float64 // what decisions of those who won count, where others count 1; 0: 1

	phases  []string // that have held-out decisions
	columns []int    // of each phase
	held    *Rows
}

// NewCloning returns the task of cloning what a source gives, measured on held-out
// decisions of it. actions is the size of the action space.
func NewCloning(s *Source, held *Rows, actions int) *Cloning {
	c := &Cloning{Actions: actions, held: held, columns: make([]int, len(s.Phases))}
	for i, name := range s.Phases {
		c.columns[i] = -1
		for j := range held.Samples {
			if int(held.Samples[j].Phase) == i {
				c.columns[i] = 2 + len(c.phases)
				c.phases = append(c.phases, name)
				break
			}
		}
	}
	return c
}

// Validate returns an error that names the first setting that is not in its range.
func (c *Cloning) Validate() error {
	if !(c.Smoothing >= 0 && c.Smoothing < 1) {
		return fmt.Errorf("label smoothing %v: want a number in [0, 1)", c.Smoothing)
	}
	if !(c.WinWeight >= 0) || math.IsInf(c.WinWeight, 1) {
		return fmt.Errorf("weight %v of decisions of winners: want a number of at least 0", c.WinWeight)
	}
	return nil
}

// Heads returns the head of a policy.
func (c *Cloning) Heads() []network.Head {
	return []network.Head{{Name: network.Policy, Size: c.Actions}}
}

// Losses returns the cross-entropy.
func (c *Cloning) Losses() []train.Loss {
	return []train.Loss{train.CrossEntropy{Head: network.Policy}}
}

func (c *Cloning) aim(dst []train.Target, samples []Sample) {
	t := &dst[0]
	t.Mask = resize(t.Mask, len(samples)*c.Actions)
	clear(t.Mask)
	for i := range samples {
		for a := range samples[i].Legal.Each() {
			t.Mask[i*c.Actions+int(a)] = 1
		}
	}
	if c.WinWeight > 0 {
		t.Weights = resize(t.Weights, len(samples))
		for i := range samples {
			t.Weights[i] = 1
			if samples[i].Won {
				t.Weights[i] = float32(c.WinWeight)
			}
		}
	}
	if c.Smoothing > 0 {
		c.smooth(t, samples)
		return
	}
	t.Labels = resize(t.Labels, len(samples))
	for i := range samples {
		t.Labels[i] = int32(samples[i].Action)
	}
}

// smooth sets the wanted probabilities.
func (c *Cloning) smooth(t *train.Target, samples []Sample) {
	t.Values = resize(t.Values, len(samples)*c.Actions)
	clear(t.Values)
	for i := range samples {
		values := t.Values[i*c.Actions:][:c.Actions]
		share := float32(c.Smoothing) / float32(samples[i].Legal.Count())
		for a := range samples[i].Legal.Each() {
			values[a] = share
		}
		values[samples[i].Action] += float32(1 - c.Smoothing)
	}
}

// Itself returns the loss and the agreement that the agents would have with themselves on
// the held-out decisions, by the probabilities that were recorded: 0 and 1 if nothing
// was drawn by lot. No clone can be expected to have a lower loss.
func (c *Cloning) Itself() (loss, agreement float64) {
	n := float64(c.held.Len())
	for i := range c.held.Samples {
		p := c.held.Samples[i].Probability
		loss -= math.Log(p) / n
		agreement += p / n
	}
	return loss, agreement
}

// Columns names the mean cross-entropy in nats, the share of decisions at which the
// legal action of the highest logit is the recorded one, and that share in each phase.
func (c *Cloning) Columns() []string {
	names := []string{"held-out/loss", "held-out/agreement"}
	for _, p := range c.phases {
		names = append(names, "held-out/agreement/"+p)
	}
	return names
}

// Measure sets row to what Columns names. Smoothing and weights do not enter.
func (c *Cloning) Measure(n *network.Network, row []float64) error {
	head, err := headOf(n, network.Policy, c.Actions)
	if err != nil {
		return err
	}
	width := len(row)
	sums := total(n, c.held, 2*width, func(s *Sample, e *network.Evaluator, sums []float64) {
		best, loss := choose(e, head, s)
		same := 0.0
		if best == s.Action {
			same = 1
		}
		for i, v := range []float64{loss, same} {
			sums[i] += v
			sums[width+i]++
		}
		sums[c.columns[s.Phase]] += same
		sums[width+c.columns[s.Phase]]++
	})
	for i := range row {
		row[i] = sums[i] / sums[width+i]
	}
	return nil
}

// choose returns the legal action of the highest logit, the first of equal ones, and
// the cross-entropy of the action that was taken.
func choose(e *network.Evaluator, head int, s *Sample) (best game.Action, loss float64) {
	var logits [game.MaskSize]float64
	high, taken, n := math.Inf(-1), 0.0, 0
	for a := range s.Legal.Each() {
		v := float64(e.Output(head, int(a)))
		if v > high {
			best, high = a, v
		}
		if a == s.Action {
			taken = v
		}
		logits[n] = v
		n++
	}
	sum := 0.0
	for _, v := range logits[:n] {
		sum += math.Exp(v - high)
	}
	return best, math.Log(sum) + high - taken
}

// resize returns a slice of n values, of which it uses the memory of s if it can.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
