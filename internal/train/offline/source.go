package offline

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rummygym/datasets"
	"rummygym/env/game"
)

// Config is the settings of a [Source].
type Config struct {
	Selection Selection
	Split     Split

	// Maker returns a maker of inputs for a dataset; nil uses all recorded fields. The
	// layout must be the same for all datasets.
	Maker func(d *datasets.Dataset) (Maker, error)
}

// Source is the decisions of one or more datasets. It is safe for concurrent use.
type Source struct {
	Agents []string // specifications, in the order of the datasets
	Phases []string // names of the phases of decisions

	config   Config
	datasets []*datasets.Dataset
	blocks   []block
	pack     packing
	agents   map[string]int16
	phases   map[string]int8
}

// block is a record batch of one of the datasets.
type block struct {
	dataset int
	datasets.Block
}

// Open returns a source of the decisions of datasets. There must be at least one, and they
// must have the same environment, rules and phases.
func Open(ds []*datasets.Dataset, c Config) (*Source, error) {
	if len(ds) == 0 {
		return nil, errors.New("no dataset")
	}
	if err := c.Split.Validate(); err != nil {
		return nil, err
	}
	if c.Maker == nil {
		c.Maker = func(d *datasets.Dataset) (Maker, error) { return NewRecorded(d.Meta(), d.Meta().GameLayout()) }
	}
	s := &Source{config: c, datasets: ds, Phases: ds[0].Meta().Phases, agents: map[string]int16{}, phases: map[string]int8{}}
	for i, p := range s.Phases {
		s.phases[p] = int8(i)
	}
	for i, d := range ds {
		if err := sameTable(d, ds[0]); err != nil {
			return nil, err
		}
		if err := s.add(i, d); err != nil {
			return nil, err
		}
	}
	return s, c.Selection.Validate(s.Agents, ds[0].Meta().Seats)
}

// sameTable returns an error that lists the differences between two datasets, if they
// cannot be used together.
func sameTable(d, first *datasets.Dataset) error {
	m, o := *d.Meta(), *first.Meta()
	// Only these must agree: fields may differ if the maker provides its own.
	m = datasets.Meta{Schema: m.Schema, Env: m.Env, Game: m.Game, Rules: m.Rules, Seats: m.Seats, Actions: m.Actions, Phases: m.Phases}
	o = datasets.Meta{Schema: o.Schema, Env: o.Env, Game: o.Game, Rules: o.Rules, Seats: o.Seats, Actions: o.Actions, Phases: o.Phases}
	if m.Env != o.Env {
		return fmt.Errorf("%s and %s cannot be used together: one is of %s, the other of %s", d.Path, first.Path, m.Env, o.Env)
	}
	if diff := m.Differences(&o, "in "+d.Path, "in "+first.Path); len(diff) > 0 {
		return fmt.Errorf("%s and %s cannot be used together: %s", d.Path, first.Path, strings.Join(diff, "; "))
	}
	return nil
}

// add adds dataset number i.
func (s *Source) add(i int, d *datasets.Dataset) error {
	maker, err := s.config.Maker(d)
	if err != nil {
		return fmt.Errorf("%s: %w", d.Path, err)
	}
	layout := maker.Layout()
	if i == 0 {
		if layout.Size() == 0 {
			return fmt.Errorf("%s: there are no fields to learn from: it was collected with --fields %s", d.Path, d.Meta().Fields)
		}
		s.pack = newPacking(layout)
	} else if !slices.EqualFunc(layout, s.pack.layout, func(f, g game.Field) bool {
		return f.Name == g.Name && f.DType == g.DType && slices.Equal(f.Shape, g.Shape)
	}) {
		return fmt.Errorf("%s and %s cannot be used together: their fields differ", d.Path, s.datasets[0].Path)
	}
	for _, a := range d.Meta().AgentNames() {
		if _, known := s.agents[a]; !known {
			s.agents[a] = int16(len(s.Agents))
			s.Agents = append(s.Agents, a)
		}
	}
	blocks, err := d.Blocks()
	if err != nil {
		return err
	}
	for _, b := range blocks {
		s.blocks = append(s.blocks, block{i, b})
	}
	return nil
}

// Layout returns the fields of the inputs.
func (s *Source) Layout() game.Layout { return s.pack.layout }

// Fingerprint returns a string that identifies the decisions of the source: equal
// fingerprints mean equal decisions.
func (s *Source) Fingerprint() string {
	sum := sha256.New()
	enc := json.NewEncoder(sum)
	for _, d := range s.datasets {
		enc.Encode(d.Manifest.Shards)
	}
	choose := s.config.Selection
	choose.Agents, choose.Seats = append([]string{}, choose.Agents...), append([]int{}, choose.Seats...) // nil and empty are equal
	enc.Encode([]any{choose, s.config.Split, s.pack.layout})
	return hex.EncodeToString(sum.Sum(nil))[:16]
}

// part is one side of the split.
type part bool

const (
	learned part = false
	heldOut part = true
)

