package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rummygym/agents/arena"
	"rummygym/agents/arena/report"
	"rummygym/cmd/internal/catalog"
)

// evalFlags are the flags of eval.
type evalFlags struct {
	rules      ruleFlags
	against    []string
	games      int
	seed       uint64
	drops      formatFlag
	workers    int
	format     formatFlag
	checkpoint checkpointFlags
	confidence float64
}

// The words of --drops.
const (
	dropsAll     = "all"     // who may drop is the rules'
	dropsLearner = "learner" // only the agent evaluated
	dropsNone    = "none"
)

// newEvalCommand returns the command that evaluates one agent.
func newEvalCommand() *cobra.Command {
	f := evalFlags{
		format: formatFlag{allowed: []string{"table", "json", "csv", "arrow"}},
		drops:  formatFlag{allowed: []string{dropsAll, dropsLearner, dropsNone}},
	}
	cmd := &cobra.Command{
		Use:   "eval AGENT",
		Short: "Tell how one agent fares against others, every deal from both seats",
		Long: `eval lets an agent play against each of some opponents. Every deal is played twice,
from either seat, with the same order of the deck and, if the pile is shuffled, of
that: --games 20000 are the 20,000 games of 10,000 deals against each opponent. All
opponents get the same deals: deal i is that of episode i of --seed, as in collect.

It prints the share of games won and the mean gain in points, with standard errors
and intervals over deals, since the two games of a deal are not independent; the
rate at each seat; turns, drops, and how games ended.

--drops none takes the drop from the legal actions of both players, --drops learner
from those of the opponents. By default each drops as it likes. The paper's players do
only with the option drop=, networks as they have learnt to.

--preset takes several names, parted by commas, and plays by each.

The same flags give the same bytes, whatever the number of workers. Ctrl-C finishes
the running games, prints what there is, and says how to go on: --checkpoint FILE writes
finished games at times, --resume FILE goes on from there (with several presets a file
each, with the preset in its name).

json, csv and arrow have one row an opponent with the same columns: rules, agent,
opponent, seed, games, deals, win_rate, gain_mean, turns_mean, drops_agent, ending_...,
with _se, _low, _high, _z and _p beside those that have them, and win_rate_first,
gain_second and so on for the seats. The Arrow file says what each means.`,
		Example: `  rummygym eval min-dist-outs --against min-dist-opp,min-dist --games 20000
  rummygym eval learned:policy.safetensors --against min-dist-opp,min-dist-outs --drops none --seed 7
  rummygym eval learned:policy.safetensors --against min-dist-opp --preset paper,paper52,released
  rummygym eval --game gin sigra --against simple,stubborn --games 2000 --format json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("eval: %d agents are named, want the one to evaluate, such as min-dist-opp or learned:FILE.safetensors; its opponents come after --against", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	fs := cmd.Flags()
	fs.StringSliceVar(&f.against, "against", nil, "opponents, parted by commas, with options after colons, all of the game by default; see rummygym agents")
	fs.IntVar(&f.games, "games", 20_000, "games against each opponent, two of every deal")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of everything random")
	fs.Var(&f.drops, "drops", "who may drop: all as the rules have it, the learner alone (the agent evaluated), or none (default all)")
	fs.IntVar(&f.workers, "workers", 0, "games played at once; 0 is the number of cores")
	f.format.register(fs)
	f.checkpoint.register(fs)
	fs.Float64Var(&f.confidence, "confidence", 0.95, "confidence of the intervals")
	f.rules.register(cmd)
	preset := fs.Lookup("preset")
	preset.Usage = strings.Replace(preset.Usage, "start from;", "start from, or several parted by commas;", 1)
	return cmd
}

// run plays and prints.
func (f *evalFlags) run(cmd *cobra.Command, agent string) error {
	configs, err := f.configs(agent)
	if err != nil {
		return err
	}
	total, done := 0, 0
	for i := range configs {
		total += configs[i].Games * len(configs[i].Lineups)
	}
	bar := newGameBar(cmd.ErrOrStderr())
	defer bar.close()
	var results []*arena.Result
	for i := range configs {
		configs[i].Progress = func(n, _ int) { bar.set(done+n, total) }
		res, err := arena.Tournament(cmd.Context(), configs[i])
		if res != nil {
			results = append(results, res)
			done += res.Played()
		}
		if errors.Is(err, context.Canceled) && cmd.Context().Err() != nil {
			bar.close()
			return f.stopped(cmd, results, done, total)
		}
		if err != nil {
			return err
		}
	}
	bar.close()
	return f.print(cmd, results)
}

// print writes what came of the games that were played.
func (f *evalFlags) print(cmd *cobra.Command, results []*arena.Result) error {
	var es []*arena.Evaluation
	for _, res := range results {
		e, err := res.Evaluate(f.confidence)
		if err != nil {
			return err
		}
		es = append(es, e)
	}
	return report.WriteEvaluations(cmd.OutOrStdout(), es, report.Format(f.format.value()))
}

// stopped prints what there is, writes the games unless a checkpoint has them, and
// returns an error that says how to go on.
func (f *evalFlags) stopped(cmd *cobra.Command, results []*arena.Result, done, total int) error {
	text := fmt.Sprintf("stopped after %d of %d games", done, total)
	if done == 0 {
		return &stoppedError{text}
	}
	if err := f.print(cmd, results); err != nil {
		return err
	}
	path, _ := f.checkpoint.path() // checked before
	if path == "" {
		path = checkpointName("eval", &results[0].Setup)
		for i, res := range results {
			if err := arena.WriteFile(f.file(path, f.presets()[i]), res); err != nil {
				return &stoppedError{fmt.Sprintf("%s, which are lost: %v", text, err)}
			}
		}
	}
	return &stoppedError{fmt.Sprintf("%s; go on with:\n%s", text, resumeLine(cmd, path))}
}

// presets returns the names of the rules to play by.
func (f *evalFlags) presets() []string { return strings.Split(f.rules.preset(), ",") }

// file returns the checkpoint of a preset: that of the flags, with the preset in
// its name if there are several.
func (f *evalFlags) file(path, preset string) string {
	if path == "" || len(f.presets()) == 1 {
		return path
	}
	ext := filepath.Ext(path)
	return strings.TrimSuffix(path, ext) + "-" + preset + ext
}

// configs returns what is to be played, by each preset.
func (f *evalFlags) configs(agent string) ([]arena.Config, error) {
	switch {
	case f.games < 2 || f.games%2 != 0:
		return nil, fmt.Errorf("--games %d: want an even number of at least 2, since every deal is played from both seats", f.games)
	case f.confidence <= 0 || f.confidence >= 1:
		return nil, fmt.Errorf("--confidence %v: want a number between 0 and 1, such as 0.95", f.confidence)
	}
	path, err := f.checkpoint.path()
	if err != nil {
		return nil, err
	}
	var all []arena.Config
	for i, preset := range f.presets() {
		if slices.Contains(f.presets()[:i], preset) {
			return nil, fmt.Errorf("--preset: %q is named twice", preset)
		}
		c, err := f.config(agent, preset)
		if err != nil {
			return nil, err
		}
		file := f.file(path, preset)
		if _, err := os.Stat(file); i > 0 && f.checkpoint.resume != "" && errors.Is(err, os.ErrNotExist) {
			// The evaluation was stopped before this preset's turn.
			fresh := checkpointFlags{checkpoint: file, every: f.checkpoint.every}
			err = fresh.apply(&c, file)
			if err != nil {
				return nil, err
			}
		} else if err := f.checkpoint.apply(&c, file); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// config returns what is to be played by one preset.
func (f *evalFlags) config(agent, preset string) (c arena.Config, err error) {
	flags := f.rules
	flags.named = preset
	rules, err := flags.rules()
	if err != nil {
		return c, err
	}
	g, err := rules.NewGame()
	if err != nil {
		return c, err
	}
	if g.Players() != 2 {
		return c, fmt.Errorf("eval is for tables of two, and the rules have %d seats: use tournament", g.Players())
	}
	c = arena.Config{Game: g, Rules: catalog.RulesName(preset, rules), Games: f.games / 2, Seed: f.seed, Deals: arena.AllDeals, Workers: f.workers}
	setTerms(&c, rules)
	drops := f.drops.value()
	if drops != dropsAll {
		if c.Terms.NoDrops {
			return c, fmt.Errorf("--drops %s: there are no drops in %s: leave it away", drops, rules.Rummy().Title)
		}
		c.Rules += " drops=" + drops
	}
	add := func(spec string, may bool) error {
		create, name, err := catalog.NewAgent(rules, spec)
		if err != nil {
			return err
		}
		if !may {
			create = never(c.Drop, create)
			if drops == dropsLearner && name == c.Entrants[0].Name {
				name += " without drops"
			}
		}
		c.Entrants = append(c.Entrants, arena.Entrant{Name: name, New: create})
		return nil
	}
	if err := add(agent, drops != dropsNone); err != nil {
		return c, err
	}
	against := f.against
	if against == nil {
		against = everyAgent(rules.Rummy())
	}
	var opponents []int
	for _, spec := range against {
		if err := add(spec, drops == dropsAll); err != nil {
			return c, fmt.Errorf("--against: %w", err)
		}
		at := len(c.Entrants) - 1
		if c.Entrants[at].Name == c.Entrants[0].Name { // against itself
			c.Entrants, at = c.Entrants[:at], 0
		}
		if slices.Contains(opponents, at) || named(c.Entrants, at) {
			return c, fmt.Errorf("--against: the agent %q is named twice", spec)
		}
		opponents = append(opponents, at)
	}
	c.Lineups = arena.BothSeats(0, opponents...)
	return c, c.Validate()
}

// named reports whether an entrant before the one at has its name.
func named(entrants []arena.Entrant, at int) bool {
	return slices.ContainsFunc(entrants[:at], func(e arena.Entrant) bool { return e.Name == entrants[at].Name })
}
