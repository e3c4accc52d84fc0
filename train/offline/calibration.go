package offline

import (
	"fmt"
	"io"
	"math"
)

// Calibration compares predicted probabilities with what came true: a bin for each
// tenth.
type Calibration []Bin

// Bin is predictions of probabilities in [Low, High), the last one in [Low, High].
type Bin struct {
	Low, High float64
	Count     int
	Predicted float64 // sum of the probabilities
	True      int     // how many came true
}

// bins is how many there are.
const bins = 10

// bin returns the number of the bin of a probability.
func bin(p float64) int { return max(0, min(int(p*bins), bins-1)) }

// newCalibration returns the bins of sums: for each the number of predictions, their
// sum, and how many came true.
func newCalibration(sums []float64) Calibration {
	c := make(Calibration, bins)
	for i := range c {
		c[i] = Bin{Low: float64(i) / bins, High: float64(i+1) / bins, Count: int(sums[3*i]), Predicted: sums[3*i+1], True: int(sums[3*i+2])}
	}
	return c
}

// Error returns the mean distance of prediction and truth over the bins, weighed by
// how many predictions they have (the expected calibration error); 0 without any.
func (c Calibration) Error() float64 {
	n, sum := 0, 0.0
	for _, b := range c {
		n += b.Count
		sum += math.Abs(b.Predicted - float64(b.True))
	}
	return sum / float64(max(n, 1))
}

// Write writes the bins as CSV with a line of names: the bounds of the bin, how many
// predictions it has, their mean, and the share that came true. Shares of empty bins
// are empty.
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
