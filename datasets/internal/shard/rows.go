package shard

import (
	"fmt"
	"slices"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"rummygym/datasets"
	"rummygym/env/game"
)

// Rows collects the rows of complete episodes in memory, one slice per column, and
// turns them into record batches. Appending does not allocate once the slices have
// grown to the size of a batch.
//
// The plain way is to pass each value to an Arrow builder, which checks capacity and
// sets a validity bit each time. Here the slices have the layout of Arrow's buffers,
// and a batch points to them (BenchmarkRows).
type Rows struct {
	m       *datasets.Meta
	phases  arrow.Array // dictionaries
	endings arrow.Array
	agents  arrow.Array

	n     int // rows
	first int // first row of the episode being recorded

	episode, deal           []int64
	step, gain, rounds      []int32
	agent, phase, ending    []int32 // indices in the dictionaries
	player, winner          []int8
	action                  []uint16
	probability             []float64
	reward, returns         []float32
	terminated, truncated   []bool
	seed                    []uint64
	mask                    bitList
	terminatedBits, cutBits bitList
	fields, after           []fieldBuffer

	// Only in some datasets, see Columns.
	attempt, playsLeft []int32
	score              []float32
	actions            []uint16
	actionsEnd         []int32 // in actions, before the first row and after each

	results []datasets.Result // of the episodes since shardWriter.take
}

// Decision is the part of a row that is known when the decision is made. The rest is
// filled in at the end of the episode.
type Decision struct {
	Episode, Deal int64
	Seed          uint64
	Step          int32
	Player        game.Player
	agent, phase  int32
	Action        game.Action
	Probability   float64
	Attempt       int32
}

// NewRows returns an empty batch for a dataset.
func NewRows(m *datasets.Meta) *Rows {
	r := &Rows{
		m:      m,
		agents: Names(m.AgentNames()), phases: Names(m.Phases), endings: Names(EndingNames(m)),
		fields: newFieldBuffers("observation field", m.GameLayout()),
		after:  newFieldBuffers("field after the action", m.AfterLayout()),
	}
	r.Reset()
	return r
}

// EndingNames returns the dictionary of the column ending: "" for a game that was
// cut off, then the names of the game's endings.
func EndingNames(m *datasets.Meta) []string { return append([]string{""}, m.Endings...) }

// Names returns an Arrow array of strings in memory managed by Go.
func Names(values []string) arrow.Array {
	b := array.NewStringBuilder(memory.NewGoAllocator())
	b.AppendValues(values, nil)
	return b.NewArray()
}

// Reset empties the batch but keeps its memory.
func (r *Rows) Reset() {
	r.n, r.first = 0, 0
	r.episode, r.deal, r.seed = r.episode[:0], r.deal[:0], r.seed[:0]
	r.step, r.gain, r.rounds = r.step[:0], r.gain[:0], r.rounds[:0]
	r.player, r.winner = r.player[:0], r.winner[:0]
	r.agent, r.phase, r.ending = r.agent[:0], r.phase[:0], r.ending[:0]
	r.action, r.probability = r.action[:0], r.probability[:0]
	r.reward, r.returns = r.reward[:0], r.returns[:0]
	r.terminated, r.truncated = r.terminated[:0], r.truncated[:0]
	r.mask.reset()
	for i := range r.fields {
		r.fields[i].reset()
	}
	for i := range r.after {
		r.after[i].reset()
	}
	r.attempt, r.playsLeft, r.score = r.attempt[:0], r.playsLeft[:0], r.score[:0]
	r.actions, r.actionsEnd = r.actions[:0], append(r.actionsEnd[:0], 0)
	r.results = r.results[:0]
}

// append adds a row: the decision, the encoded observation it was made from, the fields
// after its action, and the legal actions. It copies the slices.
func (r *Rows) append(d *Decision, observation, after []float32, mask *game.Mask) error {
	r.episode = append(r.episode, d.Episode)
	r.deal = append(r.deal, d.Deal)
	r.seed = append(r.seed, d.Seed)
	r.step = append(r.step, d.Step)
	r.player = append(r.player, int8(d.Player))
	r.agent = append(r.agent, d.agent)
	r.phase = append(r.phase, d.phase)
	r.action = append(r.action, uint16(d.Action))
	r.probability = append(r.probability, d.Probability)
	r.mask.appendMask(mask, r.m.Actions)
	r.attempt = append(r.attempt, d.Attempt)
	r.n++
	if err := appendFields(r.fields, observation); err != nil {
		return err
	}
	return appendFields(r.after, after)
}

