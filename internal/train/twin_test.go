package train_test

import (
	"math"

	"rummygym/internal/agents/network/networktest"
	"rummygym/internal/train"
)

// twin computes losses by their definitions.
type twin struct{ *networktest.Plain }

// loss returns the loss of a batch with one target.
func (t twin) loss(loss train.Loss, b *train.Batch) float64 {
	in := 13
	n := len(b.Inputs) / in
	sum := 0.0
	for r := range n {
		weight := 1.0
		if w := b.Targets[0].Weights; w != nil {
			weight = float64(w[r])
		}
		sum += weight * rowLoss(loss, &b.Targets[0], r, t.Outputs(b.Inputs[r*in:][:in]))
	}
	return sum / float64(n)
}

// probabilities returns the softmax of the logits where mask is not 0.
func probabilities(logits []float64, mask []uint8) []float64 {
	p, sum := make([]float64, len(logits)), 0.0
	for i, x := range logits {
		if mask == nil || mask[i] != 0 {
			p[i] = math.Exp(x)
		}
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// rowLoss returns the loss of row r of a target, by the definition in the comment of the
// loss. The heads are those of toy.
func rowLoss(loss train.Loss, t *train.Target, r int, heads [][]float64) float64 {
	policy, value, cards := heads[0], heads[1], heads[2]
	mask := func(size int) []uint8 {
		if t.Mask == nil {
			return nil
		}
		return t.Mask[r*size:][:size]
	}
	sum := 0.0
	switch l := loss.(type) {
	case train.SquaredError:
		for i, x := range cards {
			if mask(5)[i] != 0 {
				sum += l.Scale * math.Pow(x-float64(t.Values[5*r+i]), 2)
			}
		}
	case train.Logistic:
		for i, x := range cards {
			if v := float64(t.Values[5*r+i]); mask(5)[i] != 0 {
				p := 1 / (1 + math.Exp(-x))
				sum -= v*math.Log(p) + (1-v)*math.Log(1-p)
			}
		}
	case train.CrossEntropy:
		p, scale := probabilities(policy, mask(9)), max(l.Scale, 1)
		if t.Values == nil && t.Labels[r] >= 0 {
			return -scale * math.Log(p[t.Labels[r]])
		}
		for i := range p {
			if t.Values != nil && t.Values[9*r+i] > 0 {
				sum -= scale * float64(t.Values[9*r+i]) * math.Log(p[i])
			}
		}
	case train.PPO:
		p := probabilities(policy, mask(9))
		ratio, a := p[t.Labels[r]]/math.Exp(float64(t.LogProbs[r])), float64(t.Advantages[r])
		clip := func(x, low, high float64) float64 { return math.Max(low, math.Min(high, x)) }
		sum = -math.Min(ratio*a, clip(ratio, 1-l.Clip, 1+l.Clip)*a)
		old, want := float64(t.OldValues[r]), float64(t.Returns[r])
		sum += l.ValueScale / 2 * math.Max(math.Pow(value[0]-want, 2), math.Pow(clip(value[0], old-l.ClipValue, old+l.ClipValue)-want, 2))
		for _, x := range p {
			if x > 0 {
				sum += l.EntropyScale * x * math.Log(x)
			}
		}
		sum *= l.Scale
	}
	return sum
}
