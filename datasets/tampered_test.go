package datasets_test

import (
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/bitutil"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/internal/datasets/datasettest"
	"rummygym/internal/datasets/shard"
	"rummygym/internal/must"
)

// rows are the columns of a batch. They share its memory, so that a test can change them, but the flags.
type rows struct {
	n int

	episode, deal         []int64
	seed                  []uint64
	step, gain, rounds    []int32
	agent, phase, ending  []int32
	player, winner        []int8
	action                []uint16
	probability           []float64
	reward, returns       []float32
	attempt               []int32
	terminated, truncated []bool
	mask                  values
	fields                []values
}

// values are the entries of a column, of the type that it has.
type values struct {
	bytes, u8 []byte
	f32       []float32
}

// tampered writes a dataset of one shard, with change applied to its rows, and opens it.
func tampered(t *testing.T, c collect.Config, change func(*rows)) *datasets.Dataset {
	t.Helper()
	c.ShardGames, c.BatchRows = c.Games, 1<<20
	datasettest.Collect(t, c)
	d := datasettest.Open(t, c.Dir)
	w := must.Get(shard.Create(c.Dir, d.Meta(), datasets.ShardInfo{Episodes: c.Games}))(t)
	for r, err := range d.ShardResults(0) {
		if err == nil {
			err = w.Add(r)
		}
		must.Do(t, err)
	}
	for b, err := range d.ShardBatches(0) {
		if err == nil {
			tamper(b, change)
			err = w.Write(b.Record())
		}
		must.Do(t, err)
	}
	entry := must.Get(w.Commit())(t)
	must.Do(t, shard.WriteManifest(c.Dir, datasets.NewManifest(d.Meta(), []datasets.ShardEntry{entry})))
	return datasettest.Open(t, c.Dir)
}

// tamper applies change to the rows of a batch.
func tamper(b *datasets.Batch, change func(*rows)) {
	r := &rows{
		n: b.Rows(), episode: b.Episode, deal: b.Deal, seed: b.Seed, step: b.Step, gain: b.Gain, rounds: b.Rounds,
		player: b.Player, winner: b.Winner, action: b.Action, probability: b.Probability, reward: b.Reward, returns: b.Return, attempt: b.Attempt,
	}
	flags := map[string]*[]bool{"terminated": &r.terminated, "truncated": &r.truncated}
	codes := map[string]*[]int32{"agent": &r.agent, "phase": &r.phase, "ending": &r.ending}
	columns := map[string]arrow.ArrayData{}
	for i, a := range b.Record().Columns() {
		name, data := b.Record().ColumnName(i), a.Data()
		columns[name] = data
		leaf := data
		if children := data.Children(); len(children) > 0 {
			leaf = children[0]
		}
		raw := leaf.Buffers()[1].Bytes()
		v := values{bytes: raw, u8: raw}
		if leaf.DataType().ID() == arrow.FLOAT32 {
			v.f32 = arrow.Float32Traits.CastFromBytes(raw)
		}
		switch {
		case flags[name] != nil:
			for i := range r.n {
				*flags[name] = append(*flags[name], bitutil.BitIsSet(raw, i))
			}
		case codes[name] != nil:
			*codes[name] = arrow.Int32Traits.CastFromBytes(raw)
		case name == "mask":
			r.mask = v
		case len(name) > 4 && name[:4] == datasets.ObservationPrefix:
			r.fields = append(r.fields, v)
		}
	}
	change(r)
	for name, values := range flags {
		for i, v := range *values {
			bitutil.SetBitTo(columns[name].Buffers()[1].Bytes(), i, v)
		}
	}
}
