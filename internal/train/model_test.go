package train_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/networktest"
	"rummygym/internal/must"
	"rummygym/internal/train"
	"rummygym/internal/train/wire"
)

// toy describes a network with two fields, layers with the given activations, a policy
// of 9 actions, a value, and a head with 5 logits.
func toy(activations ...network.Activation) network.Description {
	d := network.Description{
		Format: 1, Game: "toy", Fields: "all",
		Inputs: []network.Input{{Name: "x", Shape: []int{3, 4}, Scale: 1}, {Name: "y", Shape: []int{}, Scale: 2.5}},
		Heads:  []network.Head{{Name: "policy", Size: 9}, {Name: "value", Size: 1}, {Name: "cards", Size: 5}},
	}
	for i, a := range activations {
		d.Layers = append(d.Layers, network.Layer{Name: fmt.Sprint("layer", i), Size: 10 + 7*i, Activation: a})
	}
	return d
}

// parted describes a network with the inputs and heads of toy and two layers of parts,
// with given activations: convolutions of one and of three channels, and an input that
// passes both layers. A third activation adds a layer without parts.
func parted(activations ...network.Activation) network.Description {
	d := toy(activations...)
	d.Layers[0].Size, d.Layers[0].Parts = 25, []network.Part{
		{Name: "wide", Input: "x", Filters: 2, Kernel: []int{3, 2}}, {Name: "y", Input: "y"}, {Name: "square", Input: "x", Filters: 3, Kernel: []int{2, 2}}}
	d.Layers[1].Size, d.Layers[1].Parts = 24, []network.Part{
		{Name: "deep", Input: "square", Filters: 5, Kernel: []int{1, 2}}, {Name: "wide", Input: "wide", Filters: 1, Kernel: []int{1, 1}}, {Name: "y", Input: "y"}}
	return d
}

// stacked describes a network with the inputs and heads of toy, a convolution over two parts side by side, and one of them beside it.
func stacked() network.Description {
	d := toy(network.ReLU, network.SiLU)
	d.Layers[0].Size, d.Layers[0].Parts = 37, []network.Part{
		{Name: "two", Input: "x", Filters: 2, Kernel: []int{1, 1}}, {Name: "y", Input: "y"}, {Name: "one", Input: "x", Filters: 1, Kernel: []int{1, 1}}}
	d.Layers[1].Size, d.Layers[1].Parts = 25, []network.Part{
		{Name: "both", Input: "one", Stack: []string{"two"}, Filters: 2, Kernel: []int{2, 2}}, {Name: "one", Input: "one"}, {Name: "y", Input: "y"}}
	return d
}

// networks returns descriptions with every activation, with and without parts.
func networks() map[string]network.Description {
	return map[string]network.Description{
		"no layers": toy(), "silu": toy(network.SiLU), "tanh, silu, none": toy(network.Tanh, network.SiLU, network.None), "relu": toy(network.ReLU, network.ReLU),
		"parts, relu": parted(network.ReLU, network.ReLU, network.ReLU), "parts, tanh, none": parted(network.Tanh, network.None), "parts, silu": parted(network.SiLU, network.SiLU, network.SiLU), "stack": stacked(),
	}
}

// rows returns n rows of inputs for toy, a third of the entries 0.
func rows(rng *rand.Rand, n int) []float32 {
	x := make([]float32, 13*n)
	for i := range x {
		if rng.IntN(3) > 0 {
			x[i] = float32(rng.NormFloat64())
		}
	}
	return x
}

// term is a loss, and a function that draws a target of n rows for it.
type term struct {
	loss   train.Loss
	target func(rng *rand.Rand, n int) train.Target
}

// fill returns n values of f.
func fill[T any](n int, f func(i int) T) []T {
	x := make([]T, n)
	for i := range x {
		x[i] = f(i)
	}
	return x
}

