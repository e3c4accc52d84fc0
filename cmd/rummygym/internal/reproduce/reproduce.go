// Package reproduce is the command reproduce, which runs all steps that a paper's tables and
// figures need: it records data, trains networks, plays matches and prints the table.
//
// A step is a command line of this program, so that everybody can see it and run it alone. The options of
// those that run a recipe are checked before the first step.
package reproduce

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/internal/safefile"
	"rummygym/recipe"
	"rummygym/table"
)

// Settings is what the results depend on. They are kept in the folder of the run, and a run
// with other settings is refused there.
type Settings struct {
	Scale           float64 `json:"scale" option:"scale" default:"1" doc:"share of the paper's number of deals, in (0, 1]"`
	Epochs          int     `json:"epochs" option:"epochs" default:"96" range:"1:1000000000" doc:"epochs of training"`
	AugmentedEpochs int     `json:"augmented_epochs" option:"augmented-epochs" default:"96" range:"1:1000000000" doc:"epochs of training with all orders of the suits, each 24 times as long"`
	Matches         int     `json:"matches" option:"matches" default:"10000" range:"2:1000000000" doc:"number of matches for each cell of the table, an even number"`
	Seeds           int     `json:"seeds" option:"seeds" default:"3" range:"1:1000" doc:"number of training runs of each network, with consecutive seeds from --seed on"`
	Generations     int     `json:"generations" option:"generations" default:"1" range:"1:1000000000" doc:"number of generations of data and networks; the data of generation n come from games of the player of generation n-1"`
	Defence         float64 `json:"defence" option:"defence" default:"2" doc:"weight of discard risk, in points per unit, in the player that combines offence and defence"`
	Seed            uint64  `json:"seed" option:"seed" default:"1" group:"Running" doc:"seed of deals, agents and training"`
}

// flags holds the flags of the command.
type flags struct {
	Settings
	out    string     `option:"out" required:"true" group:"Output" doc:"folder of the run"`
	jobs   int        `option:"jobs" range:"0:4096" doc:"number of training runs at the same time; 0 is the number of cores"`
	list   bool       `option:"list" doc:"print the steps as command lines without running them"`
	rows   cli.Format `option:"rows" doc:"what a row of the table is: a training run, or a cell with all its training runs (default training)"`
	format cli.Format
	root   func() *cobra.Command
}

// NewCommand returns the constructor of the command reproduce. The function root returns the
// command line of the program, in which the steps are run.
func NewCommand(root func() *cobra.Command) func() *cobra.Command {
	return func() *cobra.Command {
		f := flags{root: root}
		f.rows.Allowed = []string{"training", "cell"}
		f.format.Allowed = []string{"table", "json", "csv"}
		cmd := &cobra.Command{
			Use:   "reproduce --out DIR",
			Short: "Reproduce the tables and figures of truong2021datadriven",
			Long: `reproduce runs everything that is needed for the tables and figures of truong2021datadriven, the
paper on a data-driven player of Gin Rummy. It records the data sets Simple, Random-16 and
Random-256, trains networks on them, plays matches of each network against the simple player, and
prints Table 1 beside the paper's table, with 90 % Wilson intervals. Further rows show the late
knock, the defence alone, the defence combined with the offence, and later generations.

Each step is a command line of this program; --list prints them. Finished steps are kept: after
ctrl-C or a kill, run the same command again to continue. DIR/steps has the digests of the files
that the steps wrote. If a file that a step wrote has since been damaged or replaced, reproduce
stops with an error; if the file is missing, reproduce makes it again. Steps that do not depend on
each other run at the same time (--jobs). The messages of the steps go to DIR/logs.

The strength of a network depends strongly on the seed of its training. Each network is therefore
trained once with each of --seeds different seeds. The table has a row for each training run; with
--rows cell, it has a row for each cell of Table 1, with the mean, the standard deviation, the
minimum and the maximum of the training runs. The paper has one training run per cell. The verdict
on a cell is therefore "below" or "above" only if another training run would be unlikely to differ
from the mean as much as the paper's run does: the probability of such a difference (column p,
from Student's t distribution) must be below 5 %, after Holm's correction for the cells of Table
1.

The combined, averaged and continued players use one of the networks trained on Random-256 with all
orders of the suits: the one that wins most on deals that are not used for the table.

--scale sets the number of deals as a share of the paper's number. At full size, the data sets have
1.0 to 1.6 million rows. Training on all 24 orders of the suits takes most of the time, because each
epoch is 24 times as long; --augmented-epochs 4 makes as many updates as 96 epochs with one order of
the suits.`,
			Example: `  rummygym reproduce --out truong2021 --augmented-epochs 4
  rummygym reproduce --out small --scale 0.002 --epochs 3 --augmented-epochs 1 --matches 200
  rummygym reproduce --out five --scale 0.04 --epochs 24 --augmented-epochs 1 --matches 1000 --seeds 5 --rows cell
  rummygym reproduce --out truong2021 --list`,
			RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
		}
		cli.Options(cmd, &f)
		return cmd
	}
}

