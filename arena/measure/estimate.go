// Package measure scores estimates of the opponent's hand in Indian Rummy. The scores write themselves in every format of
// package table.
package measure

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"rummygym/agents"
	"rummygym/agents/belief"
	"rummygym/agents/network"
	"rummygym/arena"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/features/opponent"
	"rummygym/table"
)

// HandScoring says what scores estimates of the opponent's hand in Indian Rummy, rules [indian.Paper] without drops.
type HandScoring struct {
	Observer   arena.Entrant // whose opponent's hand is estimated, at its discards
	Opponents  []arena.Entrant
	Estimators []HandEstimator // the first is [UniformHands], with which the others are compared
	Games      int             // against each opponent
	Seed       uint64
	Progress   func(done, total int) // gets the number of games played, unless it is nil
}

// HandScores holds the scores of estimates of the opponent's hand.
type HandScores struct {
	Rows        []HandScore
	Calibration bool // whether the text has the observed frequency for each predicted danger

	scoring *HandScoring
	all     [][]handsScore // scores of the estimators at all decisions against each opponent
}

// ScoreHands plays the games and scores the estimates.
func ScoreHands(ctx context.Context, c *HandScoring) (*HandScores, error) {
	s := &HandScores{scoring: c}
	for i := range c.Opponents {
		scores, err := c.score(ctx, i)
		if err != nil {
			return nil, err
		}
		s.Rows = append(s.Rows, handsRows(c.Opponents[i].Name, &scores, c.Estimators)...)
		s.all = append(s.all, scores[handsLastRow+1])
	}
	return s, nil
}

// Write writes the scores in a format.
func (s *HandScores) Write(w io.Writer, f table.Format) error {
	out := table.Output[HandScore]{Table: table.New(columns(), s.Rows), Object: func(r *HandScore) any { return r }, Text: func(out *bufio.Writer) {
		writeHandsTable(out, s.Rows)
		for i, scores := range s.all {
			if s.Calibration {
				fmt.Fprintln(out)
				writeDangerCalibration(out, s.scoring.Opponents[i].Name, scores, s.scoring.Estimators)
			}
		}
	}}
	return out.Write(w, f)
}

// An estimate holds probabilities for each card at a decision.
type estimate struct {
	held   [card.NumKinds]float64 // for unseen cards: the opponent holds the card
	danger [card.NumKinds]float64 // for cards of the observer: the card lowers the opponent's MinDist
}

// A HandEstimator estimates the opponent's hand. It is not safe for concurrent use.
type HandEstimator struct {
	name     string
	reset    func() // prepares for a new game
	estimate func(e *estimate, o *indian.Observation, src rand.Source)
}

// smoothing is the weight of the uniform estimate in the shares of sampled hands, in hands.
const smoothing = 2

// UniformHands estimates that all hands of unseen cards are equally likely. The danger of cards comes from a number of
// sampled hands.
func UniformHands(samples int) HandEstimator {
	return sampled("uniform", opponent.UniformHands{}, samples)
}

// LearnedHands estimates by the probabilities of a network, and by a number of hands sampled from these.
func LearnedHands(n *network.Network, samples int) ([]HandEstimator, error) {
	e, err := belief.NewEstimator(n)
	if err != nil {
		return nil, err
	}
	hands, err := belief.NewHands(n)
	if err != nil {
		return nil, err
	}
	return []HandEstimator{{"learned", func() {}, func(to *estimate, o *indian.Observation, _ rand.Source) {
		e.See(o, 1-o.Self)
		for i := range card.NumKinds {
			to.held[i], to.danger[i] = e.HeldOf(card.FromIndex(i)), e.WantedOf(card.FromIndex(i))
		}
	}}, sampled("learned hands", hands, samples)}, nil
}

// sampled returns an estimator that uses shares of sampled hands.
func sampled(name string, s opponent.HandSampler, samples int) HandEstimator {
	hands := make([]card.Bag, samples)
	return HandEstimator{name, s.Reset, func(to *estimate, o *indian.Observation, src rand.Source) {
		var held, danger [card.NumKinds]float32
		s.Sample(hands, o, src)
		opponent.Danger(&danger, hands, o.Wild)
		known := o.Known[1-o.Self]
		for i := range hands {
			hands[i] = hands[i].Minus(known)
		}
		opponent.HeldShare(&held, hands)
		n, mean := float64(len(hands)), uniformHeld(o)
		for i := range held {
			to.held[i] = (float64(n*float64(held[i])) + float64(smoothing*mean)) / (n + smoothing)
			to.danger[i] = (float64(n*float64(danger[i])) + smoothing*.25) / (n + smoothing)
		}
		if _, ok := s.(opponent.UniformHands); ok { // the exact probability is known
			for i := range to.held {
				to.held[i] = mean
			}
		}
	}}
}

// uniformHeld returns the probability that the opponent holds an unseen card, if all unseen
// cards are equally likely.
func uniformHeld(o *indian.Observation) float64 {
	return float64(o.HandSizes[1-o.Self]-o.Known[1-o.Self].Count()) / float64(max(o.Unseen().Count(), 1))
}

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
func (c *HandScoring) score(ctx context.Context, opponent int) (scores [handsLastRow + 2][]handsScore, err error) {
	g, err := indian.New(indian.Paper())
	if err != nil {
		return scores, err
	}
	t := agents.NewTable(g)
	t.Never = []game.Action{indian.Drop}
	players := [2]game.Agent{c.Observer.New(), c.Opponents[opponent].New()}
	for i := range scores {
		scores[i] = make([]handsScore, len(c.Estimators))
		for k := range scores[i] {
			scores[i][k].games = make([]handsSums, c.Games)
		}
	}
	for g := range c.Games {
		if err := ctx.Err(); err != nil {
			return scores, err
		}
		for i := range c.Estimators {
			c.Estimators[i].reset()
		}
		observer := g % 2 // the seat of the observer alternates
		t.Deal(c.Seed, uint64(g), players[observer], players[1-observer])
		err := t.Play(func(d *agents.Decision) error {
			o, s := d.Obs.(*indian.Observation), t.State().(*indian.State)
			if int(o.Self) != observer || o.Phase != indian.Discard {
				return nil
			}
			at := min(o.TurnsOf[1-o.Self], handsLastRow)
			for i := range c.Estimators {
				var e estimate
				c.Estimators[i].estimate(&e, o, rand.NewPCG(game.Seed(c.Seed, uint64(g), uint64(o.Turn)), uint64(i)))
				for _, score := range []*handsScore{&scores[at][i], &scores[handsLastRow+1][i]} {
					score.add(g, &e, o, s.Hand(1-o.Self))
				}
			}
			return nil
		})
		if err != nil {
			return scores, err
		}
		if c.Progress != nil {
			c.Progress(opponent*c.Games+g+1, len(c.Opponents)*c.Games)
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
