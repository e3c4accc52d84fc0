package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"rummygym/agents/network"
	"rummygym/cmd/internal/catalog"
	"rummygym/datasets"
	"rummygym/env/game"
	"rummygym/train"
	"rummygym/train/offline"
)

// recordedFlags are the flags of commands that learn from recorded games.
type recordedFlags struct {
	train     trainFlags
	data      []string
	fields    string
	agents    []string
	seats     []int
	share     float64
	splitSeed uint64
	perGame   int
	most      int
	buffer    int

	kind formatFlag // of the network, if the command has a choice

	datasets []*datasets.Dataset
	source   *offline.Source
	survey   *offline.Survey
	learner  *offline.Learner
}

// register adds the flags to a command.
func (f *recordedFlags) register(cmd *cobra.Command, d trainDefaults) {
	fs := cmd.Flags()
	fs.StringSliceVar(&f.data, "data", nil, "folders or shards of recorded games, parted by commas")
	fs.StringVar(&f.fields, "fields", "", "groups of observation fields that the network takes; what was not recorded is made by playing the games again (default those recorded)")
	fs.StringSliceVar(&f.agents, "agent", nil, "learn from the decisions of these agents, as they were recorded, parted by commas (default all)")
	fs.IntSliceVar(&f.seats, "seat", nil, "learn from decisions at these seats, from 0 (default all)")
	fs.IntVar(&f.perGame, "per-game", 0, "most decisions of a game that are learned from in an epoch, drawn anew for each; 0 is all")
	fs.Float64Var(&f.share, "held-out", 0.05, "share of the games that is not learned from, but measures what was learned")
	fs.Uint64Var(&f.splitSeed, "split-seed", 1, "seed that says which games they are")
	fs.IntVar(&f.most, "held-out-rows", 20000, "decisions of them to measure by")
	fs.IntVar(&f.buffer, "buffer", offline.DefaultBuffer, "decisions that are held in memory and shuffled, twice")
	f.train.data = f.open
	f.train.register(cmd, d)
}

// open opens the datasets and returns their rules.
func (f *recordedFlags) open() (catalog.Rules, error) {
	if len(f.data) == 0 {
		return nil, errors.New("--data: want a folder of recorded games; rummygym collect makes one")
	}
	for _, path := range f.data {
		d, err := datasets.Open(path)
		if err != nil {
			return nil, fmt.Errorf("--data: %w", err)
		}
		f.datasets = append(f.datasets, d)
	}
	r, err := datasetRulesOf(f.datasets[0].Meta())
	if err != nil {
		return nil, fmt.Errorf("--data %s: %w", f.data[0], err)
	}
	return r, nil
}

// read reads all games through: it makes the source of the decisions that a selection
// takes, and surveys it. It returns a description without layers and heads of a network
// that takes their fields, and tells w what there is.
func (f *recordedFlags) read(ctx context.Context, w io.Writer, r catalog.Rules, choose offline.Selection) (*network.Description, error) {
	if f.most < 1 || f.share <= 0 {
		return nil, fmt.Errorf("--held-out %v and --held-out-rows %d: want a share above 0 and at least 1, to measure by", f.share, f.most)
	}
	takes, err := f.takes(r)
	if err != nil {
		return nil, fmt.Errorf("--fields: %w", err)
	}
	choose.Agents, choose.Seats, choose.PerGame = f.agents, f.seats, f.perGame
	f.source, err = offline.Open(f.datasets, offline.Config{
		Selection: choose, Split: offline.Split{Seed: f.splitSeed, Share: f.share},
		Maker: func(d *datasets.Dataset) (offline.Maker, error) { return takes.maker(d) },
	})
	if err != nil {
		return nil, fmt.Errorf("--data: %w", err)
	}
	for _, d := range f.datasets {
		if missing := offline.Missing(d.Meta(), takes.layout); takes.recorded && len(missing) > 0 {
			fmt.Fprintf(w, "%s: its games are played again for the fields %s\n", d.Path, strings.Join(missing, ", "))
		}
	}
	if f.survey, err = f.source.Survey(ctx, f.most, f.workers()); err != nil {
		return nil, fmt.Errorf("--data: %w", err)
	}
	if f.survey.Rows.Len() == 0 {
		return nil, fmt.Errorf("--held-out %v: no game with such a decision is held out: record more games, or hold out more", f.share)
	}
	epoch := (f.survey.Training + int64(f.train.network.batch) - 1) / int64(f.train.network.batch)
	fmt.Fprintf(w, "%d decisions to learn from, %d steps an epoch; %d are held out\n", f.survey.Training, epoch, f.survey.HeldOut)
	d := &network.Description{
		Format: network.Format, Kind: network.Kind(f.kind.value()), Game: r.Rummy().Name, Env: r.Rummy().Env, Rules: datasetRules(r), Fields: takes.fields,
		Belief: takes.belief, Inputs: offline.Inputs(f.survey.Rows), Layers: f.train.network.layersOf(),
		Notes: map[string]string{"data": strings.Join(f.data, ","), "data-fingerprint": f.source.Fingerprint()},
	}
	return d, f.inputs(d)
}

