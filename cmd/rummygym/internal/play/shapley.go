package play

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rummygym"
	"rummygym/arena"
	"rummygym/arena/figure"
	"rummygym/arena/report"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/options"
	"rummygym/table"
)

// shapleyFlags holds the flags of shapley. It plays the games of eval, with more agents.
type shapleyFlags struct {
	eval    EvalFlags `options:"-"` // some of its flags, see registerVariants
	options []string
	plots   string `option:"plots" group:"Output" complete:"folder" doc:"write the values as PNG and SVG to this folder"`
}

// NewShapleyCommand returns the command shapley, which measures what each option of an
// agent adds to its results.
func NewShapleyCommand() *cobra.Command {
	var f shapleyFlags
	f.eval.format = cli.Format{Allowed: []string{"table", "json", "csv", "arrow"}}
	cmd := &cobra.Command{
		Use:   "shapley AGENT --options NAME,NAME",
		Short: "Measure by Shapley values what each switch of an agent adds",
		Long: `shapley plays an agent with every combination of some of its switches, options with the
words on and off, and prints the Shapley value of each: what switching it on adds to the
win rate and the mean gain, averaged over all orders in which the options are switched on.
The values sum to the difference between all on and all off. cardfitness2021, "Conclusions
and Future Work", proposes them to find which characteristics of a card matter.

All combinations play the same deals, from both seats, with the same seeds, against each of
the opponents: --games 2000 plays 1,000 deals against each. The values are exact for these
games: nothing is sampled but the deals. A deal is one sample, so that the differences are
paired, and the standard errors are over deals.

"first" is what an option adds when all others are off, "last" when all others are on.

The same flags give the same bytes for any number of workers. Ctrl-C finishes the
running games, prints the results so far, and prints the command that resumes.
--checkpoint FILE writes finished games at intervals; --resume FILE resumes from that
file.

json, csv and arrow have one row for each option, and one for all together, with the same
columns: option, seed, games, win_rate, win_rate_first, win_rate_last, gain, gain_first and
gain_last, and columns with the suffixes _se, _low, _high and _p where they apply. json also
has the results of each combination.

--plots draws the Shapley values of the win rate as bars with their intervals.`,
		Example: `  rummygym shapley --game gin fitness --options falls,unmeldable,useless,mate --against simple --games 20000
  rummygym shapley --game gin sigra --options sk,mmd,om --against simple,stubborn --plots plots`,
		Args: oneAgent("the agent with the options, such as fitness"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	cli.Options(cmd, &f)
	cli.AddOptions(cmd, options.New(&f.options, "options", fmt.Sprintf("comma-separated options with the words on and off, at most %d", arena.MaxShapleyOptions)).Completes(options.AgentOptions))
	registerVariants(cmd, &f.eval, "combination")
	return cmd
}

// run plays the games and prints the results.
func (f *shapleyFlags) run(cmd *cobra.Command, agent string) error {
	defer f.eval.checkpoint.release()
	defer f.eval.Programs.Close(cmd.ErrOrStderr())
	config, combinations, err := f.config(agent)
	if err != nil {
		return err
	}
	return playVariants(cmd, &f.eval, config, func(res *arena.Result) error {
		s, err := res.Shapley(f.options, combinations, f.eval.confidence)
		if err != nil {
			return err
		}
		if err := report.WriteShapley(f.eval.format.Output(cmd), s, table.Format(f.eval.format.Value())); err != nil {
			return err
		}
		if f.plots != "" && s.Deals > 0 {
			if err := figure.SaveAll(cmd.ErrOrStderr(), f.plots, figure.Shapley(s).Named("shapley")); err != nil {
				return err
			}
		}
		return nil
	})
}

// config returns the games to play, and the names of the combinations; see
// [arena.Shapley].
func (f *shapleyFlags) config(agent string) (c arena.Config, combinations []string, err error) {
	path, err := f.eval.check()
	if err != nil {
		return c, nil, err
	}
	rules, err := f.eval.Rules.Rules()
	if err != nil {
		return c, nil, err
	}
	if err := checkSwitches(rules, agent, f.options); err != nil {
		return c, nil, err
	}
	if c, err = f.eval.Config(f.eval.BySpec(agent), f.eval.Rules.Preset()); err != nil {
		return c, nil, err
	}
	var opponents []int
	for l := 0; l < len(c.Lineups); l += 2 {
		opponents = append(opponents, c.Lineups[l][1])
	}
	c.Lineups = nil
	for k := range 1 << len(f.options) {
		text := agent
		for i, o := range f.options {
			text += ":" + o + "=" + [2]string{"off", "on"}[k>>i&1]
		}
		create, name, err := rummygym.OpenAgent(rules, text)
		if err != nil {
			return c, nil, fmt.Errorf("--options: %w", err)
		}
		if slices.Contains(combinations, name) {
			return c, nil, fmt.Errorf("--options: two combinations are the same agent, %s: want options that each change it", name)
		}
		at := slices.IndexFunc(c.Entrants, func(e arena.Entrant) bool { return e.Name == name })
		if at < 0 {
			at = len(c.Entrants)
			c.Entrants = append(c.Entrants, arena.Entrant{Name: name, New: create})
		}
		combinations = append(combinations, name)
		c.Lineups = append(c.Lineups, arena.BothSeats(at, opponents...)...)
	}
	if err := c.Validate(); err != nil {
		return c, nil, err
	}
	return c, combinations, f.eval.checkpoint.apply(&c, path, f.eval.checkpoint.resume != "")
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
