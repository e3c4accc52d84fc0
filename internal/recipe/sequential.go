package recipe

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"rummygym/arena"
	"rummygym/arena/stats"
)

// Sequential are the options of a sequential test.
type Sequential struct {
	SPRTGain  string  `option:"sprt-gain" group:"Statistics" doc:"stop when it can be decided whether the mean gain is at most G0 or at least G1 points, given as G0,G1"`
	SPRT      string  `option:"sprt" group:"Statistics" doc:"stop when it can be decided whether the agent is at most ELO0 or at least ELO1 points stronger, given as ELO0,ELO1"`
	GainRange float64 `option:"gain-range" group:"Statistics" doc:"with --sprt-gain: maximum distance, in points, between the mean gain of a deal's two games and G0 or G1; 0 estimates it from the games"`
	Beta      float64 `option:"beta" default:"0.05" group:"Statistics" doc:"with --sprt and --sprt-gain: the probability of deciding for H0 under H1"`
	Alpha     float64 `option:"alpha" default:"0.05" group:"Statistics" doc:"with --sprt and --sprt-gain: the probability of deciding for H1 under H0"`
}

// maxElo bounds the hypotheses of --sprt.
const maxElo = 2000

// test returns the test, nil if there is none.
func (f *Sequential) test() (*arena.SequentialTest, error) {
	test := arena.SequentialTest{Goal: arena.WinGoal, Hypotheses: stats.Hypotheses{Alpha: f.Alpha, Beta: f.Beta}}
	switch {
	case f.SPRT == "" && f.SPRTGain == "":
		return nil, nil
	case f.SPRT != "" && f.SPRTGain != "":
		return nil, errors.New("--sprt and --sprt-gain: want one of them")
	case f.SPRT != "" && f.GainRange != 0:
		return nil, errors.New("--gain-range goes with --sprt-gain: remove it")
	case !(f.GainRange >= 0) || math.IsInf(f.GainRange, 0):
		return nil, fmt.Errorf("--gain-range %v: want a number of points above 0, or 0", f.GainRange)
	case f.SPRT != "":
		low, high, err := twoNumbers(f.SPRT, maxElo)
		if err != nil {
			return nil, fmt.Errorf("--sprt %s: %w", f.SPRT, err)
		}
		test.H0, test.H1, test.Range = stats.EloScore(low), stats.EloScore(high), 1
	default:
		low, high, err := twoNumbers(f.SPRTGain, math.MaxInt16)
		if err != nil {
			return nil, fmt.Errorf("--sprt-gain %s: %w", f.SPRTGain, err)
		}
		test.Goal, test.H0, test.H1, test.Range = arena.GainGoal, low, high, f.GainRange
	}
	if err := test.Validate(); err != nil {
		return nil, fmt.Errorf("--%w", err) // it names alpha or beta
	}
	return &test, nil
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
