package figure

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"rummygym/arena"
)

// The colour scales are from ColorBrewer (Cynthia Brewer, colorbrewer2.org): RdBu is
// diverging and safe for colour-blind readers, YlGnBu is sequential.
var (
	redBlue = []color.RGBA{
		{0xb2, 0x18, 0x2b, 0xff}, {0xd6, 0x60, 0x4d, 0xff}, {0xf4, 0xa5, 0x82, 0xff}, {0xfd, 0xdb, 0xc7, 0xff}, {0xf7, 0xf7, 0xf7, 0xff},
		{0xd1, 0xe5, 0xf0, 0xff}, {0x92, 0xc5, 0xde, 0xff}, {0x43, 0x93, 0xc3, 0xff}, {0x21, 0x66, 0xac, 0xff},
	}
	yellowBlue = []color.RGBA{
		{0xff, 0xff, 0xd9, 0xff}, {0xed, 0xf8, 0xb1, 0xff}, {0xc7, 0xe9, 0xb4, 0xff}, {0x7f, 0xcd, 0xbb, 0xff}, {0x41, 0xb6, 0xc4, 0xff},
		{0x1d, 0x91, 0xc0, 0xff}, {0x22, 0x5e, 0xa8, 0xff}, {0x0c, 0x2c, 0x84, 0xff},
	}
)

// WinRates draws the win rate of each ordered pair, as Fig. 5 of saha2025mindist. It
// returns nil if the tournament does not consist of all ordered pairs, see [arena.Skill].
func WinRates(s *arena.Summary) *Figure {
	if s.Skill == nil {
		return nil
	}
	rows, columns := axes(s)
	h := &heat{
		title: "Win rate of the " + rows, rows: rows, columns: columns, scale: squareRoot("win rate"),
		names: short(s.Agents), colours: redBlue, ticks: []float64{0, 0.25, 0.5, 0.75, 1},
		value: func(i, j int) float64 { return s.Skill.Rates[i][j].Value() },
		text:  func(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) },
		shade: steepShade,
	}
	return captioned(h.figure(), s, rateErrors(s))
}

// squareRoot names a scale with the shades of steepShade.
func squareRoot(what string) string { return what + " (square-root scale from 0.5)" }

// steepShade returns the position of a win rate on a scale that is steeper in the middle,
// because those of skilled players are between .4 and .65.
func steepShade(v float64) float64 {
	return 0.5 + math.Copysign(math.Sqrt(math.Abs(2*v-1)), v-0.5)/2
}

// GainMeans draws the mean gain of the first-named agent of each ordered pair, in points. It
// returns nil if the tournament does not consist of all ordered pairs.
func GainMeans(s *arena.Summary) *Figure {
	if s.Skill == nil {
		return nil
	}
	means, most := map[[2]int]float64{}, 1.0
	var errors []float64
	for _, p := range s.Pairs {
		v := p.Seats[0].Gain.Value
		errors = append(errors, p.Seats[0].Gain.StdErr)
		means[[2]int{p.Lineup[0], p.Lineup[1]}] = v
		if !math.IsNaN(v) {
			most = max(most, math.Ceil(math.Abs(v)))
		}
	}
	rows, columns := axes(s)
	h := &heat{
		title: "Mean gain of the " + rows, rows: rows, columns: columns, scale: "points",
		names: short(s.Agents), colours: redBlue, ticks: []float64{-most, -most / 2, 0, most / 2, most},
		value: func(i, j int) float64 { return means[[2]int{i, j}] },
		text:  func(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) },
		shade: func(v float64) float64 { return (v/most + 1) / 2 },
	}
	return captioned(h.figure(), s, fmt.Sprintf("means ± at most %.1f points (s.e.)", largest(errors)))
}

// captioned returns a figure of a tournament of all ordered pairs with its caption.
func captioned(f *Figure, s *arena.Summary, errors string) *Figure {
	return f.Captioned(measured(&s.Setup, fmt.Sprintf("%s %s of each pair and order", thousands(s.Setup.Games), s.Terms.Games()), errors))
}

// rateErrors says how large the standard errors of the win rates of ordered pairs are.
func rateErrors(s *arena.Summary) string {
	var errors []float64
	for _, row := range s.Skill.Rates {
		for _, rate := range row {
			errors = append(errors, rate.StdErr())
		}
	}
	return fmt.Sprintf("win rates ± at most %.3f (s.e.)", largest(errors))
}

// Rounds draws the mean number of rounds, or hands, of each ordered pair, as Fig. 6 of
// saha2025mindist. It returns nil if the tournament does not consist of all ordered
// pairs.
func Rounds(s *arena.Summary) *Figure {
	if s.Skill == nil {
		return nil
	}
	means := map[[2]int]float64{}
	var errors []float64
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range s.Pairs {
		v := p.Rounds.Value
		errors = append(errors, p.Rounds.StdErr)
		means[[2]int{p.Lineup[0], p.Lineup[1]}] = v
		if !math.IsNaN(v) {
			low, high = min(low, v), max(high, v)
		}
	}
	if low > high {
		low, high = 1, 1 // no game was played
	}
	// Round to integers, and use a factor of at least 2, so that small differences look
	// small.
	low = max(1, math.Floor(low))
	high = max(math.Ceil(high), 2*low)
	rows, columns := axes(s)
	h := &heat{
		title: "Mean number of " + s.Terms.Rounds(), rows: rows, columns: columns, scale: s.Terms.Rounds() + " (log scale)",
		names: short(s.Agents), colours: yellowBlue,
		value: func(i, j int) float64 { return means[[2]int{i, j}] },
		text:  func(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) },
		shade: func(v float64) float64 { return math.Log(v/low) / math.Log(high/low) },
	}
	for _, v := range []float64{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		if v >= low && v <= high {
			h.ticks = append(h.ticks, v)
		}
	}
	return captioned(h.figure(), s, fmt.Sprintf("means ± at most %.2f (s.e.)", largest(errors)))
}

// axes returns the labels of the rows and the columns.
func axes(s *arena.Summary) (rows, columns string) {
	if s.Terms.AnyStarter {
		return "player in seat 0", "player in seat 1"
	}
	return "first player", "second player"
}

// decade returns the largest of 1, 2, 5, 10, 20, 50, … that is at most v, or 1 if there is
// none.
func decade(v float64) float64 {
	best := 1.0
	for unit := 1.0; unit <= v; unit *= 10 {
		for _, m := range []float64{1, 2, 5} {
			if unit*m <= v {
				best = unit * m
			}
		}
	}
	return best
}
