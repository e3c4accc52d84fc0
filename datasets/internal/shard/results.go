package shard

import (
	"fmt"
	"rummygym/datasets"
	"rummygym/env/game"
	"slices"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
)

// AppendOutcome appends the results of all seats of an episode of a run, after the given decisions
// of each.
func AppendOutcome(dst []datasets.Result, m *datasets.Meta, run *datasets.Run, d *Decision, o *game.Outcome, decisions *[game.MaxPlayers]int32) []datasets.Result {
	r := datasets.Result{
		Episode: d.Episode, Deal: d.Deal, Seed: d.Seed, Attempt: d.Attempt, Winner: o.Winner, Rounds: int32(o.Rounds),
		Steps: d.Step, Terminated: o.Over, Truncated: !o.Over,
	}
	if o.Over {
		r.Ending = string(o.Ending)
	}
	for seat := range m.Seats {
		r.Player, r.Agent = game.Player(seat), run.AgentAt(seat, d.Deal)
		r.Gain, r.Decisions = int32(o.Gains[seat]), decisions[seat]
		dst = append(dst, r)
	}
	return dst
}

// resultRows is the number of results after which a batch ends with its episode.
const resultRows = 1 << 16

// resultRecord returns results as a record batch.
func resultRecord(m *datasets.Meta, schema *arrow.Schema, results []datasets.Result) (arrow.Record, error) {
	agents, endings := m.AgentNames(), EndingNames(m)
	var agent, ending []int32
	for i := range results {
		r := &results[i]
		a, e := slices.Index(agents, r.Agent), slices.Index(endings, r.Ending)
		if a < 0 || e < 0 {
			return nil, fmt.Errorf("the result of episode %d has the agent %q and the ending %q: want one of %q and of %q", r.Episode, r.Agent, r.Ending, agents, endings)
		}
		agent, ending = append(agent, int32(a)), append(ending, int32(e))
	}
	var columns []arrow.Array
	add := func(data []byte) {
		d := array.NewData(schema.Field(len(columns)).Type, len(results), Buffers(data), nil, 0, 0)
		columns = append(columns, array.MakeFromData(d))
		d.Release()
	}
	addName := func(codes []int32, all []string) {
		columns = append(columns, NameColumn(schema.Field(len(columns)).Type, codes, Names(all)))
	}
	int8s := func(of func(*datasets.Result) int8) []byte { return arrow.Int8Traits.CastToBytes(column(results, of)) }
	int32s := func(of func(*datasets.Result) int32) []byte {
		return arrow.Int32Traits.CastToBytes(column(results, of))
	}
	int64s := func(of func(*datasets.Result) int64) []byte {
		return arrow.Int64Traits.CastToBytes(column(results, of))
	}
	bools := func(of func(*datasets.Result) bool) []byte {
		var bits bitList
		bits.appendBools(column(results, of))
		return bits.packed()
	}
	add(int64s(func(r *datasets.Result) int64 { return r.Episode }))
	add(int8s(func(r *datasets.Result) int8 { return int8(r.Player) }))
	addName(agent, agents)
	add(arrow.Uint64Traits.CastToBytes(column(results, func(r *datasets.Result) uint64 { return r.Seed })))
	add(int64s(func(r *datasets.Result) int64 { return r.Deal }))
	add(int8s(func(r *datasets.Result) int8 { return int8(r.Winner) }))
	addName(ending, endings)
	add(int32s(func(r *datasets.Result) int32 { return r.Gain }))
	add(int32s(func(r *datasets.Result) int32 { return r.Rounds }))
	add(int32s(func(r *datasets.Result) int32 { return r.Decisions }))
	add(int32s(func(r *datasets.Result) int32 { return r.Steps }))
	add(bools(func(r *datasets.Result) bool { return r.Terminated }))
	add(bools(func(r *datasets.Result) bool { return r.Truncated }))
	if m.BestOf > 1 {
		add(int32s(func(r *datasets.Result) int32 { return r.Attempt }))
	}
	record := array.NewRecord(schema, columns, int64(len(results)))
	for _, c := range columns {
		c.Release()
	}
	return record, nil
}

func column[T any](results []datasets.Result, of func(*datasets.Result) T) []T {
	values := make([]T, len(results))
	for i := range results {
		values[i] = of(&results[i])
	}
	return values
}
