package network_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"rummygym/internal/agents/network"
	"rummygym/internal/must"
)

// withParts returns a random description of small whose first layers have parts, with
// heads and perhaps a layer after them.
func withParts(rng *rand.Rand) network.Description {
	d := small()
	d.Inputs = []network.Input{
		{Name: "x", Shape: []int{2 + rng.IntN(3), 2 + rng.IntN(6)}, Scale: 2}, {Name: "m", Shape: []int{1 + rng.IntN(5)}, Scale: 4},
		{Name: "n", Shape: []int{5}, Scale: 3},
		{Name: "o", Shape: []int{1 + rng.IntN(3), 3, 5}, Scale: 1}, {Name: "unused", Shape: []int{2}, Scale: 1},
	}
	var shapes [][]int
	var names []string
	for _, in := range d.Inputs[:4] {
		shapes, names = append(shapes, in.Shape), append(names, in.Name)
	}
	layers := 1 + rng.IntN(3)
	tail := d.Layers[rng.IntN(4):][:rng.IntN(2)]
	d.Layers = nil
	for i := range layers {
		l := network.Layer{Name: fmt.Sprint("c", i), Activation: network.Activations()[rng.IntN(4)]}
		var next [][]int
		var nextNames []string
		for k := range 1 + rng.IntN(5) {
			from := rng.IntN(len(shapes))
			in := shapes[from]
			p := network.Part{Name: fmt.Sprint("p", k), Input: names[from]}
			out := in
			if rng.IntN(4) > 0 {
				rows, columns := plane(in)
				for j := range shapes { // stack some of the others that fit
					if r, c := plane(shapes[j]); j != from && r == rows && c == columns && rng.IntN(2) == 0 {
						p.Stack = append(p.Stack, names[j])
					}
				}
				p.Filters, p.Kernel = 1+rng.IntN(4), []int{1, 1} // often one place
				if rng.IntN(3) > 0 {
					p.Kernel = []int{1 + rng.IntN(rows), 1 + rng.IntN(columns)}
				}
				out = []int{p.Filters, rows - p.Kernel[0] + 1, columns - p.Kernel[1] + 1}
			}
			size := 1
			for _, s := range out {
				size *= s
			}
			l.Size += size
			l.Parts = append(l.Parts, p)
			next, nextNames = append(next, out), append(nextNames, p.Name)
		}
		d.Layers, shapes, names = append(d.Layers, l), next, nextNames
	}
	d.Layers = append(d.Layers, tail...)
	return d
}

// plane returns the rows and columns of a shape.
func plane(shape []int) (rows, columns int) {
	if len(shape) == 1 {
		return 1, shape[0]
	}
	return shape[len(shape)-2], shape[len(shape)-1]
}

// discard returns a description of a network of truong2021datadriven: its inputs by their
// names, their scales 1, one head.
func discard(layers func([]network.Input) []network.Layer, names ...string) network.Description {
	shapes := map[string][]int{"hand_matrix": {4, 13}, "belief_matrix": {4, 13}, "macros": {4}, "interactions": {126}}
	d := network.Description{Format: network.Format, Kind: network.DiscardKind, Game: "gin", Fields: "matrices",
		Heads: []network.Head{{Name: network.Points, Size: 1}}}
	for _, name := range names {
		d.Inputs = append(d.Inputs, network.Input{Name: name, Shape: shapes[name], Scale: 1})
	}
	d.Layers = layers(d.Inputs)
	return d
}

func dualInception(filters int) network.Description {
	return discard(func(in []network.Input) []network.Layer { return network.DualInception(in, filters) }, "hand_matrix", "belief_matrix", "macros")
}

