package train

import (
	"fmt"
	"math"
	"slices"
)

// Shape is how a learning rate decreases.
type Shape string

// The shapes.
const (
	ConstantShape Shape = "constant"
	LinearShape   Shape = "linear" // by the same amount with every update
	CosineShape   Shape = "cosine" // as half a cosine wave: slowly, fast, slowly
	StepShape     Shape = "step"   // at once, by the same factor after equal numbers of updates
)

// Schedule is the learning rate of each update. It rises from 0 in equal steps over the
// first Warmup updates, then decreases from Rate to Final with the given Shape until
// Total updates have been made, and stays there. The step shape multiplies the rate by
// Factor after every Every updates from the end of the warm-up on, but does not go below
// Final; it has no Total.
type Schedule struct {
	Rate   float64 `json:"rate"`             // above 0
	Shape  Shape   `json:"shape"`            // of the decrease
	Warmup int64   `json:"warmup,omitempty"` // updates, at least 0
	Total  int64   `json:"total,omitempty"`  // updates, above Warmup unless Shape is constant or step
	Final  float64 `json:"final,omitempty"`  // [0, Rate]
	Factor float64 `json:"factor,omitempty"` // step only: (0, 1]
	Every  int64   `json:"every,omitempty"`  // step only: updates, at least 1
}

// Constant returns the schedule of a constant rate.
func Constant(rate float64) Schedule { return Schedule{Rate: rate, Shape: ConstantShape} }

// Validate returns an error for the first setting that is invalid.
func (s *Schedule) Validate() error {
	switch {
	case !slices.Contains([]Shape{ConstantShape, LinearShape, CosineShape, StepShape}, s.Shape):
		return fmt.Errorf("schedule %q: want %s, %s, %s or %s", s.Shape, ConstantShape, LinearShape, CosineShape, StepShape)
	case !(s.Rate > 0) || math.IsInf(s.Rate, 1):
		return fmt.Errorf("learning rate %v: want a number above 0", s.Rate)
	case s.Warmup < 0:
		return fmt.Errorf("warm-up of %d updates: want at least 0", s.Warmup)
	case s.Shape == StepShape && (!(s.Factor > 0 && s.Factor <= 1) || s.Every < 1):
		return fmt.Errorf("step schedule with factor %v every %d updates: want a factor above 0, at most 1, and at least 1 update", s.Factor, s.Every)
	case s.Shape != ConstantShape && s.Shape != StepShape && s.Total <= s.Warmup:
		return fmt.Errorf("%s schedule over %d updates, %d of them warm-up: want more updates than warm-up", s.Shape, s.Total, s.Warmup)
	case !(s.Final >= 0 && s.Final <= s.Rate):
		return fmt.Errorf("final learning rate %v: want 0 to %v", s.Final, s.Rate)
	}
	return nil
}

// At returns the rate of update i, from 0. The rate of the first update of a warm-up is
// Rate/Warmup.
func (s *Schedule) At(i int64) float64 {
	if i < s.Warmup {
		return s.Rate * float64(i+1) / float64(s.Warmup)
	}
	switch s.Shape {
	case ConstantShape:
		return s.Rate
	case StepShape:
		return max(s.Final, s.Rate*math.Pow(s.Factor, float64((i-s.Warmup)/s.Every)))
	}
	done := min(1, float64(i-s.Warmup)/float64(s.Total-s.Warmup))
	if s.Shape == CosineShape {
		done = (1 - math.Cos(math.Pi*done)) / 2
	}
	return s.Rate + float64((s.Final-s.Rate)*done)
}
