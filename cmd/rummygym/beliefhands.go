package main

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"
	"text/tabwriter"

	"github.com/spf13/pflag"

	"rummygym/agents"
	"rummygym/agents/arena/stats"
	"rummygym/agents/belief"
	"rummygym/agents/network"
	"rummygym/cmd/internal/catalog"
	"rummygym/env/card"
	"rummygym/env/game"
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

// A handsRow is a line of the table.
type handsRow struct {
	Opponent  string `json:"opponent"`
	Turns     string `json:"turns"` // that the opponent has had: "0", ..., "8+", or "all"
	Estimator string `json:"estimator"`
	Decisions int    `json:"decisions"`

	Log         float64 `json:"log"`          // mean of -ln p of whether he holds a card, over cards not seen
	DangerLog   float64 `json:"danger_log"`   // the same of whether an own card lowers his MinDist
	DangerBrier float64 `json:"danger_brier"` // mean squared error of that

	// Better by so much than the uniform estimate, with intervals over games.
	LogGain         stats.Interval `json:"log_gain"`
	DangerBrierGain stats.Interval `json:"danger_brier_gain"`
}

// smoothing is the weight, in hands, of the uniform estimate in shares of sampled hands.
const smoothing = 2

// handsLastRow is the number of turns from which on all are one row.
const handsLastRow = 8

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

