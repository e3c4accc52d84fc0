package train

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"rummygym"
	"rummygym/agents/network"
	"rummygym/arena/figure"
	"rummygym/arena/stats"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/datasets"
	"rummygym/options"
	"rummygym/train"
	"rummygym/train/discard"
	"rummygym/train/offline"
)

// The pictures of a run of train discard, .png and .svg each.
const (
	lossPlot     = "loss"
	residualPlot = "residuals"
)

// discardFlags holds the flags of train discard.
type discardFlags struct {
	train        runFlags   `options:"-"`
	data         []string   `option:"data" doc:"comma-separated folders or shards of recorded games"`
	network      cli.Format `option:"network" group:"Network" doc:"network to train"`
	augment      cli.Format `option:"augment" doc:"how each row is presented in an epoch: once, or 24 times with all orders of the suits (default none)"`
	epochs       int        `option:"epochs" default:"96" doc:"total number of epochs, passes over all rows; the learning rate falls tenfold after each third of them"`
	rows         int        `option:"rows" doc:"maximum number of rows to read; 0 is all"`
	learningRate float64    `option:"learning-rate" default:"1e-3" group:"Optimizer" doc:"learning rate of the first third of the epochs"`
	validation   float64    `option:"validation" default:"0.2" group:"Evaluation" doc:"share of the deals whose rows are for validation"`
	splitSeed    uint64     `option:"split-seed" default:"1" doc:"seed of the choice of validation deals"`
	average      bool       `option:"average" default:"true" doc:"make rows with equal states one row with their mean score"`

	datasets []*datasets.Dataset
	read     *discard.Data
}

