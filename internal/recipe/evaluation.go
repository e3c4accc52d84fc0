package recipe

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"rummygym/arena"
	"rummygym/internal/arena/contest"
	"rummygym/internal/arena/report"
	"rummygym/internal/table"
)

// evalHelp is the text of the command.
var evalHelp = Help{
	Use:   "eval AGENT",
	Short: "Evaluate one agent against others, every deal from every seat",
	Long: `eval plays an agent against each of several opponents, every deal from every seat, and prints the share
of games won, the mean gain in points and how the games ended, with standard errors over deals. At larger
tables copies of the opponent take the other seats, or the agents that are joined by +. The same flags
give the same output for any number of workers.`,
	Example: `  rummygym eval min-dist-outs --against min-dist-opp,min-dist --games 20000
  rummygym eval --game gin learned:policy.safetensors --against simple --games 200000 --sprt 0,10`,
	Formats: rowFormats,
}

// An Evaluation plays an agent against others, every deal from every seat. Its result is an
// [*EvaluationResult], of a part a [*PartResult].
type Evaluation struct {
	shell `options:"-"`
	Playing
	Agent   string   `option:"agent" argument:"true" doc:"agent to evaluate, such as min-dist-opp or learned:FILE.safetensors"`
	Against []string `option:"against" doc:"comma-separated opponents (default all agents of the game), with options after colons; rummygym agents lists them; exec:COMMAND is an outside program (docs/protocol.md)"`
	Games   int      `option:"games" default:"20000" range:"1:1000000000" doc:"games against each opponent, one from each seat of every deal"`
	Drops   string   `option:"drops" words:"all|learner|none" group:"Rules" doc:"who may drop: all players, only the evaluated agent (learner), or none (default all)"`
	Sequential
}

// NewEvaluation returns the recipe of "eval" with its defaults.
func NewEvaluation() *Evaluation {
	e := new(Evaluation)
	e.start(&e.shell, e)
	preset := e.list.Find("preset")
	preset.Doc = strings.Replace(preset.Doc, "start from;", "start from, or several, comma-separated;", 1)
	return e
}

// EvaluationResult is what an evaluation found.
type EvaluationResult struct{ Evaluations []*arena.Evaluation } // one for each preset

// Write writes the results.
func (r *EvaluationResult) Write(w io.Writer, f table.Format) error {
	return report.WriteEvaluations(w, r.Evaluations, f)
}

// run plays the games.
func (e *Evaluation) run(ctx context.Context, host *Host) (Result, error) {
	test, err := e.test()
	if err != nil {
		return nil, err
	}
	return e.play(ctx, host, "eval", e, test)
}

// measure returns the evaluations of the games.
func (e *Evaluation) measure(results []*arena.Result) (Result, error) {
	r := new(EvaluationResult)
	test, _ := e.test() // run has checked it
	for _, res := range results {
		found, err := res.Evaluate(e.Confidence, test)
		if err != nil {
			return nil, err
		}
		r.Evaluations = append(r.Evaluations, found)
	}
	return r, nil
}

// check returns an error if the options that depend on no file are not valid.
func (e *Evaluation) check() error {
	test, err := e.test()
	if err != nil {
		return err
	}
	if e.Part != "" && test != nil {
		return fmt.Errorf("--part: a sequential test cannot be divided, because all games before decide when it stops: remove --sprt or --sprt-gain, or let one process play")
	}
	return e.checkPlaying()
}

// configs returns the games to play, one configuration for each preset.
func (e *Evaluation) configs() (all []arena.Config, err error) {
	m := contest.Match{Rules: e.rules, Against: e.Against, Games: e.Games, Seed: e.Seed, Drops: e.Drops, Workers: e.Workers, Programs: &e.programs}
	if m.Part, err = e.part(); err != nil {
		return nil, err
	}
	for i, preset := range e.presets() {
		if slices.Contains(e.presets()[:i], preset) {
			return nil, fmt.Errorf("--preset: %q is named twice", preset)
		}
		c, err := m.Config(m.BySpec(e.Agent), preset)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return e.attach(all...)
}
