package recipe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"rummygym/arena/stats"
	"rummygym/datasets"
	"rummygym/env/game"
	"rummygym/internal/agents/learned"
	"rummygym/internal/agents/network"
	"rummygym/internal/catalog"
	"rummygym/internal/datasets/open"
	"rummygym/internal/options"
	"rummygym/internal/safefile"
	"rummygym/internal/train"
	"rummygym/internal/train/discard"
	"rummygym/internal/train/offline"
)

// dataHelp is the text of the command.
var dataHelp = Help{
	Use:   "data --data DIR --out RUN",
	Short: "Train a network from recorded games",
	Long: `data trains a network from the recorded games of --data. With --head policy it learns to choose the legal
action that the agent of --agent chose (behaviour cloning). With --head value it predicts the gain and the
probability of winning of the player to move, for analysis; with --head afterstate it predicts them after
the action, and plays. RUN/calibration.csv compares predicted and real shares of wins. A share of the games is
held out; the network with the smallest loss on them is RUN/best.safetensors, which plays as
learned:RUN/best.safetensors. Fields that were not recorded are computed by replaying the games.

With --head discard it trains one of the networks of truong2021datadriven: from the hand after a discard, the
estimate of the opponent's hand and macro-features, it predicts the player's gain; RUN/residuals.csv compares them on
the held-out rows. The agent data-driven plays with such a network. The defaults are the settings of the
paper; the data comes from "rummygym collect --recipe".`,
	Example: `  rummygym train data --data data --agent min-dist-opp --out clone
  rummygym train data --resume clone --steps 40000
  rummygym train data --head afterstate --data data --out after`,
}

// The values of --head.
const (
	policyHead     = "policy"
	valueHead      = "value"
	afterstateHead = "afterstate"
	discardHead    = "discard"
)

// dataHeads lists the options that only some heads have, and the defaults that differ from those of a policy.
var dataHeads = map[string]struct {
	options  string
	defaults map[string]string
}{
	policyHead:     {decisionOptions + " results eval-against eval-games eval-every eval-seed eval-exact eval-drops", nil},
	valueHead:      {decisionOptions + " values", map[string]string{"learning-rate": "3e-4"}},
	afterstateHead: {decisionOptions + " values", map[string]string{"learning-rate": "3e-4"}},
	discardHead:    {"discards network augment epochs average", map[string]string{"batch": "64", "held-out": "0.2"}},
}

// decisionOptions are the options of the heads that learn from decisions of any game.
const decisionOptions = "agent seat fields per-game buffer steps row best patience layers activation from schedule warmup final-learning-rate clip decay"

// maxHeldOut is the maximum number of held-out decisions that are measured, except of discards.
const maxHeldOut = 20_000

// calibrationFile is the name of the file of a run with predicted and actual wins.
const calibrationFile = "calibration.csv"

// residualsFile is the name of the file of a run with predicted and actual points.
const residualsFile = "residuals.csv"

