package recipe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"

	"rummygym"
	"rummygym/agents/network"
	"rummygym/datasets"
	"rummygym/datasets/open"
	"rummygym/env/game"
	"rummygym/options"
	"rummygym/train"
	"rummygym/train/offline"
)

// maxHeldOut is the maximum number of held-out decisions that are measured.
const maxHeldOut = 20_000

// recorded holds the flags of commands that learn from recorded games.
type recorded struct {
	training  `options:"-"`
	data      []string `option:"data" doc:"comma-separated folders or shards of recorded games"`
	fields    string   `option:"fields" group:"Network" doc:"comma-separated groups of observation fields that the network takes; fields that were not recorded are computed by replaying the games (default the recorded fields)"`
	agents    []string `option:"agent" doc:"learn from the decisions of these agents, comma-separated, named as recorded (default all)"`
	seats     []int    `option:"seat" doc:"learn from decisions at these seats, from 0 (default all)"`
	share     float64  `option:"held-out" default:"0.05" group:"Evaluation" doc:"share of the games that is held out for measuring"`
	splitSeed uint64   `option:"split-seed" default:"1" doc:"seed of the choice of held-out games"`
	perGame   int      `option:"per-game" doc:"maximum number of decisions per game and epoch, sampled again in each epoch; 0 is all"`
	buffer    int

	kind network.Kind

	datasets []*datasets.Dataset
	source   *offline.Source
	survey   *offline.Survey
	learner  *offline.Learner
}

// bind returns the options of a training from recorded games with some defaults.
func (f *recorded) bind(d defaults) options.List {
	f.buffer = offline.DefaultBuffer
	all := append(options.Bind(f), options.New(&f.buffer, "buffer", "size of each of the two shuffle buffers, in decisions").Range(0, 100000000))
	f.training.data = f.open
	return append(all, f.training.bind(d)...)
}

// open opens the datasets and returns their rules.
func (f *recorded) open() (r rummygym.Rules, err error) {
	f.datasets, r, err = openData(f.data)
	return r, err
}

// openData opens the datasets of --data and returns the rules of the first.
func openData(paths []string) (all []*datasets.Dataset, r rummygym.Rules, err error) {
	if len(paths) == 0 {
		return nil, nil, errors.New("--data: want a folder of recorded games; rummygym collect makes one")
	}
	for _, path := range paths {
		d, err := datasets.Open(path)
		if err != nil {
			return nil, nil, options.FileFault(fmt.Errorf("--data: %w", err))
		}
		all = append(all, d)
	}
	if r, err = open.Rules(all[0].Meta()); err != nil {
		return nil, nil, fmt.Errorf("--data %s: %w", paths[0], err)
	}
	return all, r, nil
}

// read reads all games: it opens the source of the decisions that a selection takes, and
// surveys it. It returns the description, without heads, of a network that takes their
// fields. It prints the numbers of decisions to w.
func (f *recorded) read(ctx context.Context, w io.Writer, r rummygym.Rules, choose offline.Selection) (*network.Description, error) {
	if f.share <= 0 {
		return nil, fmt.Errorf("--held-out %v: want a share above 0, to measure the network", f.share)
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
			fmt.Fprintf(w, "%s: replaying the games for the fields %s\n", d.Path, strings.Join(missing, ", "))
		}
	}
	if f.survey, err = f.source.Survey(ctx, maxHeldOut, f.workers()); err != nil {
		return nil, fmt.Errorf("--data: %w", err)
	}
	if f.survey.Rows.Len() == 0 {
		return nil, fmt.Errorf("--held-out %v: no held-out game has such a decision: record more games or increase the share", f.share)
	}
	epoch := (f.survey.Training + int64(f.training.network.batch) - 1) / int64(f.training.network.batch)
	fmt.Fprintf(w, "%d decisions to learn from, %d steps per epoch; %d held out\n", f.survey.Training, epoch, f.survey.HeldOut)
	d := &network.Description{
		Format: network.Format, Kind: f.kind, Game: r.Type().Name, Env: r.Type().Env, Rules: rummygym.RulesJSON(r), Fields: takes.fields,
		Belief: takes.belief, Inputs: offline.Inputs(f.survey.Rows), Layers: f.training.network.layersOf(),
		Notes: map[string]string{"data": strings.Join(f.data, ","), "data-fingerprint": f.source.Fingerprint()},
	}
	return d, f.inputs(d)
}

