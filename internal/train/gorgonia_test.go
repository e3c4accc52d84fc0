package train

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/kernel"
	"rummygym/internal/must"
)

// tape is a graph of gorgonia's own operations over a matrix x, and the machine that runs
// it with the gradient with respect to x.
type tape struct {
	machine  gorgonia.VM
	gradient *gorgonia.Node
}

// matrixNode returns a node of g whose value is data.
func matrixNode(g *gorgonia.ExprGraph, name string, data []float32, rows int) *gorgonia.Node {
	dense := tensor.New(tensor.WithShape(rows, len(data)/rows), tensor.WithBacking(data))
	return gorgonia.NewMatrix(g, tensor.Float32, gorgonia.WithShape(dense.Shape()...), gorgonia.WithName(name), gorgonia.WithValue(dense))
}

// newTape returns the machine of f(x). If above is nil, f must return a scalar; otherwise
// above is the gradient with respect to f(x).
func newTape(tb testing.TB, x, above []float32, rows int, f func(g *gorgonia.ExprGraph, x *gorgonia.Node) *gorgonia.Node) *tape {
	tb.Helper()
	g := gorgonia.NewGraph()
	in := matrixNode(g, "x", x, rows)
	y := f(g, in)
	var gradients gorgonia.Nodes
	var err error
	if above == nil {
		gradients, err = gorgonia.Grad(y, in)
	} else {
		gradients, err = gorgonia.Backpropagate(gorgonia.Nodes{y}, gorgonia.Nodes{matrixNode(g, "above", above, rows)}, gorgonia.Nodes{in})
	}
	must.Do(tb, err)
	return &tape{gorgonia.NewTapeMachine(g), gradients[0]}
}

func (m *tape) run(tb testing.TB) []float32 {
	tb.Helper()
	must.Do(tb, m.machine.RunAll())
	m.machine.Reset()
	return m.gradient.Value().Data().([]float32)
}

// comparison is a computation by this package and by operations of gorgonia. Both return
// the gradient, or the new weights.
type comparison struct {
	name         string
	ours, theirs func() []float32
	tolerance    float32
}

const (
	comparedRows = 256
	comparedSize = 128
)

