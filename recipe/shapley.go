package recipe

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"rummygym"
	"rummygym/arena"
	"rummygym/arena/figure"
	"rummygym/arena/report"
	"rummygym/table"
)

// A Shapley measures what each switch of an agent adds to its results. Its result is a [*ShapleyResult].
type Shapley struct {
	optionList `options:"-"`
	Variants
	Switches []string `option:"options" complete:"agent-options" doc:"comma-separated options with the values on and off, at most 8"`
}

// NewShapley returns the recipe of "shapley" with its defaults.
func NewShapley() *Shapley {
	s := new(Shapley)
	s.bind(s)
	s.list.Find("games").Doc = "games of each combination against each opponent, two games for every deal"
	s.list.Find("plots").Doc = "write the values as PNG and SVG to this folder"
	return s
}

// ShapleyResult is what each switch adds.
type ShapleyResult struct{ *arena.Shapley }

// Write writes the values.
func (r *ShapleyResult) Write(w io.Writer, f table.Format) error {
	return report.WriteShapley(w, r.Shapley, f)
}

// Run plays the games.
func (s *Shapley) Run(ctx context.Context, host *Host) (Result, error) {
	defer s.close(host)
	c, combinations, err := s.config()
	if err != nil {
		return nil, err
	}
	return s.play(ctx, host, "shapley", c, func(res *arena.Result) (Result, []figure.Named, error) {
		found, err := res.Shapley(s.Switches, combinations, s.Confidence)
		if err != nil {
			return nil, nil, err
		}
		if found.Deals > 0 {
			return &ShapleyResult{found}, []figure.Named{figure.Shapley(found).Named("shapley")}, nil
		}
		return &ShapleyResult{found}, nil, nil
	})
}

// Validate returns an error if the options that depend on no file are not valid.
func (s *Shapley) Validate() error { return cmp.Or(s.check(), s.list.Check()) }

// config returns the games to play, and the names of the combinations; see
// [arena.Shapley].
func (s *Shapley) config() (c arena.Config, combinations []string, err error) {
	if err := s.Validate(); err != nil {
		return c, nil, err
	}
	path, _ := s.path() // Validate has checked it
	rules, err := s.rules.Rules()
	if err != nil {
		return c, nil, err
	}
	if err := checkSwitches(rules, s.Agent, s.Switches); err != nil {
		return c, nil, err
	}
	if c, err = s.Variants.config(s.rules); err != nil {
		return c, nil, err
	}
	var opponents []int
	for l := 0; l < len(c.Lineups); l += 2 {
		opponents = append(opponents, c.Lineups[l][1])
	}
	c.Lineups = nil
	for k := range 1 << len(s.Switches) {
		text := s.Agent
		for i, o := range s.Switches {
			text += ":" + o + "=" + [2]string{"off", "on"}[k>>i&1]
		}
		create, name, err := rummygym.OpenAgent(rules, text)
		if err != nil {
			return c, nil, fmt.Errorf("--options: %w", err)
		}
		if slices.Contains(combinations, name) {
			return c, nil, fmt.Errorf("--options: two combinations are the same agent, %s: want options that each change it", name)
		}
		combinations = append(combinations, name)
		addVariant(&c, arena.Entrant{Name: name, New: create}, opponents)
	}
	if err := c.Validate(); err != nil {
		return c, nil, err
	}
	return c, combinations, s.attach(&c, c.ResumeFrom, path, s.Resume != "")
}

// checkSwitches returns an error unless all options are switches of the agent.
func checkSwitches(rules rummygym.Rules, agent string, options []string) error {
	e, err := rules.Type().Agents().Lookup(agent)
	if err != nil {
		return err
	}
	var switches []string
	for _, o := range e.Options {
		if slices.Contains(o.Values, "on") && slices.Contains(o.Values, "off") {
			switches = append(switches, o.Name)
		}
	}
	have := "it has none"
	if len(switches) > 0 {
		have = "its switches are " + strings.Join(switches, ", ")
	}
	if len(options) == 0 || len(options) > arena.MaxShapleyOptions {
		return fmt.Errorf("--options names %d options of %s: want 1 to %d switches; %s", len(options), e.Name, arena.MaxShapleyOptions, have)
	}
	for i, o := range options {
		switch {
		case !slices.Contains(switches, o):
			return fmt.Errorf("--options: %q is not a switch of %s: %s", o, e.Name, have)
		case slices.Contains(options[:i], o):
			return fmt.Errorf("--options: %s is named twice", o)
		}
	}
	return nil
}