// newDiscardCommand returns the command train discard.
func newDiscardCommand() *cobra.Command {
	var f discardFlags
	f.network.Allowed, f.network.Chosen = discard.Networks(), "dual-inception"
	f.augment.Allowed = []string{string(discard.NoAugmentation), string(discard.Suits)}
	cmd := &cobra.Command{
		Use:   "discard --data DIR --out RUN",
		Short: "Train a network that values the hand a discard leaves in Gin Rummy",
		Long: `discard trains a network of truong2021datadriven: from the hand that a discard leaves, the
estimate of the opponent's hand and macro-features of the hand it predicts the points that
follow. The agent data-driven plays with it.

The networks are those of the paper: mlp (1,761 weights), mlp-i (with products of
neighbouring cards instead of the hand, 2,945), dual-inception (convolutions, 9,057) and
dual-inception-16 (16 filters instead of 4, 35,937).

--data names folders that "rummygym collect --recipe random-256" or another recipe wrote. All
rows are read into memory. Rows with equal states become one row with their mean score, unless
--average=false. The rows of a share of the deals are the validation rows: a network does
not learn from them. With --augment suits, each row is presented 24 times per epoch, with
all orders of the suits, so an epoch takes 24 times as long; validation rows are not
augmented.

The defaults are the training of the paper: Adam, whose learning rate falls tenfold after
each third of the epochs, after 32 and 64 of 96. Every epoch is a row of RUN/metrics.csv:
loss is the mean squared error in points² over the epoch, during which the network changes;
validation/loss that of the network at its end. At the end the command measures the last
network on the validation rows, and draws RUN/loss.png and RUN/residuals.png (Figures 4 and
5 of the paper; also .svg). RUN/best.safetensors is the network with the minimum
validation/loss.

"train discard figures" draws the losses of several runs and the scores of several sets,
"train discard behaviour" prints what networks discard from the hand of Figure 6.`,
		Example: `  rummygym collect --recipe random-256 --games 10000 --out data
  rummygym train discard --data data --out run
  rummygym train discard --data data --network mlp --epochs 24 --out small
  rummygym train discard --resume run
  rummygym train discard figures --runs run,small --data data --out figures`,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	cli.Options(cmd, &f)
	f.train.network.batch = 64
	cli.AddOptions(cmd, options.New(&f.train.network.batch, "batch", "batch size").In("Optimizer").Range(1, 1000000))
	cli.Options(cmd, &f.train.folderFlags)
	f.train.data, f.train.best, f.train.epoch = f.open, "validation/loss", true
	cmd.AddCommand(newDiscardFiguresCommand(), newDiscardBehaviourCommand())
	return cmd
}

// open opens the datasets.
func (f *discardFlags) open() (r rummygym.Rules, err error) {
	f.datasets, r, err = openData(f.data)
	return r, err
}

// run trains, measures the last network, and draws the figures of the run.
func (f *discardFlags) run(cmd *cobra.Command) error {
	f.train.steps, f.train.row = 1, 1 // known when the rows have been read
	if err := f.train.run(cmd, func(r rummygym.Rules) (train.Learner, []train.Evaluation, error) { return f.learner(cmd, r) }); err != nil {
		return err
	}
	curve, err := lossCurve(f.train.dir())
	if err != nil {
		return err
	}
	if _, err := figure.Save(f.train.dir(), lossPlot, figure.Losses(curve.Name, []figure.LossCurve{*curve})); err != nil {
		return err
	}
	n, _, err := network.ReadFile(filepath.Join(f.train.dir(), train.LastFile))
	if err != nil {
		return err
	}
	predictions, residuals, err := residuals(n, f.read.Validation, f.train.workers)
	if err != nil {
		return err
	}
	d, squares := stats.DistributionOf(residuals), 0.0
	for _, v := range residuals {
		squares += float64(v * v)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "validation: mean squared error %.2f points² on %d rows; residuals: mean %.2f, s.d. %.2f, skewness %.2f, excess kurtosis %.2f\n",
		squares/float64(d.N), d.N, d.Mean, d.SD, d.Skew, d.Kurtosis)
	_, err = figure.Save(f.train.dir(), residualPlot, figure.Residuals(f.network.Value(), predictions, residuals))
	return err
}

// learner reads the rows and returns the learner and its evaluation on validation rows.
func (f *discardFlags) learner(cmd *cobra.Command, r rummygym.Rules) (train.Learner, []train.Evaluation, error) {
	switch {
	case f.epochs < 1:
		return nil, nil, fmt.Errorf("--epochs %d: want at least 1", f.epochs)
	case !(f.validation > 0 && f.validation < 1):
		return nil, nil, fmt.Errorf("--validation %v: want a share above 0 and below 1", f.validation)
	case f.rows < 0:
		return nil, nil, fmt.Errorf("--rows %d: want at least 1, or 0 for all", f.rows)
	}
	var err error
	f.read, err = discard.Read(cmd.Context(), f.datasets, discard.Config{
		Split: offline.Split{Seed: f.splitSeed, Share: f.validation}, Average: f.average, Rows: f.rows,
	})
	if err != nil {
		return nil, nil, fmt.Errorf("--data: %w", err)
	}
	if len(f.read.Training) == 0 || len(f.read.Validation) == 0 {
		return nil, nil, fmt.Errorf("--data: %d rows for training and %d for validation: want at least 1 each; record more games or change --validation", len(f.read.Training), len(f.read.Validation))
	}
	order := discard.Order{Seed: f.train.seed, Batch: f.train.network.batch, Augment: discard.Augmentation(f.augment.Value())}
	f.train.row = order.Updates(len(f.read.Training))
	f.train.steps = int64(f.epochs) * f.train.row
	fmt.Fprintf(cmd.ErrOrStderr(), "%d rows, %d merged into others with equal states; %d for training, %d updates per epoch; %d for validation\n",
		f.read.Read, f.read.Merged, len(f.read.Training), f.train.row, len(f.read.Validation))
	d, err := discard.Describe(f.network.Value())
	if err != nil {
		return nil, nil, fmt.Errorf("--network: %w", err)
	}
	d.Env, d.Rules = r.Type().Env, cli.RulesJSON(r)
	d.Notes["data"], d.Notes["data-digest"], d.Notes["learned"] = strings.Join(f.data, ","), discard.Digest(f.read.Training), "scores after discards"
	m, err := train.New(d, train.Settings{
		Losses: discard.Losses(), Optimizer: discard.Optimizer(f.learningRate, f.epochs, f.train.row), MaxBatch: f.train.network.batch,
		Seed: f.train.seed, Initial: train.Glorot, Workers: f.train.workers,
	})
	if err != nil {
		return nil, nil, err
	}
	l, err := discard.NewLearner(m, &d, f.read.Training, order)
	if err != nil {
		return nil, nil, err
	}
	return l, []train.Evaluation{{Every: f.train.row, Columns: []string{"validation/loss"}, Measure: func(_ context.Context, n *network.Network, row []float64) error {
		_, r, err := residuals(n, f.read.Validation, f.train.workers)
		if err != nil {
			return err
		}
		row[0] = 0
		for _, v := range r {
			row[0] += v * v / float64(len(r))
		}
		return nil
	}}}, nil
}

// residuals returns the predictions of a network and the scores minus them.
func residuals(n *network.Network, rows []discard.Row, workers int) (predictions, residuals []float64, err error) {
	if predictions, err = discard.Predict(n, rows, workers); err != nil {
		return nil, nil, err
	}
	residuals = make([]float64, len(rows))
	for i := range rows {
		residuals[i] = float64(rows[i].Score) - predictions[i]
	}
	return predictions, residuals, nil
}

// errNoFigures is the error of a command without anything to draw.
var errNoFigures = errors.New("--runs and --data: want folders of runs of train discard, of recorded games, or both")
