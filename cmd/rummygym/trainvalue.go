package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"rummygym/agents/network"
	"rummygym/cmd/internal/catalog"
	"rummygym/train"
	"rummygym/train/offline"
)

// calibrationFile is the name of the table of predicted and true wins in a run.
const calibrationFile = "calibration.csv"

// valueFlags are the flags of train value.
type valueFlags struct {
	recordedFlags
	heads []string

	task *offline.Valuing
}

// newTrainValueCommand returns the command that fits values.
func newTrainValueCommand() *cobra.Command {
	var f valueFlags
	f.kind.allowed = []string{string(network.ValueKind), string(network.AfterstateKind)}
	cmd := &cobra.Command{
		Use:   "value --data DIR --out RUN",
		Short: "Train a network to tell the result from recorded positions",
		Long: `value trains a network to tell, from what the player to move sees, what comes of the
game for that player: the points it gains (head gain, in units of 80 points), and the
probability that it wins (head win, a logit). What it learns is the value under the play
that was recorded. The network does not play; Python reads it, and so do programs in
Go (package agents/network).

With --kind afterstate it tells that of what the player knows right after its action,
and plays as learned:RUN/best.safetensors: it takes the action that leads to the best
afterstate. --fields are then groups of afterstates, made by playing the games again.
Actions without an afterstate of their own do not count, nor those that such a player
would not consider.

--data are folders that "rummygym collect" wrote, of one table. They are read in a random
order and in bounded memory, however large they are. A share of the games is held out:
it is not learned from and tells how well the network does. Games that were cut off do
not count.

The network takes the observation fields that were recorded, or those of --fields; what
is missing is made by playing the games again, which takes longer.

Told every --row steps, and written to RUN/metrics.csv: held-out/gain/squared, the mean
squared error in points², beside held-out/gain/variance, that of the best constant, and
held-out/gain/explained, the share of the variance that is explained;
held-out/win/log-loss, the mean cross-entropy in nats, beside held-out/win/base-rate,
that of the best constant. The network with the least held-out/loss, the sum over the
heads, is kept as RUN/best.safetensors. At the end RUN/calibration.csv says how often
the player won where the network gave it 0 to 10 %, 10 to 20 %, and so on.`,
		Example: `  rummygym collect --agents min-dist-opp,min-dist-opp --games 20000 --fields cards-and-counts,distance,outs --out data
  rummygym train value --data data --out value
  rummygym policy show value/best.safetensors
  rummygym train value --data data --heads win --fields progress,distance,outs --layers 32 --out small
  rummygym train value --resume small --steps 40000
  rummygym train value --data data --kind afterstate --out after
  rummygym eval learned:after/best.safetensors --against min-dist-opp --games 2000`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	cmd.Flags().Var(&f.kind, "kind", "what is valued: what the player to move sees (value), or what it knows once it has acted (afterstate) (default value)")
	cmd.Flags().StringSliceVar(&f.heads, "heads", []string{network.Gain, network.Win}, "what to tell: gain, win, or both parted by a comma")
	f.register(cmd, trainDefaults{
		unit: "updates from --batch decisions", steps: 20000, row: 1000, batch: 256, learningRate: 3e-4, layers: []int{128, 128},
		best: "held-out/loss", patience: 5, idle: true,
	})
	return cmd
}

// run trains and says how well the network tells results.
func (f *valueFlags) run(cmd *cobra.Command) error {
	defer f.close()
	err := f.train.run(cmd, func(r catalog.Rules) (train.Learner, []train.Evaluation, error) {
		d, err := f.read(cmd.Context(), cmd.ErrOrStderr(), r, offline.Selection{Finished: true})
		if err != nil {
			return nil, nil, err
		}
		d.Notes["learned"] = "results of recorded games"
		if f.task, err = offline.NewValuing(f.survey.Rows, f.heads...); err != nil {
			return nil, nil, fmt.Errorf("--heads: %w", err)
		}
		return f.learn(d, f.task)
	})
	if err != nil {
		return err
	}
	m, err := f.measure(f.task)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	for _, h := range f.heads {
		if h == network.Gain {
			fmt.Fprintf(out, "gain: mean squared error %.1f points² of a variance of %.1f: %.3f is explained\n", m["held-out/gain/squared"], m["held-out/gain/variance"], m["held-out/gain/explained"])
			continue
		}
		c := f.task.Calibration()
		fmt.Fprintf(out, "win: log-loss %.4f, of the base rate %.4f; calibration error %.3f\n", m["held-out/win/log-loss"], m["held-out/win/base-rate"], c.Error())
		if err := writeCalibration(out, c); err != nil {
			return err
		}
		path := filepath.Join(f.train.dir(), calibrationFile)
		if err := train.ReplaceFile(path, func(file *os.File) error { return c.Write(file) }); err != nil {
			return err
		}
	}
	return nil
}

// writeCalibration prints the bins that have predictions.
func writeCalibration(w io.Writer, c offline.Calibration) error {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tab, "predicted\tdecisions\tmean\twon\t")
	for _, b := range c {
		if b.Count > 0 {
			n := float64(b.Count)
			fmt.Fprintf(tab, "%.1f to %.1f\t%d\t%.3f\t%.3f\t\n", b.Low, b.High, b.Count, b.Predicted/n, float64(b.True)/n)
		}
	}
	return tab.Flush()
}
