package offline_test

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/env/game"
	"rummygym/features/encoder"
	"rummygym/internal/must"
	"rummygym/internal/train/offline"
)

// row is a decision as a stream yields it.
type row struct {
	offline.Sample
	inputs string
}

// text returns numbers in a comparable form.
func text(inputs []float32) string {
	var b []byte
	for _, v := range inputs {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return string(b)
}

// plain reads a dataset from start to end, as a reference for streams. It returns the
// decisions that pass, by episode.
func plain(t *testing.T, s *offline.Source, d *datasets.Dataset, pass func(e datasets.Episode, i int, legal *game.Mask) bool) map[int64][]row {
	t.Helper()
	all := map[int64][]row{}
	inputs := make([]float32, d.Meta().GameLayout().Size())
	for e, err := range d.Episodes() {
		must.Do(t, err)
		for i := e.From; i < e.To; i++ {
			r := row{}
			e.Mask(&r.Legal, i)
			if e.Action[i] == uint16(game.NoAction) || !pass(e, i, &r.Legal) {
				continue
			}
			e.Observation(inputs, i)
			r.Probability, r.Episode, r.Gain, r.Step, r.Action = e.Probability[i], e.Number(), e.Return[i], e.Step[i], game.Action(e.Action[i])
			r.Agent, r.Phase = int16(slices.Index(s.Agents, e.Agent(i))), int8(slices.Index(s.Phases, e.Phase(i)))
			r.Player, r.Won, r.inputs = e.Player[i], e.Winner[i] == e.Player[i], text(inputs)
			all[e.Number()] = append(all[e.Number()], r)
		}
	}
	return all
}

// epoch reads the first epoch of a stream.
func epoch(t *testing.T, s *offline.Source, st *offline.Stream, batch int) []row {
	t.Helper()
	var rows []row
	var b offline.Batch
	for first := true; ; first = false {
		before := st.Position()
		must.Do(t, st.Next(&b, batch))
		if !first && b.Epoch != before.Epoch {
			t.Fatalf("a batch of epoch %d from position %+v: an epoch has ended unnoticed", b.Epoch, before)
		}
		rows = appendBatch(rows, s, &b)
		if len(b.Samples) < batch {
			return rows
		}
	}
}

func appendBatch(rows []row, s *offline.Source, b *offline.Batch) []row {
	n := s.Layout().Size()
	for i, x := range b.Samples {
		rows = append(rows, row{x, text(b.Inputs[i*n : (i+1)*n])})
	}
	return rows
}

func compare(a, b row) int {
	return cmp.Or(cmp.Compare(a.Episode, b.Episode), cmp.Compare(a.Step, b.Step))
}

func flat(all map[int64][]row) []row {
	var rows []row
	for _, n := range slices.Sorted(maps.Keys(all)) {
		rows = append(rows, all[n]...)
	}
	return rows
}

// TestEveryDecisionOnceAnEpoch checks that a stream and the held-out rows together give each
// decision once per epoch.
func TestEveryDecisionOnceAnEpoch(t *testing.T) {
	indian, gin := indianTable(t, encoder.CardsAndCounts|encoder.Score|encoder.DiscardScores), ginTable(t, encoder.GinCardsAndCounts)
	choices := func(_ datasets.Episode, _ int, legal *game.Mask) bool { return legal.Count() > 1 }
	all := func(datasets.Episode, int, *game.Mask) bool { return true }
	for name, c := range map[string]struct {
		table  game.Table
		agents []string
		change func(*collect.Config)
		choose offline.Selection
		pass   func(datasets.Episode, int, *game.Mask) bool
	}{
		"all":      {indian, []string{"min-dist", "random"}, nil, offline.Selection{}, all},
		"final":    {indian, []string{"min-dist", "random"}, func(c *collect.Config) { c.Final = datasets.FinalRows }, offline.Selection{}, all},
		"plain":    {indian, []string{"min-dist", "random"}, func(c *collect.Config) { c.Compression = datasets.Uncompressed }, offline.Selection{}, all},
		"one":      {indian, []string{"min-dist", "random"}, func(c *collect.Config) { c.ShardGames, c.BatchRows = 1e6, 1e6 }, offline.Selection{}, all},
		"gin":      {gin, []string{"simple", "random"}, nil, offline.Selection{}, all},
		"choices":  {gin, []string{"simple", "random"}, nil, offline.Selection{Choices: true}, choices},
		"agent":    {indian, []string{"min-dist", "random"}, nil, offline.Selection{Agents: []string{"random"}}, func(e datasets.Episode, i int, _ *game.Mask) bool { return e.Agent(i) == "random" }},
		"seat":     {indian, []string{"min-dist", "random"}, nil, offline.Selection{Seats: []int{1}}, func(e datasets.Episode, i int, _ *game.Mask) bool { return e.Player[i] == 1 }},
		"winners":  {indian, []string{"min-dist", "min-score"}, nil, offline.Selection{Winners: true}, func(e datasets.Episode, i int, _ *game.Mask) bool { return e.Winner[i] == e.Player[i] }},
		"finished": {indian, []string{"min-dist", "random"}, func(c *collect.Config) { c.MaxSteps = 30 }, offline.Selection{Finished: true}, func(e datasets.Episode, i int, _ *game.Mask) bool { return e.Ending(i) != "" }},
	} {
		t.Run(name, func(t *testing.T) {
			d := recorded(t, c.table, c.agents, 40, c.change)
			s := must.Get(offline.Open([]*datasets.Dataset{d}, offline.Config{Selection: c.choose, Split: offline.Split{Seed: 1, Share: 0.2}}))(t)
			twin := plain(t, s, d, c.pass)
			v := must.Get(s.Survey(t.Context(), 1<<30, 2))(t)
			held := map[int64]bool{}
			var kept []row
			inputs := make([]float32, s.Layout().Size())
			for i, x := range v.Rows.Samples {
				v.Rows.Inputs(inputs, i)
				kept = append(kept, row{x, text(inputs)})
				held[x.Episode] = true
			}
			if share := float64(len(held)) / float64(len(twin)); share < 0.05 || share > 0.4 {
				t.Errorf("%d of %d episodes are held out", len(held), len(twin))
			}
			st := must.Get(s.Stream(offline.Order{Seed: 5, Buffer: 300, Workers: 2}, offline.Position{}))(t)
			defer st.Close()
			var orders [2][]row
			for i := range orders {
				orders[i] = epoch(t, s, st, 64)
				if int64(len(orders[i])) != v.Training || int64(len(kept)) != v.HeldOut {
					t.Errorf("%d decisions and %d held out, but the survey has %d and %d", len(orders[i]), len(kept), v.Training, v.HeldOut)
				}
				for _, r := range orders[i] {
					if held[r.Episode] {
						t.Fatalf("episode %d is held out and learned from", r.Episode)
					}
				}
				got := slices.Concat(orders[i], kept)
				slices.SortFunc(got, compare)
				if want := flat(twin); !slices.Equal(got, want) {
					t.Fatalf("epoch %d: %d decisions differ from the %d expected ones", i, len(got), len(want))
				}
			}
			if slices.Equal(orders[0], orders[1]) || slices.IsSortedFunc(orders[0], compare) {
				t.Error("the order is not shuffled")
			}
		})
	}
}

// TestShuffling checks that decisions of one buffer are in random order.
func TestShuffling(t *testing.T) {
	d := recorded(t, indianTable(t, encoder.Counts), []string{"min-dist", "random"}, 60, nil)
	s := must.Get(offline.Open([]*datasets.Dataset{d}, offline.Config{}))(t)
	st := must.Get(s.Stream(offline.Order{Seed: 5, Buffer: 1 << 20, Workers: 1}, offline.Position{}))(t)
	defer st.Close()
	rows := epoch(t, s, st, 100)
	// In a random order of n numbers, n/2 neighbours are ascending, with a variance of
	// (n+1)/12.
	up := 0
	for i := range rows[1:] {
		if compare(rows[i], rows[i+1]) < 0 {
			up++
		}
	}
	n := float64(len(rows))
	if z := (float64(up) - (n-1)/2); z*z > 16*(n+1)/12 {
		t.Errorf("%d of %d decisions are followed by a later one", up, len(rows))
	}
}

// TestResuming checks that a stream that starts at a position continues like the stream that
// had it, with any number of workers.
func TestResuming(t *testing.T) {
	d := recorded(t, indianTable(t, encoder.CardsAndCounts), []string{"min-dist", "random"}, 40, nil)
	s := must.Get(offline.Open([]*datasets.Dataset{d}, offline.Config{Split: offline.Split{Share: 0.1}}))(t)
	stream := func(workers int, at offline.Position) *offline.Stream {
		st := must.Get(s.Stream(offline.Order{Seed: 9, Buffer: 250, Workers: workers}, at))(t)
		t.Cleanup(st.Close)
		return st
	}
	batch := func(st *offline.Stream) []row {
		var b offline.Batch
		must.Do(t, st.Next(&b, 37))
		return appendBatch(nil, s, &b)
	}
	uninterrupted := stream(1, offline.Position{})
	var positions []offline.Position
	var batches [][]row
	for uninterrupted.Position().Epoch < 3 {
		positions = append(positions, uninterrupted.Position())
		batches = append(batches, batch(uninterrupted))
	}
	if len(batches) < 60 {
		t.Fatalf("%d batches are too few for this test", len(batches))
	}
	for i := 0; i < len(batches)-3; i += 5 {
		st := stream(1+i%3, positions[i])
		for j := range 3 {
			if st.Position() != positions[i+j] || !slices.Equal(batch(st), batches[i+j]) {
				t.Fatalf("batch %d of a stream resumed before batch %d, at %+v, differs", i+j, i, positions[i])
			}
		}
	}
	for _, at := range []offline.Position{{Epoch: -1}, {Block: 1000}, {Row: -1}} {
		if _, err := s.Stream(offline.Order{Buffer: 250, Workers: 1}, at); err == nil {
			t.Errorf("position %+v: no error", at)
		}
	}
	var b offline.Batch
	must.Fail(t, stream(1, offline.Position{Row: 9999}).Next(&b, 1), "belongs to other data")
}

// TestSplitStays checks that the held-out episodes do not depend on how they are stored.
func TestSplitStays(t *testing.T) {
	table := indianTable(t, encoder.Counts)
	split := offline.Split{Seed: 4, Share: 0.25}
	heldOut := func(ds ...*datasets.Dataset) map[string]bool {
		s := must.Get(offline.Open(ds, offline.Config{Split: split}))(t)
		v := must.Get(s.Survey(t.Context(), 1<<30, 1))(t)
		deals, rows := map[string]bool{}, 0
		for _, d := range ds {
			for e, err := range d.Episodes() {
				must.Do(t, err)
				if split.HeldOut(e.Seed[e.From], e.Deal[e.From]) {
					deals[fmt.Sprint(e.Seed[e.From], e.Deal[e.From])] = true
					rows += e.To - e.From
				}
			}
		}
		if rows != v.Rows.Len() {
			t.Errorf("%d decisions of %s are held out, want %d", v.Rows.Len(), ds[0].Path, rows)
		}
		return deals
	}
	agents := []string{"min-dist", "random"}
	a := recorded(t, table, agents, 30, nil)
	b := recorded(t, table, agents, 30, func(c *collect.Config) { c.Seed = 11 })
	big := recorded(t, table, agents, 30, func(c *collect.Config) { c.ShardGames, c.BatchRows = 1000, 100000 })
	both := recorded(t, table, agents, 30, func(c *collect.Config) {
		c.More, c.Compression = []collect.Series{c.Series}, datasets.Uncompressed
		c.Seed = 11
	})
	if x, y := heldOut(a), heldOut(big); !maps.Equal(x, y) || len(x) < 3 {
		t.Errorf("%v are held out of many shards, %v of one", x, y)
	}
	if x, y := heldOut(a, b), heldOut(both); !maps.Equal(x, y) {
		t.Errorf("%v are held out of two datasets, %v of one of both", x, y)
	}
}

// TestPerGame checks that at most PerGame decisions of each game are used, other ones in
// each epoch, and all of them over time.
func TestPerGame(t *testing.T) {
	d := recorded(t, indianTable(t, encoder.Counts), []string{"min-dist", "random"}, 40, nil)
	const most = 3
	s := must.Get(offline.Open([]*datasets.Dataset{d}, offline.Config{Selection: offline.Selection{PerGame: most}, Split: offline.Split{Seed: 1, Share: 0.2}}))(t)
	v := must.Get(s.Survey(t.Context(), 1<<30, 2))(t)
	sizes := map[int64]int{} // decisions of the games to learn from
	for n, rows := range plain(t, s, d, func(e datasets.Episode, _ int, _ *game.Mask) bool {
		return !offline.Split{Seed: 1, Share: 0.2}.HeldOut(e.Seed[e.From], e.Deal[e.From])
	}) {
		sizes[n] = len(rows)
	}
	stream := func(workers int) *offline.Stream {
		st := must.Get(s.Stream(offline.Order{Seed: 5, Buffer: 60, Workers: workers}, offline.Position{}))(t)
		t.Cleanup(st.Close)
		return st
	}
	st, twin := stream(1), stream(3)
	seen := map[int64]map[int32]int{}
	const epochs = 150
	for range epochs {
		rows := epoch(t, s, st, 50)
		if !slices.Equal(rows, epoch(t, s, twin, 50)) {
			t.Fatal("more workers select different decisions")
		}
		if int64(len(rows)) != v.Training {
			t.Fatalf("%d decisions, but the survey has %d", len(rows), v.Training)
		}
		counts := map[int64]int{}
		for _, r := range rows {
			if counts[r.Episode]++; seen[r.Episode] == nil {
				seen[r.Episode] = map[int32]int{}
			}
			seen[r.Episode][r.Step]++
		}
		for n, size := range sizes {
			if counts[n] != min(size, most) {
				t.Fatalf("%d decisions of game %d, want %d", counts[n], n, min(size, most))
			}
		}
	}
	// Each decision of a game with n is selected with probability most/n.
	for n, steps := range seen {
		p := float64(most) / float64(max(sizes[n], most))
		for step, k := range steps {
			if z := (float64(k) - epochs*p) / math.Sqrt(epochs*p*(1-p)+1e-9); math.Abs(z) > 5 {
				t.Errorf("step %d of game %d was selected %d times in %d epochs, want about %.0f", step, n, k, epochs, epochs*p)
			}
		}
		if len(steps) != sizes[n] {
			t.Errorf("only %d of %d decisions of game %d were ever selected", len(steps), sizes[n], n)
		}
	}
}

func TestNothingSelected(t *testing.T) {
	d := recorded(t, indianTable(t, encoder.Counts), []string{"min-dist", "defeat-seeking"}, 3, nil)
	s := must.Get(offline.Open([]*datasets.Dataset{d}, offline.Config{Selection: offline.Selection{Agents: []string{"defeat-seeking"}, Winners: true}}))(t)
	st := must.Get(s.Stream(offline.Order{Buffer: 10, Workers: 3}, offline.Position{}))(t)
	defer st.Close()
	var b offline.Batch
	for range 2 {
		must.Fail(t, st.Next(&b, 5), "no decision is selected")
	}
	must.Refuse(s.Survey(t.Context(), 10, 1))(t, "no decision is selected")
}
