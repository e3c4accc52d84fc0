package offline

import (
	"fmt"
	"io"
	"math"
	"slices"

	"rummygym/internal/agents/network"
	"rummygym/internal/train"
)

// Valuing fits values of a decision for the player to move: the points it gains until the
// end of the game (head network.Gain, in units of network.GainScale points), whether it
// wins (head network.Win, a logit), or both. The values are those under the play of the
// recorded agents.
//
// It is for games that were not cut off ([Selection].Finished).
type Valuing struct {
	heads []string
	held  *Rows
	rate  float64 // share of held-out decisions whose player won
	mean  float64 // mean gain of held-out decisions, in points
	vary  float64 // variance of those gains

	table Calibration // of the last Measure
}

// NewValuing returns the task of fitting values with the given heads, measured on held-out
// decisions.
func NewValuing(held *Rows, heads ...string) (*Valuing, error) {
	if len(heads) == 0 {
		return nil, fmt.Errorf("no head: want %s, %s or both", network.Gain, network.Win)
	}
	v := &Valuing{heads: heads, held: held}
	for i, h := range heads {
		if h != network.Gain && h != network.Win || slices.Contains(heads[:i], h) {
			return nil, fmt.Errorf("head %q: want %s and %s, each at most once", h, network.Gain, network.Win)
		}
	}
	n := float64(held.Len())
	for i := range held.Samples {
		s := &held.Samples[i]
		v.mean += float64(s.Gain) / n
		if s.Won {
			v.rate += 1 / n
		}
	}
	for i := range held.Samples {
		d := float64(held.Samples[i].Gain) - v.mean
		v.vary += d * d / n
	}
	return v, nil
}

// Heads returns the heads, each of size 1.
func (v *Valuing) Heads() []network.Head {
	var heads []network.Head
	for _, h := range v.heads {
		heads = append(heads, network.Head{Name: h, Size: 1})
	}
	return heads
}

// Losses returns the squared error of gains and the cross-entropy of wins.
func (v *Valuing) Losses() []train.Loss {
	var losses []train.Loss
	for _, h := range v.heads {
		if h == network.Gain {
			losses = append(losses, train.SquaredError{Head: h})
		} else {
			losses = append(losses, train.Logistic{Head: h})
		}
	}
	return losses
}

func (v *Valuing) aim(dst []train.Target, samples []Sample) {
	for h, name := range v.heads {
		t := &dst[h]
		t.Values = resize(t.Values, len(samples))
		for i := range samples {
			switch {
			case name == network.Gain:
				t.Values[i] = samples[i].Gain / network.GainScale
			case samples[i].Won:
				t.Values[i] = 1
			default:
				t.Values[i] = 0
			}
		}
	}
}

// Columns returns the names of the measures. The first is the loss, summed over the heads.
// The gain head has the mean squared error in points², the variance of the gains, which is
// the error of the best constant, and the explained share of the variance. The win head
// has the mean cross-entropy in nats, and that of the best constant.
func (v *Valuing) Columns() []string {
	names := []string{"held-out/loss"}
	for _, h := range v.heads {
		if h == network.Gain {
			names = append(names, "held-out/gain/squared", "held-out/gain/variance", "held-out/gain/explained")
		} else {
			names = append(names, "held-out/win/log-loss", "held-out/win/base-rate")
		}
	}
	return names
}

// Measure sets row to the values of Columns, and updates [Valuing.Calibration].
func (v *Valuing) Measure(n *network.Network, row []float64) error {
	at := map[string]int{}
	for _, h := range v.heads {
		var err error
		if at[h], err = headOf(n, h, 1); err != nil {
			return err
		}
	}
	gain, gains := at[network.Gain]
	win, wins := at[network.Win]
	sums := total(n, v.held, 2+3*bins, func(s *Sample, e *network.Evaluator, sums []float64) {
		if gains {
			d := float64(float64(e.Output(gain, 0))*network.GainScale) - float64(s.Gain)
			sums[0] += float64(d * d)
		}
		if wins {
			p := 1 / (1 + math.Exp(-float64(e.Output(win, 0))))
			won := 0.0
			if s.Won {
				won = 1
			}
			sums[1] += crossEntropy(float64(e.Output(win, 0)), s.Won)
			b := sums[2+3*bin(p):]
			b[0]++
			b[1] += p
			b[2] += won
		}
	})
	count := float64(v.held.Len())
	squared, logLoss := sums[0]/count, sums[1]/count
	row[0] = squared/(network.GainScale*network.GainScale) + logLoss
	k := 1
	for _, h := range v.heads {
		if h == network.Gain {
			k += copy(row[k:], []float64{squared, v.vary, 1 - squared/v.vary})
		} else {
			k += copy(row[k:], []float64{logLoss, entropy(v.rate)})
		}
	}
	v.table = newCalibration(sums[2:])
	return nil
}

// crossEntropy returns the cross-entropy of a logit with a binary outcome, in nats.
func crossEntropy(logit float64, came bool) float64 {
	if came {
		logit = -logit
	}
	return math.Max(logit, 0) + math.Log1p(math.Exp(-math.Abs(logit)))
}

// Calibration compares the predicted probabilities of winning in the last Measure with the
// results.
func (v *Valuing) Calibration() Calibration { return v.table }

// entropy returns the entropy of a Bernoulli variable with probability p, in nats.
func entropy(p float64) float64 {
	if p == 0 || p == 1 {
		return 0
	}
	return float64(-p*math.Log(p)) - float64((1-p)*math.Log(1-p))
}

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
