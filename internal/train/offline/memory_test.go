package offline_test

import (
	"runtime"
	"testing"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/features/encoder"
	"rummygym/internal/must"
	"rummygym/internal/train/offline"
)

// TestMemoryIsBounded checks that a stream holds two buffers and the batches being read,
// whatever the size of the data.
func TestMemoryIsBounded(t *testing.T) {
	table := indianTable(t, encoder.AllIndianGroups)
	const games, buffer, workers, batch = 1000, 500, 2, 200
	d := recorded(t, table, []string{"min-dist", "min-dist-opp"}, games, func(c *collect.Config) { c.BatchRows = batch })
	s := must.Get(offline.Open([]*datasets.Dataset{d}, offline.Config{}))(t)
	live := func() int {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	before := live()
	st := must.Get(s.Stream(offline.Order{Buffer: buffer, Workers: workers}, offline.Position{}))(t)
	defer st.Close()
	most, rows := 0, 0
	var b offline.Batch
	for st.Position().Epoch == 0 {
		must.Do(t, st.Next(&b, 100))
		if rows%1000 == 0 {
			most = max(most, live()-before)
		}
		rows += len(b.Samples)
	}
	// A decision takes 1 KB, and twice that while its file is read; batches of the files
	// exceed their size by up to one game.
	const kept = (2*(buffer+2*batch) + 2*2*(workers+1)*(2*batch)) * 1200
	if all := rows * 1000; most > kept || all < 2*kept {
		t.Errorf("%d of %d bytes are held; want at most %d", most, all, kept)
	}
}

func BenchmarkStream(b *testing.B) {
	d := recorded(b, indianTable(b, encoder.CardsAndCounts|encoder.Distance|encoder.Outs), []string{"min-dist", "min-dist-opp"}, 2000, func(c *collect.Config) { c.BatchRows = 4096 })
	s := must.Get(offline.Open([]*datasets.Dataset{d}, offline.Config{}))(b)
	st := must.Get(s.Stream(offline.Order{Buffer: 16384, Workers: 2}, offline.Position{}))(b)
	defer st.Close()
	var batch offline.Batch
	n := 0
	for b.Loop() {
		must.Do(b, st.Next(&batch, 256))
		n += len(batch.Samples)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "samples/s")
}