// appendFields adds encoded values to the buffers of their fields.
func appendFields(fields []fieldBuffer, values []float32) error {
	exact := true
	for i := range fields {
		exact = fields[i].append(values) && exact
	}
	if !exact {
		for i := range fields {
			if err := fields[i].inexact(values); err != nil {
				return err
			}
		}
	}
	return nil
}

// Len returns the number of rows.
func (r *Rows) Len() int { return r.n }

// AppendRows appends the rows of complete episodes.
func (r *Rows) AppendRows(o *Rows) {
	r.n, r.first = r.n+o.n, r.n+o.n
	r.episode, r.deal, r.seed = append(r.episode, o.episode...), append(r.deal, o.deal...), append(r.seed, o.seed...)
	r.step, r.gain, r.rounds = append(r.step, o.step...), append(r.gain, o.gain...), append(r.rounds, o.rounds...)
	r.player, r.winner = append(r.player, o.player...), append(r.winner, o.winner...)
	r.agent, r.phase, r.ending = append(r.agent, o.agent...), append(r.phase, o.phase...), append(r.ending, o.ending...)
	r.action, r.probability = append(r.action, o.action...), append(r.probability, o.probability...)
	r.reward, r.returns = append(r.reward, o.reward...), append(r.returns, o.returns...)
	r.terminated, r.truncated = append(r.terminated, o.terminated...), append(r.truncated, o.truncated...)
	r.mask.appendList(&o.mask)
	for i := range r.fields {
		r.fields[i].appendBuffer(&o.fields[i])
	}
	for i := range r.after {
		r.after[i].appendBuffer(&o.after[i])
	}
	r.attempt, r.playsLeft, r.score = append(r.attempt, o.attempt...), append(r.playsLeft, o.playsLeft...), append(r.score, o.score...)
	for _, end := range o.actionsEnd[1:] {
		r.actionsEnd = append(r.actionsEnd, int32(len(r.actions))+end)
	}
	r.actions = append(r.actions, o.actions...)
}

// finishPlays fills in what rows of plays have in addition to finish, which it must precede.
// The given actions are those of the episode.
func (r *Rows) finishPlays(o *game.Outcome, actions []uint16) {
	count := r.n - r.first
	r.playsLeft = extend(r.playsLeft, count)
	r.score = extend(r.score, count)
	var left [game.MaxPlayers]int32
	for i := r.n - 1; i >= r.first; i-- {
		p := r.player[i]
		r.playsLeft[i], r.score[i] = left[p], datasets.Discounted(o.Gains[p], r.m.Discount, left[p])
		left[p]++
	}
	if count > 0 {
		r.actions = append(r.actions, actions...)
	}
	for range count {
		r.actionsEnd = append(r.actionsEnd, int32(len(r.actions)))
	}
}

// finish fills in the rest of the rows of an episode that has ended: rewards,
// returns, flags and outcome.
func (r *Rows) finish(o *game.Outcome) error {
	ending := 0
	if o.Over {
		ending = slices.Index(r.m.Endings, string(o.Ending)) + 1
		if ending == 0 {
			return fmt.Errorf("ending %q is not one of the game's endings %q", o.Ending, r.m.Endings)
		}
	}
	count := r.n - r.first
	r.reward = extend(r.reward, count)
	r.returns = extend(r.returns, count)
	r.terminated = extend(r.terminated, count)
	r.truncated = extend(r.truncated, count)
	var last [game.MaxPlayers]bool
	for i := r.n - 1; i >= r.first; i-- {
		p := r.player[i]
		gain := o.Gains[p]
		if r.action[i] != uint16(game.NoAction) {
			r.returns[i] = float32(gain)
			if !last[p] {
				last[p] = true
				r.reward[i] = float32(gain)
				r.terminated[i], r.truncated[i] = o.Over, !o.Over
			}
		}
	}
	for i := r.first; i < r.n; i++ {
		r.winner = append(r.winner, int8(o.Winner))
		r.ending = append(r.ending, int32(ending))
		r.gain = append(r.gain, int32(o.Gains[r.player[i]]))
		r.rounds = append(r.rounds, int32(o.Rounds))
	}
	r.first = r.n
	return nil
}

// extend returns s with n zero values appended.
func extend[T any](s []T, n int) []T {
	s = slices.Grow(s, n)
	s = s[:len(s)+n]
	clear(s[len(s)-n:])
	return s
}

