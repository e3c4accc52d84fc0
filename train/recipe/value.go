package train

import (
	"fmt"
	"io"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"rummygym"
	"rummygym/agents/network"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/options"
	"rummygym/train"
	"rummygym/train/offline"
)

// calibrationFile is the name of the file of a run with predicted and actual wins.
const calibrationFile = "calibration.csv"

// valueFlags holds the flags of train value.
type valueFlags struct {
	recordedFlags
	heads []string

	task *offline.Valuing
}

// newValueCommand returns the command train value.
func newValueCommand() *cobra.Command {
	var f valueFlags
	f.kind.Allowed = []string{string(network.ValueKind), string(network.AfterstateKind)}
	cmd := &cobra.Command{
		Use:   "value --data DIR --out RUN",
		Short: "Train a network to predict results from recorded positions",
		Long: `value fits a value network: from the observation of the player to move it predicts the
gain of that player in points (head gain, in units of 80 points) and the probability of
winning (head win, a logit), under the recorded play. The network is for analysis, in
Python or Go (package agents/network); it is not an agent.

With --kind afterstate it predicts the same from the afterstate, the information of the
player right after its action. Such a network plays as learned:RUN/best.safetensors: it
takes the action with the best afterstate. --fields are then groups of afterstate fields,
which are computed by replaying the games. Actions that have no afterstate of their own,
or that such an agent does not consider, do not count.

--data names folders that "rummygym collect" wrote, all with the same rules. They are
read in random order with bounded memory, whatever their size. A share of the games is
held out: the network does not learn from them, and they measure its quality. Games that
were cut off do not count.

The inputs of the network are the recorded observation fields, or those of --fields.
Missing fields are computed by replaying the games, which takes longer.

Every --row steps a row of metrics is printed and written to RUN/metrics.csv.
held-out/gain/squared is the mean squared error in points², held-out/gain/variance that
of the best constant, and held-out/gain/explained the share of variance explained.
held-out/win/log-loss is the mean cross-entropy in nats, held-out/win/base-rate that of
the best constant. The network with the minimum held-out/loss, the sum over the heads, is
kept as RUN/best.safetensors. At the end RUN/calibration.csv is written: for each
predicted probability of winning, 0 to 10 %, 10 to 20 % and so on, the share of wins.`,
		Example: `  rummygym collect --agents min-dist-opp,min-dist-opp --games 20000 --fields cards-and-counts,distance,outs --out data
  rummygym train value --data data --out value
  rummygym policy show value/best.safetensors
  rummygym train value --data data --heads win --fields progress,distance,outs --layers 32 --out small
  rummygym train value --resume small --steps 40000
  rummygym train value --data data --kind afterstate --out after
  rummygym eval learned:after/best.safetensors --against min-dist-opp --games 2000`,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	f.heads = []string{network.Gain, network.Win}
	cli.AddOptions(cmd,
		options.New(&f.kind, "kind", "input of the network: the observation of the player to move (value), or the information after its action (afterstate) (default value)"),
		options.New(&f.heads, "heads", "quantities to predict: gain, win, or both, comma-separated"),
	)
	f.register(cmd, flagDefaults{
		unit: "updates from --batch decisions", steps: 20000, row: 1000, batch: 256, learningRate: 3e-4, layers: []int{128, 128},
		best: "held-out/loss", patience: 5, noEval: true,
	})
	return cmd
}

// run trains and prints the quality of the predictions.
func (f *valueFlags) run(cmd *cobra.Command) error {
	defer f.close()
	err := f.train.run(cmd, func(r rummygym.Rules) (train.Learner, []train.Evaluation, error) {
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
		if err := cli.ReplaceFile(path, c.Write); err != nil {
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
