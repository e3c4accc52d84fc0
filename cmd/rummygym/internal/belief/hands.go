package belief

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"rummygym/agents/belief"
	"rummygym/agents/network"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/features/opponent"
	"rummygym/table"
)

// handsFlags holds the flags of belief score for Indian Rummy.
type handsFlags struct {
	observer    string `option:"observer" complete:"agents" doc:"indian: agent whose opponent's hand is estimated"`
	games       int    `option:"games" range:"1:1000000000" doc:"indian: number of games against each opponent"`
	samples     int    `option:"samples" doc:"indian: number of hands sampled at a decision"`
	seed        uint64 `option:"seed" group:"Running" doc:"indian: seed of the games; the built-in network was trained on games of other seeds"`
	model       string `option:"model" doc:"indian: file of a network (default the built-in one; \"none\" leaves it out)"`
	calibration bool   `option:"calibration" group:"Statistics" doc:"indian: also print the observed frequency for each predicted danger"`
}

// run scores all estimators against each opponent and prints the table.
func (f *handsFlags) run(w io.Writer, format table.Format, opponents []string) error {
	if f.games < 1 || f.samples < 1 {
		return fmt.Errorf("--games %d --samples %d: want at least 1 of each", f.games, f.samples)
	}
	estimators, err := f.estimators()
	if err != nil {
		return err
	}
	var rows []handsRow
	var bins []func(*bufio.Writer)
	for _, opponent := range opponents {
		scores, err := f.score(opponent, estimators)
		if err != nil {
			return err
		}
		rows = append(rows, handsRows(opponent, &scores, estimators)...)
		bins = append(bins, func(out *bufio.Writer) { writeDangerCalibration(out, opponent, scores[handsLastRow+1], estimators) })
	}
	out := table.Output[handsRow]{Table: table.New(columns(), rows), Object: func(r *handsRow) any { return r }, Text: func(out *bufio.Writer) {
		writeHandsTable(out, rows)
		for _, write := range bins {
			if f.calibration {
				fmt.Fprintln(out)
				write(out)
			}
		}
	}}
	return out.Write(w, format)
}

// An estimate holds probabilities for each card at a decision.
type estimate struct {
	held   [card.NumKinds]float64 // for unseen cards: the opponent holds the card
	danger [card.NumKinds]float64 // for cards of the observer: the card lowers the opponent's MinDist
}

// A handEstimator estimates the opponent's hand.
type handEstimator struct {
	name     string
	reset    func() // prepares for a new game
	estimate func(e *estimate, o *indian.Observation, src rand.Source)
}

// smoothing is the weight of the uniform estimate in the shares of sampled hands, in hands.
const smoothing = 2

// estimators returns the estimators to score, the uniform one first.
func (f *handsFlags) estimators() ([]handEstimator, error) {
	all := []handEstimator{f.sampled("uniform", opponent.UniformHands{})}
	if f.model == "none" {
		return all, nil
	}
	n := belief.Standard(2)
	if f.model != "" {
		var err error
		if n, _, err = network.ReadFile(f.model); err != nil {
			return nil, err
		}
	}
	e, err := belief.NewEstimator(n)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cmp.Or(f.model, "the built-in network"), err)
	}
	hands, err := belief.NewHands(n)
	if err != nil {
		return nil, err
	}
	return append(all, handEstimator{"learned", func() {}, func(to *estimate, o *indian.Observation, _ rand.Source) {
		e.See(o, 1-o.Self)
		for i := range card.NumKinds {
			to.held[i], to.danger[i] = e.HeldOf(card.FromIndex(i)), e.WantedOf(card.FromIndex(i))
		}
	}}, f.sampled("learned hands", hands)), nil
}

// sampled returns an estimator that uses shares of sampled hands.
func (f *handsFlags) sampled(name string, s opponent.HandSampler) handEstimator {
	hands := make([]card.Bag, f.samples)
	return handEstimator{name, s.Reset, func(to *estimate, o *indian.Observation, src rand.Source) {
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
