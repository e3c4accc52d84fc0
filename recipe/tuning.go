package recipe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"rummygym"
	"rummygym/arena"
	"rummygym/arena/figure"
	"rummygym/arena/report"
	"rummygym/table"
)

// A Tuning compares the values of an agent's options on the same deals. Its result is a [*TuningResult].
type Tuning struct {
	optionList `options:"-"`
	Variants
	Vary []string `option:"option" each:"true" complete:"agent-options" doc:"option and its values, as NAME=LOW:STEP:HIGH or NAME=VALUE,VALUE; several make a grid"`
	Goal string   `option:"goal" words:"win|gain" doc:"result by which the best candidate is chosen (default win)"`
}

// NewTuning returns the recipe of "tune" with its defaults.
func NewTuning() *Tuning {
	t := new(Tuning)
	t.bind(t)
	t.list.Find("games").Doc = "games of each candidate against each opponent, two games for every deal"
	t.list.Find("plots").Doc = "write the differences as PNG and SVG to this folder"
	return t
}

// maxCandidates is the largest number of candidates of a tuning.
const maxCandidates = 1000

// TuningResult is what a tuning found.
type TuningResult struct{ *arena.Tuning }

// Write writes the candidates.
func (r *TuningResult) Write(w io.Writer, f table.Format) error {
	return report.WriteTuning(w, r.Tuning, f)
}

// Run plays the games.
func (t *Tuning) Run(ctx context.Context, host *Host) (Result, error) {
	defer t.close(host)
	c, set, err := t.config()
	if err != nil {
		return nil, err
	}
	return t.play(ctx, host, "tune", c, func(res *arena.Result) (Result, []figure.Named, error) {
		tuning, err := res.Tune(set)
		if err != nil {
			return nil, nil, err
		}
		if fig := figure.Tuning(tuning); fig != nil && tuning.Deals > 0 {
			return &TuningResult{tuning}, []figure.Named{fig.Named("tuning")}, nil
		}
		return &TuningResult{tuning}, nil, nil
	})
}

// Validate returns an error if the options that depend on no file are not valid.
func (t *Tuning) Validate() error { return cmp.Or(t.check(), t.list.Check()) }

// config returns the games to play, and what to compare.
func (t *Tuning) config() (c arena.Config, set arena.TuneSettings, err error) {
	if err := t.Validate(); err != nil {
		return c, set, err
	}
	path, _ := t.path() // Validate has checked it
	if len(t.Vary) == 0 {
		return c, set, errors.New("--option is missing: want the option to vary, as in --option NAME=LOW:STEP:HIGH (rummygym agents lists the options)")
	}
	rules, err := t.rules.Rules()
	if err != nil {
		return c, set, err
	}
	grid := [][]string{nil}
	for _, text := range t.Vary {
		name, values, err := optionValues(text)
		if err != nil {
			return c, set, fmt.Errorf("--option %s: %w", text, err)
		}
		if slices.Contains(set.Options, name) {
			return c, set, fmt.Errorf("--option %s: %s is named twice", text, name)
		}
		set.Options = append(set.Options, name)
		var next [][]string
		for _, g := range grid {
			for _, v := range values {
				next = append(next, append(slices.Clone(g), v))
			}
		}
		if grid = next; len(grid) > maxCandidates {
			return c, set, fmt.Errorf("--option: more than %d candidates: want larger steps", maxCandidates)
		}
	}
	if c, err = t.Variants.config(t.rules); err != nil {
		return c, set, err
	}
	var opponents []int
	for _, l := range c.Lineups {
		if !slices.Contains(opponents, l[0]+l[1]) { // one of them is the agent, entrant 0
			opponents = append(opponents, l[0]+l[1])
		}
	}
	defaults, err := optionDefaults(rules, t.Agent, set.Options)
	if err != nil {
		return c, set, err
	}
	set.Goal, set.Confidence = arena.Goal(cmp.Or(t.Goal, string(arena.WinGoal))), t.Confidence
	set.Candidates = []arena.Candidate{{Name: c.Entrants[0].Name, Values: defaults}}
	for _, values := range grid {
		text := t.Agent
		for i, v := range values {
			text += ":" + set.Options[i] + "=" + v
		}
		create, name, err := rummygym.OpenAgent(rules, text)
		if err != nil {
			return c, set, fmt.Errorf("--option: %w", err)
		}
		if slices.ContainsFunc(set.Candidates, func(x arena.Candidate) bool { return x.Name == name }) {
			continue // the agent as given, or a value with the same effect
		}
		set.Candidates = append(set.Candidates, arena.Candidate{Name: name, Values: values})
		addVariant(&c, arena.Entrant{Name: name, New: create}, opponents)
	}
	if t.Plots != "" && len(set.Options) > 2 {
		return c, set, fmt.Errorf("--plots: %d options: the figures show one or two", len(set.Options))
	}
	if err := c.Validate(); err != nil {
		return c, set, err
	}
	return c, set, t.attach(&c, c.ResumeFrom, path, t.Resume != "")
}

// optionDefaults returns the values of the options of an agent as given.
func optionDefaults(rules rummygym.Rules, agent string, options []string) (values []string, err error) {
	e, err := rules.Type().Agents().Lookup(agent)
	if err != nil {
		return nil, err
	}
	for _, name := range options {
		value := ""
		for _, o := range e.Options {
			if o.Name == name {
				value = o.Default
			}
		}
		values = append(values, value)
	}
	return values, nil
}

// optionValues parses NAME=LOW:STEP:HIGH or NAME=VALUE,VALUE.
func optionValues(text string) (name string, values []string, err error) {
	name, list, ok := strings.Cut(text, "=")
	if !ok || name == "" || list == "" {
		return "", nil, errors.New("want NAME=LOW:STEP:HIGH or NAME=VALUE,VALUE")
	}
	ends := strings.Split(list, ":")
	if len(ends) == 1 {
		return name, strings.Split(list, ","), nil
	}
	var n [3]float64
	for i, x := range ends {
		if i < 3 {
			n[i], err = strconv.ParseFloat(x, 64)
		}
		if err != nil || len(ends) != 3 || math.IsNaN(n[i]) || math.IsInf(n[i], 0) {
			return "", nil, fmt.Errorf("%q is not a range: want LOW:STEP:HIGH, such as 0:0.25:2", list)
		}
	}
	low, step, high := n[0], n[1], n[2]
	if step <= 0 || high < low || (high-low)/step > maxCandidates {
		return "", nil, fmt.Errorf("the range %s: want LOW:STEP:HIGH with a positive step, the lower end first, and at most %d values", list, maxCandidates)
	}
	for i := 0; low+float64(float64(i)*step) <= high+float64(step*1e-9); i++ {
		// Sums of decimal steps have errors in the last places.
		v := math.Round((low+float64(float64(i)*step))*1e9) / 1e9
		values = append(values, strconv.FormatFloat(v, 'f', -1, 64))
	}
	return name, values, nil
}
