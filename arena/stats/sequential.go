package stats

import (
	"fmt"
	"math"
)

// Hypotheses are two hypotheses about the mean of a quantity of deals, and the error rates of
// a [Sequential] test of them.
type Hypotheses struct {
	H0, H1 float64 // the mean is at most H0, or at least H1; H0 < H1
	Alpha  float64 // probability of accepting H1 under H0, in (0, 0.5)
	Beta   float64 // probability of accepting H0 under H1, in (0, 0.5)
	Range  float64 // no value is further than this from H0 or H1; 0 is learned, see [Sequential]
}

// Validate returns an error that describes the first fault of the hypotheses, or nil.
func (h *Hypotheses) Validate() error {
	switch {
	case !(h.H0 < h.H1) || math.IsInf(h.H0, 0) || math.IsInf(h.H1, 0):
		return fmt.Errorf("hypotheses %v and %v: want two numbers, the smaller one first", h.H0, h.H1)
	case !(h.Alpha > 0 && h.Alpha < 0.5):
		return fmt.Errorf("alpha %v: want a probability above 0 and below 0.5, such as 0.05", h.Alpha)
	case !(h.Beta > 0 && h.Beta < 0.5):
		return fmt.Errorf("beta %v: want a probability above 0 and below 0.5, such as 0.05", h.Beta)
	case !(h.Range >= 0) || math.IsInf(h.Range, 0):
		return fmt.Errorf("range %v: want a number of at least 0", h.Range)
	}
	return nil
}

// Decision is the result of a sequential test.
type Decision string

// The decisions.
const (
	Undecided Decision = ""
	AcceptH0  Decision = "H0"
	AcceptH1  Decision = "H1"
)

// Sequential is a sequential test: a value is added for each deal, until one of the hypotheses
// is accepted. The error rates are at most Alpha and Beta whenever one looks and stops, for every
// distribution of values within the range.
//
// It is a sequential probability ratio test (wald1945sequential) whose likelihood ratios need no
// known distribution. Under a distribution of mean H0, the factors 1 + b·(x − H0) describe
// another one of higher mean, if no factor is negative and b depends on earlier values only. Their
// product is the likelihood ratio of the two, whose mean is 1, so that it reaches 1/Alpha with a
// probability of at most Alpha (waudbysmith2024betting). The factors 1 + b·(H1 − x) test H1 in the
// same way. b is about (H1−H0)/variance, with the mean and variance of earlier values. The
// generalized test that chess programs are tested with (li2014generalized) needs a few percent
// fewer deals, but estimates the distribution from the deals that it judges, and does not quite
// keep its error rates where few deals decide.
//
// If the range is not known, it is twice the largest distance of earlier values, and at least 20
// times H1 − H0. Values further away then count as if at its end, and the error rates hold only
// if these are few: set Range if most values are 0 and few are far away.
type Sequential struct {
	Hypotheses
	N            int     // number of values
	ForH1, ForH0 float64 // logarithms of the likelihood ratios against H0, and against H1

	mean, squares, dist float64 // of the values so far: the squares are those of differences from the mean
}

// Bounds returns the values of ForH0 and ForH1 at which H0 and H1 are accepted: log(1/Beta)
// and log(1/Alpha).
func (h *Hypotheses) Bounds() (h0, h1 float64) { return -math.Log(h.Beta), -math.Log(h.Alpha) }

// Add adds the value of a deal and returns the decision.
func (s *Sequential) Add(x float64) Decision {
	apart := s.H1 - s.H0
	reach := s.Range
	if reach == 0 {
		reach = max(20*apart, 2*s.dist)
	}
	// Two imagined values tame the first estimates of the variance.
	variance := (s.squares + float64(reach*reach/8)) / float64(s.N+2)
	// Factors of at least 1/10 survive a value at the end of the range.
	bet := min(apart/(variance+float64(apart*apart)), 0.9/reach)
	s.ForH1 += math.Log1p(bet * max(-reach, min(x-s.H0, reach)))
	s.ForH0 += math.Log1p(bet * max(-reach, min(s.H1-x, reach)))

	s.N++
	d := x - s.mean
	s.mean += d / float64(s.N)
	s.squares += float64(d * (x - s.mean))
	s.dist = max(s.dist, math.Abs(x-s.H0), math.Abs(x-s.H1))
	return s.Decision()
}

// Mean returns the mean of the values, 0 for none. It leans towards the decision.
func (s *Sequential) Mean() float64 { return s.mean }

// Decision returns the decision so far. A test that has decided gets no more values.
func (s *Sequential) Decision() Decision {
	h0, h1 := s.Bounds()
	switch {
	case s.ForH1 >= h1:
		return AcceptH1
	case s.ForH0 >= h0:
		return AcceptH0
	}
	return Undecided
}
