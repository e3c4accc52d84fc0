package network

import "fmt"

// Sides of the kernels of [DualInception].
var inceptionSides = []int{2, 3, 4}

// DualInception returns the layers of the network of that name in truong2021datadriven
// ("Offensive Score", Figure 3a): over each input of the shape [rows, columns] three
// convolutions with kernels 2×2, 3×3 and 4×4 and the given number of filters each, beside
// them all other inputs unchanged; then 16 outputs with ReLU. The network has 4 filters in
// most experiments, and 16 in one. The inputs are hand_matrix, belief_matrix and macros.
func DualInception(inputs []Input, filters int) []Layer {
	inception := Layer{Name: "inception", Activation: ReLU}
	for _, in := range inputs {
		if len(in.Shape) != 2 {
			inception.Parts = append(inception.Parts, Part{Name: in.Name, Input: in.Name})
			continue
		}
		for _, side := range inceptionSides {
			inception.Parts = append(inception.Parts, Part{
				Name: fmt.Sprintf("%s_%dx%d", in.Name, side, side), Input: in.Name, Filters: filters, Kernel: []int{side, side}})
		}
	}
	sources := (&Description{Inputs: inputs}).sources(0)
	for i := range inception.Parts {
		p := &inception.Parts[i]
		out := p.output(p.source(sources))
		inception.Size += out.size()
	}
	return append([]Layer{inception}, MLP(16)...)
}

// MLP returns layers of the given sizes, with ReLU, named layer1, layer2 and so on. The
// networks MLP and MLP-i of truong2021datadriven (Figure 3b and c) have one of size 16;
// their inputs are hand_matrix, belief_matrix and macros, or macros, belief_matrix and
// interactions.
func MLP(sizes ...int) []Layer {
	var all []Layer
	for i, n := range sizes {
		all = append(all, Layer{Name: fmt.Sprint("layer", i+1), Size: n, Activation: ReLU})
	}
	return all
}
