package measure

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"rummygym/arena/figure"
	"rummygym/arena/stats"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/features/mindist"
	"rummygym/table"
)

// Hands holds the distributions of MinScore and MinDist of random hands.
type Hands struct {
	Hands int    `json:"hands"`
	Seed  uint64 `json:"seed"`
	Rules string `json:"rules"` // their name, for people
	Cap   int    `json:"cap"`

	AtCap  Frequency `json:"minscore_at_cap"` // hands with MinScore of at least the cap
	Mean   float64   `json:"minscore_mean"`   // capped
	Median float64   `json:"minscore_median"` // capped
	Max    int       `json:"minscore_most"`   // not capped

	Distances []Frequency `json:"mindist"`  // of MinDist, from 0
	Scores    []Frequency `json:"minscore"` // of MinScore, not capped; only values that occur

	scores, distances []int
	comparable        bool // the rules are those of the reference
}

// Frequency is the frequency of a value of a metric.
type Frequency struct {
	Value int     `json:"value" doc:"value of the metric"`
	Count int     `json:"count" doc:"number of hands with this value"`
	Share float64 `json:"share" doc:"share of all hands"`
	Low   float64 `json:"low" doc:"lower end of the 95 % Wilson interval of the share"`
	High  float64 `json:"high" doc:"upper end of this interval"`
}

// The reference in docs/rules-indian.md: of 10,000 random hands from one pack with two
// printed jokers, the number with each MinDist, and the number with MinScore 80 or more.
var (
	referenceDistances = [...]int{11, 342, 2188, 4402, 2679, 374, 4}
	referenceAtCap     = stats.Proportion{Successes: 4290, Trials: 10_000}
)

// RandomHands deals n hands, at least one, and measures them: hand i is the one dealt to seat 0 in episode i of the seed.
// It calls progress with the number of hands measured, unless it is nil.
func RandomHands(ctx context.Context, rules indian.Rules, n int, seed uint64, progress func(done, total int)) (*Hands, error) {
	if err := rules.Standard(); err != nil {
		return nil, err
	}
	g, err := indian.New(rules)
	if err != nil {
		return nil, err
	}
	s := &Hands{
		Hands: n, Seed: seed, Cap: rules.Cap, scores: make([]int, n), distances: make([]int, n),
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
		s.distances[i] = mindist.Of(obs.Hand, obs.Wild)
		capped = append(capped, float64(min(s.scores[i], rules.Cap)))
		if s.scores[i] >= rules.Cap {
			atCap++
		}
		if progress != nil {
			progress(i+1, n)
		}
	}
	s.AtCap = shareOf(rules.Cap, atCap, n)
	s.Mean, s.Max = stats.MeanOf(capped).Value, slices.Max(s.scores)
	slices.Sort(capped)
	s.Median = stats.Quantile(capped, 0.5)
	s.Scores, s.Distances = sharesOf(s.scores, false), sharesOf(s.distances, true)
	return s, nil
}

// sharesOf counts the values from 0 up. With all it includes values that do not occur.
func sharesOf(values []int, all bool) []Frequency {
	counts := make([]int, slices.Max(values)+1)
	for _, v := range values {
		counts[v]++
	}
	var shares []Frequency
	for v, c := range counts {
		if c > 0 || all {
			shares = append(shares, shareOf(v, c, len(values)))
		}
	}
	return shares
}

// shareOf returns the share of a value that occurs count times among n.
func shareOf(value, count, n int) Frequency {
	p := stats.Proportion{Successes: count, Trials: n}
	in := p.Wilson(0.95)
	return Frequency{value, count, p.Value(), in.Low, in.High}
}

// Write writes the distributions in a format.
func (s *Hands) Write(w io.Writer, f table.Format) error {
	type row struct {
		Metric string `json:"metric" doc:"minscore, not capped, or mindist"`
		Frequency
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

// paperHand is the hand of saha2025mindist, section IV.A, one of whose fours is inferred. With 2
// as the wild rank its MinScore is the 27 that the paper prints.
const paperHand = "3C 4C 5C 6C 9H TH JH 4H 4D 4S KS KH 7S"

// Figures draws Figs. 1 to 4 of saha2025mindist. The last is of the hand of the paper.
func (s *Hands) Figures() ([]figure.Named, error) {
	hand, err := card.ParseAll(paperHand)
	if err != nil {
		return nil, err
	}
	caption := fmt.Sprintf("Rules %s, seed %d; shares of hands ± at most %.4f (s.e.)", s.Rules, s.Seed, math.Sqrt(.25/float64(s.Hands)))
	return []figure.Named{
		figure.MinScoreECDF(s.scores, s.Cap).Captioned(caption).Named("fig1-minscore-ecdf"),
		figure.MinScoreHistogram(s.scores, s.Cap).Captioned(caption).Named("fig2-minscore-histogram"),
		figure.MinDistHistogram(s.distances).Captioned(caption).Named("fig3-mindist-histogram"),
		figure.MinScoreStates(hand, card.Two).Captioned("Wild rank 2; points of the cards that are left, and the lowest that can be reached; a best path is red").Named("fig4-minscore-states"),
	}, nil
}

// writeText writes the distributions for people.
func (s *Hands) writeText(w *bufio.Writer) {
	fmt.Fprintf(w, "%d random hands, rules %s, seed %d\n\n", s.Hands, s.Rules, s.Seed)
	fmt.Fprintf(w, "MinScore, capped at %d: mean %.1f, median %g; not capped: at most %d\n", s.Cap, s.Mean, s.Median, s.Max)
	fmt.Fprintf(w, "MinScore >= %d: %.1f %% [%.1f, %.1f]", s.Cap, 100*s.AtCap.Share, 100*s.AtCap.Low, 100*s.AtCap.High)
	if s.comparable {
		own := stats.Proportion{Successes: s.AtCap.Count, Trials: s.Hands}
		fmt.Fprintf(w, "; reference 42.9 %%, z %.2f", stats.TestRates(own, referenceAtCap).Z)
	}
	fmt.Fprint(w, "\n\n")
	var v table.View[Frequency]
	v.Add(func(h *Frequency) []string {
		return []string{strconv.Itoa(h.Value), strconv.Itoa(h.Count), fmt.Sprintf("%.2f %%", 100*h.Share), fmt.Sprintf("[%.2f, %.2f]", 100*h.Low, 100*h.High)}
	}, "MinDist", "hands", "share", "95 %")
	if s.comparable {
		v.Add(func(h *Frequency) []string {
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
