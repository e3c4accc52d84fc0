package search

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/features/mindist"
)

//go:generate go run make_outlook.go

// Outlook values a turn of two-player Indian Rummy by the MinDist, the MinScore and the
// outs (the unseen cards that lower MinDist) of both hands. For each pair of distances,
// clipped to [1, 5], the value is a linear function of scores and outs, fitted by least
// squares to games of min-dist-opp against itself in the preset paper (make_outlook.go).
// It is not safe for concurrent use.
type Outlook struct {
	goal  Goal
	limit int // maximum points that a hand costs
	stock [indian.MaxDeck]card.Card
	after [card.NumKinds]int8
}

// NewOutlook returns an Outlook for a goal, at a table where a hand costs at most limit
// points.
func NewOutlook(goal Goal, limit int) *Outlook { return &Outlook{goal: goal, limit: limit} }

// outlookSize is the number of classes of distances: 1, 2, 3, 4, and 5 or more.
const outlookSize = 5

// outlookTerms is the number of terms of the linear function: 1, score and outs of the
// mover, score and outs of the other seat.
const outlookTerms = 5

// Value returns the value of the turn for seat p: the expected gain in points, or the
// probability of winning.
func (v *Outlook) Value(s game.State, p game.Player) (float64, bool) {
	var x [outlookTerms]float64
	i, j := v.Terms(&x, s.(*indian.State), p)
	sum := 0.0
	for k, w := range &outlookWeights[v.goal][i][j] {
		sum += float64(w * x[k])
	}
	return sum, true
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

// hand sets x to the score and the outs of a hand and returns the class of its distance.
func (v *Outlook) hand(x []float64, hand, unseen card.Bag, wild card.Rank) int {
	d := mindist.Draws(&v.after, hand, wild)
	outs := 0
	for i, after := range &v.after {
		if int(after) < d {
			outs += unseen.Of(card.FromIndex(i))
		}
	}
	x[0], x[1] = float64(min(v.limit, meld.MinScore(hand, wild))), float64(outs)
	return min(max(d, 1), outlookSize) - 1
}
