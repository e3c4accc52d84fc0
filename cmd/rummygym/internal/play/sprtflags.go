package play

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"rummygym/arena"
	"rummygym/arena/stats"
)

// sprtFlags holds the flags of a sequential test.
type sprtFlags struct {
	gain  string  `option:"sprt-gain" group:"Statistics" doc:"stop when it is known whether the mean gain is at most G0 or at least G1 points; as G0,G1"`
	elo   string  `option:"sprt" group:"Statistics" doc:"stop when it is known whether the agent is at most ELO0 or at least ELO1 points stronger; as ELO0,ELO1"`
	far   float64 `option:"gain-range" group:"Statistics" doc:"with --sprt-gain: maximum distance, in points, of the mean gain of a deal's two games from G0 and G1; 0 learns it"`
	beta  float64 `option:"beta" default:"0.05" group:"Statistics" doc:"with --sprt and --sprt-gain: the probability of saying H0 under H1"`
	alpha float64 `option:"alpha" default:"0.05" group:"Statistics" doc:"with --sprt and --sprt-gain: the probability of saying H1 under H0"`

	test *arena.SequentialTest // nil if no flag asks for a test; set by parse
}

// maxElo bounds the hypotheses of --sprt.
const maxElo = 2000

// parse sets the test.
func (f *sprtFlags) parse() error {
	test := arena.SequentialTest{Goal: arena.WinGoal, Hypotheses: stats.Hypotheses{Alpha: f.alpha, Beta: f.beta}}
	switch {
	case f.elo == "" && f.gain == "":
		return nil
	case f.elo != "" && f.gain != "":
		return errors.New("--sprt and --sprt-gain: want one of them")
	case f.elo != "" && f.far != 0:
		return errors.New("--gain-range goes with --sprt-gain: remove it")
	case !(f.alpha > 0 && f.alpha < 0.5):
		return fmt.Errorf("--alpha %v: want a probability above 0 and below 0.5, such as 0.05", f.alpha)
	case !(f.beta > 0 && f.beta < 0.5):
		return fmt.Errorf("--beta %v: want a probability above 0 and below 0.5, such as 0.05", f.beta)
	case !(f.far >= 0) || math.IsInf(f.far, 0):
		return fmt.Errorf("--gain-range %v: want a number of points above 0, or 0", f.far)
	case f.elo != "":
		low, high, err := twoNumbers(f.elo, maxElo)
		if err != nil {
			return fmt.Errorf("--sprt %s: %w", f.elo, err)
		}
		test.H0, test.H1, test.Range = stats.EloScore(low), stats.EloScore(high), 1
	default:
		low, high, err := twoNumbers(f.gain, math.MaxInt16)
		if err != nil {
			return fmt.Errorf("--sprt-gain %s: %w", f.gain, err)
		}
		test.Goal, test.H0, test.H1, test.Range = arena.GainGoal, low, high, f.far
	}
	f.test = &test
	return test.Validate()
}

// twoNumbers parses two numbers, the smaller one first, whose absolute values are at most most.
func twoNumbers(text string, most float64) (low, high float64, err error) {
	a, b, ok := strings.Cut(text, ",")
	low, errLow := strconv.ParseFloat(a, 64)
	high, errHigh := strconv.ParseFloat(b, 64)
	if !ok || errLow != nil || errHigh != nil || !(-most <= low && low < high && high <= most) {
		return 0, 0, fmt.Errorf("want two numbers from %g to %g, the smaller one first, such as 0,10", -most, most)
	}
	return low, high, nil
}