func TestPartsRefuse(t *testing.T) {
	for want, change := range map[string]func(l *network.Layer){
		`layer inception has size 547: want 548, the sum of its parts`:                                                                                           func(l *network.Layer) { l.Size-- },
		`part inception.macros: the name is used twice`:                                                                                                          func(l *network.Layer) { l.Parts[0].Name = "macros" },
		`layer inception: part 1 has no name`:                                                                                                                    func(l *network.Layer) { l.Parts[1].Name = "" },
		`part name "inception.a b": want a name without spaces`:                                                                                                  func(l *network.Layer) { l.Parts[1].Name = "a b" },
		`layer inception: part hand_matrix_2x2: input "hand": want one of ["hand_matrix" "belief_matrix" "macros"]`:                                              func(l *network.Layer) { l.Parts[0].Input = "hand" },
		`part hand_matrix_2x2: 0 filters and the kernel [2 2] over 1 inputs: want 1 to 65536 filters and a kernel`:                                               func(l *network.Layer) { l.Parts[0].Filters = 0 },
		`part hand_matrix_2x2: -1 filters`:                                                                                                                       func(l *network.Layer) { l.Parts[0].Filters = -1 },
		`part hand_matrix_2x2: 4 filters and the kernel []`:                                                                                                      func(l *network.Layer) { l.Parts[0].Kernel = nil },
		`part hand_matrix_2x2: 4 filters and the kernel [2 2 2]`:                                                                                                 func(l *network.Layer) { l.Parts[0].Kernel = []int{2, 2, 2} },
		`part hand_matrix_2x2: the kernel [5 2] does not fit the input hand_matrix: want 1 to 4 rows and 1 to 13 columns`:                                        func(l *network.Layer) { l.Parts[0].Kernel = []int{5, 2} },
		`part hand_matrix_2x2: the kernel [2 14] does not fit`:                                                                                                   func(l *network.Layer) { l.Parts[0].Kernel[1] = 14 },
		`part hand_matrix_2x2: the kernel [2 0] does not fit`:                                                                                                    func(l *network.Layer) { l.Parts[0].Kernel[1] = 0 },
		`part hand_matrix_2x2: the kernel [2 2] does not fit the input macros: want 1 to 1 rows and 1 to 4 columns`:                                              func(l *network.Layer) { l.Parts[0].Input = "macros" },
		`part hand_matrix_2x2: the input macros has 1 rows and 4 columns, and hand_matrix has 4 and 13: want inputs of one size`:                                 func(l *network.Layer) { l.Parts[0].Stack = []string{"macros"} },
		`part hand_matrix_2x2: the input belief_matrix is stacked twice: want each once`:                                                                         func(l *network.Layer) { l.Parts[0].Stack = []string{"belief_matrix", "belief_matrix"} },
		`part hand_matrix_2x2: the input hand_matrix is stacked twice: want each once`:                                                                           func(l *network.Layer) { l.Parts[0].Stack = []string{"hand_matrix"} },
		`part hand_matrix_2x2: input "none": want one of`:                                                                                                        func(l *network.Layer) { l.Parts[0].Stack = []string{"none"} },
		`part macros: 0 filters and the kernel [] over 2 inputs: want 1 to 65536 filters and a kernel of rows and columns, or neither to pass one input through`: func(l *network.Layer) { l.Parts[6].Stack = []string{"hand_matrix"} },
		`part inception.hand_matrix_2x2 has size 72000: want 1 to 65536`:                                                                                         func(l *network.Layer) { l.Parts[0].Filters = 2000 },
		`layer inception: 7 parts and a matrix of 108 by 40000: want at most 256 parts and 4194304 entries`:                                                      func(l *network.Layer) { l.Size = 40000 },
		`layer layer1: part p: input "macros": want one of ["hand_matrix_2x2"`:                                                                                   nil,
		`the name is used twice: want unique names`:                                                                                                              func(l *network.Layer) { l.Name = "layer1" },
	} {
		d := dualInception(4)
		if change != nil {
			change(&d.Layers[0])
		} else {
			d.Layers[0].Parts[6].Name = "m"
			d.Layers[1].Parts = []network.Part{{Name: "p", Input: "macros"}}
		}
		must.Fail(t, d.Validate(), want)
	}
	d := small()
	d.Layers[1].Parts = []network.Part{{Name: "p", Input: "one"}}
	must.Fail(t, d.Validate(), `layer two: part p: input "one": want one of []`)
	d = dualInception(4)
	w := weights(d, rand.NewPCG(1, 1))
	w[2].Shape = []int{4, 9}
	must.Refuse(network.New(d, w))(t, `tensor "inception.hand_matrix_3x3.weight" has the shape [4 9]: the description needs [4 1 3 3]`)
}
