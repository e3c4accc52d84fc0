package datasets

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"rummygym/env/game"
	"rummygym/internal/arrowfile"
)

// Result is how an episode ended for one seat. A dataset has one for every seat of every
// episode, also for those that never moved: [ResultColumns] gives the meaning of each field.
type Result struct {
	Episode, Deal         int64
	Seed                  uint64
	Player, Winner        game.Player
	Agent, Ending         string
	Attempt               int32
	Gain, Rounds          int32
	Decisions, Steps      int32
	Terminated, Truncated bool
}

// ResultColumns lists the columns of the results of a dataset in order, as [Columns] does for its
// decisions.
func ResultColumns(m *Meta) []Column {
	columns := []Column{
		{"episode", arrow.PrimitiveTypes.Int64, "number of the episode, from 0, unique in the dataset", nil},
		{"player", arrow.PrimitiveTypes.Int8, "seat, from 0", nil},
		{"agent", nameType, "specification of the agent at that seat", nil},
		{"seed", arrow.PrimitiveTypes.Uint64, "seed of the run; with deal it gives the cards", nil},
		{"deal", arrow.PrimitiveTypes.Int64, dealDoc(m), nil},
		{"winner", arrow.PrimitiveTypes.Int8, winnerDoc, nil},
		{"ending", nameType, endingDoc, nil},
		{"gain", arrow.PrimitiveTypes.Int32, gainDoc, nil},
		{"rounds", arrow.PrimitiveTypes.Int32, roundsDoc, nil},
		{"decisions", arrow.PrimitiveTypes.Int32, "number of decisions of this player in the game; 0 if it never moved", nil},
		{"steps", arrow.PrimitiveTypes.Int32, "number of decisions in the game, all players together", nil},
		{"terminated", arrow.FixedWidthTypes.Boolean, "the rules ended the game", nil},
		{"truncated", arrow.FixedWidthTypes.Boolean, "a limit of the collector cut the game off", nil},
	}
	if m.BestOf > 1 {
		columns = append(columns, attemptColumn(m))
	}
	return columns
}

// resultsMeta returns the metadata in the files of results: those of the dataset without the
// fields, which are longer than the results of a shard.
func (m *Meta) resultsMeta() *Meta {
	short := *m
	short.Layout = nil
	return &short
}

// ResultSchema returns the Arrow schema of the results of a shard.
func ResultSchema(m *Meta) (*arrow.Schema, error) {
	return schemaOf(ResultColumns(m), resultsKey, m.resultsMeta())
}

// appendResults appends the results of a record batch, whose columns are those of ResultColumns.
func appendResults(dst []Result, m *Meta, record arrow.Record) ([]Result, error) {
	if err := checkRecord(record); err != nil {
		return dst, err
	}
	at := 0
	next := func() arrow.Array { at++; return record.Column(at - 1) }
	int32s := func() []int32 { return next().(*array.Int32).Int32Values() }
	int64s := func() []int64 { return next().(*array.Int64).Int64Values() }
	int8s := func() []int8 { return next().(*array.Int8).Int8Values() }
	texts := func() func(int) string {
		c := next().(*array.Dictionary)
		values := make([]string, c.Dictionary().Len())
		for i := range values {
			values[i] = strings.Clone(c.Dictionary().(*array.String).Value(i))
		}
		return func(i int) string { return values[c.GetValueIndex(i)] }
	}
	episode, player, agent := int64s(), int8s(), texts()
	seed, deal := next().(*array.Uint64).Uint64Values(), int64s()
	winner, ending := int8s(), texts()
	gain, rounds, decisions, steps := int32s(), int32s(), int32s(), int32s()
	terminated, truncated := next().(*array.Boolean), next().(*array.Boolean)
	attempt := make([]int32, len(episode))
	if m.BestOf > 1 {
		attempt = int32s()
	}
	for i := range episode {
		dst = append(dst, Result{
			Episode: episode[i], Deal: deal[i], Seed: seed[i], Player: game.Player(player[i]), Winner: game.Player(winner[i]),
			Agent: agent(i), Ending: ending(i), Attempt: attempt[i], Gain: gain[i], Rounds: rounds[i],
			Decisions: decisions[i], Steps: steps[i], Terminated: terminated.Value(i), Truncated: truncated.Value(i),
		})
	}
	return dst, nil
}

// Results yields the results of all seats of all episodes, in order of episodes and seats. The
// iteration ends after an error.
func (d *Dataset) Results() iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		for shard := range d.Manifest.Shards {
			for r, err := range d.ShardResults(shard) {
				if !yield(r, err) || err != nil {
					return
				}
			}
		}
	}
}

// ShardResults yields the results of one shard. Each has its place: an error says which has not.
func (d *Dataset) ShardResults(shard int) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		entry := &d.Manifest.Shards[shard]
		name := ResultsName(entry.File)
		fail := func(err error) { yield(Result{}, fmt.Errorf("%s: %w", d.path(name), err)) }
		if err := d.compare(name, entry.Results); err != nil {
			yield(Result{}, err)
			return
		}
		s, err := d.openFile(name, resultsKey, d.Meta().resultsMeta(), ResultColumns)
		if err != nil {
			yield(Result{}, err)
			return
		}
		defer s.close()
		n, seats := int64(0), int64(d.Meta().Seats)
		for {
			batch, err := s.readResults()
			if err == io.EOF {
				break
			}
			if err != nil {
				fail(err)
				return
			}
			for _, r := range batch {
				if episode, seat := entry.First+n/seats, game.Player(n%seats); r.Episode != episode || r.Player != seat || n/seats >= entry.Episodes {
					fail(fmt.Errorf("result %d is that of seat %d in episode %d, want one for each of the %d seats of the %d episodes from %d, in order", n, r.Player, r.Episode, seats, entry.Episodes, entry.First))
					return
				}
				n++
				if !yield(r, nil) {
					return
				}
			}
		}
		if n != seats*entry.Episodes {
			fail(fmt.Errorf("%d results, want one for each of the %d seats of %d episodes: the file is cut short", n, seats, entry.Episodes))
		}
	}
}

// readResults returns the results of the next batch, or io.EOF.
func (s *shardFile) readResults() (results []Result, err error) {
	defer arrowfile.Fence(&err)
	s.mem.Reset()
	record, err := s.next()
	if err != nil {
		return nil, err
	}
	defer record.Release()
	s.at++
	return appendResults(nil, s.meta, record)
}
