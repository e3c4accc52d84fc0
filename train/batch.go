package train

import (
	"fmt"
	"math"
)

// Batch is rows to learn from. All slices are row-major, the caller's, and not kept.
type Batch struct {
	Inputs  []float32 // [n, in]: observations as encoders write them, not yet scaled
	Targets []Target  // one for each loss of the model, in order
}

// Target is what a loss needs to know of each row of a batch. Which fields are read
// says the loss; others are ignored.
type Target struct {
	Values  []float32 // [n, size of the head]
	Labels  []int32   // [n]: the class or action that is right or was taken
	Mask    []uint8   // [n, size of the head]: 0 marks what does not count, as an illegal action; nil: all count
	Weights []float32 // [n]: of the rows, at least 0; nil: all are 1

	LogProbs   []float32 // [n]: natural logarithm of the probability with which Labels was drawn
	Advantages []float32 // [n]
	Returns    []float32 // [n]: what the value head is to be
	OldValues  []float32 // [n]: what the value head was
}

// wants returns an error unless a field has as many numbers as it must.
func wants(field string, have, n, size int) error {
	if have != n*size {
		return fmt.Errorf("%s has %d numbers: want %d, %d for each of %d rows", field, have, n*size, size, n)
	}
	return nil
}

// check checks the fields that all losses share, of n rows and a head of that size.
func (t *Target) check(n, size int) error {
	if t.Mask != nil {
		if err := wants("Mask", len(t.Mask), n, size); err != nil {
			return err
		}
	}
	if t.Weights != nil {
		if err := wants("Weights", len(t.Weights), n, 1); err != nil {
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

// mask returns the mask of row r of a head of that size, nil if all counts.
func (t *Target) mask(r, size int) []uint8 {
	if t.Mask == nil {
		return nil
	}
	return t.Mask[r*size:][:size]
}

// counts reports whether entry i of a row with that mask counts.
func counts(mask []uint8, i int) bool { return mask == nil || mask[i] != 0 }
