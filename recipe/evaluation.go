package recipe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"rummygym/arena"
	"rummygym/arena/contest"
	"rummygym/arena/figure"
	"rummygym/arena/report"
	"rummygym/internal/safefile"
	"rummygym/options"
	"rummygym/table"
)

// An Evaluation plays an agent against others, every deal from every seat. Its result is an
// [*EvaluationResult], of a part a [*PartResult].
type Evaluation struct {
	optionList `options:"-"`
	Agent      string   `option:"agent" argument:"true" doc:"agent to evaluate, such as min-dist-opp or learned:FILE.safetensors"`
	Against    []string `option:"against" doc:"comma-separated opponents (default all agents of the game), with options after colons; rummygym agents lists them; exec:COMMAND is an outside program (docs/protocol.md)"`
	Games      int      `option:"games" default:"20000" range:"1:1000000000" doc:"games against each opponent, one from each seat of every deal"`
	Drops      string   `option:"drops" words:"all|learner|none" group:"Rules" doc:"who may drop: all players, only the evaluated agent (learner), or none (default all)"`
	Plots      string   `option:"plots" group:"Output" folder:"true" doc:"write the win rates and points as SVG to this folder"`
	Playing
	Sequential
}

// NewEvaluation returns the recipe of "eval" with its defaults.
func NewEvaluation() *Evaluation {
	e := new(Evaluation)
	e.bind(e)
	e.list = append(e.list, options.Bind(&e.programs)...)
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

// Run plays the games.
func (e *Evaluation) Run(ctx context.Context, host *Host) (Result, error) {
	defer e.close(host)
	configs, test, err := e.configs(host)
	if err != nil {
		return nil, err
	}
	total, done := 0, 0
	for i := range configs {
		total += configs[i].Total()
	}
	var results []*arena.Result
	for i := range configs {
		watch(&configs[i], host)
		configs[i].Progress = func(n, _ int) { host.counter("games")(done+n, total) }
		res, err := play(ctx, configs[i], test)
		if res != nil {
			results = append(results, res)
			done += res.Played()
		}
		switch {
		case cutOff(ctx, err) && done == 0:
			return nil, &StoppedError{Progress: Progress{Unit: "games", Total: int64(total)}, Err: err}
		case cutOff(ctx, err):
			err = e.stop(err, "eval", total, e.files, results...)
			if configs[i].Part.Of > 0 {
				return nil, err
			}
			r, failed := e.evaluate(results, test)
			if failed != nil {
				err = errors.Join(err, failed)
			}
			return r, err
		case err != nil:
			return nil, err
		}
	}
	if configs[0].Part.Of > 0 {
		path, _ := e.path() // Validate has checked it
		return &PartResult{e.files(path), results}, nil
	}
	r, err := e.evaluate(results, test)
	if err != nil || e.Plots == "" {
		return r, err
	}
	return r, e.draw(host.log(), r.(*EvaluationResult).Evaluations)
}

// draw draws a figure for each preset, with the preset in its name if there are several.
func (e *Evaluation) draw(w io.Writer, all []*arena.Evaluation) error {
	var figures []*figure.Figure
	for i, found := range all {
		f := figure.Evaluation(found)
		if len(all) > 1 {
			f.Name += "-" + e.presets()[i]
		}
		figures = append(figures, f)
	}
	return figure.Save(w, e.Plots, figures...)
}

// play plays the games of one configuration, with a test or without.
func play(ctx context.Context, c arena.Config, test *arena.SequentialTest) (*arena.Result, error) {
	if test != nil {
		return arena.PlaySequential(ctx, c, *test)
	}
	return arena.Tournament(ctx, c)
}

// evaluate returns the evaluation of the games played so far.
func (e *Evaluation) evaluate(results []*arena.Result, test *arena.SequentialTest) (Result, error) {
	r := new(EvaluationResult)
	for _, res := range results {
		evaluate := res.Evaluate
		if test != nil {
			evaluate = func(confidence float64) (*arena.Evaluation, error) {
				return res.EvaluateSequential(confidence, *test)
			}
		}
		found, err := evaluate(e.Confidence)
		if err != nil {
			return nil, err
		}
		r.Evaluations = append(r.Evaluations, found)
	}
	return r, nil
}

// presets returns the names of the presets to play under.
func (e *Evaluation) presets() []string { return strings.Split(e.rules.Preset(), ",") }

// files returns the checkpoint files of the presets: path, with the preset in its name if there
// are several presets.
func (e *Evaluation) files(path string) (files []string) {
	for _, preset := range e.presets() {
		if ext := filepath.Ext(path); path != "" && len(e.presets()) > 1 {
			files = append(files, strings.TrimSuffix(path, ext)+"-"+preset+ext)
		} else {
			files = append(files, path)
		}
	}
	return files
}

// Validate returns an error if the options that depend on no file are not valid.
func (e *Evaluation) Validate() error {
	if err := e.check(); err != nil {
		return err
	}
	test, err := e.test()
	if err != nil {
		return err
	}
	if e.Part != "" && test != nil {
		return fmt.Errorf("--part: a sequential test cannot be divided, because all games before decide when it stops: remove --sprt or --sprt-gain, or let one process play")
	}
	return e.list.Check()
}

// configs returns the games to play, one configuration for each preset, and the test that ends them, if any.
func (e *Evaluation) configs(host *Host) (all []arena.Config, test *arena.SequentialTest, err error) {
	if err := e.Validate(); err != nil {
		return nil, nil, err
	}
	test, _ = e.test()  // Validate has checked it
	path, _ := e.path() // Validate has checked it
	m := contest.Match{Rules: e.rules, Against: e.Against, Games: e.Games, Seed: e.Seed, Drops: e.Drops, Workers: e.Workers, Programs: &e.programs}
	if m.Part, err = e.part(path); err != nil {
		return nil, nil, err
	}
	for i, preset := range e.presets() {
		if slices.Contains(e.presets()[:i], preset) {
			return nil, nil, fmt.Errorf("--preset: %q is named twice", preset)
		}
		c, err := m.Config(m.BySpec(e.Agent), preset)
		if err != nil {
			return nil, nil, err
		}
		// Without the file of a later preset, the evaluation was stopped before this preset began.
		var from []string
		for _, name := range e.Resume {
			if file := e.files(name)[i]; i == 0 || safefile.Exists(file) {
				from = append(from, file)
			}
		}
		if err := e.attach(&c, c.ResumeFrom, e.files(path)[i], from); err != nil {
			return nil, nil, err
		}
		all = append(all, c)
	}
	return all, test, nil
}