// comparisons returns what BenchmarkGorgonia compares: each activation and each loss with
// its gradient, and an update by Adam.
func comparisons(tb testing.TB) []comparison {
	rng := rand.New(rand.NewPCG(1, 2))
	random := func(n int) []float32 {
		x := make([]float32, n)
		for i := range x {
			x[i] = float32(rng.NormFloat64())
		}
		return x
	}
	const n = comparedRows * comparedSize
	x, above := random(n), random(n)
	y, pre, slope := make([]float32, n), make([]float32, n), make([]float32, n)
	must := func(node *gorgonia.Node, err error) *gorgonia.Node {
		if err != nil {
			tb.Fatal(err)
		}
		return node
	}
	activation := func(name string, ours func(), f func(*gorgonia.Node) (*gorgonia.Node, error)) comparison {
		m := newTape(tb, slices.Clone(x), slices.Clone(above), comparedRows, func(_ *gorgonia.ExprGraph, x *gorgonia.Node) *gorgonia.Node { return must(f(x)) })
		return comparison{name, func() []float32 { copy(y, x); ours(); return pre }, func() []float32 { return m.run(tb) }, 1e-5}
	}
	all := []comparison{
		activation("relu", func() { kernel.ReLU(y); kernel.Gate(pre, above, y) }, gorgonia.Rectify),
		activation("tanh", func() { kernel.Tanh(y, slope); kernel.Times(pre, above, slope) }, gorgonia.Tanh),
		activation("silu", func() { kernel.SiLU(y, slope); kernel.Times(pre, above, slope) }, func(x *gorgonia.Node) (*gorgonia.Node, error) {
			return gorgonia.HadamardProd(x, must(gorgonia.Sigmoid(x)))
		}),
	}

	loss := func(name string, size int, l Loss, target Target, f func(g *gorgonia.ExprGraph, x *gorgonia.Node) *gorgonia.Node) comparison {
		outputs, gradient := x[:comparedRows*size], make([]float32, comparedRows*size)
		t, err := l.bind(&network.Description{Heads: []network.Head{{Name: "head", Size: size}}})
		if err != nil {
			tb.Fatal(err)
		}
		values := make([]float64, len(t.columns()))
		m := newTape(tb, slices.Clone(outputs), nil, comparedRows, f)
		return comparison{name, func() []float32 {
			clear(gradient)
			for r := range comparedRows {
				clear(values)
				t.row(&target, r, outputs[r*size:][:size], gradient[r*size:][:size], 1.0/comparedRows, values)
			}
			return gradient
		}, func() []float32 { return m.run(tb) }, 1e-6}
	}
	mean := func(x *gorgonia.Node) *gorgonia.Node {
		return must(gorgonia.Div(must(gorgonia.Sum(x)), gorgonia.NewConstant(float32(comparedRows))))
	}
	want, chances := random(comparedRows), make([]float32, comparedRows)
	for i := range chances {
		chances[i] = rng.Float32()
	}
	const actions = 110
	labels, hot := make([]int32, comparedRows), make([]float32, comparedRows*actions)
	for r := range labels {
		labels[r] = int32(rng.IntN(actions))
		hot[r*actions+int(labels[r])] = 1
	}
	all = append(all,
		loss("squared error", 1, SquaredError{Head: "head"}, Target{Values: want}, func(g *gorgonia.ExprGraph, x *gorgonia.Node) *gorgonia.Node {
			return mean(must(gorgonia.Square(must(gorgonia.Sub(x, matrixNode(g, "want", want, comparedRows))))))
		}),
		loss("logistic", 1, Logistic{Head: "head"}, Target{Values: chances}, func(g *gorgonia.ExprGraph, x *gorgonia.Node) *gorgonia.Node {
			// softplus(x) - v·x
			return mean(must(gorgonia.Sub(must(gorgonia.Softplus(x)), must(gorgonia.HadamardProd(x, matrixNode(g, "want", chances, comparedRows))))))
		}),
		loss("cross-entropy", actions, CrossEntropy{Head: "head"}, Target{Labels: labels}, func(g *gorgonia.ExprGraph, x *gorgonia.Node) *gorgonia.Node {
			p := must(gorgonia.SoftMax(x, 1))
			return mean(must(gorgonia.Neg(must(gorgonia.HadamardProd(must(gorgonia.Log(p)), matrixNode(g, "want", hot, comparedRows))))))
		}))

	gradient := random(n)
	weights, others := random(n), make([]float32, n)
	copy(others, weights)
	adam := newSolver(Adam(1e-3), n, newPool(1))
	their := gorgonia.NewAdamSolver(gorgonia.WithLearnRate(1e-3), gorgonia.WithEps(1e-8))
	theirWeights := &dual{tensor.New(tensor.WithShape(n), tensor.WithBacking(others)), tensor.New(tensor.WithShape(n), tensor.WithBacking(make([]float32, n)))}
	return append(all, comparison{"adam", func() []float32 {
		adam.begin(1)
		adam.update(weights, gradient, 0, n)
		return weights
	}, func() []float32 {
		copy(theirWeights.gradient.Data().([]float32), gradient) // the solver clears it
		if err := their.Step([]gorgonia.ValueGrad{theirWeights}); err != nil {
			tb.Fatal(err)
		}
		return others
	}, 1e-5})
}

// dual is a vector of weights with its gradient.
type dual struct{ value, gradient *tensor.Dense }

func (d *dual) Value() gorgonia.Value         { return d.value }
func (d *dual) Grad() (gorgonia.Value, error) { return d.gradient, nil }

