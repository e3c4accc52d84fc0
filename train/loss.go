package train

import (
	"fmt"

	"rummygym/agents/network"
)

// Loss is what a model lowers: [SquaredError], [Huber], [Logistic], [CrossEntropy],
// [PPO] or [Gradient]. The loss of a batch is the sum over its rows of weight times
// loss, divided by the number of rows; that of a model is the sum of its losses, each
// times its Scale. What else losses tell is the mean over the weights.
type Loss interface {
	// bind returns the loss for a network, or says why it does not fit.
	bind(d *network.Description) (term, error)
}

// term is a loss of a network.
type term interface {
	// columns names what the loss tells: first its value without Scale.
	columns() []string

	// scale is what the value counts.
	scale() float64

	// check says what is wrong with the target of n rows.
	check(t *Target, n int) error

	// weight returns what row r counts.
	weight(t *Target, r int) float64

	// row computes row r from all heads' outputs, side by side: it adds the
	// derivatives of the value, times by, to gradient, and sets values to what
	// columns names. All of it is for a weight of 1, but by has the weight in it.
	row(t *Target, r int, outputs, gradient []float32, by float64, values []float64)
}

// head is where a head's entries lie among the outputs.
type head struct {
	name     string
	at, size int
}

// findHead returns the head of that name, for the loss of that name.
func findHead(d *network.Description, loss, name string) (head, error) {
	at := 0
	var names []string
	for _, h := range d.Heads {
		if h.Name == name {
			return head{name, at, h.Size}, nil
		}
		at += h.Size
		names = append(names, h.Name)
	}
	return head{}, fmt.Errorf("%s: the network has no head %q: want one of %q", loss, name, names)
}

// of returns the head's part of the outputs or their gradient.
func (h *head) of(x []float32) []float32 { return x[h.at:][:h.size] }

// one returns x, or 1 for 0: the default of a Scale.
func one(x float64) float64 {
	if x == 0 {
		return 1
	}
	return x
}

// scaled is what losses share.
type scaled float64

func (s scaled) scale() float64                { return one(float64(s)) }
func (scaled) weight(t *Target, r int) float64 { return t.weight(r) }