// terms has a case of every loss.
var terms = map[string]term{
	"squared": {train.SquaredError{Head: "cards", Scale: 0.7}, func(rng *rand.Rand, n int) train.Target {
		return train.Target{Values: fill(5*n, func(int) float32 { return float32(rng.NormFloat64()) }),
			Mask: fill(5*n, func(int) uint8 { return uint8(rng.IntN(2)) }), Weights: fill(n, func(int) float32 { return rng.Float32() })}
	}},
	"logistic": {train.Logistic{Head: "cards"}, func(rng *rand.Rand, n int) train.Target {
		return train.Target{Values: fill(5*n, func(int) float32 { return float32(rng.IntN(3)) / 2 }), Mask: fill(5*n, func(int) uint8 { return uint8(rng.IntN(2)) })}
	}},
	"hard": {train.CrossEntropy{Head: "policy", Scale: 2}, func(rng *rand.Rand, n int) train.Target {
		t := train.Target{Mask: fill(9*n, func(int) uint8 { return uint8(rng.IntN(2)) }), Weights: fill(n, func(int) float32 { return rng.Float32() })}
		t.Labels = fill(n, func(r int) int32 {
			label := int32(rng.IntN(9))
			t.Mask[9*r+int(label)] = 1
			return label - 10*int32(rng.IntN(5)/4)
		})
		for r, label := range t.Labels {
			if label < 0 {
				t.Labels[r] = -1
			}
		}
		return t
	}},
	"soft": {train.CrossEntropy{Head: "policy"}, func(rng *rand.Rand, n int) train.Target {
		t := train.Target{Values: make([]float32, 9*n)}
		for r := range n {
			p := rng.Float32()
			t.Values[9*r+rng.IntN(9)] += p
			t.Values[9*r+rng.IntN(9)] += 1 - p
		}
		return t
	}},
	"ppo": {train.PPO{Policy: "policy", Value: "value", Clip: 0.2, ClipValue: 0.4, ValueScale: 0.5, EntropyScale: 0.05, Scale: 3}, func(rng *rand.Rand, n int) train.Target {
		t := train.Target{
			Mask: fill(9*n, func(int) uint8 { return uint8(rng.IntN(2)) }), LogProbs: fill(n, func(int) float32 { return -float32(0.2 + 2*rng.Float64()) }),
			Advantages: fill(n, func(int) float32 { return float32(rng.NormFloat64()) }), Returns: fill(n, func(int) float32 { return float32(rng.NormFloat64()) }),
			OldValues: fill(n, func(int) float32 { return float32(rng.NormFloat64()) }), Weights: fill(n, func(int) float32 { return rng.Float32() }),
		}
		t.Labels = fill(n, func(r int) int32 { label := rng.IntN(9); t.Mask[9*r+label] = 1; return int32(label) })
		return t
	}},
}

// names returns the names of terms in order.
func names() []string {
	var all []string
	for name := range terms {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

func mustModel(t testing.TB, d network.Description, set train.Settings) *train.Model {
	t.Helper()
	if set.MaxBatch == 0 {
		set.MaxBatch = 40
	}
	return must.Get(train.New(d, set))(t)
}

// TestLossesAndGradients compares every activation and every loss with the twin in
// float64: the value of the loss and, after one step of plain gradient descent, the
// change of each weight with the numerical derivative of the twin's loss.
func TestLossesAndGradients(t *testing.T) {
	for _, name := range names() {
		for layers, d := range networks() {
			if name != "ppo" && strings.HasPrefix(layers, "parts") {
				continue // takes long, and PPO's gradient reaches all weights but those of one head
			}
			t.Run(name+" "+layers, func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(1, 1))
				const rate, n = 1, 33
				m := mustModel(t, d, train.Settings{Losses: []train.Loss{terms[name].loss}, Optimizer: train.SGD(rate, 0), Seed: 7})
				b := &train.Batch{Inputs: rows(rng, n), Targets: []train.Target{terms[name].target(rng, n)}}
				start := biased(t, d, m)
				values := must.Get(m.Step(b))(t)
				after := mustNetwork(t, m).Weights()
				twin := twin{networktest.NewPlain(start)}
				if want := twin.loss(terms[name].loss, b); math.Abs(values[0]-want) > 1e-6 {
					t.Errorf("the loss is %v, want %v", values[0], want)
				}
				moved := 0
				for i, w := range start.Weights() {
					for j, x := range w.Data {
						const h = 1e-6
						at := &twin.Weights[i][j]
						*at += h
						up := twin.loss(terms[name].loss, b)
						*at -= 2 * h
						down := twin.loss(terms[name].loss, b)
						*at += h
						slope, want := float64(x-after[i].Data[j])/rate, (up-down)/(2*h)
						if math.Abs(slope-want) > 1e-5 {
							t.Fatalf("weight %d of %s moved by the slope %v, want %v", j, w.Name, slope, want)
						}
						if want != 0 {
							moved++
						}
					}
				}
				if moved < 14 {
					t.Errorf("only %d weights moved", moved)
				}
			})
		}
	}
}

