package play

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"rummygym"
	"rummygym/arena"
	"rummygym/arena/figure"
	"rummygym/arena/report"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/table"
)

// tuneFlags holds the flags of tune. It plays the games of eval, with more agents.
type tuneFlags struct {
	eval    EvalFlags  `options:"-"` // some of its flags, see registerVariants
	options []string   `option:"option" each:"true" complete:"agent-options" doc:"option and its values, as NAME=LOW:STEP:HIGH or NAME=VALUE,VALUE; several make a grid"`
	goal    cli.Format `option:"goal" doc:"result by which the best is chosen (default win)"`
	plots   string     `option:"plots" group:"Output" complete:"folder" doc:"write the differences as PNG and SVG to this folder"`
}

// maxCandidates is the largest number of candidates of a tuning.
const maxCandidates = 1000

// NewTuneCommand returns the command tune, which compares the values of an agent's options.
func NewTuneCommand() *cobra.Command {
	f := tuneFlags{goal: cli.Format{Allowed: []string{string(arena.WinGoal), string(arena.GainGoal)}}}
	f.eval.format = cli.Format{Allowed: []string{"table", "json", "csv", "arrow"}}
	cmd := &cobra.Command{
		Use:   "tune AGENT --option NAME=LOW:STEP:HIGH",
		Short: "Compare the values of an agent's options on the same deals",
		Long: `tune plays an agent with every combination of values of some of its options, and prints
the win rate and the mean gain of each. --option hold=1:1:12 stands for the values from 1 to
12 in steps of 1, --option wm=0,0.5,0.85 for these three, and --option variant=paper,head for
words; several --option flags make a grid. The first row is the agent as given.

All candidates play the same deals, from both seats, with the same seeds, against each of
the opponents: --games 2000 plays 1,000 deals against each. The difference of two
candidates is therefore paired, deal by deal, and its standard error is smaller than that of
the two win rates. It is printed from the first row and from the best.

The best of many candidates looks better than it is, because it is chosen by the same
games: evaluate it with another --seed.

The same flags give the same bytes for any number of workers. Ctrl-C finishes the
running games, prints the results so far, and prints the command that resumes.
--checkpoint FILE writes finished games at intervals; --resume FILE resumes from that
file.

json, csv and arrow have one row per candidate with the same columns: agent, option_NAME for
each option, seed, games, win_rate, win_rate_from_reference, win_rate_from_best, gain_mean,
gain_from_reference, gain_from_best, win_rate_1, gain_mean_1 and so on for the opponents,
and columns with the suffixes _se, _low and _high where they apply.

--plots draws the differences from the first row, of one option as a curve, of two as a heat
map.`,
		Example: `  rummygym tune --game gin sigra --option wm=0:0.25:2 --against simple,stubborn --games 2000
  rummygym tune --game gin sigra --option wm=0.5:0.25:1.25 --option wo=0:0.5:2 --games 2000 --plots plots
  rummygym tune --game gin late-knock --option hold=1:1:12 --against simple --goal gain
  rummygym tune min-dist-opp --option drop=off,3,4,5,6 --against min-dist --games 2000`,
		Args: oneAgent("the agent with the options, such as sigra"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	cli.Options(cmd, &f)
	registerVariants(cmd, &f.eval, "candidate")
	return cmd
}

// run plays the games and prints the results.
func (f *tuneFlags) run(cmd *cobra.Command, agent string) error {
	defer f.eval.checkpoint.release()
	defer f.eval.Programs.Close(cmd.ErrOrStderr())
	config, set, err := f.config(agent)
	if err != nil {
		return err
	}
	return playVariants(cmd, &f.eval, config, func(res *arena.Result) error {
		t, err := res.Tune(set)
		if err != nil {
			return err
		}
		if err := report.WriteTuning(f.eval.format.Output(cmd), t, table.Format(f.eval.format.Value())); err != nil {
			return err
		}
		if fig := figure.Tuning(t); f.plots != "" && fig != nil && t.Deals > 0 {
			if err := figure.SaveAll(cmd.ErrOrStderr(), f.plots, fig.Named("tuning")); err != nil {
				return err
			}
		}
		return nil
	})
}

// config returns the games to play, and what to compare.
func (f *tuneFlags) config(agent string) (c arena.Config, set arena.TuneSettings, err error) {
	path, err := f.eval.check()
	if err != nil {
		return c, set, err
	}
	if len(f.options) == 0 {
		return c, set, errors.New("--option is missing: want the option to vary, as in --option NAME=LOW:STEP:HIGH (rummygym agents lists the options)")
	}
	rules, err := f.eval.Rules.Rules()
	if err != nil {
		return c, set, err
	}
	grid := [][]string{nil}
	for _, text := range f.options {
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
	if c, err = f.eval.Config(f.eval.BySpec(agent), f.eval.Rules.Preset()); err != nil {
		return c, set, err
	}
	var opponents []int
	for _, l := range c.Lineups {
		if !slices.Contains(opponents, l[0]+l[1]) { // one of them is the agent, entrant 0
			opponents = append(opponents, l[0]+l[1])
		}
	}
	defaults, err := optionDefaults(rules, agent, set.Options)
	if err != nil {
		return c, set, err
	}
	set.Goal, set.Confidence = arena.Goal(f.goal.Value()), f.eval.confidence
	set.Candidates = []arena.Candidate{{Name: c.Entrants[0].Name, Values: defaults}}
	for _, values := range grid {
		text := agent
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
		at := slices.IndexFunc(c.Entrants, func(e arena.Entrant) bool { return e.Name == name })
		if at < 0 {
			at = len(c.Entrants)
			c.Entrants = append(c.Entrants, arena.Entrant{Name: name, New: create})
		}
		set.Candidates = append(set.Candidates, arena.Candidate{Name: name, Values: values})
		c.Lineups = append(c.Lineups, arena.BothSeats(at, opponents...)...)
	}
	if f.plots != "" && len(set.Options) > 2 {
		return c, set, fmt.Errorf("--plots: %d options: the figures show one or two", len(set.Options))
	}
	if err := c.Validate(); err != nil {
		return c, set, err
	}
	return c, set, f.eval.checkpoint.apply(&c, path, f.eval.checkpoint.resume != "")
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