// FromData trains a network from recorded games; see package offline.
type FromData struct {
	training  `options:"-"`
	head      string   `option:"head" words:"policy|value|afterstate|discard" group:"Network" doc:"what the network computes: the action that an agent takes (policy), the result of the game from what the player to move sees (value), or from what it knows after its action (afterstate), or the points that follow a discard of Gin Rummy (discard) (default policy)"`
	data      []string `option:"data" doc:"comma-separated folders or shards of recorded games"`
	share     float64  `option:"held-out" default:"0.05" group:"Evaluation" doc:"share of the games that is held out for measuring"`
	splitSeed uint64   `option:"split-seed" default:"1" doc:"seed of the choice of held-out games"`

	fields  string   `option:"fields" group:"Network" doc:"comma-separated groups of observation fields that the network takes; fields that were not recorded are computed by replaying the games (default the recorded fields)"`
	agents  []string `option:"agent" doc:"learn from the decisions of these agents, comma-separated, named as recorded; a policy needs them (default all)"`
	seats   []int    `option:"seat" doc:"learn from decisions at these seats, from 0 (default all)"`
	perGame int      `option:"per-game" doc:"maximum number of decisions per game and epoch, sampled again in each epoch; 0 is all"`
	buffer  int      `option:"buffer" range:"0:100000000" default:"65536" doc:"size of the shuffle buffer, in decisions"`
	results string   `option:"results" words:"all|won" doc:"learn from the decisions of all games (all), or only of games that the player to move won (won) (default all)"`
	values  []string `option:"values" default:"gain,win" doc:"quantities to predict: gain, win, or both, comma-separated"`

	discards string `option:"discards" words:"last|all" doc:"discards of the agent named first to learn from, in hands that ended by a knock or by gin: the last of a hand, or all (default last)"`
	network  string
	augment  string `option:"augment" words:"none|suits" doc:"how each row is presented in an epoch: once, or 24 times with all orders of the suits (default none)"`
	epochs   int    `option:"epochs" default:"96" range:"1:1000000000" doc:"total number of epochs, which are passes over all rows; the learning rate falls tenfold after each third of the epochs"`
	average  bool   `option:"average" default:"true" doc:"merge rows with equal states into one row with their mean score"`

	datasets []*datasets.Dataset
	learned  offline.Task
}

// NewFromData returns the recipe of "train data" with its defaults.
func NewFromData() *FromData {
	f := &FromData{network: "dual-inception"}
	f.training.data = f.open
	all := append(options.Bind(f), options.OneOf(&f.network, discard.Networks(), "network", "network to train").In("Network"))
	all = append(all, f.training.bind(defaults{
		unit: "an update from --batch decisions", steps: 20000, row: 1000, batch: 256, learningRate: 1e-3, layers: []int{128, 128},
		best: "held-out/loss", patience: 5, evalEvery: 5000, evalGames: 1000,
	})...)
	for _, o := range all {
		var with []string
		for _, head := range []string{policyHead, valueHead, afterstateHead, discardHead} {
			if text, ok := dataHeads[head].defaults[o.Name]; ok {
				o.Doc += fmt.Sprintf("; with --head %s the default is %s", head, text)
			}
			if slices.Contains(strings.Fields(dataHeads[head].options), o.Name) {
				with = append(with, head)
			}
		}
		if len(with) > 0 {
			o.Doc += "; only with --head " + strings.Join(with, ", ")
		}
	}
	f.command, f.task, f.list, f.training.fits = "rummygym train data", f, all, f.fits
	return f
}

// kind returns the head.
func (f *FromData) kind() string { return cmp.Or(f.head, policyHead) }

// fits returns an error if an option does not go with the head.
func (f *FromData) fits(name string) error {
	var with []string
	for head, h := range dataHeads {
		if slices.Contains(strings.Fields(h.options), name) {
			with = append(with, head)
		}
	}
	if slices.Sort(with); with == nil || slices.Contains(with, f.kind()) {
		return nil
	}
	return fmt.Errorf("--%s goes with --head %s, not %s: remove it", name, strings.Join(with, " or "), f.kind())
}

// open opens the datasets and returns the rules of the first.
func (f *FromData) open() (r catalog.Rules, err error) {
	if len(f.data) == 0 {
		return nil, errors.New("--data: want a folder of recorded games; rummygym collect makes one")
	}
	for _, path := range f.data {
		d, err := datasets.Open(path)
		if err != nil {
			return nil, options.FileFault(fmt.Errorf("--data: %w", err))
		}
		f.datasets = append(f.datasets, d)
	}
	if r, err = open.Rules(f.datasets[0].Meta()); err != nil {
		return nil, fmt.Errorf("--data %s: %w", f.data[0], err)
	}
	return r, nil
}

