package play

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rummygym/arena"
	"rummygym/arena/contest"
	"rummygym/arena/report"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/internal/safefile"
	"rummygym/options"
	"rummygym/table"
)

// EvalFlags holds the flags of eval.
type EvalFlags struct {
	contest.Match
	format     cli.Format
	checkpoint checkpointFlags
	confidence float64 `option:"confidence" default:"0.95" group:"Statistics" doc:"confidence level of the intervals"`
	sprt       sprtFlags

	calibration calibrationFlags
}

// NewEvalCommand returns the command eval, which evaluates one agent.
func NewEvalCommand() *cobra.Command {
	f := EvalFlags{
		format: cli.Format{Allowed: []string{"table", "json", "csv", "arrow"}},
	}
	cmd := &cobra.Command{
		Use:   "eval AGENT",
		Short: "Evaluate one agent against others, every deal from every seat",
		Long: `eval plays an agent against each of several opponents. Every deal is played twice, once
from each seat, with the same order of the deck and of later shuffles: --games 20000
plays 10,000 deals against each opponent. All opponents get the same deals: deal i is
episode i of --seed, as in collect.

At a table with more seats an opponent takes all other seats, and every deal is played from
every seat; an equal share of the games is then one divided by the number of seats. Agents
joined by + take the other seats together, in this order after the agent, as in --against
min-dist-opp+min-dist-outs+random with --seats 4. The gain of a game is that of the agent.

It prints the share of games won and the mean gain in points, the win rate at each seat,
turns, drops, and how the games ended. Standard errors and intervals are computed over
deals, because the two games of a deal are not independent.

--drops none removes the drop from the legal actions of both players, --drops learner
from those of the opponents. By default both may drop. The paper's players drop only
with the option drop=, networks as they were trained.

--preset accepts several comma-separated names and evaluates under each.

--sprt 0,20 ends the games against an opponent as soon as it is known whether the agent is
at most 0 or at least 20 Elo points stronger, a score of .5 or .529; --games is then the
maximum. It is a sequential probability ratio test of the scores of deals, of which a game
without a winner gives half a point. At 0 points or less it says H1 with a probability of at
most --alpha, and at 20 or more it says H0 with at most --beta, however often one
looks; in between it says either. With several opponents each has its own test.
--sprt-gain 0,1 does the same for the mean gain in points, whose variance it learns.

--calibration compares, for a learned player with the head "win", what it estimated after each
of its actions, its chance of winning, with what happened: Brier score, calibration error, and
the share won for estimates from 0 to .1, from .1 to .2 and so on. --plots draws that as a
reliability diagram. docs/calibration.md explains the numbers.

The same flags give the same bytes for any number of workers. Ctrl-C finishes the
running games, prints the results so far, and prints the command that resumes.
--checkpoint FILE writes finished games at intervals; --resume FILE resumes from that
file. --part I/N and --merge divide the games among processes, as in tournament. With
several presets there is one file for each, with the preset in its name.

json, csv and arrow have one row per opponent with the same columns: rules, agent,
opponent, seed, games, deals, win_rate, gain_mean, turns_mean, drops_agent, ending_...,
columns with the suffixes _se, _low, _high, _z and _p where they apply, and
win_rate_first, gain_second and so on for the seats. For Gin Rummy a second table counts
hands: who ended them and how, who scored, the mean points of those, and the mean deadwood at
the knock; the columns are hands_knock_agent and so on, points_per_hand_agent and
deadwood_agent, and the same for the opponent. With --sprt and --sprt-gain there are
decision (H0, H1 or empty), llr_h1, llr_h0 and their bounds. The Arrow file describes each
column.`,
		Example: `  rummygym eval min-dist-outs --against min-dist-opp,min-dist --games 20000
  rummygym eval learned:policy.safetensors --against min-dist-opp,min-dist-outs --drops none --seed 7
  rummygym eval learned:policy.safetensors --against min-dist-opp --preset paper,paper52,released
  rummygym eval --game gin sigra --against simple,stubborn --games 2000 --format json
  rummygym eval min-dist-opp --against min-dist --games 200000 --sprt 0,10 --alpha 0.01
  rummygym eval --game gin sigra --against stubborn --games 20000 --sprt-gain 0,5
  rummygym eval learned:standard --against min-dist-opp,min-score --games 4000 --calibration --plots plots
  rummygym eval min-dist-outs --against min-dist-opp,min-score --preset club --seats 4 --games 8000`,
		Args: oneAgent("the agent to evaluate, such as min-dist-opp or learned:FILE.safetensors"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	f.Games = contest.DefaultGames
	cli.Options(cmd, &f)
	cli.AddOptions(cmd,
		options.New(&f.Against, "against", "comma-separated opponents (default all agents of the game), "+contest.AgentsUsage).Completes(options.Agents),
		options.New(&f.Games, "games", "games against each opponent, one from each seat of every deal").Range(1, 1000000000),
	)
	f.checkpoint.exclude(cmd)
	f.calibration.exclude(cmd)
	cli.ListRules(cmd, &f.Rules)
	preset := cmd.Flags().Lookup("preset")
	preset.Usage = strings.Replace(preset.Usage, "start from;", "start from, or several, comma-separated;", 1)
	return cmd
}

// oneAgent returns a check that one agent is named. Its error says what the agent is, such as
// "the agent to evaluate".
func oneAgent(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			return fmt.Errorf("%s: %d agents are named, want one: %s; --against lists its opponents", cmd.Name(), len(args), what)
		}
		return nil
	}
}

