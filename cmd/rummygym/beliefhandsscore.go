package main

import (
	"math"
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features"
)

// handsLastRow is the number of turns from which on all are one row.
const handsLastRow = 8

// handsScore sums up the scores of an estimator by games.
type handsScore struct {
	games []handsSums // of each game
	bins  [calibrationBins]struct{ predicted, fell, cards float64 }
}

// handsSums are sums over the decisions of a game.
type handsSums struct {
	decisions, unseen, own      float64 // decisions, cards not seen, own cards
	log, dangerLog, dangerBrier float64 // of the cards
}

const calibrationBins = 10

// score plays games of the observer against an opponent and scores all estimators at
// the observer's discards: by turns of the opponent, and at last over all.
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
		observer := g % 2 // sits first in every other game
		err := table.play(f.seed, uint64(g), [2]int{observer, 1 - observer}, func(o *indian.Observation, s *indian.State) {
			if int(o.Self) != observer || o.Phase != indian.Discard {
				return
			}
			at := min(o.TurnsOf[1-o.Self], handsLastRow)
			for i := range estimators {
				var e estimate
				estimators[i].tell(&e, o, rand.NewPCG(game.Seed(f.seed, uint64(g), uint64(o.Turn)), uint64(i)))
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

// add adds a decision of game g, at which the opponent held hand.
func (s *handsScore) add(g int, e *estimate, o *indian.Observation, hand card.Bag) {
	sums := &s.games[g]
	sums.decisions++
	rest, unseen := hand.Minus(o.Known[1-o.Self]), features.Unseen(o)
	var after [card.NumKinds]int8
	d := features.MinDistDraws(&after, hand, o.Wild)
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
		sums.dangerBrier += (e.danger[i] - y) * (e.danger[i] - y)
		b := &s.bins[min(int(e.danger[i]*calibrationBins), calibrationBins-1)]
		b.predicted += e.danger[i]
		b.fell += y
		b.cards++
	}
}

// logScore returns minus the logarithm of the probability given to what is so.
func logScore(p float64, so bool) float64 {
	if !so {
		p = 1 - p
	}
	return -math.Log(max(p, 1e-6))
}