// biased gives a model random biases and returns its network. With biases of 0, filters
// over zeros are just where ReLU has no derivative.
func biased(t *testing.T, d network.Description, m *train.Model) *network.Network {
	t.Helper()
	rng := rand.New(rand.NewPCG(8, 1))
	weights := mustNetwork(t, m).Weights()
	for _, w := range weights {
		for i := range w.Data {
			if len(w.Shape) == 1 {
				w.Data[i] = float32(rng.NormFloat64() / 4)
			}
		}
	}
	n := must.Get(network.New(d, weights))(t)
	must.Do(t, m.SetNetwork(n))
	return n
}

func mustNetwork(t testing.TB, m *train.Model) *network.Network {
	t.Helper()
	return must.Get(m.Network())(t)
}

// TestPredictIsTheEvaluator compares a model with the evaluator of its network.
func TestPredictIsTheEvaluator(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for layers, d := range networks() {
		m := mustModel(t, d, train.Settings{Losses: []train.Loss{train.SquaredError{Head: "value"}}, Optimizer: train.Adam(1e-2), Seed: 5, MaxBatch: 16})
		for range 5 {
			b := &train.Batch{Inputs: rows(rng, 16), Targets: []train.Target{{Values: make([]float32, 16)}}}
			must.Get(m.Step(b))(t)
		}
		const n = 41 // more than a batch
		x := rows(rng, n)
		policy, cards := make([]float32, 9*n), make([]float32, 5*n)
		must.Do(t, m.Predict(x, policy, nil, cards))
		e := mustNetwork(t, m).NewEvaluator()
		for r := range n {
			e.Run(x[13*r:][:13])
			for head, got := range map[int][]float32{0: policy[9*r:][:9], 2: cards[5*r:][:5]} {
				for i, v := range got {
					if want := e.Output(head, i); math.Abs(float64(v-want)) > 1e-5 {
						t.Fatalf("%s row %d: entry %d of head %d is %v, want %v", layers, r, i, head, v, want)
					}
				}
			}
		}
	}
}

// TestLayersAreTheEvaluator checks that layers without activation and with ReLU agree with
// the evaluator to the last bit: a head that copies the last layer is exact.
func TestLayersAreTheEvaluator(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	for name, d := range map[string]network.Description{
		"layers": toy(network.ReLU, network.None), "parts": parted(network.ReLU, network.ReLU), "a layer after parts": parted(network.None, network.ReLU, network.ReLU)} {
		size := d.Layers[len(d.Layers)-1].Size
		d.Heads = []network.Head{{Name: "all", Size: size}}
		m := mustModel(t, d, train.Settings{Losses: []train.Loss{train.SquaredError{Head: "all"}}, Optimizer: train.Adam(1e-2), Seed: 5})
		for range 5 {
			must.Get(m.Step(&train.Batch{Inputs: rows(rng, 40), Targets: []train.Target{{Values: fill(40*size, func(int) float32 { return rng.Float32() })}}}))(t)
		}
		weights := mustNetwork(t, m).Weights()
		copies := weights[len(weights)-2]
		clear(copies.Data)
		for i := range size {
			copies.Data[i*size+i] = 1
		}
		clear(weights[len(weights)-1].Data)
		n := must.Get(network.New(d, weights))(t)
		must.Do(t, m.SetNetwork(n))
		x, got, want := rows(rng, 40), make([]float32, 40*size), make([]float32, size)
		must.Do(t, m.Predict(x, got))
		e, zeros := n.NewEvaluator(), 0
		for r := range 40 {
			e.Run(x[13*r:][:13])
			e.Outputs(want, 0)
			for i, w := range want {
				if got[r*size+i] != w {
					t.Fatalf("%s, row %d: output %d is %v, want %v", name, r, i, got[r*size+i], w)
				}
				if w == 0 {
					zeros++
				}
			}
		}
		if zeros > 40*size*3/4 {
			t.Errorf("%s: %d of %d outputs are 0, too many for a test", name, zeros, 40*size)
		}
	}
}