// record returns the rows as a record batch that points to them. It is valid until
// the next reset or append; the caller must release it.
func (r *Rows) record(schema *arrow.Schema) arrow.Record {
	r.terminatedBits.reset()
	r.terminatedBits.appendBools(r.terminated)
	r.cutBits.reset()
	r.cutBits.appendBools(r.truncated)

	columns := make([]arrow.Array, 0, schema.NumFields())
	add := func(data []byte) {
		columns = append(columns, r.column(schema.Field(len(columns)).Type, data))
	}
	addName := func(codes []int32, dictionary arrow.Array) {
		columns = append(columns, NameColumn(schema.Field(len(columns)).Type, codes, dictionary))
	}
	add(arrow.Int64Traits.CastToBytes(r.episode))
	add(arrow.Int32Traits.CastToBytes(r.step))
	add(arrow.Int8Traits.CastToBytes(r.player))
	addName(r.agent, r.agents)
	addName(r.phase, r.phases)
	for i := range r.fields {
		add(r.fields[i].bytes())
	}
	add(r.mask.packed())
	add(arrow.Uint16Traits.CastToBytes(r.action))
	add(arrow.Float64Traits.CastToBytes(r.probability))
	add(arrow.Float32Traits.CastToBytes(r.reward))
	add(arrow.Float32Traits.CastToBytes(r.returns))
	add(r.terminatedBits.packed())
	add(r.cutBits.packed())
	add(arrow.Uint64Traits.CastToBytes(r.seed))
	add(arrow.Int64Traits.CastToBytes(r.deal))
	add(arrow.Int8Traits.CastToBytes(r.winner))
	addName(r.ending, r.endings)
	add(arrow.Int32Traits.CastToBytes(r.gain))
	add(arrow.Int32Traits.CastToBytes(r.rounds))
	for i := range r.after {
		add(r.after[i].bytes())
	}
	if r.m.BestOf > 1 {
		add(arrow.Int32Traits.CastToBytes(r.attempt))
	}
	if r.m.Rows != datasets.AllRows {
		columns = append(columns, r.actionLists(schema.Field(len(columns)).Type))
		add(arrow.Int32Traits.CastToBytes(r.playsLeft))
		add(arrow.Float32Traits.CastToBytes(r.score))
	}

	record := array.NewRecord(schema, columns, int64(r.n))
	for _, c := range columns {
		c.Release()
	}
	return record
}

// NameColumn returns an array of a dictionary type that points to indices in a dictionary of names.
func NameColumn(t arrow.DataType, codes []int32, dictionary arrow.Array) arrow.Array {
	data := array.NewDataWithDictionary(t, len(codes), Buffers(arrow.Int32Traits.CastToBytes(codes)), 0, 0, dictionary.Data().(*array.Data))
	defer data.Release()
	return array.NewDictionaryData(data)
}

// column returns an array of r.n rows over data, without nulls.
func (r *Rows) column(t arrow.DataType, data []byte) arrow.Array {
	var d *array.Data
	if l, ok := t.(*arrow.FixedSizeListType); ok {
		entries := array.NewData(l.Elem(), r.n*int(l.Len()), Buffers(data), nil, 0, 0)
		d = array.NewData(t, r.n, []*memory.Buffer{nil}, []arrow.ArrayData{entries}, 0, 0)
		entries.Release()
	} else {
		d = array.NewData(t, r.n, Buffers(data), nil, 0, 0)
	}
	a := array.MakeFromData(d)
	d.Release()
	return a
}

// actionLists returns the column of the lists of actions.
func (r *Rows) actionLists(t arrow.DataType) arrow.Array {
	entries := array.NewData(t.(*arrow.ListType).Elem(), len(r.actions), Buffers(arrow.Uint16Traits.CastToBytes(r.actions)), nil, 0, 0)
	defer entries.Release()
	d := array.NewData(t, r.n, Buffers(arrow.Int32Traits.CastToBytes(r.actionsEnd)), []arrow.ArrayData{entries}, 0, 0)
	defer d.Release()
	return array.MakeFromData(d)
}

// Buffers returns the buffers of an array without nulls: no validity, the data. The
// data is exactly as long as the values, so that bytes of an earlier batch are never
// written as padding.
func Buffers(data []byte) []*memory.Buffer {
	return []*memory.Buffer{nil, memory.NewBufferBytes(data)}
}