// score plays games of the observer against an opponent and scores all estimators at
// the observer's discards: by turns of the opponent, and at last over all.
func (f *handsFlags) score(opponent string, estimators []handEstimator) (scores [handsLastRow + 2][]handsScore, err error) {
	rules, err := catalog.ByName("indian")
	if err != nil {
		return scores, err
	}
	var seats [2]agents.Agent
	for i, spec := range []string{f.observer, opponent} {
		create, _, err := catalog.NewAgent(rules.Defaults(), spec)
		if err != nil {
			return scores, err
		}
		seats[i] = create()
	}
	table, err := indian.New(indian.Paper())
	if err != nil {
		return scores, err
	}
	for i := range scores {
		scores[i] = make([]handsScore, len(estimators))
		for k := range scores[i] {
			scores[i][k].games = make([]handsSums, f.games)
		}
	}
	state, legal := table.NewTable(), game.Mask{}
	var o indian.Observation
	for g := range f.games {
		// The observer sits first in every other game.
		observer := game.Player(g % 2)
		table.Deal(state, game.DealSource(f.seed, uint64(g)))
		for p := range game.Player(2) {
			seats[p].Reset(game.AgentSeed(f.seed, uint64(g), p))
		}
		for i := range estimators {
			estimators[i].reset()
		}
		for p := state.Current(); p != game.NoPlayer; p = state.Current() {
			state.Observe(p, &o)
			if p == observer && o.Phase == indian.Discard {
				at := min(o.TurnsOf[1-p], handsLastRow)
				for i := range estimators {
					var e estimate
					src := rand.NewPCG(game.Seed(f.seed, uint64(g), uint64(o.Turn)), uint64(i))
					estimators[i].tell(&e, &o, src)
					for _, s := range []*handsScore{&scores[at][i], &scores[handsLastRow+1][i]} {
						s.add(g, &e, &o, state.Hand(1-p))
					}
				}
			}
			state.Legal(&legal)
			legal.Unset(indian.Drop)
			mover := seats[0]
			if p != observer {
				mover = seats[1]
			}
			a, _ := mover.Act(&o, &legal)
			if err := state.Apply(a); err != nil {
				return scores, err
			}
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

// handsRows returns the lines of the table for an opponent.
func handsRows(opponent string, scores *[handsLastRow + 2][]handsScore, estimators []handEstimator) (rows []handsRow) {
	for at := range scores {
		turns := strconv.Itoa(at)
		switch at {
		case handsLastRow:
			turns += "+"
		case handsLastRow + 1:
			turns = "all"
		}
		uniform := scores[at][0].games
		for i := range estimators {
			r := handsRow{Opponent: opponent, Turns: turns, Estimator: estimators[i].name}
			games := scores[at][i].games
			var all handsSums
			for _, g := range games {
				all.decisions += g.decisions
				all.unseen += g.unseen
				all.own += g.own
				all.log += g.log
				all.dangerLog += g.dangerLog
				all.dangerBrier += g.dangerBrier
			}
			if all.decisions == 0 || all.unseen == 0 {
				continue
			}
			r.Decisions = int(all.decisions)
			r.Log, r.DangerLog, r.DangerBrier = all.log/all.unseen, all.dangerLog/all.own, all.dangerBrier/all.own
			r.LogGain = ratioInterval(games, func(g int) (float64, float64) { return uniform[g].log - games[g].log, games[g].unseen })
			r.DangerBrierGain = ratioInterval(games, func(g int) (float64, float64) {
				return uniform[g].dangerBrier - games[g].dangerBrier, games[g].own
			})
			rows = append(rows, r)
		}
	}
	return rows
}

// ratioInterval returns the 95 % interval of a sum over games divided by another, from
// the linear approximation of the ratio.
func ratioInterval(games []handsSums, of func(g int) (x, n float64)) stats.Interval {
	var sx, sn, square float64
	for g := range games {
		x, n := of(g)
		sx, sn = sx+x, sn+n
	}
	ratio := sx / sn
	for g := range games {
		x, n := of(g)
		square += (x - ratio*n) * (x - ratio*n)
	}
	return stats.Estimate{Value: ratio, StdErr: math.Sqrt(square) / sn}.Interval(.95)
}

// writeHandsRows writes the lines as a table, as CSV, or as JSON, an object a line.
func writeHandsRows(w io.Writer, format string, rows []handsRow) error {
	names := []string{"opponent", "turns", "estimator", "decisions", "log", "log_gain_low", "log_gain_high", "danger_log", "danger_brier", "danger_brier_gain_low", "danger_brier_gain_high"}
	cells := func(r *handsRow) []string {
		out := []string{r.Opponent, r.Turns, r.Estimator, strconv.Itoa(r.Decisions)}
		for _, x := range []float64{r.Log, r.LogGain.Low, r.LogGain.High, r.DangerLog, r.DangerBrier, r.DangerBrierGain.Low, r.DangerBrierGain.High} {
			out = append(out, strconv.FormatFloat(x, 'f', 4, 64))
		}
		return out
	}
	switch format {
	case "json":
		e := json.NewEncoder(w)
		for i := range rows {
			if err := e.Encode(&rows[i]); err != nil {
				return err
			}
		}
		return nil
	case "csv":
		out := csv.NewWriter(w)
		out.Write(names)
		for i := range rows {
			out.Write(cells(&rows[i]))
		}
		out.Flush()
		return out.Error()
	}
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "opponent\tturns\testimator\tdecisions\tlog\tbetter by\tdanger log\tdanger Brier\tbetter by")
	for i := range rows {
		r := &rows[i]
		fmt.Fprintf(tab, "%s\t%s\t%s\t%d\t%.4f\t%s\t%.4f\t%.4f\t%s\n", r.Opponent, r.Turns, r.Estimator, r.Decisions,
			r.Log, intervalText(r.LogGain, i, rows), r.DangerLog, r.DangerBrier, intervalText(r.DangerBrierGain, i, rows))
	}
	return tab.Flush()
}

// intervalText returns the text of an interval, none for the uniform estimate.
func intervalText(v stats.Interval, i int, rows []handsRow) string {
	if rows[i].Estimator == "uniform" {
		return ""
	}
	return fmt.Sprintf("%.4f to %.4f", v.Low, v.High)
}

// writeDangerCalibration writes, for each estimator, the share of cards that lowered his
// MinDist by the danger foretold.
func writeDangerCalibration(w io.Writer, opponent string, scores []handsScore, estimators []handEstimator) error {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tab, "danger of own cards against %s: foretold, and how it was\t\t\t\t\n", opponent)
	for i := range estimators {
		fmt.Fprintf(tab, "%s\tcards\tforetold\tfell\t\n", estimators[i].name)
		for b := range scores[i].bins {
			if x := &scores[i].bins[b]; x.cards > 0 {
				fmt.Fprintf(tab, "\t%.0f\t%.3f\t%.3f\t\n", x.cards, x.predicted/x.cards, x.fell/x.cards)
			}
		}
	}
	return tab.Flush()
}