// all returns a model with all losses, and batches for it.
func all(t testing.TB, o train.Optimizer, workers int, layers func(...network.Activation) network.Description) (*train.Model, []*train.Batch) {
	set := train.Settings{Optimizer: o, Seed: 11, Workers: workers}
	for _, name := range names() {
		set.Losses = append(set.Losses, terms[name].loss)
	}
	rng := rand.New(rand.NewPCG(2, 2))
	var batches []*train.Batch
	for _, n := range []int{40, 1, 39, 17} {
		b := &train.Batch{Inputs: rows(rng, n)}
		for _, name := range names() {
			b.Targets = append(b.Targets, terms[name].target(rng, n))
		}
		batches = append(batches, b)
	}
	m := mustModel(t, layers(network.ReLU, network.SiLU), set)
	m.ShareAll()
	return m, batches
}

var optimizers = map[string]train.Optimizer{
	"adam": func() train.Optimizer {
		o := train.Adam(1e-2)
		o.Clip, o.Decay = 0.5, 1e-3
		return o
	}(),
	"adamw": train.AdamW(1e-2, 0.1), "sgd": train.SGD(1e-3, 0.9),
}

// TestStepDoesNotAllocate trains networks with and without parts.
func TestStepDoesNotAllocate(t *testing.T) {
	for name, layers := range map[string]func(...network.Activation) network.Description{"layers": toy, "parts": parted} {
		m, batches := all(t, optimizers["adam"], 1, layers)
		if n := testing.AllocsPerRun(10, func() { must.Get(m.Step(batches[0]))(t) }); n > 0 {
			t.Errorf("%s: a step allocates %v values, want 0", name, n)
		}
	}
}

// TestStateIsAll checks that a restored model continues like the original, whatever the
// number of workers.
func TestStateIsAll(t *testing.T) {
	for name, c := range map[string]struct {
		optimizer string
		layers    func(...network.Activation) network.Description
	}{"adam": {"adam", toy}, "adamw": {"adamw", toy}, "sgd": {"sgd", toy}, "adam, parts": {"adam", parted}, "sgd, parts": {"sgd", parted}} {
		o := optimizers[c.optimizer]
		m, batches := all(t, o, 1, c.layers)
		for _, b := range batches {
			must.Get(m.Step(b))(t)
		}
		state := m.AppendState([]byte("before"))
		other, _ := all(t, o, 3, c.layers)
		r := wire.NewReader(append(state, "after"...)[len("before"):])
		if err := other.Restore(&r); err != nil || string(r.Left()) != "after" || other.Updates() != 4 {
			t.Fatalf("%s: rest %q, %d updates, error %v", name, r.Left(), other.Updates(), err)
		}
		var values [2][]float64
		for _, b := range batches {
			for i, m := range []*train.Model{m, other} {
				v := must.Get(m.Step(b))(t)
				values[i] = slices.Clone(v)
			}
			if !slices.Equal(values[0], values[1]) {
				t.Fatalf("%s: the losses differ: %v and %v", name, values[0], values[1])
			}
		}
		if !bytes.Equal(m.AppendState(nil), other.AppendState(nil)) {
			t.Errorf("%s: the states differ", name)
		}
		for _, n := range []int{0, 7, 30, 100, len(state) - 7} {
			if r := wire.NewReader(state[6 : 6+n]); other.Restore(&r) == nil {
				t.Errorf("%s: %d bytes of a state are accepted", name, n)
			}
		}
	}
}

