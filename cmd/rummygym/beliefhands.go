package main

import (
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/spf13/pflag"

	"rummygym/agents/belief"
	"rummygym/agents/network"
	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/features"
)

// handsFlags are the flags of belief score that are about Indian Rummy.
type handsFlags struct {
	observer       string
	games, samples int
	moves          int
	seed           uint64
	model          string
	calibration    bool
}

// register adds the flags to fs.
func (f *handsFlags) register(fs *pflag.FlagSet) {
	fs.StringVar(&f.observer, "observer", f.observer, "indian: agent that estimates")
	fs.IntVar(&f.games, "games", f.games, "indian: games against each opponent")
	fs.Uint64Var(&f.seed, "seed", f.seed, "indian: seed of the games; the built-in network was trained on games of other seeds")
	fs.IntVar(&f.samples, "samples", f.samples, "indian: hands drawn at a decision, and stories that play keeps")
	fs.IntVar(&f.moves, "moves", f.moves, "indian: steps by which play changes each story after a turn")
	fs.StringVar(&f.model, "model", "", `indian: file of a network (default the built-in one; "none" leaves it out)`)
	fs.BoolVar(&f.calibration, "calibration", false, "indian: also print what came of each danger foretold")
}

// run scores all estimators against each opponent, and prints the table.
func (f *handsFlags) run(w io.Writer, format string, opponents []string) error {
	if f.games < 1 || f.samples < 1 || f.moves < 0 {
		return fmt.Errorf("--games %d --samples %d --moves %d: want at least 1, 1 and 0", f.games, f.samples, f.moves)
	}
	estimators, err := f.estimators()
	if err != nil {
		return err
	}
	var rows []handsRow
	var bins []func() error
	for _, opponent := range opponents {
		scores, err := f.score(opponent, estimators)
		if err != nil {
			return err
		}
		rows = append(rows, handsRows(opponent, &scores, estimators)...)
		bins = append(bins, func() error { return writeDangerCalibration(w, opponent, scores[handsLastRow+1], estimators) })
	}
	if err := writeHandsRows(w, format, rows); err != nil || !f.calibration || format != "table" {
		return err
	}
	for _, write := range bins {
		fmt.Fprintln(w)
		if err := write(); err != nil {
			return err
		}
	}
	return nil
}

// An estimate is what an estimator says of the cards at a decision: of those not
// seen, how likely the opponent holds them, and of those in the observer's hand, how
// likely they lower his MinDist.
type estimate struct{ held, danger [card.NumKinds]float64 }

// An estimator of the opponent's hand, with a name.
type handEstimator struct {
	name  string
	reset func()
	tell  func(e *estimate, o *indian.Observation, src rand.Source)
}

// smoothing is the weight, in hands, of the uniform estimate in shares of sampled hands.
const smoothing = 2

// estimators returns those that are scored, the uniform one first.
func (f *handsFlags) estimators() ([]handEstimator, error) {
	all := []handEstimator{f.sampled("uniform", features.UniformHands{}), f.sampled("play", features.NewPlayHands(features.StandardPlay(), f.samples, f.moves))}
	if f.model == "none" {
		return all, nil
	}
	n := belief.Standard()
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
		e.See(o)
		for i := range card.NumKinds {
			to.held[i], to.danger[i] = e.HeldOf(card.FromIndex(i)), e.WantedOf(card.FromIndex(i))
		}
	}}, f.sampled("learned hands", hands)), nil
}

// sampled returns the estimator by shares of sampled hands.
func (f *handsFlags) sampled(name string, s features.HandSampler) handEstimator {
	hands := make([]card.Bag, f.samples)
	return handEstimator{name, s.Reset, func(to *estimate, o *indian.Observation, src rand.Source) {
		var held, danger [card.NumKinds]float32
		s.Sample(hands, o, src)
		features.Danger(&danger, hands, o.Wild)
		known := o.Known[1-o.Self]
		for i := range hands {
			hands[i] = hands[i].Minus(known)
		}
		features.HeldShare(&held, hands)
		n, mean := float64(len(hands)), uniformHeld(o)
		for i := range held {
			to.held[i] = (n*float64(held[i]) + smoothing*mean) / (n + smoothing)
			to.danger[i] = (n*float64(danger[i]) + smoothing*.25) / (n + smoothing)
		}
		if _, ok := s.(features.UniformHands); ok { // it is known exactly
			for i := range to.held {
				to.held[i] = mean
			}
		}
	}}
}

// uniformHeld returns the probability that the opponent holds a card that is not seen,
// if all are alike.
func uniformHeld(o *indian.Observation) float64 {
	return float64(o.HandSizes[1-o.Self]-o.Known[1-o.Self].Count()) / float64(max(features.Unseen(o).Count(), 1))
}
