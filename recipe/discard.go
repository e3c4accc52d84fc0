package recipe

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"rummygym"
	"rummygym/agents/network"
	"rummygym/arena/stats"
	"rummygym/datasets"
	"rummygym/options"
	"rummygym/train"
	"rummygym/train/discard"
	"rummygym/train/offline"
)

// Discard holds the flags of train discard.
type Discard struct {
	training     `options:"-"`
	data         []string `option:"data" doc:"comma-separated folders or shards of recorded games"`
	network      string
	augment      string  `option:"augment" words:"none|suits" doc:"how each row is presented in an epoch: once, or 24 times with all orders of the suits (default none)"`
	epochs       int     `option:"epochs" default:"96" range:"1:1000000000" doc:"total number of epochs, which are passes over all rows; the learning rate falls tenfold after each third of the epochs"`
	rows         int     `option:"rows" doc:"maximum number of rows to read; 0 is all"`
	learningRate float64 `option:"learning-rate" default:"1e-3" group:"Optimizer" doc:"learning rate of the first third of the epochs"`
	validation   float64 `option:"validation" default:"0.2" group:"Evaluation" doc:"share of the deals whose rows are used only for validation"`
	splitSeed    uint64  `option:"split-seed" default:"1" doc:"seed for choosing the validation deals"`
	average      bool    `option:"average" default:"true" doc:"merge rows with equal states into one row with their mean score"`

	datasets []*datasets.Dataset
	read     *discard.Data
}

// NewDiscard returns the recipe of "train discard" with its defaults.
func NewDiscard() *Discard {
	f := &Discard{network: "dual-inception"}
	f.training.network.batch = 64
	f.training.data, f.training.best, f.training.epoch = f.open, "validation/loss", true
	f.training.steps, f.training.row = 1, 1 // known when the rows have been read
	net := options.OneOf(&f.network, discard.Networks(), "network", "network to train").In("Network")
	all := append(options.Bind(f), net, options.New(&f.training.network.batch, "batch", "batch size").In("Optimizer").Range(1, 1000000))
	f.command = "rummygym train discard"
	f.training.list = append(all, options.Bind(&f.training.folderOptions)...)
	return f
}

// open opens the datasets.
func (f *Discard) open() (r rummygym.Rules, err error) {
	f.datasets, r, err = openData(f.data)
	return r, err
}

// Run trains and measures the last network.
func (f *Discard) Run(ctx context.Context, host *Host) (Result, error) {
	res, err := f.training.run(ctx, host, func(r rummygym.Rules) (train.Learner, []train.Evaluation, error) { return f.learner(ctx, r) })
	if err != nil {
		return nil, err
	}
	n, _, err := network.ReadFile(filepath.Join(f.training.Folder(), train.LastFile))
	if err != nil {
		return nil, err
	}
	residuals, err := residuals(n, f.read.Validation, f.training.workers)
	if err != nil {
		return nil, err
	}
	d, squares := stats.DistributionOf(residuals), 0.0
	for _, v := range residuals {
		squares += float64(v * v)
	}
	squares /= float64(d.N)
	res.Measured = map[string]float64{"validation/squared": squares, "residuals/mean": d.Mean, "residuals/sd": d.SD, "residuals/skewness": d.Skew, "residuals/kurtosis": d.Kurtosis}
	fmt.Fprintf(&res.words, "validation: mean squared error %.2f points² on %d rows; residuals: mean %.2f, s.d. %.2f, skewness %.2f, excess kurtosis %.2f\n",
		squares, d.N, d.Mean, d.SD, d.Skew, d.Kurtosis)
	return res, nil
}

// learner reads the rows and returns the learner and its evaluation on validation rows.
func (f *Discard) learner(ctx context.Context, r rummygym.Rules) (train.Learner, []train.Evaluation, error) {
	if !(f.validation > 0 && f.validation < 1) {
		return nil, nil, fmt.Errorf("--validation %v: want a share above 0 and below 1", f.validation)
	}
	var err error
	f.read, err = discard.Read(ctx, f.datasets, discard.Config{
		Split: offline.Split{Seed: f.splitSeed, Share: f.validation}, Average: f.average, Rows: f.rows,
	})
	if err != nil {
		return nil, nil, fmt.Errorf("--data: %w", err)
	}
	if len(f.read.Training) == 0 || len(f.read.Validation) == 0 {
		return nil, nil, fmt.Errorf("--data: %d rows for training and %d for validation: want at least 1 each; record more games or change --validation", len(f.read.Training), len(f.read.Validation))
	}
	order := discard.Order{Seed: f.training.seed, Batch: f.training.network.batch, Augment: discard.Augmentation(cmp.Or(f.augment, string(discard.NoAugmentation)))}
	f.training.row = order.Updates(len(f.read.Training))
	f.training.steps = int64(f.epochs) * f.training.row
	fmt.Fprintf(f.host.log(), "%d rows, %d merged into others with equal states; %d for training, %d updates per epoch; %d for validation\n",
		f.read.Read, f.read.Merged, len(f.read.Training), f.training.row, len(f.read.Validation))
	d, err := discard.Describe(f.network)
	if err != nil {
		return nil, nil, fmt.Errorf("--network: %w", err)
	}
	d.Env, d.Rules = r.Type().Env, rummygym.RulesJSON(r)
	d.Notes["data"], d.Notes["data-digest"], d.Notes["learned"] = strings.Join(f.data, ","), discard.Digest(f.read.Training), "scores after discards"
	m, err := train.New(d, train.Settings{
		Losses: discard.Losses(), Optimizer: discard.Optimizer(f.learningRate, f.epochs, f.training.row), MaxBatch: f.training.network.batch,
		Seed: f.training.seed, Initial: train.Glorot, Workers: f.training.workers,
	})
	if err != nil {
		return nil, nil, err
	}
	l, err := discard.NewLearner(m, &d, f.read.Training, order)
	if err != nil {
		return nil, nil, err
	}
	return l, []train.Evaluation{{Every: f.training.row, Columns: []string{"validation/loss"}, Measure: func(_ context.Context, n *network.Network, row []float64) error {
		r, err := residuals(n, f.read.Validation, f.training.workers)
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

// residuals returns the scores minus the predictions of a network.
func residuals(n *network.Network, rows []discard.Row, workers int) ([]float64, error) {
	r, err := discard.Predict(n, rows, workers)
	if err != nil {
		return nil, err
	}
	for i, predicted := range r {
		r[i] = float64(rows[i].Score) - predicted
	}
	return r, nil
}