// run trains and measures the network: the best one, or the last one of discards.
func (f *FromData) run(ctx context.Context, host *Host) (Result, error) {
	res, err := f.train(ctx, host, func(r catalog.Rules) (train.Learner, []train.Evaluation, error) {
		f.training.setDefaults(dataHeads[f.kind()].defaults)
		if f.share <= 0 {
			return nil, nil, fmt.Errorf("--held-out %v: want a share above 0, to measure the network", f.share)
		}
		prepare := f.decisions
		if f.kind() == discardHead {
			prepare = f.afterDiscards
		}
		m, stream, err := prepare(ctx, r)
		if err != nil {
			return nil, nil, err
		}
		learner, err := offline.NewLearner(m, stream, f.training.network.batch, f.learned)
		if err != nil {
			return nil, nil, err
		}
		f.closes = append(f.closes, learner.Close)
		return learner, []train.Evaluation{{Every: f.training.row, Columns: f.learned.Columns(), Measure: func(_ context.Context, n *network.Network, row []float64) error {
			return f.learned.Measure(n, row)
		}}}, nil
	})
	if err != nil {
		return nil, err
	}
	return res, f.measure(res)
}

// source returns the source of the decisions that a selection takes.
func (f *FromData) source(choose offline.Selection, maker func(d *datasets.Dataset) (offline.Maker, error)) (*offline.Source, error) {
	s, err := offline.Open(f.datasets, offline.Config{
		Selection: choose, Split: offline.Split{Seed: f.splitSeed, Share: f.share}, Maker: maker,
	})
	if err != nil {
		return nil, fmt.Errorf("--data: %w", err)
	}
	return s, nil
}

// note adds to a description what the network has learned, and from which data.
func (f *FromData) note(d *network.Description, learned string, s *offline.Source) {
	if d.Notes == nil {
		d.Notes = map[string]string{}
	}
	d.Notes["learned"], d.Notes["data"], d.Notes["data-fingerprint"] = learned, strings.Join(f.data, ","), s.Fingerprint()
}

// workers returns the number of goroutines that read games.
func (f *FromData) workers() int {
	return cmp.Or(max(f.training.workers, 0), runtime.GOMAXPROCS(0))
}

// afterDiscards reads the rows of discards, and returns the model and the stream of rows for it.
func (f *FromData) afterDiscards(ctx context.Context, r catalog.Rules) (*train.Model, *offline.Stream, error) {
	d, err := discard.Describe(f.network)
	if err != nil {
		return nil, nil, fmt.Errorf("--network: %w", err)
	}
	view, err := discard.NewView(d.Inputs, f.augment == "suits")
	if err != nil {
		return nil, nil, err
	}
	which := cmp.Or(f.discards, "last")
	s, err := f.source(offline.Selection{}, func(d *datasets.Dataset) (offline.Maker, error) {
		t, err := open.Table(d.Meta())
		if err != nil {
			return nil, err
		}
		return discard.NewMaker(&t, d.Meta(), which == "last")
	})
	if err != nil {
		return nil, nil, err
	}
	rows, held, err := s.Load(ctx, f.workers())
	if err != nil {
		return nil, nil, fmt.Errorf("--data: %w", err)
	}
	read, merged := rows.Len()+held.Len(), 0
	if f.average {
		merged = rows.Average() + held.Average()
	}
	if rows.Len() == 0 || held.Len() == 0 {
		return nil, nil, fmt.Errorf("--data: %d rows for training and %d held out: want at least 1 each; record more games or change --held-out", rows.Len(), held.Len())
	}
	stream, err := rows.Stream(s.Fingerprint()+" "+which, f.training.seed, view)
	if err != nil {
		return nil, nil, err
	}
	f.training.epoch, f.training.best, f.training.patience = true, "validation/loss", 0
	f.training.row = stream.Steps(f.training.network.batch)
	f.training.steps = int64(f.epochs) * f.training.row
	fmt.Fprintf(f.host.log(), "%d rows, %d merged into others with equal states; %d for training, %d updates per epoch; %d for validation\n",
		read, merged, rows.Len(), f.training.row, held.Len())
	d.Env, d.Rules = r.Type().Env, catalog.RulesJSON(r)
	f.note(&d, "scores after discards", s)
	scoring := offline.NewScoring(held, view, f.training.workers)
	f.learned = scoring
	m, err := train.New(d, train.Settings{
		Losses: scoring.Losses(), Optimizer: discard.Optimizer(f.training.network.learningRate, f.epochs, f.training.row),
		MaxBatch: f.training.network.batch, Seed: f.training.seed, Initial: train.Glorot, Workers: f.training.workers,
	})
	return m, stream, err
}

