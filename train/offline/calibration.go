package offline

import (
	"fmt"
	"io"
	"math"
)

// Calibration compares predicted probabilities with outcomes, in bins of one tenth.
type Calibration []Bin

// Bin is the predictions with probabilities in [Low, High), or [Low, High] in the last bin.
type Bin struct {
	Low, High float64
	Count     int
	Predicted float64 // sum of the predicted probabilities
	True      int     // number of positive outcomes
}

// bins is the number of bins.
const bins = 10

// bin returns the index of the bin of a probability.
func bin(p float64) int { return max(0, min(int(p*bins), bins-1)) }

// newCalibration returns the bins from sums: for each bin the number of predictions, their
// sum, and the number of positive outcomes.
func newCalibration(sums []float64) Calibration {
	c := make(Calibration, bins)
	for i := range c {
		c[i] = Bin{Low: float64(i) / bins, High: float64(i+1) / bins, Count: int(sums[3*i]), Predicted: sums[3*i+1], True: int(sums[3*i+2])}
	}
	return c
}

// Error returns the expected calibration error: the mean distance between predicted and
// observed share over the bins, weighted by their number of predictions. It is 0 if there
// are no predictions.
func (c Calibration) Error() float64 {
	n, sum := 0, 0.0
	for _, b := range c {
		n += b.Count
		sum += math.Abs(b.Predicted - float64(b.True))
	}
	return sum / float64(max(n, 1))
}

// Write writes the bins as CSV with a header: bounds, number of predictions, mean
// prediction, and observed share. Means and shares of empty bins are empty.
func (c Calibration) Write(w io.Writer) error {
	if _, err := fmt.Fprintln(w, "low,high,count,predicted,true"); err != nil {
		return err
	}
	for _, b := range c {
		shares := ","
		if b.Count > 0 {
			n := float64(b.Count)
			shares = fmt.Sprintf("%.4f,%.4f", b.Predicted/n, float64(b.True)/n)
		}
		if _, err := fmt.Fprintf(w, "%.1f,%.1f,%d,%s\n", b.Low, b.High, b.Count, shares); err != nil {
			return err
		}
	}
	return nil
}
