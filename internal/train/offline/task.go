package offline

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"rummygym/internal/agents/network"
	"rummygym/internal/train"
)

// Task is a way to learn from recorded decisions: the heads of the network, their losses, and how good the network is
// on held-out games.
type Task interface {
	// Heads returns the heads that the network needs.
	Heads() []network.Head

	// Losses returns the losses of the model.
	Losses() []train.Loss

	// Columns returns the names of the measures. The first is the loss on held-out games.
	Columns() []string

	// Measure sets row to the measures of a network on held-out games.
	Measure(n *network.Network, row []float64) error

	// aim sets dst to the targets of the samples. It may reuse the memory of dst.
	aim(dst []train.Target, samples []Sample)
}

// chunk is the number of held-out decisions that a goroutine computes at a time.
const chunk = 512

// total evaluates a network on held-out decisions. visit adds its values for each decision
// to sums, which has width entries; total returns the totals. The order of summation does
// not depend on the number of workers. Several goroutines call visit.
func total(n *network.Network, rows *Rows, width int, visit func(s *Sample, e *network.Evaluator, sums []float64)) []float64 {
	chunks := make([][]float64, (rows.Len()+chunk-1)/chunk)
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(chunks)) {
		all.Go(func() {
			e, inputs := n.NewEvaluator(), make([]float32, rows.pack.width)
			for {
				c := int(next.Add(1)) - 1
				if c >= len(chunks) {
					return
				}
				chunks[c] = make([]float64, width)
				for i := c * chunk; i < min((c+1)*chunk, rows.Len()); i++ {
					rows.Inputs(inputs, i)
					e.Run(inputs)
					visit(&rows.Samples[i], e, chunks[c])
				}
			}
		})
	}
	all.Wait()
	sums := make([]float64, width)
	for _, c := range chunks {
		for i, v := range c {
			sums[i] += v
		}
	}
	return sums
}

// headOf returns the index of the head with the given name and size.
func headOf(n *network.Network, name string, size int) (int, error) {
	d := n.Description()
	h := d.Head(name)
	if h < 0 || d.Heads[h].Size != size {
		return 0, fmt.Errorf("the network has no head %q with %d entries", name, size)
	}
	return h, nil
}