// decisions surveys the games, and returns the model and the stream of decisions for it.
func (f *FromData) decisions(ctx context.Context, r catalog.Rules) (*train.Model, *offline.Stream, error) {
	choose, learned := offline.Selection{Finished: true}, "results of recorded games"
	kind := network.Kind(f.kind())
	if kind == network.PolicyKind {
		if len(f.agents) == 0 {
			var names []string
			for _, d := range f.datasets {
				names = append(names, d.Meta().AgentNames()...)
			}
			return nil, nil, fmt.Errorf("--agent: want the agent to clone; the games have %s", strings.Join(names, ", "))
		}
		choose, learned = offline.Selection{Choices: true, Winners: f.results == "won"}, "cloning of "+strings.Join(f.agents, ",")
	}
	choose.Agents, choose.Seats, choose.PerGame = f.agents, f.seats, f.perGame
	takes, err := f.takes(r, kind)
	if err != nil {
		return nil, nil, fmt.Errorf("--fields: %w", err)
	}
	s, err := f.source(choose, takes.maker)
	if err != nil {
		return nil, nil, err
	}
	for _, d := range f.datasets {
		if missing := offline.Missing(d.Meta(), takes.layout); takes.recorded && len(missing) > 0 {
			fmt.Fprintf(f.host.log(), "%s: replaying the games for the fields %s\n", d.Path, strings.Join(missing, ", "))
		}
	}
	survey, err := s.Survey(ctx, maxHeldOut, f.workers())
	if err != nil {
		return nil, nil, fmt.Errorf("--data: %w", err)
	}
	if survey.Rows.Len() == 0 {
		return nil, nil, fmt.Errorf("--held-out %v: no held-out game has such a decision: record more games or increase the share", f.share)
	}
	batch := int64(f.training.network.batch)
	fmt.Fprintf(f.host.log(), "%d decisions to learn from, %d steps per epoch; %d held out\n", survey.Training, (survey.Training+batch-1)/batch, survey.HeldOut)
	g, err := r.NewGame()
	if err != nil {
		return nil, nil, err
	}
	if kind == network.PolicyKind {
		f.learned = offline.NewCloning(s, survey.Rows, g.NumActions())
	} else if f.learned, err = offline.NewValuing(survey.Rows, f.values...); err != nil {
		return nil, nil, fmt.Errorf("--values: %w", err)
	}
	d := network.Description{
		Format: network.Format, Kind: kind, Game: r.Type().Name, Env: r.Type().Env, Rules: catalog.RulesJSON(r), Fields: takes.fields,
		Belief: takes.belief, Inputs: offline.Inputs(survey.Rows), Layers: f.training.network.layersOf(), Heads: f.learned.Heads(),
	}
	f.note(&d, learned, s)
	if err := f.inputs(&d); err != nil {
		return nil, nil, err
	}
	m, err := f.training.model(d, f.learned.Losses(), 0, f.training.steps)
	if err != nil {
		return nil, nil, err
	}
	stream, err := s.Stream(offline.Order{Seed: f.training.seed, Buffer: f.buffer, Workers: f.workers()}, offline.Position{})
	return m, stream, err
}

// networkInputs describes the inputs of a network: fields of observations or of afterstates.
type networkInputs struct {
	layout   game.Layout
	fields   string                         // canonical names of their groups
	belief   string                         // as in catalog.Afterstates
	recorded bool                           // datasets can contain the fields
	encoder  func() offline.DecisionEncoder // computes them from replayed games
}

