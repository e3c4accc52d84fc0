package indianrummy

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// parseProbability parses a number in [0, 1), a decimal or a fraction n/d.
func parseProbability(v string) (float64, error) {
	above, below, fraction := strings.Cut(v, "/")
	p, err := strconv.ParseFloat(above, 64)
	if err == nil && fraction {
		var d float64
		d, err = strconv.ParseFloat(below, 64)
		p /= d
	}
	if err != nil || !(p >= 0 && p < 1) || math.Signbit(p) {
		return 0, fmt.Errorf("want a probability from 0 to below 1, such as 0.25 or 1/3")
	}
	return p, nil
}

// formatProbability formats p so that parseProbability returns exactly p: the shortest of a
// decimal and the fractions with denominators up to 100.
func formatProbability(p float64) string {
	text := strconv.FormatFloat(p, 'g', -1, 64)
	for d := 2; d <= 100; d++ {
		n := math.Round(p * float64(d))
		if f := fmt.Sprintf("%.0f/%d", n, d); n/float64(d) == p && len(f) < len(text) {
			return f
		}
	}
	return text
}
