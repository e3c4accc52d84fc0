package train_test

import (
	"math"

	"rummygym/agents/network"
	"rummygym/train"
)

// twin is a network in float64 with plain loops, as a reference for models.
type twin struct {
	d       *network.Description
	weights [][]float64    // in the order of Network.Weights
	index   map[string]int // of a tensor by name
}

func newTwin(n *network.Network) *twin {
	t := &twin{d: n.Description(), index: map[string]int{}}
	for k, w := range n.Weights() {
		t.index[w.Name] = k
		x := make([]float64, len(w.Data))
		for i, v := range w.Data {
			x[i] = float64(v)
		}
		t.weights = append(t.weights, x)
	}
	return t
}

// image is an input of the network or the output of a part.
type image struct {
	shape  []int
	values []float64
}

// outputs returns the output of each head for one row.
func (t *twin) outputs(row []float32) [][]float64 {
	var x []float64
	images := map[string]image{} // what parts can take
	for _, in := range t.d.Inputs {
		at := len(x)
		for range in.Size() {
			x = append(x, float64(row[len(x)])/in.Scale)
		}
		images[in.Name] = image{in.Shape, x[at:]}
	}
	affine := func(name string, size int, x []float64) []float64 {
		weight, bias := t.weights[t.index[name+".weight"]], t.weights[t.index[name+".bias"]]
		y := append([]float64(nil), bias...)
		for o := range size {
			for k, v := range x {
				y[o] += weight[o*len(x)+k] * v
			}
		}
		return y
	}
	for _, l := range t.d.Layers {
		if len(l.Parts) == 0 {
			x = affine(l.Name, l.Size, x)
			activate(x, l.Activation)
			continue
		}
		x = nil
		outs := map[string]image{}
		for _, p := range l.Parts {
			out := images[p.Input]
			if p.Filters > 0 {
				out = t.convolve(l.Name+"."+p.Name, &p, out)
				activate(out.values, l.Activation)
			}
			outs[p.Name] = out
			x = append(x, out.values...)
		}
		images = outs
	}
	var all [][]float64
	for _, h := range t.d.Heads {
		all = append(all, affine(h.Name, h.Size, x))
	}
	return all
}

// activate applies an activation.
func activate(x []float64, a network.Activation) {
	for k, v := range x {
		switch a {
		case network.ReLU:
			x[k] = math.Max(0, v)
		case network.Tanh:
			x[k] = math.Tanh(v)
		case network.SiLU:
			x[k] = v / (1 + math.Exp(-v))
		}
	}
}

// convolve returns the output of a part with filters, without its activation.
func (t *twin) convolve(name string, p *network.Part, in image) image {
	weight, bias := t.weights[t.index[name+".weight"]], t.weights[t.index[name+".bias"]]
	columns := in.shape[len(in.shape)-1]
	plane := in.shape[len(in.shape)-2] * columns
	channels := len(in.values) / plane
	height, width := p.Kernel[0], p.Kernel[1]
	out := image{shape: []int{p.Filters, plane/columns - height + 1, columns - width + 1}}
	for f := range p.Filters {
		for y := range out.shape[1] {
			for x := range out.shape[2] {
				sum := bias[f]
				for k, w := range weight[f*channels*height*width:][:channels*height*width] {
					c, i, j := k/(height*width), k/width%height, k%width
					sum += w * in.values[c*plane+(y+i)*columns+x+j]
				}
				out.values = append(out.values, sum)
			}
		}
	}
	return out
}

// loss returns the loss of a batch with one target.
func (t *twin) loss(loss train.Loss, b *train.Batch) float64 {
	in := 13
	n := len(b.Inputs) / in
	sum := 0.0
	for r := range n {
		weight := 1.0
		if w := b.Targets[0].Weights; w != nil {
			weight = float64(w[r])
		}
		sum += weight * rowLoss(loss, &b.Targets[0], r, t.outputs(b.Inputs[r*in:][:in]))
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
