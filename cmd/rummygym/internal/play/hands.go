package play

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"rummygym"
	"rummygym/arena/figure"
	"rummygym/arena/stats"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/features/mindist"
	"rummygym/options"
	"rummygym/table"
)

// NewHandsCommand returns the command hands, which measures random hands.
func NewHandsCommand() *cobra.Command {
	var (
		rules  = rummygym.RuleOptions{Only: rummygym.Indian}
		hands  int
		seed   uint64
		plots  string
		format = cli.Format{Allowed: []string{"table", "json", "csv", "arrow"}}
	)
	cmd := &cobra.Command{
		Use:   "hands",
		Short: "Measure MinScore and MinDist of random hands",
		Long: `hands deals random hands under the rules of the table, measures MinScore and MinDist of
the first player's hand in every deal, and prints their distributions: MinScore with and
without the cap, the share of hands that reach the cap, and the frequency of each
MinDist. For one pack with two printed jokers it compares them with the reference in
docs/rules-indian.md, which is based on 10,000 random hands. --plots draws four figures
of saha2025mindist, "Quantitative Rule-Based Strategy modeling in Classic Indian Rummy":
Fig. 1 (distribution function of MinScore, capped), Fig. 2 (histogram of MinScore, not
capped), Fig. 3 (histogram of MinDist) and Fig. 4 (the states of the program that computes
MinScore, for the hand of section IV.A).

Hand i is the hand dealt to seat 0 in episode i of the seed, as in collect.`,
		Example: `  rummygym hands --plots plots
  rummygym hands --hands 100000 --seed 2 --preset released --format json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if hands < 1 {
				return fmt.Errorf("--hands %d: want at least 1", hands)
			}
			chosen, err := rules.Rules()
			if err != nil {
				return err
			}
			r := chosen.(*rummygym.IndianRules)
			s, err := sampleHands(cmd.Context(), r.Rules, hands, seed)
			if err != nil {
				return err
			}
			s.Rules = rummygym.RulesName(rules.Preset(), r)
			if err := s.write(format.Output(cmd), table.Format(format.Value())); err != nil {
				return err
			}
			if plots == "" {
				return nil
			}
			states, err := minScoreFigure()
			if err != nil {
				return err
			}
			caption := fmt.Sprintf("Rules %s, seed %d; shares of hands ± at most %.4f (s.e.)", s.Rules, seed, math.Sqrt(.25/float64(hands)))
			return figure.SaveAll(cmd.ErrOrStderr(), plots,
				figure.MinScoreECDF(s.scores, r.Cap).Captioned(caption).Named("fig1-minscore-ecdf"),
				figure.MinScoreHistogram(s.scores, r.Cap).Captioned(caption).Named("fig2-minscore-histogram"),
				figure.MinDistHistogram(s.dists).Captioned(caption).Named("fig3-mindist-histogram"),
				states.Captioned("Wild rank 2; points of the cards that are left, and the lowest that can be reached; a best path is red").Named("fig4-minscore-states"),
			)
		},
	}
	hands = 10_000
	seed = 1
	cli.AddOptions(cmd,
		options.New(&hands, "hands", "number of hands").Range(1, 100000000),
		options.New(&seed, "seed", "seed of the deals").In("Running"),
	)
	cli.AddOptions(cmd, format.Options()...)
	cli.AddOptions(cmd, options.New(&plots, "plots", "write Figs. 1 to 4 of saha2025mindist as PNG and SVG to this folder").In("Output").Completes(options.Folders))
	cli.AddOptions(cmd, rules.Options()...)
	cli.ListRules(cmd, &rules)
	return cmd
}

// handSample holds the distributions of the metrics of many hands.
type handSample struct {
	Hands int    `json:"hands"`
	Seed  uint64 `json:"seed"`
	Rules string `json:"rules"`
	Cap   int    `json:"cap"`

	AtCap  handShare `json:"minscore_at_cap"` // hands with MinScore of at least the cap
	Mean   float64   `json:"minscore_mean"`   // capped
	Median float64   `json:"minscore_median"` // capped
	Max    int       `json:"minscore_most"`   // not capped

	Distances []handShare `json:"mindist"`  // of MinDist, from 0
	Scores    []handShare `json:"minscore"` // of MinScore, not capped; only values that occur

	scores, dists []int
	comparable    bool // the rules are those of the reference
}

// handShare is the frequency of a value of a metric.
type handShare struct {
	Value int     `json:"value" doc:"value of the metric"`
	Count int     `json:"count" doc:"hands with it"`
	Share float64 `json:"share" doc:"their share"`
	Low   float64 `json:"low" doc:"low end of its 95 % Wilson interval"`
	High  float64 `json:"high" doc:"high end"`
}

// The reference in docs/rules-indian.md: of 10,000 random hands from one pack with two
// printed jokers, the number with each MinDist, and the number with MinScore 80 or more.
var (
	referenceDistances = [...]int{11, 342, 2188, 4402, 2679, 374, 4}
	referenceAtCap     = stats.Proportion{Successes: 4290, Trials: 10_000}
)

// sampleHands deals n hands and measures them.
func sampleHands(ctx context.Context, rules indian.Rules, n int, seed uint64) (*handSample, error) {
	if rules.HandSize != 13 {
		return nil, fmt.Errorf("--hand-size %d: MinDist is defined for hands of 13 cards", rules.HandSize)
	}
	g, err := indian.New(rules)
	if err != nil {
		return nil, err
	}
	s := &handSample{
		Hands: n, Seed: seed, Cap: rules.Cap, scores: make([]int, n), dists: make([]int, n),
		comparable: rules.Packs == 1 && rules.Jokers == 2 && rules.Cap == 80 && rules.Wildcard == indian.NextCard,
	}
	state, obs := g.NewState(), new(indian.Observation)
	var src rand.PCG
	var capped []float64
	atCap := 0
	for i := range n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		game.SeedDeal(&src, seed, uint64(i))
		g.Deal(state, &src)
		state.Observe(0, obs)
		s.scores[i] = meld.MinScore(obs.Hand, obs.Wild)
		s.dists[i] = mindist.Of(obs.Hand, obs.Wild)
		capped = append(capped, float64(min(s.scores[i], rules.Cap)))
		if s.scores[i] >= rules.Cap {
			atCap++
		}
	}
	s.AtCap = shareOf(rules.Cap, atCap, n)
	s.Mean, s.Max = stats.MeanOf(capped).Value, slices.Max(s.scores)
	slices.Sort(capped)
	s.Median = stats.Quantile(capped, 0.5)
	s.Scores, s.Distances = sharesOf(s.scores, false), sharesOf(s.dists, true)
	return s, nil
}

// sharesOf counts the values from 0 up. With all it includes values that do not occur.
func sharesOf(values []int, all bool) []handShare {
	counts := make([]int, slices.Max(values)+1)
	for _, v := range values {
		counts[v]++
	}
	var shares []handShare
	for v, c := range counts {
		if c > 0 || all {
			shares = append(shares, shareOf(v, c, len(values)))
		}
	}
	return shares
}

// shareOf returns the share of a value that occurs count times among n.
func shareOf(value, count, n int) handShare {
	p := stats.Proportion{Successes: count, Trials: n}
	in := p.Wilson(0.95)
	return handShare{value, count, p.Value(), in.Low, in.High}
}

// write writes the sample in the given format.
func (s *handSample) write(w io.Writer, f table.Format) error {
	type row struct {
		Metric string `json:"metric" doc:"minscore, not capped, or mindist"`
		handShare
	}
	var rows []row
	for _, h := range s.Scores {
		rows = append(rows, row{"minscore", h})
	}
	for _, h := range s.Distances {
		rows = append(rows, row{"mindist", h})
	}
	out := table.Output[row]{Table: table.New(table.Fields[row](), rows), Document: s, Text: s.writeText}
	return out.Write(w, f)
}

// writeText writes the sample as readable text.
func (s *handSample) writeText(w *bufio.Writer) {
	fmt.Fprintf(w, "%d random hands, rules %s, seed %d\n\n", s.Hands, s.Rules, s.Seed)
	fmt.Fprintf(w, "MinScore, capped at %d: mean %.1f, median %g; not capped: at most %d\n", s.Cap, s.Mean, s.Median, s.Max)
	fmt.Fprintf(w, "MinScore >= %d: %.1f %% [%.1f, %.1f]", s.Cap, 100*s.AtCap.Share, 100*s.AtCap.Low, 100*s.AtCap.High)
	if s.comparable {
		own := stats.Proportion{Successes: s.AtCap.Count, Trials: s.Hands}
		fmt.Fprintf(w, "; reference 42.9 %%, z %.2f", stats.TestRates(own, referenceAtCap).Z)
	}
	fmt.Fprint(w, "\n\n")
	var v table.View[handShare]
	v.Add(func(h *handShare) []string {
		return []string{strconv.Itoa(h.Value), strconv.Itoa(h.Count), fmt.Sprintf("%.2f %%", 100*h.Share), fmt.Sprintf("[%.2f, %.2f]", 100*h.Low, 100*h.High)}
	}, "MinDist", "hands", "share", "95 %")
	if s.comparable {
		v.Add(func(h *handShare) []string {
			reference := stats.Proportion{Trials: 10_000}
			if h.Value < len(referenceDistances) {
				reference.Successes = referenceDistances[h.Value]
			}
			own := stats.Proportion{Successes: h.Count, Trials: s.Hands}
			return []string{strconv.Itoa(reference.Successes), fmt.Sprintf("%.2f", stats.TestRates(own, reference).Z)}
		}, "reference, of 10000", "z")
	}
	v.Write(w, table.Right, s.Distances)
}