func (f *flags) validate() error {
	switch {
	case !(f.Scale > 0 && f.Scale <= 1):
		return fmt.Errorf("--scale %v: want a share above 0 and at most 1", f.Scale)
	case f.Matches%2 != 0:
		return fmt.Errorf("--matches %d: want an even number, because every deal is played from both seats", f.Matches)
	case f.Seed > math.MaxUint64-1000:
		return fmt.Errorf("--seed %d: want at most %d", f.Seed, uint64(math.MaxUint64-1000))
	case !(f.Defence > 0):
		return fmt.Errorf("--defence %v: want a number above 0", f.Defence)
	}
	return nil
}

func (f *flags) run(cmd *cobra.Command) error {
	if err := f.validate(); err != nil {
		return err
	}
	if f.jobs == 0 {
		f.jobs = runtime.GOMAXPROCS(0)
	}
	p, err := newPlan(f.out, f.Settings)
	if err != nil {
		return err
	}
	if f.list {
		for _, stage := range p.stages {
			for _, s := range stage {
				fmt.Fprintln(cmd.OutOrStdout(), s.line())
			}
		}
		return nil
	}
	release, err := f.open()
	if err != nil {
		return err
	}
	defer release()
	if err := p.check(); err != nil {
		return err
	}
	if err := f.runSteps(cmd, p); err != nil {
		return err
	}
	rows, err := p.rows()
	if err != nil {
		return err
	}
	if f.rows.Value() == "cell" {
		return writeRows(f.format.Output(cmd), f.format.Value(), cellView(), cellRows(rows))
	}
	return writeRows(f.format.Output(cmd), f.format.Value(), rowView(), rows)
}

// writeRows prints rows: their fields as JSON, and the view in other formats.
func writeRows[R any](w io.Writer, format string, v *table.View[R], rows []R) error {
	out := table.Output[R]{Table: table.New(nil, rows), View: v, Object: func(r *R) any { return r }}
	return out.Write(w, table.Format(format))
}

// open creates and locks the folder, and checks that it is of a run with the same settings.
func (f *flags) open() (release func(), err error) {
	if err := os.MkdirAll(filepath.Join(f.out, "logs"), 0o777); err != nil {
		return nil, err
	}
	if release, err = safefile.Lock(f.out); err != nil {
		return nil, err
	}
	if err := f.checkSettings(filepath.Join(f.out, "settings.json")); err != nil {
		release()
		return nil, err
	}
	return release, nil
}

