// Package recipe has the tasks of the gym as values: training runs, comparisons of agents,
// measurements, reviews. A recipe has options with defaults. They are the flags of the command
// of the same name, and the keys of its JSON and of a training's config.json. Its result
// writes itself as a table in every format of package table.
//
//	r, err := recipe.New("train mc")
//	err = r.Options().Set("out", "run")
//	result, err := r.Run(ctx, &recipe.Host{})
//	err = result.Write(os.Stdout, table.Readable)
package recipe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"rummygym/internal/arena/contest"
	"rummygym/internal/catalog"
	"rummygym/internal/options"
	"rummygym/internal/table"
	"rummygym/internal/train"
)

// A Recipe is one thing to do with its settings. [New] returns it with its defaults.
type Recipe interface {
	Options() options.List       // bound to the recipe; a JSON object
	Rules() *catalog.RuleOptions // those of the rules, nil if the recipe has none
	Validate() error             // checks the options by themselves, without files

	// Run runs until the end or until ctx is cancelled. A recipe runs once. If it was stopped, the
	// error is a [*StoppedError]. A result returned with an error holds what was done before it.
	Run(ctx context.Context, host *Host) (Result, error)
}

// A Result is what a recipe found. Its type, such as [*TrainingResult], has the values.
type Result interface {
	Write(w io.Writer, f table.Format) error
}

// A Host is what a recipe needs of the program in which it runs. Its zero value is
// ready to use.
type Host struct {
	Version  string         // of the program, for config.json
	Log      io.Writer      // gets lines about files read and written, and warnings; nil: none are written
	In       io.Reader      // standard input, for files named "-"; nil: empty
	Progress func(Progress) // called often, by one goroutine at a time, unless nil
}

// log returns the writer for lines.
func (h *Host) log() io.Writer { return cmp.Or(h.Log, io.Discard) }

// progress reports progress.
func (h *Host) progress(p Progress) {
	if h.Progress != nil {
		h.Progress(p)
	}
}

// counter returns a function that reports how many of some units are done.
func (h *Host) counter(unit string) func(done, total int) {
	return func(done, total int) { h.progress(Progress{Unit: unit, Done: int64(done), Total: int64(total)}) }
}

// Progress says how much of a recipe is done.
type Progress struct {
	Unit        string // what is counted, such as "steps" or "games"
	Done, Total int64

	Training *train.Progress // of a training, nil otherwise
	Epoch    int64           // number of steps of an epoch if its rows are epochs, 0 otherwise
}

// A StoppedError reports that a recipe was stopped before its end.
type StoppedError struct {
	Progress
	Resume string // value of the option resume with which the recipe goes on, "" if it cannot
	Whole  bool   // whether it goes on with the other options set as before; otherwise resume alone does
	Parts  string // folder that has the parts that are finished, "" if there are none
	Lost   error  // why what was done could not be saved, nil if it was or there was no need
	Err    error  // why: the end of the context, or what this machine lacks
}

// Error says after how many games, steps or the like.
func (e *StoppedError) Error() string {
	if e.Total == 0 {
		return "stopped; nothing was written"
	}
	if e.Parts != "" {
		return fmt.Sprintf("%s: stopped with %d of %d %s finished", e.Parts, e.Done, e.Total, e.Unit)
	}
	text := fmt.Sprintf("stopped after %d of %d %s", e.Done, e.Total, e.Unit)
	if e.Lost != nil {
		text += fmt.Sprintf(", which are lost: %v", e.Lost)
	}
	return text
}

// Unwrap returns why the recipe was stopped.
func (e *StoppedError) Unwrap() error { return e.Err }

// shell is what all recipes have: their options, and those of the rules. It checks the options before a task runs, and closes
// and releases afterwards what the task has opened.
type shell struct {
	list     options.List
	rules    catalog.RuleOptions
	programs contest.Programs
	closes   []func() // called at the end
	task     task
}

// task is what a recipe does.
type task interface {
	check() error // checks what the tags of the options do not say, without files
	run(ctx context.Context, host *Host) (Result, error)
}

