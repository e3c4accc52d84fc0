package belief

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"

	"rummygym/agents/belief"
	"rummygym/agents/network"
	"rummygym/env/card"
	"rummygym/env/indian"
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