// TestGorgoniaComputesTheSame compares our activations, losses and Adam with gorgonia's.
func TestGorgoniaComputesTheSame(t *testing.T) {
	for _, c := range comparisons(t) {
		ours, theirs := c.ours(), c.theirs()
		for i := range ours {
			if d := ours[i] - theirs[i]; !(d <= c.tolerance && d >= -c.tolerance) {
				t.Errorf("%s: entry %d is %v, of gorgonia %v", c.name, i, ours[i], theirs[i])
				break
			}
		}
	}
}

// TestTapeComputesTheSame runs the graph of a model on gorgonia's tape machine, each operation for
// the whole batch, and compares loss and gradient with those of a step, bit by bit.
func TestTapeComputesTheSame(t *testing.T) {
	image := []network.Input{{Name: "x", Shape: []int{3, 4}, Scale: 1}, {Name: "y", Shape: []int{7}, Scale: 2.5}}
	parts := network.Layer{Name: "parts", Size: 25, Activation: network.ReLU, Parts: []network.Part{
		{Name: "wide", Input: "x", Filters: 2, Kernel: []int{3, 2}}, {Name: "square", Input: "x", Filters: 2, Kernel: []int{2, 2}}, {Name: "y", Input: "y"}}}
	for name, layers := range map[string][]network.Layer{
		"none": nil, "relu": {{Name: "one", Size: 70, Activation: network.ReLU}, {Name: "two", Size: 16, Activation: network.ReLU}},
		"silu": {{Name: "one", Size: 33, Activation: network.SiLU}}, "parts": {parts, {Name: "two", Size: 9, Activation: network.Tanh}},
	} {
		d := network.Description{Format: 1, Game: "toy", Fields: "all", Inputs: image, Layers: layers, Heads: []network.Head{{Name: "policy", Size: 20}, {Name: "value", Size: 1}}}
		set := Settings{Losses: []Loss{CrossEntropy{Head: "policy"}, SquaredError{Head: "value"}}, Optimizer: Adam(1e-3), MaxBatch: 100, Workers: 2}
		step, tape := must.Get(newModel(d, set))(t), must.Get(newModel(d, set))(t)
		rng := rand.New(rand.NewPCG(1, 1))
		step.ShareAll()
		step.randomise(1, ByActivation)
		tape.randomise(1, ByActivation)
		machine := gorgonia.NewTapeMachine(must.Get(tape.build())(t))
		for n := 100; n > 60; n -= 13 {
			b := &Batch{Targets: []Target{{}, {}}}
			for range n {
				for range 19 {
					b.Inputs = append(b.Inputs, float32(max(0, rng.NormFloat64())))
				}
				b.Targets[0].Labels = append(b.Targets[0].Labels, int32(rng.IntN(20)))
				b.Targets[1].Values = append(b.Targets[1].Values, float32(rng.NormFloat64()))
			}
			loss := must.Get(step.Step(b))(t)
			must.Do(t, tape.take(b))
			tape.list(b.Inputs, 0, n, 0)
			must.Do(t, machine.RunAll())
			machine.Reset()
			tape.sum()
			if !slices.Equal(loss, tape.values) {
				t.Errorf("%s: losses %v, on the tape %v", name, loss, tape.values)
			}
			for i, l := range step.layers {
				if !slices.Equal(l.gradient, tape.layers[i].gradient) {
					t.Errorf("%s: the gradient of layer %d is not that of the tape", name, i)
				}
			}
			copy(tape.weights, step.weights)
			tape.derive()
		}
	}
}

// BenchmarkGorgonia measures our operations beside gorgonia's: matrices [256, 128], losses
// of 256 rows, Adam over 32,768 weights. The figures of docs/decisions.md are from it.
func BenchmarkGorgonia(b *testing.B) {
	for _, c := range comparisons(b) {
		for side, f := range map[string]func() []float32{"ours": c.ours, "theirs": c.theirs} {
			b.Run(fmt.Sprintf("%s/%s", c.name, side), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					f()
				}
			})
		}
	}
}