// bind makes options of the fields of a recipe, see [options.Bind], and of the rules.
func (s *shell) bind(to task) { s.list = append(s.bindAlone(to), s.rules.Options()...) }

// bindAlone is bind for recipes without rules. It returns the options.
func (s *shell) bindAlone(to task) options.List {
	s.task, s.list = to, options.Bind(to)
	return s.list
}

// Options returns the options, bound to the recipe.
func (s *shell) Options() options.List { return s.list }

// Rules returns the options of the rules, nil if the recipe has none.
func (s *shell) Rules() *catalog.RuleOptions {
	if s.list.Find("preset") == nil {
		return nil
	}
	return &s.rules
}

// Validate returns an error if a value is out of range, or if options exclude each other. It leaves out what depends on files.
func (s *shell) Validate() error {
	if err := s.list.Check(); err != nil {
		return err
	}
	return s.task.check()
}

func (s *shell) check() error { return nil }

// Run checks the options and runs the recipe. If the end of ctx has stopped it, and it cannot go on, the error is a [*StoppedError].
func (s *shell) Run(ctx context.Context, host *Host) (Result, error) {
	defer func() {
		s.programs.Close(host.log())
		for _, f := range s.closes {
			f()
		}
		s.closes = nil
	}()
	if err := s.Validate(); err != nil {
		return nil, err
	}
	r, err := s.task.run(ctx, host)
	if err != nil && ctx.Err() != nil && !errors.As(err, new(*StoppedError)) {
		err = &StoppedError{Err: err}
	}
	return r, err
}

// A Training is a recipe that trains a network, in a folder.
type Training interface {
	Recipe

	Watched() []string // columns of the metrics that say most, besides the loss
	Folder() string    // of the run
}

// Help is the text of a recipe's command.
type Help struct {
	Use     string // the last word of the name, then arguments and flags that are needed; an argument in brackets may be left out
	Short   string // one line
	Long    string
	Example string
	Formats []string // in which the result can be written, the default first; nil: only as text
}

// rowFormats are the formats of results that are rows.
var rowFormats = []string{"table", "json", "csv", "arrow"}

// HelpOf returns the text of the command of a recipe.
func HelpOf(name string) Help {
	for _, r := range recipes {
		if r.name == name {
			return r.help
		}
	}
	return Help{}
}

// recipes lists the recipes by the names of their commands.
var recipes = []struct {
	name string
	help Help
	make func() Recipe
}{
	{"tournament", tournamentHelp, func() Recipe { return NewTournament() }},
	{"ladder", ladderHelp, func() Recipe { return NewLadder() }},
	{"eval", evalHelp, func() Recipe { return NewEvaluation() }},
	{"train mc", mcHelp, func() Recipe { return NewMonteCarlo() }},
	{"train ppo", ppoHelp, func() Recipe { return NewPPO() }},
	{"train data", dataHelp, func() Recipe { return NewFromData() }},
	{"train cfr", cfrHelp, func() Recipe { return NewCFR() }},
	{"exploit", exploitHelp, func() Recipe { return NewExploit() }},
	{"train equilibrium", equilibriumHelp, func() Recipe { return NewEquilibrium() }},
	{"collect", collectHelp, func() Recipe { return NewCollect() }},
	{"review", reviewHelp, func() Recipe { return NewReview() }},
	{"positions list", positionListHelp, func() Recipe { return NewPositionSets() }},
	{"positions show", positionShowHelp, func() Recipe { return NewPositionSet() }},
	{"positions answer", positionAnswerHelp, func() Recipe { return NewPositionAnswers() }},
	{"positions score", positionScoreHelp, func() Recipe { return NewPositionScore() }},
}

// Names returns the names of the recipes, those of their commands.
func Names() []string {
	names := make([]string, len(recipes))
	for i, r := range recipes {
		names[i] = r.name
	}
	return names
}

// New returns the recipe of a command, such as "train mc", with its defaults.
func New(name string) (Recipe, error) {
	for _, r := range recipes {
		if r.name == name {
			return r.make(), nil
		}
	}
	return nil, fmt.Errorf("%q is not a recipe%s: want %s", name, options.Suggest(name, Names()), strings.Join(Names(), ", "))
}
