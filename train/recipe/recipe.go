// Package recipe holds trainings as values: a recipe has options with defaults, which are
// flags of the command of the same name, keys of config.json and of JSON, and it runs.
//
//	r, err := recipe.New("train mc")
//	err = r.Options().Set("out", "run")
//	err = r.Run(ctx, &recipe.Host{Out: os.Stdout})
package recipe

import (
	"context"
	"fmt"
	"io"
	"strings"

	"rummygym"
	"rummygym/options"
	"rummygym/train"
)

// A Recipe is a training of one kind. [New] returns it with its defaults.
type Recipe interface {
	Options() options.List // bound to the recipe; a JSON object
	Validate() error       // of the options that depend on no other and no file

	// Run trains until the end or until ctx is cancelled, and writes files to the folder of the
	// option out. A training that was stopped gives a *train.StoppedError. A recipe runs once.
	Run(ctx context.Context, host *Host) error

	Rules() *rummygym.RuleOptions // nil if the data have the rules
	Watched() []string            // columns of the metrics that say most, besides the loss
	Folder() string               // of the run
	Served() bool                 // whether other processes play for the learner
}

// A Host is what a training needs of the program in which it runs. Its zero value is
// ready to use.
type Host struct {
	Version  string         // of the program, for config.json
	Out      io.Writer      // gets the results in words; nil: nobody
	Log      io.Writer      // gets what is read, and results if Messages has games; nil: nobody
	In       io.Reader      // Arrow messages of other processes, with the options actors and act
	Messages io.Writer      // Arrow messages to them
	Progress func(Progress) // called after each step, unless nil
	Finished func(Progress) // called after the last step with all rows, unless nil
}

// Progress is the progress of a training.
type Progress struct {
	train.Progress
	Epoch int64 // number of steps of an epoch if rows are epochs, 0 otherwise
}

// recipes lists the recipes by the names of their commands.
var recipes = []struct {
	name string
	make func() Recipe
}{
	{"train mc", func() Recipe { return NewMonteCarlo() }},
	{"train ppo", func() Recipe { return NewPPO() }},
	{"train clone", func() Recipe { return NewCloning() }},
	{"train value", func() Recipe { return NewValuing() }},
	{"train belief", func() Recipe { return NewBelief() }},
	{"train discard", func() Recipe { return NewDiscard() }},
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
