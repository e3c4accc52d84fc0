package train

import (
	"fmt"
	"math"

	"rummygym/internal/agents/network"
)

// SquaredError is the sum over a head's entries of (output-value)². It reads Values, and
// Mask and Weights if they are set.
type SquaredError struct {
	Head  string
	Scale float64 // factor of the loss; 0 means 1
}

type squaredError struct {
	scaled
	head
}

func (l SquaredError) bind(d *network.Description) (term, error) {
	h, err := findHead(d, "SquaredError", l.Head)
	return &squaredError{scaled(l.Scale), h}, err
}

func (l *squaredError) columns() []string { return []string{l.head.name + "/squared"} }

func (l *squaredError) check(t *Target, n int) error {
	if err := checkLen("Values", len(t.Values), n, l.size); err != nil {
		return err
	}
	return t.check(n, l.size)
}

func (l *squaredError) row(t *Target, r int, outputs, gradient []float32, by float64, values []float64) {
	out, grad, want, mask := l.of(outputs), l.of(gradient), t.Values[r*l.size:], t.mask(r, l.size)
	for i, o := range out {
		if counts(mask, i) {
			d := float64(o) - float64(want[i])
			values[0] += float64(d * d)
			grad[i] += float32(by * (2 * d))
		}
	}
}

// Logistic is the sum over a head's entries of a binary cross-entropy, where the entry is
// the logit: -v*log(p) - (1-v)*log(1-p) with p = 1/(1+exp(-entry)). Values v are targets
// in [0, 1]. The entries of a head are independent. The loss also reports the accuracy:
// the share of included entries that are on the same side of 1/2 as the value. It reads
// Values, and Mask and Weights if they are set.
type Logistic struct {
	Head  string
	Scale float64
}

type logistic struct {
	scaled
	head
}

func (l Logistic) bind(d *network.Description) (term, error) {
	h, err := findHead(d, "Logistic", l.Head)
	return &logistic{scaled(l.Scale), h}, err
}

func (l *logistic) columns() []string {
	return []string{l.head.name + "/logistic", l.head.name + "/accuracy"}
}

func (l *logistic) check(t *Target, n int) error {
	if err := checkLen("Values", len(t.Values), n, l.size); err != nil {
		return err
	}
	for i, v := range t.Values {
		if !(v >= 0 && v <= 1) {
			return fmt.Errorf("value %d of row %d is %v: want 0 to 1", i%l.size, i/l.size, v)
		}
	}
	return t.check(n, l.size)
}

func (l *logistic) row(t *Target, r int, outputs, gradient []float32, by float64, values []float64) {
	out, grad, want, mask := l.of(outputs), l.of(gradient), t.Values[r*l.size:], t.mask(r, l.size)
	counted, right := 0, 0
	for i, o := range out {
		if !counts(mask, i) {
			continue
		}
		x, v := float64(o), float64(want[i])
		e := math.Exp(-math.Abs(x))
		p := 1 / (1 + e) // of the side of the logit
		if x < 0 {
			p = e / (1 + e)
		}
		values[0] += max(x, 0) - float64(x*v) + math.Log1p(e)
		grad[i] += float32(by * (p - v))
		counted++
		if (x > 0) == (v > 0.5) {
			right++
		}
	}
	if counted > 0 {
		values[1] = float64(right) / float64(counted)
	}
}
