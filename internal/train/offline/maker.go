package offline

import (
	"fmt"
	"slices"
	"strings"

	"rummygym/datasets"
	"rummygym/env/game"
)

// Maker makes the inputs of a network from recorded episodes. It is not safe for
// concurrent use.
type Maker interface {
	// Layout returns the fields of the inputs.
	Layout() game.Layout

	// Make calls emit with the inputs of the decision of each row of e for which want is
	// set, in order; want[0] belongs to row e.From. It may leave out some decisions. The
	// inputs are valid until emit returns. An error of emit stops Make and is returned.
	Make(e datasets.Episode, want []bool, emit func(row int, inputs []float32) error) error
}

// recorded is a maker of recorded fields.
type recorded struct {
	layout game.Layout
	from   []int // index of each field in the dataset
	inputs []float32
}

// NewRecorded returns a maker that copies the fields of a layout from a dataset. It
// returns an error if the dataset has not recorded one of them; see [Missing].
func NewRecorded(m *datasets.Meta, fields game.Layout) (Maker, error) {
	if missing := Missing(m, fields); len(missing) > 0 {
		return nil, fmt.Errorf("the dataset has no fields %s: it was collected with --fields %s", strings.Join(missing, ", "), m.Fields)
	}
	r := &recorded{layout: fields, inputs: make([]float32, fields.Size())}
	for _, f := range fields {
		r.from = append(r.from, fieldOf(m.Layout, f))
	}
	return r, nil
}

// Missing lists the fields of a layout that a dataset has not recorded.
func Missing(m *datasets.Meta, fields game.Layout) []string {
	var names []string
	for _, f := range fields {
		if fieldOf(m.Layout, f) < 0 {
			names = append(names, f.Name)
		}
	}
	return names
}

// fieldOf returns the index of a field, or -1.
func fieldOf(have []datasets.FieldInfo, f game.Field) int {
	return slices.IndexFunc(have, func(g datasets.FieldInfo) bool {
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

// DecisionEncoder encodes the decisions of replayed games: what the player to move sees
// (see [Observations]), or what it knows after its action (see [Afterstates]).
type DecisionEncoder interface {
	Layout() game.Layout

	// Reset is called before each episode.
	Reset()

	// Follow is called before each decision of the episode, in order, with the
	// observation and the legal actions of the player to move.
	Follow(obs game.Observation, legal *game.Mask)

	// Encode sets dst, of length Layout().Size(), for the decision of the last call of
	// Follow, whose action is a. If it returns false, the decision is left out.
	Encode(dst []float32, obs game.Observation, a game.Action) bool
}

// Observations returns an encoder of the observation of the player to move.
func Observations(x game.Encoder) DecisionEncoder { return observations{x} }

type observations struct{ x game.Encoder }

func (o observations) Layout() game.Layout               { return o.x.Layout() }
func (observations) Reset()                              {}
func (observations) Follow(game.Observation, *game.Mask) {}

func (o observations) Encode(dst []float32, obs game.Observation, _ game.Action) bool {
	o.x.Encode(dst, obs)
	return true
}

// replayed is a maker that replays episodes and encodes their decisions.
type replayed struct {
	replay *datasets.Replay
	enc    DecisionEncoder
	obs    game.Observation
	inputs []float32
}

// NewReplayed returns a maker that replays the episodes of a dataset, as [datasets.Replay]
// does, and encodes their decisions with x. It can make fields that were not recorded:
// all that x has at the table t of the dataset. The replay compares every recorded field,
// so that its time grows with their number.
func NewReplayed(t *game.Table, m *datasets.Meta, x DecisionEncoder) (Maker, error) {
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
	return r.replay.Moves(e, func(m datasets.Move, s game.State) error {
		if m.Action == game.NoAction {
			return nil
		}
		var legal game.Mask
		s.Legal(&legal)
		s.Observe(m.Player, r.obs)
		r.enc.Follow(r.obs, &legal)
		if !want[m.Row-e.From] || !r.enc.Encode(r.inputs, r.obs, m.Action) {
			return nil
		}
		return emit(m.Row, r.inputs)
	})
}