// TestAverage checks that the network of a model with Average has the running means of the weights of one without, from its initial weights
// or those of a network on, and that a restored model continues them.
func TestAverage(t *testing.T) {
	o := optimizers["adam"]
	o.Average = .5
	for name, layers := range map[string]func(...network.Activation) network.Description{"layers": toy, "parts": parted} {
		plain, batches := all(t, optimizers["adam"], 1, layers)
		m, _ := all(t, o, 2, layers)
		start := must.Get(plain.Network())(t)
		must.Do(t, m.SetNetwork(start))
		mean := map[string][]float64{}
		for _, w := range start.Weights() {
			for _, x := range w.Data {
				mean[w.Name] = append(mean[w.Name], float64(x))
			}
		}
		for step := range 12 {
			b := batches[step%len(batches)]
			must.Get(plain.Step(b))(t)
			must.Get(m.Step(b))(t)
			if step == 5 {
				state := m.AppendState(nil)
				m, _ = all(t, o, 1, layers)
				r := wire.NewReader(state)
				must.Do(t, m.Restore(&r))
			}
			keep := min(.5, float64(step+2)/float64(step+11))
			current := must.Get(plain.Network())(t).Weights()
			for i, w := range must.Get(m.Network())(t).Weights() {
				for k, x := range w.Data {
					old := &mean[w.Name][k]
					*old = keep**old + (1-keep)*float64(current[i].Data[k])
					if math.Abs(*old-float64(x)) > 1e-5 {
						t.Fatalf("%s: after step %d %s has %v at %d, want the mean %v", name, step, w.Name, x, k, *old)
					}
				}
			}
		}
	}
}

func TestStepRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		change func(b *train.Batch)
		want   string
	}{
		"inputs":  {func(b *train.Batch) { b.Inputs = b.Inputs[1:] }, "want rows of 13"},
		"no rows": {func(b *train.Batch) { b.Inputs = nil }, "at least 1"},
		"targets": {func(b *train.Batch) { b.Targets = b.Targets[1:] }, "0 targets: want 1"},
		"labels":  {func(b *train.Batch) { b.Targets[0].Labels = b.Targets[0].Labels[1:] }, "Labels has 2 numbers: want 3"},
		"label":   {func(b *train.Batch) { b.Targets[0].Labels[1] = 9 }, "label of row 1 is 9: want 0 to 8"},
		"masked":  {func(b *train.Batch) { b.Targets[0].Mask[9+4] = 0 }, "label of row 1 is 4, where Mask is 0"},
		"mask":    {func(b *train.Batch) { b.Targets[0].Mask = b.Targets[0].Mask[1:] }, "Mask has 26 numbers"},
		"weight":  {func(b *train.Batch) { b.Targets[0].Weights = []float32{1, -1, 1} }, "weight of row 1 is -1"},
		"soft":    {func(b *train.Batch) { b.Targets[0].Values = make([]float32, 27) }, "values of row 0 sum to 0"},
		"not legal": {func(b *train.Batch) {
			b.Targets[0].Values = append(make([]float32, 26), 1)
			b.Targets[0].Mask[26] = 0
			b.Targets[0].Values[0], b.Targets[0].Values[9] = 1, 1
		}, "0 where Mask is 0"},
		"NaN": {func(b *train.Batch) { b.Inputs[3] = float32(math.NaN()) }, "the loss is NaN after 0 updates"},
	} {
		m := mustModel(t, toy(network.ReLU), train.Settings{Losses: []train.Loss{train.CrossEntropy{Head: "policy"}}, Optimizer: train.Adam(1e-3)})
		state := m.AppendState(nil)
		b := &train.Batch{Inputs: rows(rand.New(rand.NewPCG(1, 1)), 3), Targets: []train.Target{{Labels: []int32{1, 4, 8}, Mask: bytes.Repeat([]byte{1}, 27)}}}
		c.change(b)
		must.Refuse(m.Step(b))(t, c.want)
		if !bytes.Equal(m.AppendState(nil), state) {
			t.Errorf("%s: the model changed", name)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	good := func() train.Settings {
		return train.Settings{Losses: []train.Loss{train.SquaredError{Head: "value"}}, Optimizer: train.Adam(1e-3), MaxBatch: 8}
	}
	for want, change := range map[string]func(s *train.Settings){
		`no head "worth": want one of ["policy" "value" "cards"]`: func(s *train.Settings) { s.Losses[0] = train.SquaredError{Head: "worth"} },
		"0 losses":                  func(s *train.Settings) { s.Losses = nil },
		`initial weights "zero"`:    func(s *train.Settings) { s.Initial = "zero" },
		"at most 0 rows":            func(s *train.Settings) { s.MaxBatch = 0 },
		`method ""`:                 func(s *train.Settings) { s.Optimizer = train.Optimizer{} },
		"learning rate 0":           func(s *train.Settings) { s.Optimizer.Rate.Rate = 0 },
		"beta1 1":                   func(s *train.Settings) { s.Optimizer.Beta1 = 1 },
		"epsilon 0":                 func(s *train.Settings) { s.Optimizer.Epsilon = 0 },
		"clip -1":                   func(s *train.Settings) { s.Optimizer.Clip = -1 },
		"Clip 0":                    func(s *train.Settings) { s.Losses[0] = train.PPO{Policy: "policy"} },
		"head \"cards\" has size 5": func(s *train.Settings) { s.Losses[0] = train.PPO{Policy: "policy", Value: "cards", Clip: 1} },
		"linear schedule over 5 updates": func(s *train.Settings) {
			s.Optimizer.Rate = train.Schedule{Rate: 1, Shape: train.LinearShape, Total: 5, Warmup: 5}
		},
		"step schedule with factor 0.1 every 0 updates": func(s *train.Settings) {
			s.Optimizer.Rate = train.Schedule{Rate: 1, Shape: train.StepShape, Factor: 0.1}
		},
		"step schedule with factor 1.5 every 3 updates": func(s *train.Settings) {
			s.Optimizer.Rate = train.Schedule{Rate: 1, Shape: train.StepShape, Factor: 1.5, Every: 3}
		},
		"final learning rate 2: want 0 to 1": func(s *train.Settings) {
			s.Optimizer.Rate = train.Schedule{Rate: 1, Shape: train.ConstantShape, Final: 2}
		},
	} {
		set := good()
		change(&set)
		must.Refuse(train.New(toy(), set))(t, want)
	}
}

// TestStepGolden pins the weights of a seed. They must never change, or shipped networks
// could not be reproduced; if they must, the change log says so.
func TestStepGolden(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("on other architectures compilers fuse products and sums of the losses")
	}
	m := mustModel(t, toy(network.ReLU, network.ReLU), train.Settings{Losses: []train.Loss{train.SquaredError{Head: "value"}, train.CrossEntropy{Head: "policy"}}, Optimizer: train.Adam(1e-2), Seed: 3})
	rng := rand.New(rand.NewPCG(9, 9))
	for range 50 {
		b := &train.Batch{Inputs: rows(rng, 40), Targets: make([]train.Target, 2)}
		b.Targets[0].Values = fill(40, func(r int) float32 { return b.Inputs[13*r] })
		b.Targets[1].Labels = fill(40, func(int) int32 { return int32(rng.IntN(9)) })
		must.Get(m.Step(b))(t)
	}
	sum := fnv.New64a()
	for _, w := range mustNetwork(t, m).Weights() {
		for _, v := range w.Data {
			sum.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(v)))
		}
	}
	if got, want := sum.Sum64(), uint64(0x756b72933424483e); got != want {
		t.Errorf("the sum of the weights is %#x, want %#x", got, want)
	}
}
