package offline

import (
	"fmt"
	"slices"
	"strings"

	"rummygym/datasets"
	"rummygym/env/game"
)

// Maker makes the inputs of a network from recorded episodes. Goroutines do not
// share one.
type Maker interface {
	// Layout returns the fields of the inputs.
	Layout() game.Layout

	// Make calls emit with the inputs of the decision of each row of e for which
	// want is set, in order; want[0] is of row e.From. It may leave some out. The
	// inputs are valid until emit returns, and an error of emit ends it.
	Make(e datasets.Episode, want []bool, emit func(row int, inputs []float32) error) error
}

// recorded takes fields as they were recorded.
type recorded struct {
	layout game.Layout
	from   []int // number of each in the dataset
	inputs []float32
}

// NewRecorded returns a maker that takes the fields of a layout from a dataset, which
// must have recorded them; see [Missing].
func NewRecorded(m *datasets.Meta, fields game.Layout) (Maker, error) {
	if missing := Missing(m, fields); len(missing) > 0 {
		return nil, fmt.Errorf("the dataset, which was collected with --fields %s, has no fields %s", m.Fields, strings.Join(missing, ", "))
	}
	r := &recorded{layout: fields, inputs: make([]float32, fields.Size())}
	for _, f := range fields {
		r.from = append(r.from, fieldOf(m, f))
	}
	return r, nil
}

// Missing lists the fields of a layout that a dataset has not recorded.
func Missing(m *datasets.Meta, fields game.Layout) []string {
	var missing []string
	for _, f := range fields {
		if fieldOf(m, f) < 0 {
			missing = append(missing, f.Name)
		}
	}
	return missing
}

// fieldOf returns the number of a field in a dataset, or -1.
func fieldOf(m *datasets.Meta, f game.Field) int {
	return slices.IndexFunc(m.Layout, func(g datasets.FieldInfo) bool {
		return g.Name == f.Name && g.DType == f.DType && slices.Equal(g.Shape, f.Shape)
	})
}

func (r *recorded) Layout() game.Layout { return r.layout }

func (r *recorded) Make(e datasets.Episode, want []bool, emit func(int, []float32) error) error {
	for i, wanted := range want {
		if !wanted {
			continue
		}
		at := 0
		for j := range r.layout {
			n := r.layout[j].Size()
			e.Field(r.inputs[at:at+n], r.from[j], e.From+i)
			at += n
		}
		if err := emit(e.From+i, r.inputs); err != nil {
			return err
		}
	}
	return nil
}

// Encoder turns the decisions of a game that is played again into numbers: what the mover
// sees (see [Observations]), or what it knows once it has acted.
type Encoder interface {
	Layout() game.Layout

	// Reset is called before each episode.
	Reset()

	// Follow is called before each decision of the episode, in order, with what the
	// mover sees and may do.
	Follow(obs game.Observation, legal *game.Mask)

	// Encode fills dst, of length Layout().Size(), for the decision that was followed
	// last, at which a was done. False leaves the decision out.
	Encode(dst []float32, obs game.Observation, a game.Action) bool
}

// Observations returns an encoder of what the mover sees.
func Observations(x datasets.Encoder) Encoder { return observations{x} }

type observations struct{ x datasets.Encoder }

func (o observations) Layout() game.Layout               { return o.x.Layout() }
func (observations) Reset()                              {}
func (observations) Follow(game.Observation, *game.Mask) {}

func (o observations) Encode(dst []float32, obs game.Observation, _ game.Action) bool {
	o.x.Encode(dst, obs)
	return true
}

// replayed plays episodes again and encodes their decisions.
type replayed struct {
	replay *datasets.Replay
	enc    Encoder
	obs    game.Observation
	inputs []float32
}

// NewReplayed returns a maker that plays the episodes of a dataset again, as [datasets.Replay]
// does, and encodes their decisions with x. So it can make fields that were not
// recorded: all that x has at the dataset's table t. It compares the game with what was
// recorded on the way, which takes the longer the more fields there are.
func NewReplayed(t *datasets.Table, m *datasets.Meta, x Encoder) (Maker, error) {
	r, err := datasets.NewReplay(t, m)
	if err != nil {
		return nil, err
	}
	return &replayed{replay: r, enc: x, obs: t.Game.NewObservation(), inputs: make([]float32, x.Layout().Size())}, nil
}

func (r *replayed) Layout() game.Layout { return r.enc.Layout() }

func (r *replayed) Make(e datasets.Episode, want []bool, emit func(int, []float32) error) error {
	if !slices.Contains(want, true) {
		return nil
	}
	r.enc.Reset()
	return r.replay.Episode(e, func(row int, s game.State) error {
		if row == e.To || e.Action[row] == uint16(game.NoAction) {
			return nil
		}
		var legal game.Mask
		s.Legal(&legal)
		s.Observe(game.Player(e.Player[row]), r.obs)
		r.enc.Follow(r.obs, &legal)
		if !want[row-e.From] || !r.enc.Encode(r.inputs, r.obs, game.Action(e.Action[row])) {
			return nil
		}
		return emit(row, r.inputs)
	})
}
