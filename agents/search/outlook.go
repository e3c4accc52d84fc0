package search

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/features"
)

//go:generate go run make_outlook.go

// Outlook values a turn of Indian Rummy for two by what both hands are worth: their
// MinDist, their MinScore and their outs, the unseen cards that lower MinDist. For each
// pair of distances, cut to [1, 5], it is a linear function of scores and outs, fitted by
// least squares to games of min-dist-opp with itself in the preset paper
// (make_outlook.go). It is not safe for concurrent use.
type Outlook struct {
	goal  Goal
	limit int // most points that a hand costs
	stock [indian.MaxDeck]card.Card
	after [card.NumKinds]int8
}

// NewOutlook returns one for a goal, at a table where a hand costs at most limit points.
func NewOutlook(goal Goal, limit int) *Outlook { return &Outlook{goal: goal, limit: limit} }

// outlookSize is the number of distances that are told apart, from 1 on.
const outlookSize = 5

// outlookTerms are the terms of the linear function: 1, then score and outs of the
// mover, then those of the other.
const outlookTerms = 5

// Value returns the value of the turn for seat p.
func (v *Outlook) Value(s game.State, p game.Player) float64 {
	var x [outlookTerms]float64
	i, j := v.Terms(&x, s.(*indian.State), p)
	sum := 0.0
	for k, w := range &outlookWeights[v.goal][i][j] {
		sum += w * x[k]
	}
	return sum
}

// Terms sets x to the terms for seat p, whose turn begins, and returns the classes of
// the distances of p and of the other seat.
func (v *Outlook) Terms(x *[outlookTerms]float64, s *indian.State, p game.Player) (own, other int) {
	_, wild := s.Wild()
	stock := card.BagOf(s.AppendStock(v.stock[:0])...)
	x[0] = 1
	own = v.hand(x[1:3], s.Hand(p), stock.Plus(s.Hand(1-p)), wild)
	other = v.hand(x[3:5], s.Hand(1-p), stock.Plus(s.Hand(p)), wild)
	return own, other
}

// hand sets x to score and outs of a hand and returns the class of its distance.
func (v *Outlook) hand(x []float64, hand, unseen card.Bag, wild card.Rank) int {
	d := features.MinDistDraws(&v.after, hand, wild)
	outs := 0
	for i, after := range &v.after {
		if int(after) < d {
			outs += unseen.Of(card.FromIndex(i))
		}
	}
	x[0], x[1] = float64(min(v.limit, meld.MinScore(hand, wild))), float64(outs)
	return min(max(d, 1), outlookSize) - 1
}
