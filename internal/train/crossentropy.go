package train

import (
	"fmt"
	"math"

	"rummygym/internal/agents/network"
)

// CrossEntropy is the cross-entropy of a choice: minus the sum of v*log(p), where p is
// the softmax of a head's logits over the entries that Mask includes. The target
// probabilities v are Values, which must be 0 where Mask is 0 and sum to 1. If Values
// is nil, v is 1 at Labels; a row with label -1 has weight 0. The loss also reports the
// accuracy: the share of rows whose most likely entry is the target. It reads Values or
// Labels, and Mask and Weights if they are set.
type CrossEntropy struct {
	Head  string
	Scale float64
}

type crossEntropy struct {
	scaled
	head
}

func (l CrossEntropy) bind(d *network.Description) (term, error) {
	h, err := findHead(d, "CrossEntropy", l.Head)
	return &crossEntropy{scaled(l.Scale), h}, err
}

func (l *crossEntropy) columns() []string {
	return []string{l.head.name + "/cross-entropy", l.head.name + "/accuracy"}
}

func (l *crossEntropy) weight(t *Target, r int) float64 {
	if t.Values == nil && t.Labels[r] < 0 {
		return 0
	}
	return t.weight(r)
}

func (l *crossEntropy) check(t *Target, n int) error {
	if err := t.check(n, l.size); err != nil {
		return err
	}
	if t.Values == nil {
		return checkLabels(t, n, l.size, true)
	}
	if err := checkLen("Values", len(t.Values), n, l.size); err != nil {
		return err
	}
	for r := range n {
		sum, mask := 0.0, t.mask(r, l.size)
		for i, v := range t.Values[r*l.size:][:l.size] {
			if !(v >= 0) || v > 0 && !counts(mask, i) {
				return fmt.Errorf("value %d of row %d is %v: want at least 0, and 0 where Mask is 0", i, r, v)
			}
			sum += float64(v)
		}
		if math.Abs(sum-1) > 1e-3 {
			return fmt.Errorf("values of row %d sum to %v: want 1", r, sum)
		}
	}
	return nil
}

// checkLabels checks that labels are entries that Mask includes, or -1 if none is true.
func checkLabels(t *Target, n, size int, none bool) error {
	if err := checkLen("Labels", len(t.Labels), n, 1); err != nil {
		return err
	}
	for r, label := range t.Labels {
		switch {
		case label == -1 && none:
		case label < 0 || int(label) >= size:
			return fmt.Errorf("label of row %d is %d: want 0 to %d", r, label, size-1)
		case !counts(t.mask(r, size), int(label)):
			return fmt.Errorf("label of row %d is %d, where Mask is 0", r, label)
		}
	}
	return nil
}

// softmax returns the largest of the logits that mask includes, its index, and the
// logarithm of the sum of exp(logit-greatest).
func softmax(logits []float32, mask []uint8) (greatest float64, best int, logSum float64) {
	greatest, best = math.Inf(-1), -1
	for i, x := range logits {
		if counts(mask, i) && (best < 0 || float64(x) > greatest) {
			greatest, best = float64(x), i
		}
	}
	sum := 0.0
	for i, x := range logits {
		if counts(mask, i) {
			sum += math.Exp(float64(x) - greatest)
		}
	}
	return greatest, best, math.Log(sum)
}

func (l *crossEntropy) row(t *Target, r int, outputs, gradient []float32, by float64, values []float64) {
	out, grad, mask := l.of(outputs), l.of(gradient), t.mask(r, l.size)
	label := -1
	if t.Values == nil {
		label = int(t.Labels[r])
	}
	greatest, best, logSum := softmax(out, mask)
	wanted := 0 // the most likely entry of the target
	for i, x := range out {
		if !counts(mask, i) {
			continue
		}
		logP := float64(x) - greatest - logSum
		want := 0.0
		switch {
		case label == i:
			want, wanted = 1, i
		case label < 0:
			want = float64(t.Values[r*l.size+i])
			if t.Values[r*l.size+i] > t.Values[r*l.size+wanted] {
				wanted = i
			}
		}
		if want > 0 {
			values[0] -= float64(want * logP)
		}
		grad[i] += float32(by * (math.Exp(logP) - want))
	}
	if best == wanted {
		values[1] = 1
	}
}
