package features

import (
	"math"

	"rummygym/env/card"
)

// PlayFit fits a [PlayStyle] to turns of players whose hands are known. The zero
// value is empty.
type PlayFit struct {
	takes   [2][2]float64 // turns by whether MinDist falls with the card offered, and whether it was taken
	choices []throwing
}

// Add takes note of a turn of a player with the given hand before the draw, who drew
// the given card.
func (f *PlayFit) Add(hand card.Bag, drawn card.Card, wild card.Rank, t *OpponentTurn) {
	before := MinDist(hand, wild)
	if t.Offered != card.None {
		falls, took := 0, 0
		if MinDist(hand.With(t.Offered), wild) < before {
			falls = 1
		}
		if t.Took {
			took = 1
		}
		f.takes[falls][took]++
	}
	if w := throwingOf(hand.With(drawn), wild, before, t); w.chosen >= 0 {
		f.choices = append(f.choices, w)
	}
}

// The prior of a fit: two turns of each kind, one with and one without the card
// taken; and normal weights, of which maxThrowWeight is two standard deviations.
const (
	takePrior  = 1
	throwPrior = 4 / (maxThrowWeight * maxThrowWeight)
	fitSteps   = 100
)

// Style returns the style that makes the turns most likely, under a weak prior. The
// probability of a slip is not fitted: it is given.
func (f *PlayFit) Style(name string, slip float64) PlayStyle {
	rate := func(n *[2]float64) float64 { return (n[1] + takePrior) / (n[0] + n[1] + 2*takePrior) }
	s := PlayStyle{Name: name, Share: 1, TakeElse: rate(&f.takes[0]), TakeIfFalls: rate(&f.takes[1]), Slip: slip}
	// Newton's method: the logarithm is concave in the weights. Steps that do not
	// raise it are halved.
	value, gradient, curvature := f.likelihood(&s.Throw)
	for range fitSteps {
		step := solve(curvature, gradient)
		gain := 0.0
		for size := 1.0; size > 1e-6; size /= 2 {
			next := s.Throw
			for i := range next {
				next[i] = max(-maxThrowWeight, min(maxThrowWeight, next[i]+size*step[i]))
			}
			v, g, c := f.likelihood(&next)
			if v > value {
				gain, s.Throw, value, gradient, curvature = v-value, next, v, g, c
				break
			}
		}
		if gain < 1e-9*math.Abs(value) {
			break
		}
	}
	return s
}

// Throws returns the number of throws that were added, and the mean logarithm of the
// probability of a throw under a style.
func (f *PlayFit) Throws(s *PlayStyle) (n int, mean float64) {
	odds := s.Throw.odds()
	for i := range f.choices {
		w := &f.choices[i]
		mean += math.Log((1-s.Slip)*w.share(&odds) + s.Slip/float64(w.count))
	}
	return len(f.choices), mean / float64(len(f.choices))
}

// share returns the probability of the throw by its odds.
func (w *throwing) share(odds *[numThrowKeys]float64) float64 {
	sum := 0.0
	for _, k := range w.keys[:w.count] {
		sum += odds[k]
	}
	return odds[w.keys[w.chosen]] / sum
}

// likelihood returns the logarithm of the probability of all throws and the prior,
// its gradient, and minus its second derivative.
func (f *PlayFit) likelihood(w *ThrowWeights) (value float64, gradient ThrowWeights, curvature [numThrowTraits]ThrowWeights) {
	odds := w.odds()
	var traits [numThrowKeys]ThrowWeights
	for k := range traits {
		traits[k] = throwKey(k).traits()
	}
	for i := range w {
		value -= throwPrior / 2 * w[i] * w[i]
		gradient[i] = -throwPrior * w[i]
		curvature[i][i] = throwPrior
	}
	for n := range f.choices {
		c := &f.choices[n]
		value += math.Log(c.share(&odds))
		sum := 0.0
		var mean ThrowWeights
		var square [numThrowTraits]ThrowWeights
		for _, k := range c.keys[:c.count] {
			x, p := &traits[k], odds[k]
			sum += p
			for i := range x {
				mean[i] += p * x[i]
				for j := range i + 1 {
					square[i][j] += p * x[i] * x[j]
				}
			}
		}
		chosen := &traits[c.keys[c.chosen]]
		for i := range mean {
			gradient[i] += chosen[i] - mean[i]/sum
			for j := range i + 1 {
				curvature[i][j] += square[i][j]/sum - mean[i]*mean[j]/(sum*sum)
			}
		}
	}
	return value, gradient, curvature
}

// solve returns the x with a x = b for a symmetric positive definite a, of which the
// lower half counts, by its Cholesky decomposition.
func solve(a [numThrowTraits]ThrowWeights, b ThrowWeights) (x ThrowWeights) {
	for i := range a {
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= a[i][k] * a[j][k]
			}
			if i == j {
				a[i][i] = math.Sqrt(max(sum, 1e-12))
			} else {
				a[i][j] = sum / a[j][j]
			}
		}
	}
	for i := range b {
		for k := range i {
			b[i] -= a[i][k] * b[k]
		}
		b[i] /= a[i][i]
	}
	for i := len(b) - 1; i >= 0; i-- {
		for k := i + 1; k < len(b); k++ {
			b[i] -= a[k][i] * b[k]
		}
		b[i] /= a[i][i]
	}
	return b
}