// checkSettings checks that the run in the folder has the same settings, or writes them.
func (f *flags) checkSettings(path string) error {
	var kept Settings
	if err := safefile.ReadJSON(path, &kept); errors.Is(err, fs.ErrNotExist) {
		return safefile.WriteJSON(path, f.Settings)
	} else if err != nil {
		return err
	}
	if a, b := reflect.ValueOf(kept), reflect.ValueOf(f.Settings); kept != f.Settings {
		for i := range a.NumField() {
			if !a.Field(i).Equal(b.Field(i)) {
				return fmt.Errorf("%s: the run in this folder has %s %v, and the command line %v: give the same flags, or another folder",
					f.out, strings.Split(a.Type().Field(i).Tag.Get("json"), ",")[0], a.Field(i), b.Field(i))
			}
		}
	}
	return nil
}

// runSteps runs the steps that are not done, stage by stage.
func (f *flags) runSteps(cmd *cobra.Command, p *plan) error {
	c := &clock{w: cmd.ErrOrStderr(), cores: float64(runtime.GOMAXPROCS(0))}
	for _, stage := range p.stages {
		for _, s := range stage {
			if !s.done {
				c.steps++
				c.left += s.seconds
			}
		}
	}
	for _, stage := range p.stages {
		group, ctx := errgroup.WithContext(cmd.Context())
		group.SetLimit(1)
		if stage[0].oneCore {
			group.SetLimit(f.jobs)
		}
		for _, s := range stage {
			if s.done {
				continue
			}
			group.Go(func() error {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				defer c.begin(s)()
				if err := f.runStep(ctx, s); err != nil {
					return err
				}
				return p.end(s)
			})
		}
		if err := group.Wait(); err != nil {
			if cmd.Context().Err() != nil {
				return &cli.StoppedError{Text: "stopped; finished steps are kept: run the same command again to continue"}
			}
			return err
		}
	}
	return nil
}

// runStep runs a step. Its messages go to a file of the folder logs.
func (f *flags) runStep(ctx context.Context, s *step) (err error) {
	if s.choose != nil {
		return choose(s)
	}
	log, err := os.OpenFile(filepath.Join(f.out, "logs", strings.ReplaceAll(s.name, "/", "-")+".txt"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	run := func(out io.Writer) error {
		if status := cli.Execute(ctx, f.root(), s.command(), strings.NewReader(""), out, log); status != 0 {
			return fmt.Errorf("step %s: exit status %d; its messages are in %s", s.name, status, log.Name())
		}
		return nil
	}
	if s.output == "" {
		return run(log)
	}
	if err := os.MkdirAll(filepath.Dir(s.output), 0o777); err != nil {
		return err
	}
	out := recipe.OutFile{Path: s.output, Overwrite: true}
	return out.Stream(run)
}

// choose copies the network with the best win rate, the first of equal ones.
func choose(s *step) error {
	best, from := -1.0, ""
	for i, path := range s.choose {
		var r row
		if err := readResult(&r, path); err != nil {
			return err
		}
		if r.WinRate > best {
			best, from = r.WinRate, s.networks[i]
		}
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return safefile.Write(s.files[0], data)
}

// clock reports the steps and estimates the time left.
type clock struct {
	w     io.Writer
	cores float64

	mu              sync.Mutex
	steps, begun    int
	left            float64 // of the steps that have not ended, in seconds of one core, as expected
	expected, taken float64 // of the steps that have ended, in seconds of one core
}

// begin reports the begin of a step. The function that it returns reports its end.
func (c *clock) begin(s *step) (end func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.begun++
	fmt.Fprintf(c.w, "step %d of %d, about %v left: %s\n", c.begun, c.steps, c.estimate(), s.line())
	from := time.Now()
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		taken := time.Since(from).Seconds()
		if !s.oneCore {
			taken *= c.cores
		}
		c.left -= s.seconds
		c.expected += s.seconds
		c.taken += taken
	}
}

// estimate returns the time left. It corrects what was expected by the time that the steps
// so far took.
func (c *clock) estimate() time.Duration {
	seconds := c.left / c.cores
	if c.expected > 0 {
		seconds *= c.taken / c.expected
	}
	unit := time.Second
	if seconds > 120 {
		unit = time.Minute
	}
	return time.Duration(seconds * float64(time.Second)).Round(unit)
}
