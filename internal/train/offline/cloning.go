package offline

import (
	"math"

	"rummygym/env/game"
	"rummygym/internal/agents/network"
	"rummygym/internal/train"
)

// Cloning is behaviour cloning: it fits a policy, the softmax of the logits over the legal
// actions, to the recorded actions by cross-entropy. It is for decisions with a choice
// ([Selection].Choices): where only one action is legal, no network is needed.
type Cloning struct {
	Actions int

	phases  []string // that occur in held-out decisions
	columns []int    // index in phases, for each phase of the source
	held    *Rows
}

// NewCloning returns the task of cloning the decisions of a source, measured on its
// held-out decisions. actions is the size of the action space.
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

// Heads returns the policy head.
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
	t.Labels = resize(t.Labels, len(samples))
	for i := range samples {
		t.Labels[i] = int32(samples[i].Action)
	}
}

// SelfAgreement returns the loss and the agreement that the recorded agents would have
// with themselves on the held-out decisions, from the recorded probabilities: 0 and 1 if
// no action was random. No clone can be expected to have a lower loss.
func (c *Cloning) SelfAgreement() (loss, agreement float64) {
	n := float64(c.held.Len())
	for i := range c.held.Samples {
		p := c.held.Samples[i].Probability
		loss -= math.Log(p) / n
		agreement += p / n
	}
	return loss, agreement
}

// Columns returns the names of the measures: the mean cross-entropy in nats, the share of
// decisions whose legal action with the highest logit is the recorded one, and that share
// in each phase.
func (c *Cloning) Columns() []string {
	names := []string{"held-out/loss", "held-out/agreement"}
	for _, p := range c.phases {
		names = append(names, "held-out/agreement/"+p)
	}
	return names
}

// Measure sets row to the values of Columns.
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

// choose returns the legal action with the highest logit, the first of equal ones, and the
// cross-entropy of the recorded action.
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

// resize returns a slice of n values. It reuses the memory of s if possible.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
