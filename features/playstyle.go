package features

import (
	"fmt"
	"math"
)

// PlayStyle is a way to play Indian Rummy, as probabilities of choices given the
// hand: the card of the open pile is taken mostly if MinDist falls with it, and what
// is thrown is mostly a card that leaves the least MinDist, by preferences. All
// weights are in units of log-odds (a choice whose weight is greater by 1 is e times
// as likely), so that a style can be fitted to recorded play by maximum likelihood.
type PlayStyle struct {
	Name  string  `json:"name"`
	Share float64 `json:"share"` // above 0: how common the style is, beside the others of a model

	TakeIfFalls float64 `json:"take_if_falls"` // probability in (0, 1) to take a card with which MinDist falls
	TakeElse    float64 `json:"take_else"`     // the same of other cards

	Throw ThrowWeights `json:"throw"`
	Slip  float64      `json:"slip"` // probability in (0, 1) that any card of the hand is thrown, all alike
}

// ThrowWeights are the weights of a card that may be thrown, each in log-odds.
type ThrowWeights [numThrowTraits]float64

// What counts of a card that may be thrown.
const (
	throwFree    = iota // it leaves the least MinDist
	throwPoints         // its points / 10
	throwJoker          // it is a joker
	throwThrown         // MinDist did not fall at the draw, and it is related to a card that the other threw
	throwHeld           // MinDist did not fall at the draw, and it is related to a card that the other surely holds
	throwRelated        // number of other suited cards of the hand related to it, at most mostRelated
	numThrowTraits
)

const mostRelated = 3

// maxThrowWeight keeps the odds of all traits together in the range of a float64.
const maxThrowWeight = 80

// throwTraits writes the weights' names, for files and messages.
var throwTraits = [numThrowTraits]string{"free", "points", "joker", "related_to_thrown", "related_to_held", "related_in_hand"}

// ThrowTraits returns the names of the entries of ThrowWeights.
func ThrowTraits() []string { return throwTraits[:] }

// Validate returns an error that names the first value that is wrong.
func (s *PlayStyle) Validate() error {
	for name, p := range map[string]float64{"take_if_falls": s.TakeIfFalls, "take_else": s.TakeElse, "slip": s.Slip} {
		if !(p > 0 && p < 1) {
			return fmt.Errorf("play style %q: %s is %v: want a probability between 0 and 1", s.Name, name, p)
		}
	}
	if !(s.Share > 0) || math.IsInf(s.Share, 0) {
		return fmt.Errorf("play style %q: share is %v: want a number above 0", s.Name, s.Share)
	}
	for i, w := range s.Throw {
		if !(math.Abs(w) <= maxThrowWeight) {
			return fmt.Errorf("play style %q: throw weight %s is %v: want a number in [-%d, %d]", s.Name, throwTraits[i], w, maxThrowWeight, maxThrowWeight)
		}
	}
	return nil
}