// takes returns the inputs of the network that the flags choose.
func (f *FromData) takes(r catalog.Rules, kind network.Kind) (*networkInputs, error) {
	if kind == network.AfterstateKind {
		a, err := r.Afterstates(f.fields)
		if err != nil {
			return nil, err
		}
		seats := f.datasets[0].Meta().Seats
		return &networkInputs{a.Layout, a.Fields, a.Belief, false, func() offline.DecisionEncoder { return offline.Afterstates(a.Layout, seats, a.Reader) }}, nil
	}
	fields := cmp.Or(f.fields, f.datasets[0].Meta().Fields)
	if fields == catalog.NoFields {
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
func (f *FromData) inputs(d *network.Description) error {
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

// measure adds to the result how good the network is on held-out games.
func (f *FromData) measure(res *TrainingResult) error {
	file := train.BestFile
	if f.kind() == discardHead {
		file = train.LastFile
	}
	path := filepath.Join(f.training.Folder(), file)
	n, _, err := network.ReadFile(path)
	if err != nil {
		return err
	}
	row, m := make([]float64, len(f.learned.Columns())), map[string]float64{}
	if err := f.learned.Measure(n, row); err != nil {
		return err
	}
	for i, c := range f.learned.Columns() {
		m[c] = row[i]
	}
	res.Measured = m
	out := &res.words
	switch t := f.learned.(type) {
	case *offline.Cloning:
		fmt.Fprintf(out, "agreement %.3f", m["held-out/agreement"])
		for _, c := range t.Columns() {
			if phase, ok := strings.CutPrefix(c, "held-out/agreement/"); ok {
				fmt.Fprintf(out, ", %s %.3f", phase, m[c])
			}
		}
		loss, agreement := t.SelfAgreement()
		fmt.Fprintf(out, "; loss %.3f (%s with itself: %.3f; %.3f)\n", m["held-out/loss"], strings.Join(f.agents, ","), agreement, loss)
		fmt.Fprintf(out, "it plays as %s:%s\n", learned.Name, path)
	case *offline.Valuing:
		return f.writeValues(out, t, m)
	case *offline.Scoring:
		r, err := t.Residuals(n)
		if err != nil {
			return err
		}
		if err := safefile.Replace(filepath.Join(f.training.Folder(), residualsFile), func(file *os.File) error { return t.Write(file, r) }); err != nil {
			return err
		}
		d := stats.DistributionOf(r)
		m["residuals/mean"], m["residuals/sd"], m["residuals/skewness"], m["residuals/kurtosis"] = d.Mean, d.SD, d.Skew, d.Kurtosis
		fmt.Fprintf(out, "validation: mean squared error %.2f points² on %d rows; residuals: mean %.2f, s.d. %.2f, skewness %.2f, excess kurtosis %.2f\n",
			m["validation/loss"], d.N, d.Mean, d.SD, d.Skew, d.Kurtosis)
	}
	return nil
}

// writeValues prints how good the predictions of results are, and writes the file of the calibration.
func (f *FromData) writeValues(out io.Writer, t *offline.Valuing, m map[string]float64) error {
	for _, h := range f.values {
		if h == network.Gain {
			fmt.Fprintf(out, "gain: mean squared error %.1f points² of a variance of %.1f: %.3f is explained\n", m["held-out/gain/squared"], m["held-out/gain/variance"], m["held-out/gain/explained"])
			continue
		}
		c := t.Calibration()
		fmt.Fprintf(out, "win: log-loss %.4f, of the base rate %.4f; calibration error %.3f\n", m["held-out/win/log-loss"], m["held-out/win/base-rate"], c.Error())
		tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(tab, "predicted\tdecisions\tmean\twon\t")
		for _, b := range c {
			if b.Count > 0 {
				n := float64(b.Count)
				fmt.Fprintf(tab, "%.1f to %.1f\t%d\t%.3f\t%.3f\t\n", b.Low, b.High, b.Count, b.Predicted/n, float64(b.True)/n)
			}
		}
		if err := tab.Flush(); err != nil {
			return err
		}
		path := filepath.Join(f.training.Folder(), calibrationFile)
		if err := safefile.Replace(path, func(file *os.File) error { return c.Write(file) }); err != nil {
			return err
		}
	}
	return nil
}
