package train

import (
	"fmt"
	"math"
	"slices"

	"rummygym/internal/agents/network/kernel"
)

// Method is the rule by which an optimizer updates weights from a gradient.
type Method string

// The methods. g is the gradient, w a weight, t the number of the update from 1, and rate
// the learning rate of the schedule.
const (
	// AdamMethod is Adam (kingma2015adam): m and v are running means of g and g² with
	// factors Beta1 and Beta2, and
	// w -= rate * m/(1-Beta1^t) / (sqrt(v/(1-Beta2^t)) + Epsilon). Decay*w is added to g
	// first.
	AdamMethod Method = "adam"

	// AdamWMethod is Adam with decoupled weight decay (loshchilov2019decoupled):
	// w -= rate*Decay*w in the same update.
	AdamWMethod Method = "adamw"

	// SGDMethod is gradient descent with momentum: m = Momentum*m + g, w -= rate*m.
	// Decay*w is added to g first.
	SGDMethod Method = "sgd"
)

// Optimizer is the settings of an optimizer. Biases decay like all weights.
type Optimizer struct {
	Method Method   `json:"method"`
	Rate   Schedule `json:"rate"`

	Beta1    float64 `json:"beta1,omitempty"`    // Adam: [0, 1)
	Beta2    float64 `json:"beta2,omitempty"`    // Adam: [0, 1)
	Epsilon  float64 `json:"epsilon,omitempty"`  // Adam: above 0
	Momentum float64 `json:"momentum,omitempty"` // SGD: [0, 1)
	Decay    float64 `json:"decay,omitempty"`    // at least 0

	// Clip is the maximum norm of the gradient with respect to all weights; a longer
	// gradient is scaled down to it. 0: no limit.
	Clip float64 `json:"clip,omitempty"`

	// Average is the factor, in [0, 1), of the running mean of the weights (polyak1992averaging) that Network returns; in the first
	// updates it is at most (t+1)/(t+10). 0: Network returns the weights themselves.
	Average float64 `json:"average,omitempty"`
}

// Adam returns Adam with a constant rate and the paper's settings: .9, .999, 1e-8.
func Adam(rate float64) Optimizer {
	return Optimizer{Method: AdamMethod, Rate: Constant(rate), Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8}
}

// AdamW returns Adam with decoupled weight decay.
func AdamW(rate, decay float64) Optimizer {
	o := Adam(rate)
	o.Method, o.Decay = AdamWMethod, decay
	return o
}

// SGD returns gradient descent with a constant rate.
func SGD(rate, momentum float64) Optimizer {
	return Optimizer{Method: SGDMethod, Rate: Constant(rate), Momentum: momentum}
}

// Validate returns an error for the first setting that is invalid.
func (o *Optimizer) Validate() error {
	below1 := func(x float64) bool { return x >= 0 && x < 1 }
	switch adam := o.Method == AdamMethod || o.Method == AdamWMethod; {
	case !adam && o.Method != SGDMethod:
		return fmt.Errorf("method %q: want %s, %s or %s", o.Method, AdamMethod, AdamWMethod, SGDMethod)
	case adam && !(below1(o.Beta1) && below1(o.Beta2)):
		return fmt.Errorf("beta1 %v and beta2 %v: want numbers from 0 to below 1", o.Beta1, o.Beta2)
	case adam && !(o.Epsilon > 0):
		return fmt.Errorf("epsilon %v: want a number above 0", o.Epsilon)
	case !below1(o.Momentum):
		return fmt.Errorf("momentum %v: want a number from 0 to below 1", o.Momentum)
	case !(o.Decay >= 0) || math.IsInf(o.Decay, 1):
		return fmt.Errorf("decay %v: want a number of at least 0", o.Decay)
	case !below1(o.Average):
		return fmt.Errorf("average %v: want a number from 0 to below 1", o.Average)
	case !(o.Clip >= 0) || math.IsInf(o.Clip, 1):
		return fmt.Errorf("clip %v: want a number of at least 0", o.Clip)
	}
	return o.Rate.Validate()
}

// solver is the state of an optimizer.
type solver struct {
	Optimizer
	pool    *pool
	updates int64
	first   []float32          // running means of the gradient, or the momentum
	second  []float32          // running means of the squared gradient; nil for SGD
	norms   []float64          // sums of squares of spans of the gradient
	square  func(from, to int) // computes one of norms
	whole   []float32          // the gradient that square reads

	rate float32 // of the current update, and its parameters
	now  kernel.Update
}

// weightSpan is the number of weights that a worker processes at a time. The norm is
// summed over spans, so that the weights depend on it.
const weightSpan = 4096

// newSolver returns a solver of n weights before its first update.
func newSolver(o Optimizer, n int, p *pool) *solver {
	s := &solver{Optimizer: o, pool: p, first: make([]float32, n), norms: make([]float64, (n+weightSpan-1)/weightSpan)}
	if o.Method != SGDMethod {
		s.second = make([]float32, n)
	}
	s.square = func(from, to int) {
		sum := 0.0
		for _, g := range s.whole[from:to] {
			sum += float64(float64(g) * float64(g))
		}
		s.norms[from/weightSpan] = sum
	}
	return s
}

// begin begins an update whose gradient is multiplied by scale.
func (s *solver) begin(scale float64) {
	rate := s.Rate.At(s.updates)
	s.updates++
	t := float64(s.updates)
	s.rate = float32(rate)
	s.now = kernel.Update{
		Scale: float32(scale),
		Beta1: float32(s.Beta1), Rest1: float32(1 - s.Beta1), Beta2: float32(s.Beta2), Rest2: float32(1 - s.Beta2), Epsilon: float32(s.Epsilon),
		Rate1: float32(rate / (1 - math.Pow(s.Beta1, t))), Correct2: float32(1 / (1 - math.Pow(s.Beta2, t))),
	}
	if s.Method == AdamWMethod {
		s.now.Shrink = float32(rate * s.Decay)
	} else {
		s.now.Decay = float32(s.Decay)
	}
}

// update updates weights [from, to) from their gradient. Both slices are of all weights.
func (s *solver) update(weights, gradient []float32, from, to int) {
	weights, gradient, first := weights[from:to], gradient[from:to], s.first[from:to]
	if s.second == nil {
		kernel.Descend(weights, gradient, first, float32(s.Momentum), s.rate, s.now.Decay, s.now.Scale)
		return
	}
	kernel.Adam(weights, gradient, first, s.second[from:to], &s.now)
}

// shorten returns the factor that scales the gradient to a norm of at most Clip.
func (s *solver) shorten(gradient []float32) float64 {
	if s.Clip == 0 {
		return 1
	}
	s.whole = gradient
	s.pool.do(len(gradient), weightSpan, s.square)
	sum := 0.0
	for _, x := range s.norms {
		sum += x
	}
	if norm := math.Sqrt(sum); norm > s.Clip {
		return s.Clip / norm
	}
	return 1
}

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