// networkInputs is what a network takes: fields of observations, or of afterstates.
type networkInputs struct {
	layout   game.Layout
	fields   string                 // canonical names of their groups
	belief   string                 // catalog.Afterstates.Belief
	recorded bool                   // whether a dataset may have them
	encoder  func() offline.Encoder // makes them from games that are played again
}

// takes returns what the network of the flags takes at a table.
func (f *recordedFlags) takes(r catalog.Rules) (*networkInputs, error) {
	if network.Kind(f.kind.value()) == network.AfterstateKind {
		a, err := r.Afterstates(f.fields)
		if err != nil {
			return nil, err
		}
		seats := f.datasets[0].Meta().Seats
		return &networkInputs{a.Layout, a.Fields, a.Belief, false, func() offline.Encoder { return offline.Afterstates(a.Layout, seats, a.Reader) }}, nil
	}
	fields := cmp.Or(f.fields, f.datasets[0].Meta().Fields)
	if fields == catalog.NoFields {
		return nil, errors.New("the games were recorded without observations: say which fields the network takes")
	}
	x, fields, err := r.Encoder(fields)
	if err != nil {
		return nil, err
	}
	return &networkInputs{x.Layout(), fields, "", true, func() offline.Encoder { return offline.Observations(x) }}, nil
}

// maker returns what makes the inputs of a dataset: its own fields, or what is encoded
// while its games are played again.
func (x *networkInputs) maker(d *datasets.Dataset) (offline.Maker, error) {
	if x.recorded && len(offline.Missing(d.Meta(), x.layout)) == 0 {
		return offline.NewRecorded(d.Meta(), x.layout)
	}
	t, err := datasetTableOf(d.Meta())
	if err != nil {
		return nil, err
	}
	return offline.NewReplayed(&t, d.Meta(), x.encoder())
}

// inputs gives a description the scales of --from, which its weights are for.
func (f *recordedFlags) inputs(d *network.Description) error {
	if f.train.network.from == "" {
		return nil
	}
	n, _, err := network.ReadFile(f.train.network.from)
	if err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	from := n.Description()
	if from.What() != d.What() || from.Game != d.Game || from.Fields != d.Fields || from.InputSize() != d.InputSize() {
		return fmt.Errorf("--from %s: it is of the kind %s and takes the fields %s of %s, not %s, %s and %s", f.train.network.from, from.What(), from.Fields, from.Game, d.What(), d.Fields, d.Game)
	}
	d.Inputs = from.Inputs
	return nil
}

// learn returns the learner of a task, and its measure on held-out games.
func (f *recordedFlags) learn(d *network.Description, t offline.Task) (train.Learner, []train.Evaluation, error) {
	d.Heads = t.Heads()
	m, err := f.train.model(*d, t.Losses(), 0, f.train.steps)
	if err != nil {
		return nil, nil, err
	}
	order := offline.Order{Seed: f.train.seed, Buffer: f.buffer, Workers: f.workers()}
	if f.learner, err = offline.NewLearner(m, f.source, order, f.train.network.batch, t); err != nil {
		return nil, nil, err
	}
	return f.learner, []train.Evaluation{{Every: f.train.row, Columns: t.Columns(), Measure: func(_ context.Context, n *network.Network, row []float64) error {
		return t.Measure(n, row)
	}}}, nil
}

// close ends the reading.
func (f *recordedFlags) close() {
	if f.learner != nil {
		f.learner.Close()
	}
}

// workers returns the number of goroutines that read.
func (f *recordedFlags) workers() int {
	return cmp.Or(max(f.train.workers, 0), runtime.GOMAXPROCS(0))
}

// measure measures the best network of the run, by column.
func (f *recordedFlags) measure(t offline.Task) (map[string]float64, error) {
	n, _, err := network.ReadFile(filepath.Join(f.train.dir(), train.BestFile))
	if err != nil {
		return nil, err
	}
	row, values := make([]float64, len(t.Columns())), map[string]float64{}
	if err := t.Measure(n, row); err != nil {
		return nil, err
	}
	for i, c := range t.Columns() {
		values[c] = row[i]
	}
	return values, nil
}
