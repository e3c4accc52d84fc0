package belief

import (
	"math"
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
)

// handsLastRow is the row for this number of turns of the opponent or more.
const handsLastRow = 8

// handsScore holds the scores of an estimator.
type handsScore struct {
	games []handsSums // sums for each game
	bins  [calibrationBins]struct{ predicted, fell, cards float64 }
}

// handsSums are sums over the decisions of a game.
type handsSums struct {
	decisions, unseen, own      float64 // number of decisions, unseen cards, cards of the observer
	log, dangerLog, dangerBrier float64 // sums of scores over the cards
}

// calibrationBins is the number of bins of predicted danger.
const calibrationBins = 10

// score plays games of the observer against an opponent and scores all estimators at the
// observer's discards. Rows of the result are numbers of turns of the opponent; the last
// row is for all turns.
func (f *handsFlags) score(opponent string, estimators []handEstimator) (scores [handsLastRow + 2][]handsScore, err error) {
	table, err := newPairing(f.observer, opponent)
	if err != nil {
		return scores, err
	}
	for i := range scores {
		scores[i] = make([]handsScore, len(estimators))
		for k := range scores[i] {
			scores[i][k].games = make([]handsSums, f.games)
		}
	}
	for g := range f.games {
		for i := range estimators {
			estimators[i].reset()
		}
		observer := g % 2 // the seat of the observer alternates
		err := table.play(f.seed, uint64(g), [2]int{observer, 1 - observer}, func(o *indian.Observation, s *indian.State) {
			if int(o.Self) != observer || o.Phase != indian.Discard {
				return
			}
			at := min(o.TurnsOf[1-o.Self], handsLastRow)
			for i := range estimators {
				var e estimate
				estimators[i].estimate(&e, o, rand.NewPCG(game.Seed(f.seed, uint64(g), uint64(o.Turn)), uint64(i)))
				for _, score := range []*handsScore{&scores[at][i], &scores[handsLastRow+1][i]} {
					score.add(g, &e, o, s.Hand(1-o.Self))
				}
			}
		})
		if err != nil {
			return scores, err
		}
	}
	return scores, nil
}

// add adds a decision of game g at which the opponent holds hand.
func (s *handsScore) add(g int, e *estimate, o *indian.Observation, hand card.Bag) {
	sums := &s.games[g]
	sums.decisions++
	rest, unseen := hand.Minus(o.Known[1-o.Self]), o.Unseen()
	var after [card.NumKinds]int8
	d := mindist.Draws(&after, hand, o.Wild)
	for i := range card.NumKinds {
		c := card.FromIndex(i)
		if unseen.Has(c) {
			sums.unseen++
			sums.log += logScore(e.held[i], rest.Has(c))
		}
		if !o.Hand.Has(c) {
			continue
		}
		fell := int(after[i]) < d
		sums.own++
		sums.dangerLog += logScore(e.danger[i], fell)
		y := 0.0
		if fell {
			y = 1
		}
		sums.dangerBrier += float64((e.danger[i] - y) * (e.danger[i] - y))
		b := &s.bins[min(int(e.danger[i]*calibrationBins), calibrationBins-1)]
		b.predicted += e.danger[i]
		b.fell += y
		b.cards++
	}
}

// logScore returns the negative logarithm of the probability of the outcome, where p is the
// probability that the event happened.
func logScore(p float64, happened bool) float64 {
	if !happened {
		p = 1 - p
	}
	return -math.Log(max(p, 1e-6))
}