// makers returns a maker for each dataset, for use by one goroutine.
func (s *Source) makers() ([]Maker, error) {
	makers := make([]Maker, len(s.datasets))
	for i, d := range s.datasets {
		var err error
		if makers[i], err = s.config.Maker(d); err != nil {
			return nil, fmt.Errorf("%s: %w", d.Path, err)
		}
	}
	return makers, nil
}

// load appends the samples of a block that are on the given side to dst; seed draws the
// decisions of each game. It returns the number of selected decisions on the other side.
func (s *Source) load(dst *Rows, number int, side part, seed uint64, makers []Maker) (others int, err error) {
	b := s.blocks[number]
	d := s.datasets[b.dataset]
	defer func() {
		if err != nil && !strings.Contains(err.Error(), d.Manifest.Shards[b.Shard].File) {
			err = fmt.Errorf("%s: %w", d.BlockName(b.Block), err)
		}
	}()
	err = d.ReadBlock(b.Block, func(batch *datasets.Batch) error {
		l := loader{source: s, meta: d.Meta(), maker: makers[b.dataset], dst: dst}
		others, err = l.batch(batch, side, seed)
		return err
	})
	return others, err
}

// loader reads samples from a record batch.
type loader struct {
	source *Source
	meta   *datasets.Meta
	maker  Maker
	dst    *Rows
	legal  []game.Mask // of each row
	want   []bool      // of each row
}

// batch loads the samples on the given side and counts those on the other.
func (l *loader) batch(b *datasets.Batch, side part, seed uint64) (others int, err error) {
	l.legal, l.want = make([]game.Mask, b.Rows()), make([]bool, b.Rows())
	wanted := 0
	for e := range b.Episodes() {
		if err := l.check(e); err != nil {
			return 0, fmt.Errorf("episode %d: %w", e.Number(), err)
		}
		want, choose := l.want[e.From:e.To], &l.source.config.Selection
		n := choose.choose(want, e, l.legal[e.From:e.To])
		held := part(l.source.config.Split.HeldOut(e.Seed[e.From], e.Deal[e.From]))
		if held == learned {
			n = choose.thin(want, n, game.Seed(seed, e.Seed[e.From], uint64(e.Deal[e.From])))
		}
		if held == side {
			wanted += n
		} else {
			others += n
			clear(want)
		}
	}
	l.dst.grow(wanted)
	for e := range b.Episodes() {
		err := l.maker.Make(e, l.want[e.From:e.To], func(row int, inputs []float32) error {
			return l.dst.Append(l.sample(e, row), inputs)
		})
		if err != nil {
			return 0, fmt.Errorf("episode %d: %w", e.Number(), err)
		}
	}
	return others, nil
}

// sample returns a row without its inputs.
func (l *loader) sample(e datasets.Episode, row int) Sample {
	return Sample{
		Legal: l.legal[row], Probability: e.Probability[row], Episode: e.Number(), Gain: e.Return[row],
		Step: e.Step[row], Action: game.Action(e.Action[row]), Agent: l.source.agents[e.Agent(row)],
		Phase: l.source.phases[e.Phase(row)], Player: e.Player[row], Won: e.Winner[row] == e.Player[row],
	}
}

// check reads the legal actions of the rows of an episode and checks the rows.
func (l *loader) check(e datasets.Episode) (err error) {
	if e.Step[e.From] != 0 {
		return fmt.Errorf("its first step is %d: a batch must hold complete episodes", e.Step[e.From])
	}
	row := e.From
	defer func() {
		if r := recover(); r != nil { // Arrow 15 panics if a dictionary is damaged
			err = fmt.Errorf("damaged: %v", r)
		}
		if err != nil {
			err = fmt.Errorf("row %d: %w", row-e.From, err)
		}
	}()
	for ; row < e.To; row++ {
		e.Mask(&l.legal[row], row)
		if err := l.checkRow(e, row); err != nil {
			return err
		}
	}
	return nil
}

// checkRow returns an error if a row cannot be a decision at the table.
func (l *loader) checkRow(e datasets.Episode, row int) error {
	_, agent := l.source.agents[e.Agent(row)]
	_, phase := l.source.phases[e.Phase(row)]
	p, legal := e.Player[row], &l.legal[row]
	switch a := e.Action[row]; {
	case !agent:
		return fmt.Errorf("agent %q is not in the metadata", e.Agent(row))
	case !phase:
		return fmt.Errorf("phase %q is not one of %q", e.Phase(row), l.source.Phases)
	case p < 0 || int(p) >= l.meta.Seats:
		return fmt.Errorf("player %d, but there are %d seats", p, l.meta.Seats)
	case a != uint16(game.NoAction) && !legal.Has(game.Action(a)):
		return fmt.Errorf("action %d is not one of the %d that the mask allows", a, legal.Count())
	case !(e.Probability[row] > 0 && e.Probability[row] <= 1):
		return fmt.Errorf("probability %v is not in (0, 1]", e.Probability[row])
	}
	return nil
}
