package shard

import (
	"encoding/json"
	"testing"

	"rummygym/datasets"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// oneEpisode appends the rows of a game of n decisions by two players in turn.
func oneEpisode(tb testing.TB, r *Rows, n int, observation []float32, mask *game.Mask) {
	d := Decision{Episode: 3, Deal: 2, Seed: 1, Probability: 0.25}
	for i := range n {
		d.Step, d.Player, d.Action = int32(i), game.Player(i&1), game.Action(i%testActions)
		must.Do(tb, r.append(&d, observation, mask))
	}
	o := game.Outcome{Over: true, Winner: 1, Ending: "counted", Rounds: 5, Gains: [game.MaxPlayers]int{-12, 12}}
	must.Do(tb, r.finish(&o))
}

// testMeta describes a dataset of a game of two players with two fields.
func testMeta() *datasets.Meta {
	return &datasets.Meta{
		Schema: datasets.SchemaVersion, Game: "test", Rules: json.RawMessage("{}"), Seats: 2, Actions: testActions,
		Layout: []datasets.FieldInfo{{Name: "hand", DType: game.Uint8, High: 3}, {Name: "share", DType: game.Float32, High: 1}},
		Phases: []string{"draw"}, Endings: []string{"counted"}, Runs: []datasets.Run{{Agents: []string{"a", "b"}, Seating: datasets.Fixed}},
		ShardGames: 1, BatchRows: 100, Final: datasets.DecisionsOnly, Compression: datasets.Zstd,
	}
}

const testActions = 70

func TestRowsDoNotAllocate(t *testing.T) {
	m := testMeta()
	r := NewRows(m)
	observation := make([]float32, 2)
	mask := game.Mask{0b1010}
	work := func() {
		r.Reset()
		for range 50 {
			oneEpisode(t, r, 20, observation, &mask)
		}
	}
	work()
	must.Equal(t, testing.AllocsPerRun(10, work), 0, "1,000 rows: allocations")
}

func BenchmarkRows(b *testing.B) {
	m := testMeta()
	r := NewRows(m)
	observation := make([]float32, 2)
	mask := game.Mask{0b1010}
	for b.Loop() {
		if r.n >= 16384 {
			if r.reward.of[19] != 12 || r.reward.of[18] != -12 || r.reward.of[17] != 0 || r.returns.of[0] != -12 {
				b.Fatal("the rewards differ from those of the game")
			}
			r.Reset()
		}
		oneEpisode(b, r, 20, observation, &mask)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/20, "ns/row")
}
