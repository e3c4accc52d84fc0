package train

import (
	"fmt"
	"math"

	"rummygym/agents/network"
)

// SquaredError is the sum over a head's entries of (output-value)². It reads Values,
// and Mask and Weights if they are there.
type SquaredError struct {
	Head  string
	Scale float64 // what it counts; 0 means 1
}

// Huber is the sum over a head's entries of d²/2 for a difference d of at most Delta,
// and Delta*(|d|-Delta/2) beyond. It reads what SquaredError reads.
type Huber struct {
	Head  string
	Scale float64
	Delta float64 // 0 means 1
}

// regression is a loss of each entry's difference.
type regression struct {
	scaled
	head
	name string
	loss func(d float64) (loss, slope float64)
}

func (l SquaredError) bind(d *network.Description) (term, error) {
	h, err := findHead(d, "SquaredError", l.Head)
	return &regression{scaled(l.Scale), h, "squared", func(d float64) (float64, float64) { return d * d, 2 * d }}, err
}

func (l Huber) bind(d *network.Description) (term, error) {
	delta := one(l.Delta)
	if !(delta > 0) || math.IsInf(delta, 1) {
		return nil, fmt.Errorf("Huber: Delta %v: want a number above 0, or 0 for 1", l.Delta)
	}
	h, err := findHead(d, "Huber", l.Head)
	return &regression{scaled(l.Scale), h, "huber", func(d float64) (float64, float64) {
		if a := math.Abs(d); a > delta {
			return delta * (a - delta/2), math.Copysign(delta, d)
		}
		return d * d / 2, d
	}}, err
}

func (l *regression) columns() []string { return []string{l.head.name + "/" + l.name} }

func (l *regression) check(t *Target, n int) error {
	if err := wants("Values", len(t.Values), n, l.size); err != nil {
		return err
	}
	return t.check(n, l.size)
}

func (l *regression) row(t *Target, r int, outputs, gradient []float32, by float64, values []float64) {
	out, grad, want, mask := l.of(outputs), l.of(gradient), t.Values[r*l.size:], t.mask(r, l.size)
	for i, o := range out {
		if counts(mask, i) {
			loss, slope := l.loss(float64(o) - float64(want[i]))
			values[0] += loss
			grad[i] += float32(by * slope)
		}
	}
}

// Logistic is the sum over a head's entries of the cross-entropy of a yes-or-no
// question, of which the entry is the logit: -v*log(p) - (1-v)*log(1-p) with
// p = 1/(1+exp(-entry)). Values are what is true, [0, 1]. A head of several entries
// answers as many independent questions. It also tells how many of the entries that
// count are on the side of the value (above or below 1/2). It reads what
// SquaredError reads.
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
	if err := wants("Values", len(t.Values), n, l.size); err != nil {
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
		values[0] += max(x, 0) - x*v + math.Log1p(e)
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

// Gradient is for learners that compute the gradient of their own loss: Values are
// its derivatives by the head's entries, of each row. What it tells is the sum of
// derivative times entry, which has that gradient. It reads Values and Weights.
type Gradient struct {
	Head  string
	Scale float64
}

type gradient struct {
	scaled
	head
}

func (l Gradient) bind(d *network.Description) (term, error) {
	h, err := findHead(d, "Gradient", l.Head)
	return &gradient{scaled(l.Scale), h}, err
}

func (l *gradient) columns() []string { return []string{l.head.name + "/gradient"} }

func (l *gradient) check(t *Target, n int) error {
	if err := wants("Values", len(t.Values), n, l.size); err != nil {
		return err
	}
	return t.check(n, l.size)
}

func (l *gradient) row(t *Target, r int, outputs, gradient []float32, by float64, values []float64) {
	out, grad, slope := l.of(outputs), l.of(gradient), t.Values[r*l.size:]
	for i, o := range out {
		values[0] += float64(slope[i]) * float64(o)
		grad[i] += float32(by * float64(slope[i]))
	}
}
