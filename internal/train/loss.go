package train

import (
	"fmt"

	"rummygym/internal/agents/network"
)

// Loss is what training minimizes: [SquaredError], [Logistic], [CrossEntropy] or [PPO].
// The loss of a batch is the sum over its rows of weight times loss, divided by the
// number of rows. The loss of a model is the sum of its losses, each times its Scale.
// Other reported values are means weighted by the row weights.
type Loss interface {
	// bind returns the loss for a network, or an error if it does not fit.
	bind(d *network.Description) (term, error)
}

// term is a loss bound to a network.
type term interface {
	// columns names the reported values: first the loss without Scale.
	columns() []string

	// scale is the factor of the loss.
	scale() float64

	// check returns an error if the target is invalid for n rows.
	check(t *Target, n int) error

	// weight returns the weight of row r.
	weight(t *Target, r int) float64

	// row computes row r from the outputs of all heads, side by side: it adds the
	// derivatives of the loss, times by, to gradient, and sets values to the reported
	// values. values are for a weight of 1; by includes the weight.
	row(t *Target, r int, outputs, gradient []float32, by float64, values []float64)
}

// head is the position of a head's entries among the outputs.
type head struct {
	name     string
	at, size int
}

// findHead returns the head with the given name. loss is the name of the loss, for errors.
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

// of returns the head's part of a row of outputs or of their gradient.
func (h *head) of(x []float32) []float32 { return x[h.at:][:h.size] }

// one returns x, or 1 if x is 0: the default of a Scale.
func one(x float64) float64 {
	if x == 0 {
		return 1
	}
	return x
}

// scaled is the common part of most losses.
type scaled float64

func (s scaled) scale() float64                { return one(float64(s)) }
func (scaled) weight(t *Target, r int) float64 { return t.weight(r) }