// run plays the games and prints the results.
func (f *EvalFlags) run(cmd *cobra.Command, agent string) error {
	defer f.checkpoint.release()
	defer f.Programs.Close(cmd.ErrOrStderr())
	configs, err := f.configs(agent)
	if err != nil {
		return err
	}
	if f.calibration.on {
		return f.calibrate(cmd, configs)
	}
	total, done := 0, 0
	for i := range configs {
		total += configs[i].Total()
	}
	bar := cli.NewGamesBar(cmd.ErrOrStderr())
	defer bar.Close()
	var results []*arena.Result
	for i := range configs {
		bar.Warn(&configs[i])
		configs[i].Progress = func(n, _ int) { bar.Set(done+n, total) }
		res, err := f.play(cmd.Context(), configs[i])
		if res != nil {
			results = append(results, res)
			done += res.Played()
		}
		if cutOff(cmd, err) {
			bar.Close()
			return f.cutOff(cmd, err, results, done, total)
		}
		if err != nil {
			return err
		}
	}
	bar.Close()
	if f.checkpoint.part != nil {
		path, _ := f.checkpoint.path() // configs has checked the flags
		for i, res := range results {
			if err := f.checkpoint.reportPart(cmd, f.file(path, f.presets()[i]), res); err != nil {
				return err
			}
		}
		return nil
	}
	return f.print(cmd, results)
}

// play plays the games of one configuration.
func (f *EvalFlags) play(ctx context.Context, c arena.Config) (*arena.Result, error) {
	if f.sprt.test != nil {
		return arena.PlaySequential(ctx, c, *f.sprt.test)
	}
	return arena.Tournament(ctx, c)
}

// print writes the evaluation of the games played so far.
func (f *EvalFlags) print(cmd *cobra.Command, results []*arena.Result) error {
	var es []*arena.Evaluation
	for _, res := range results {
		evaluate := res.Evaluate
		if f.sprt.test != nil {
			evaluate = func(confidence float64) (*arena.Evaluation, error) {
				return res.EvaluateSequential(confidence, *f.sprt.test)
			}
		}
		e, err := evaluate(f.confidence)
		if err != nil {
			return err
		}
		es = append(es, e)
	}
	return report.WriteEvaluations(f.format.Output(cmd), es, table.Format(f.format.Value()))
}

// cutOff writes the games of a command that err cut off to a file unless a checkpoint has them, prints
// the results so far, and returns an error that says how to resume.
func (f *EvalFlags) cutOff(cmd *cobra.Command, err error, results []*arena.Result, done, total int) error {
	text := fmt.Sprintf("stopped after %d of %d games", done, total)
	if done == 0 {
		return cutOffError(err, text)
	}
	path, _ := f.checkpoint.path() // run has checked the flags
	if path == "" {
		path = checkpointName("eval", &results[0].Setup, func(path string) bool {
			return slices.ContainsFunc(f.presets(), func(preset string) bool { return safefile.Exists(f.file(path, preset)) })
		})
		for i, res := range results {
			if lost := arena.WriteFile(f.file(path, f.presets()[i]), res); lost != nil {
				return cutOffError(err, fmt.Sprintf("%s, which are lost: %v", text, lost))
			}
		}
	}
	err = cutOffError(err, fmt.Sprintf("%s; resume with:\n%s", text, cli.ResumeLine(cmd, path)))
	if f.checkpoint.part == nil {
		err = errors.Join(err, f.print(cmd, results))
	}
	return err
}

// presets returns the names of the presets to play under.
func (f *EvalFlags) presets() []string { return strings.Split(f.Rules.Preset(), ",") }

// file returns the checkpoint file of a preset: path, with the preset in its name if there
// are several presets.
func (f *EvalFlags) file(path, preset string) string {
	if path == "" || len(f.presets()) == 1 {
		return path
	}
	ext := filepath.Ext(path)
	return strings.TrimSuffix(path, ext) + "-" + preset + ext
}

// configs returns the games to play, one configuration for each preset.
func (f *EvalFlags) configs(agent string) ([]arena.Config, error) {
	path, err := f.check()
	if err != nil {
		return nil, err
	}
	f.Part = f.checkpoint.part
	var all []arena.Config
	for i, preset := range f.presets() {
		if slices.Contains(f.presets()[:i], preset) {
			return nil, fmt.Errorf("--preset: %q is named twice", preset)
		}
		c, err := f.Config(f.BySpec(agent), preset)
		if err != nil {
			return nil, err
		}
		file := f.file(path, preset)
		resume := f.checkpoint.resume != ""
		if i > 0 && !safefile.Exists(file) {
			resume = false // the evaluation was stopped before this preset began
		}
		if err := f.checkpoint.join(&c, func(path string) string { return f.file(path, preset) }); err != nil {
			return nil, err
		}
		if err := f.checkpoint.apply(&c, file, resume); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// check checks the flags that do not depend on the rules, and returns the checkpoint file.
func (f *EvalFlags) check() (path string, err error) {
	if f.confidence <= 0 || f.confidence >= 1 {
		return "", fmt.Errorf("--confidence %v: want a number between 0 and 1, such as 0.95", f.confidence)
	}
	if err := f.sprt.parse(); err != nil {
		return "", err
	}
	if err := f.calibration.check(); err != nil {
		return "", err
	}
	if flag, ok := f.checkpoint.parts(); ok && f.sprt.test != nil {
		return "", fmt.Errorf("%s: a sequential test has no parts, because it stops by all games before: remove --sprt or --sprt-gain, or let one process play", flag)
	}
	if err := f.checkpoint.parse(); err != nil {
		return "", err
	}
	return f.checkpoint.path()
}
