package baselines

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"rummygym/agents"
)

// Option describes one option of a player.
type Option struct {
	Name    string   `json:"name"`    // what stands before the "=" in a spec
	Default string   `json:"default"` // the value when it is not given
	Values  []string `json:"values"`  // accepted words, and forms such as "1..9"
	Doc     string   `json:"doc"`     // what it does, one line

	set func(*settings, string) error
}

// Entry describes one player.
type Entry struct {
	Name    string   `json:"name"`    // what a spec starts with
	Doc     string   `json:"doc"`     // what it does, one line
	Options []Option `json:"options"` // in the order of the canonical spec

	build func(settings) agents.Agent
}

// List returns the players in the order of the paper. The slices are the
// caller's.
func List() []Entry {
	variant := Option{
		Name: "variant", Default: "paper", Values: []string{"paper", "released"},
		Doc: "the text of the paper, or the authors' published simulation",
		set: func(s *settings, v string) (err error) { s.variant, err = word(v, Paper, Released); return err },
	}
	free := Option{
		Name: "free", Default: "variant", Values: []string{"variant", "any", "found"},
		Doc: "free cards: left out by any optimal declaration (paper), or by the first found (released)",
		set: func(s *settings, v string) (err error) {
			s.free, err = word(v, FreeOfVariant, AnyDeclaration, FoundDeclaration)
			return err
		},
	}
	fold := Option{
		Name: "fold", Default: "0", Values: []string{"0", "1/3", "a probability below 1"},
		Doc: "probability of folding at the start of each turn (released, drops on: 1/3)",
		set: func(s *settings, v string) (err error) { s.fold, err = parseProbability(v); return err },
	}
	drop := func(top int, metric string) Option {
		return Option{
			Name: "drop", Default: "off", Values: []string{"off", fmt.Sprintf("1..%d", top)},
			Doc: "drop at the first turn if " + metric + " is at least this",
			set: func(s *settings, v string) (err error) { s.drop, err = threshold(v, top); return err },
		}
	}
	score := drop(80, "MinScore, capped at 80 (paper: 80),")
	distance := drop(9, "MinDist (section VII: 3; Table II: 5)")
	return []Entry{
		{"random", "draws and throws at random; may fold", []Option{variant, fold},
			func(s settings) agents.Agent { return &Random{Variant: s.variant, Fold: s.fold} }},
		{"defeat-seeking", "destroys its own melds and keeps dear cards", []Option{variant},
			func(s settings) agents.Agent { return &DefeatSeeking{Variant: s.variant} }},
		{"min-score", "lowers MinScore, the points it would pay", []Option{variant, score},
			func(s settings) agents.Agent { return &MinScore{Variant: s.variant, Drop: s.drop} }},
		{"min-dist", "lowers MinDist, the cards missing to a declaration; throws the dearest free card", []Option{variant, distance, free},
			func(s settings) agents.Agent { return &MinDist{Variant: s.variant, Drop: s.drop, Free: s.free} }},
		{"min-dist-score", "lowers MinDist, then MinScore", []Option{variant, distance, free},
			func(s settings) agents.Agent { return &MinDistScore{Variant: s.variant, Drop: s.drop, Free: s.free} }},
		{"min-dist-opp", "lowers MinDist, then throws what the opponent hardly wants", []Option{variant, distance, free},
			func(s settings) agents.Agent { return &MinDistOpp{Variant: s.variant, Drop: s.drop, Free: s.free} }},
	}
}

// word returns the value whose String is v.
func word[T fmt.Stringer](v string, values ...T) (T, error) {
	for _, value := range values {
		if v == value.String() {
			return value, nil
		}
	}
	var zero T
	return zero, fmt.Errorf("want %s", texts(values))
}

// texts joins the values with "or".
func texts[T fmt.Stringer](values []T) string {
	var names []string
	for _, v := range values {
		names = append(names, v.String())
	}
	return strings.Join(names, " or ")
}

// threshold reads "off" or a number in [1, top].
func threshold(v string, top int) (int, error) {
	if v == "off" {
		return 0, nil
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || n > top {
		return 0, fmt.Errorf("want off or a number from 1 to %d", top)
	}
	return n, nil
}

// parseProbability reads a number in [0, 1): a decimal or a fraction n/d.
func parseProbability(v string) (float64, error) {
	above, below, fraction := strings.Cut(v, "/")
	p, err := strconv.ParseFloat(above, 64)
	if err == nil && fraction {
		var d float64
		d, err = strconv.ParseFloat(below, 64)
		p /= d
	}
	if err != nil || !(p >= 0 && p < 1) || math.Signbit(p) {
		return 0, fmt.Errorf("want a probability from 0 to below 1, as 0.25 or 1/3")
	}
	return p, nil
}

// formatProbability writes what parseProbability reads back exactly: the
// shortest of a decimal and a fraction with a denominator up to 100.
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
