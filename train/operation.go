package train

import (
	"hash"
	"hash/fnv"

	"github.com/chewxy/hm"
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// operation is an operation of a graph. It owns its result, which each run overwrites, so
// that runs do not allocate. The functions work on the memory of the operands; no two
// operations share a result.
type operation struct {
	name   string
	number int          // unique in the graph
	types  []hm.Type    // of the operands, then of the result
	shape  tensor.Shape // of the result
	result gorgonia.Value
	run    func() // computes the result
	// back returns the gradients of the operands, nil for those that have none, given
	// that of the result. If back is nil, the operation cannot be differentiated.
	back func(operands gorgonia.Nodes, result, gradient *gorgonia.Node) (gorgonia.Nodes, error)
	wrt  []bool // which operands have a gradient
}

// matrix is the type of a matrix of float32.
var matrix hm.Type = gorgonia.TensorType{Dims: 2, Of: tensor.Float32}

func (o *operation) Arity() int    { return len(o.types) - 1 }
func (o *operation) Type() hm.Type { return hm.NewFnType(o.types...) }
func (o *operation) InferShape(...gorgonia.DimSizer) (tensor.Shape, error) {
	return o.shape, nil
}
func (o *operation) Do(...gorgonia.Value) (gorgonia.Value, error) {
	o.run()
	return o.result, nil
}
func (o *operation) ReturnsPtr() bool      { return true }
func (o *operation) CallsExtern() bool     { return false }
func (o *operation) OverwritesInput() int  { return -1 }
func (o *operation) WriteHash(h hash.Hash) { h.Write([]byte{byte(o.number), byte(o.number >> 8)}) }
func (o *operation) Hashcode() uint32 {
	h := fnv.New32a()
	o.WriteHash(h)
	return h.Sum32()
}
func (o *operation) String() string     { return o.name }
func (o *operation) DiffWRT(int) []bool { return o.wrt }
func (o *operation) SymDiff(operands gorgonia.Nodes, result, gradient *gorgonia.Node) (gorgonia.Nodes, error) {
	return o.back(operands, result, gradient)
}
