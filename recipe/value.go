package recipe

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"

	"rummygym"
	"rummygym/agents/network"
	"rummygym/internal/safefile"
	"rummygym/options"
	"rummygym/train"
	"rummygym/train/offline"
)

// calibrationFile is the name of the file of a run with predicted and actual wins.
const calibrationFile = "calibration.csv"

// Valuing holds the flags of train value.
type Valuing struct {
	recorded
	heads []string
	input string // kind of the network, "" for a value

	task *offline.Valuing
}

// NewValuing returns the recipe of "train value" with its defaults.
func NewValuing() *Valuing {
	f := &Valuing{heads: []string{network.Gain, network.Win}}
	all := append(f.bind(defaults{
		unit: "an update from --batch decisions", steps: 20000, row: 1000, batch: 256, learningRate: 3e-4, layers: []int{128, 128},
		best: "held-out/loss", patience: 5, noEval: true,
	}), options.New(&f.heads, "heads", "quantities to predict: gain, win, or both, comma-separated"))
	kinds := []string{string(network.ValueKind), string(network.AfterstateKind)}
	f.command = "rummygym train value"
	f.training.list = append(all, options.OneOf(&f.input, kinds, "kind", "input of the network: the observation of the player to move (value), or the information after its action (afterstate) (default value)"))
	return f
}

// run trains and prints the quality of the predictions.
func (f *Valuing) Run(ctx context.Context, host *Host) (Result, error) {
	defer f.close()
	res, err := f.training.run(ctx, host, func(r rummygym.Rules) (train.Learner, []train.Evaluation, error) {
		f.kind = network.Kind(cmp.Or(f.input, string(network.ValueKind)))
		d, err := f.read(ctx, f.host.log(), r, offline.Selection{Finished: true})
		if err != nil {
			return nil, nil, err
		}
		d.Notes["learned"] = "results of recorded games"
		if f.task, err = offline.NewValuing(f.survey.Rows, f.heads...); err != nil {
			return nil, nil, fmt.Errorf("--heads: %w", err)
		}
		return f.learn(d, f.task)
	})
	if res, err = f.measure(res, err, f.task); err != nil {
		return nil, err
	}
	m, out := res.Measured, &res.words
	for _, h := range f.heads {
		if h == network.Gain {
			fmt.Fprintf(out, "gain: mean squared error %.1f points² of a variance of %.1f: %.3f is explained\n", m["held-out/gain/squared"], m["held-out/gain/variance"], m["held-out/gain/explained"])
			continue
		}
		c := f.task.Calibration()
		fmt.Fprintf(out, "win: log-loss %.4f, of the base rate %.4f; calibration error %.3f\n", m["held-out/win/log-loss"], m["held-out/win/base-rate"], c.Error())
		if err := writeCalibration(out, c); err != nil {
			return nil, err
		}
		path := filepath.Join(f.training.Folder(), calibrationFile)
		if err := safefile.Replace(path, func(file *os.File) error { return c.Write(file) }); err != nil {
			return nil, err
		}
	}
	return res, nil
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
