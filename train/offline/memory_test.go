package offline_test

import (
	"runtime"
	"testing"

	"rummygym/datasets"
	"rummygym/features"
	"rummygym/train/offline"
)

// A stream holds two buffers and what is being read, however much there is.
func TestMemoryIsBounded(t *testing.T) {
	table := indianTable(t, features.AllGroups)
	const games, buffer, workers, batch = 1000, 500, 2, 200
	d := collect(t, table, []string{"min-dist", "min-dist-opp"}, games, func(c *datasets.Config) { c.BatchRows = batch })
	s, err := offline.Open([]*datasets.Dataset{d}, offline.Config{})
	if err != nil {
		t.Fatal(err)
	}
	live := func() int {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	before := live()
	st, err := s.Stream(offline.Order{Buffer: buffer, Workers: workers}, offline.Position{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	most, rows := 0, 0
	var b offline.Batch
	for st.Position().Epoch == 0 {
		if err := st.Next(&b, 100); err != nil {
			t.Fatal(err)
		}
		if rows%1000 == 0 {
			most = max(most, live()-before)
		}
		rows += len(b.Samples)
	}
	// A decision is kept in 1 KB, and in twice that while its file is read; the batches
	// of the files are a game longer than asked for.
	const kept = (2*(buffer+2*batch) + 2*2*(workers+1)*(2*batch)) * 1200
	if all := rows * 1000; most > kept || all < 2*kept {
		t.Errorf("%d bytes are held of %d; want at most %d", most, all, kept)
	}
}

func BenchmarkStream(b *testing.B) {
	d := collect(b, indianTable(b, features.CardsAndCounts|features.Distance|features.Outs), []string{"min-dist", "min-dist-opp"}, 2000, func(c *datasets.Config) { c.BatchRows = 4096 })
	s, err := offline.Open([]*datasets.Dataset{d}, offline.Config{})
	if err != nil {
		b.Fatal(err)
	}
	st, err := s.Stream(offline.Order{Buffer: 16384, Workers: 2}, offline.Position{})
	if err != nil {
		b.Fatal(err)
	}
	defer st.Close()
	var batch offline.Batch
	n := 0
	for b.Loop() {
		if err := st.Next(&batch, 256); err != nil {
			b.Fatal(err)
		}
		n += len(batch.Samples)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "samples/s")
}