// networkInputs describes the inputs of a network: fields of observations or of afterstates.
type networkInputs struct {
	layout   game.Layout
	fields   string                         // canonical names of their groups
	belief   string                         // as in rummygym.Afterstates
	recorded bool                           // datasets can contain the fields
	encoder  func() offline.DecisionEncoder // computes them from replayed games
}

// takes returns the inputs of the network that the flags choose.
func (f *recorded) takes(r rummygym.Rules) (*networkInputs, error) {
	if f.kind == network.AfterstateKind {
		a, err := r.Afterstates(f.fields)
		if err != nil {
			return nil, err
		}
		seats := f.datasets[0].Meta().Seats
		return &networkInputs{a.Layout, a.Fields, a.Belief, false, func() offline.DecisionEncoder { return offline.Afterstates(a.Layout, seats, a.Reader) }}, nil
	}
	fields := cmp.Or(f.fields, f.datasets[0].Meta().Fields)
	if fields == rummygym.NoFields {
		return nil, errors.New("the games were recorded without observations: name the fields that the network takes")
	}
	x, fields, err := r.Encoder(fields)
	if err != nil {
		return nil, err
	}
	return &networkInputs{x.Layout(), fields, "", true, func() offline.DecisionEncoder { return offline.Observations(x) }}, nil
}

// maker returns the maker of inputs from a dataset: a reader of its recorded fields, or an
// encoder of its replayed games.
func (x *networkInputs) maker(d *datasets.Dataset) (offline.Maker, error) {
	if x.recorded && len(offline.Missing(d.Meta(), x.layout)) == 0 {
		return offline.NewRecorded(d.Meta(), x.layout)
	}
	t, err := open.Table(d.Meta())
	if err != nil {
		return nil, err
	}
	return offline.NewReplayed(&t, d.Meta(), x.encoder())
}

// inputs sets the input scales of d to those of the network of --from, which its weights
// depend on.
func (f *recorded) inputs(d *network.Description) error {
	if f.training.network.from == "" {
		return nil
	}
	n, _, err := network.ReadFile(f.training.network.from)
	if err != nil {
		return options.FileFault(fmt.Errorf("--from: %w", err))
	}
	from := n.Description()
	if from.EffectiveKind() != d.EffectiveKind() || from.Game != d.Game || from.Fields != d.Fields || from.InputSize() != d.InputSize() {
		return fmt.Errorf("--from %s: the network is of the kind %s and takes the fields %s of %s, want %s, %s and %s", f.training.network.from, from.EffectiveKind(), from.Fields, from.Game, d.EffectiveKind(), d.Fields, d.Game)
	}
	d.Inputs = from.Inputs
	return nil
}

// learn returns the learner of a task, and its evaluation on held-out games.
func (f *recorded) learn(d *network.Description, t offline.Task) (train.Learner, []train.Evaluation, error) {
	d.Heads = t.Heads()
	m, err := f.training.model(*d, t.Losses(), 0, f.training.steps)
	if err != nil {
		return nil, nil, err
	}
	order := offline.Order{Seed: f.training.seed, Buffer: f.buffer, Workers: f.workers()}
	if f.learner, err = offline.NewLearner(m, f.source, order, f.training.network.batch, t); err != nil {
		return nil, nil, err
	}
	return f.learner, []train.Evaluation{{Every: f.training.row, Columns: t.Columns(), Measure: func(_ context.Context, n *network.Network, row []float64) error {
		return t.Measure(n, row)
	}}}, nil
}

// close stops reading.
func (f *recorded) close() {
	if f.learner != nil {
		f.learner.Close()
	}
}

// workers returns the number of goroutines that read games.
func (f *recorded) workers() int {
	return cmp.Or(max(f.training.workers, 0), runtime.GOMAXPROCS(0))
}

// measure measures the best network of the run, if it has ended without an error, and adds the values to its result by column name.
func (f *recorded) measure(res *TrainingResult, err error, t offline.Task) (*TrainingResult, error) {
	if err != nil {
		return nil, err
	}
	n, _, err := network.ReadFile(filepath.Join(f.training.Folder(), train.BestFile))
	if err != nil {
		return nil, err
	}
	row := make([]float64, len(t.Columns()))
	if err := t.Measure(n, row); err != nil {
		return nil, err
	}
	res.Measured = map[string]float64{}
	for i, c := range t.Columns() {
		res.Measured[c] = row[i]
	}
	return res, nil
}
