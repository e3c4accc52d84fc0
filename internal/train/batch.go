package train

import (
	"fmt"
	"math"
)

// Batch is the rows of one update. All slices are row-major and owned by the caller.
type Batch struct {
	Inputs  []float32 // [n, in]: observations as encoders write them, unscaled
	Targets []Target  // one for each loss of the model, in order
}

// Target is the input of a loss for each row of a batch. The comment of each loss
// lists the fields that it reads; it ignores the others.
type Target struct {
	Values  []float32 // [n, size of the head]
	Labels  []int32   // [n]: the correct class, or the action taken
	Mask    []uint8   // [n, size of the head]: 0 excludes an entry, such as an illegal action; nil includes all
	Weights []float32 // [n]: row weights, at least 0; nil: all are 1

	LogProbs   []float32 // [n]: natural logarithm of the probability with which the action Labels was drawn
	Advantages []float32 // [n]
	Returns    []float32 // [n]: targets of the value head
	OldValues  []float32 // [n]: outputs of the value head when the action was drawn
}

// checkLen returns an error unless a field has size numbers for each of n rows.
func checkLen(field string, have, n, size int) error {
	if have != n*size {
		return fmt.Errorf("%s has %d numbers: want %d, %d for each of %d rows", field, have, n*size, size, n)
	}
	return nil
}

// check checks the fields that all losses share, for n rows and a head of the given size.
func (t *Target) check(n, size int) error {
	if t.Mask != nil {
		if err := checkLen("Mask", len(t.Mask), n, size); err != nil {
			return err
		}
	}
	if t.Weights != nil {
		if err := checkLen("Weights", len(t.Weights), n, 1); err != nil {
			return err
		}
		for r, w := range t.Weights {
			if !(w >= 0) || math.IsInf(float64(w), 1) {
				return fmt.Errorf("weight of row %d is %v: want a number of at least 0", r, w)
			}
		}
	}
	return nil
}

// weight returns the weight of row r.
func (t *Target) weight(r int) float64 {
	if t.Weights == nil {
		return 1
	}
	return float64(t.Weights[r])
}

// mask returns the mask of row r of a head of the given size, or nil if all entries count.
func (t *Target) mask(r, size int) []uint8 {
	if t.Mask == nil {
		return nil
	}
	return t.Mask[r*size:][:size]
}

// counts reports whether mask includes entry i.
func counts(mask []uint8, i int) bool { return mask == nil || mask[i] != 0 }
