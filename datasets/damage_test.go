package datasets_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/internal/datasets/datasettest"
	"rummygym/internal/datasets/shard"
	"rummygym/internal/must"
)

var long = flag.Bool("long", false, "damage every byte of a shard")

// readers lists the ways to read a dataset. Each returns an error, or makes a result of the
// second shard.
var readers = map[string]func(t *testing.T, d *datasets.Dataset) error{
	"batches":  func(_ *testing.T, d *datasets.Dataset) error { return datasettest.Last(d.Batches()) },
	"episodes": func(_ *testing.T, d *datasets.Dataset) error { return datasettest.Last(d.Episodes()) },
	"find": func(t *testing.T, d *datasets.Dataset) error {
		return d.Find(d.Manifest.Shards[1].First, func(datasets.Episode) error { t.Error("an episode is found"); return nil })
	},
	"validate": func(t *testing.T, d *datasets.Dataset) error { _, err := d.Validate(t.Context(), nil); return err },
	"blocks":   func(_ *testing.T, d *datasets.Dataset) error { _, err := d.Blocks(); return err },
	"block": func(t *testing.T, d *datasets.Dataset) error {
		return d.ReadBlock(datasets.Block{1, 0}, func(*datasets.Batch) error { t.Error("a block is read"); return nil })
	},
	"digests": func(t *testing.T, d *datasets.Dataset) error { return d.CheckDigests(t.Context()) },
}

// small returns the settings of a dataset of two shards, whose games have 20 rows each.
func small(t *testing.T, z datasets.Compression) collect.Config {
	c := datasettest.CalmConfig(t.TempDir())
	c.Games, c.ShardGames, c.BatchRows, c.Compression = 6, 3, 20, z
	return c
}

// everyCompression calls f for each compression.
func everyCompression(t *testing.T, f func(t *testing.T, z datasets.Compression)) {
	for _, z := range []datasets.Compression{datasets.Zstd, datasets.Uncompressed} {
		t.Run(string(z), func(t *testing.T) { f(t, z) })
	}
}

// TestNoReaderTakesDamage damages a shard in many ways. Whatever reads it must return an
// error that names the file, and write nothing.
func TestNoReaderTakesDamage(t *testing.T) {
	everyCompression(t, func(t *testing.T, z datasets.Compression) {
		c := small(t, z)
		datasettest.Collect(t, c)
		other := small(t, z)
		other.Seed++
		datasettest.Collect(t, other)
		name := datasets.ShardName(1)
		path := filepath.Join(c.Dir, name)
		whole, first, foreign := datasettest.MustRead(t, path), datasettest.MustRead(t, filepath.Join(c.Dir, datasets.ShardName(0))), datasettest.MustRead(t, filepath.Join(other.Dir, name))
		if z == datasets.Uncompressed && len(foreign) != len(whole) {
			t.Errorf("the shards of two seeds have %d and %d bytes, which makes the exchange easy to find", len(whole), len(foreign))
		}
		check := func(what string, damaged []byte, names ...string) {
			t.Helper()
			must.Do(t, os.WriteFile(path, damaged, 0o666))
			if names == nil {
				names = slices.Sorted(maps.Keys(readers))
			}
			for _, n := range names {
				must.Fail(t, readers[n](t, datasettest.Open(t, c.Dir)), path)
			}
		}
		step, names := len(whole)/15, []string{"batches", "block"}
		if *long {
			step = 1
		}
		for at := 0; at < len(whole); at += step {
			bad := slices.Clone(whole)
			bad[at] ^= 1 << (at % 8)
			check(fmt.Sprintf("byte %d", at), bad, names...)
		}
		check("a byte", flipped(whole, len(whole)/2))
		check("nothing", nil)
		check("half", whole[:len(whole)/2])
		check("an insertion", slices.Insert(slices.Clone(whole), len(whole)/2, 0))
		check("twice", slices.Concat(whole, whole))
		check("the first shard", first)
		check("another dataset's shard", foreign)
		must.Do(t, os.WriteFile(path, whole, 0o666))
		for _, n := range []string{"batches", "validate", "digests"} {
			if err := readers[n](t, datasettest.Open(t, c.Dir)); err != nil {
				t.Errorf("%s of the whole dataset: %v", n, err)
			}
		}
	})
}

// flipped returns b with a flipped bit.
func flipped(b []byte, at int) []byte {
	b = slices.Clone(b)
	b[at] ^= 4
	return b
}

// TestManifestDamage flips bits of a manifest: it is refused, or its shards are, or what is read is what was written.
func TestManifestDamage(t *testing.T) {
	c := small(t, datasets.Zstd)
	c.Games, c.ShardGames = 2, 1
	datasettest.Collect(t, c)
	path := filepath.Join(c.Dir, datasets.ManifestName)
	whole := datasettest.MustRead(t, path)
	read := func() (text string, err error) {
		d, err := datasets.Open(c.Dir)
		if err != nil {
			return "", err
		}
		for b, err := range d.Batches() {
			if err != nil {
				return "", err
			}
			text += fmt.Sprint(b.Record())
		}
		for r, err := range d.Results() {
			if err != nil {
				return "", err
			}
			text += fmt.Sprint(r)
		}
		return text, nil
	}
	want := must.Get(read())(t)
	step := 7
	if *long {
		step = 1
	}
	for at := 0; at < len(whole); at += step {
		must.Do(t, os.WriteFile(path, flipped(whole, at), 0o666))
		if got, err := read(); err == nil && got != want || err != nil && !strings.Contains(err.Error(), c.Dir) {
			t.Fatalf("with byte %d flipped, %q: %v", at, whole[max(0, at-20):min(len(whole), at+20)], err)
		}
	}
}

// TestManifestsThatCannotBe opens datasets whose manifests somebody has written by hand.
func TestManifestsThatCannotBe(t *testing.T) {
	c := small(t, datasets.Zstd)
	datasettest.Collect(t, c)
	path := filepath.Join(c.Dir, datasets.ManifestName)
	whole := datasettest.MustRead(t, path)
	shard := func(i int, key string, value any) func(map[string]any) {
		return func(m map[string]any) { m["shards"].([]any)[i].(map[string]any)[key] = value }
	}
	result := func(i int, key string, value any) func(map[string]any) {
		return func(m map[string]any) {
			m["shards"].([]any)[i].(map[string]any)["results"].(map[string]any)[key] = value
		}
	}
	meta := func(key string, value any) func(map[string]any) {
		return func(m map[string]any) { m["dataset"].(map[string]any)[key] = value }
	}
	field := func(key string, value any) func(map[string]any) {
		return func(m map[string]any) {
			m["dataset"].(map[string]any)["layout"].([]any)[0].(map[string]any)[key] = value
		}
	}
	run := func(key string, value any) func(map[string]any) {
		return func(m map[string]any) {
			m["dataset"].(map[string]any)["runs"].([]any)[0].(map[string]any)[key] = value
		}
	}
	for _, x := range []struct {
		says   string
		change func(map[string]any)
	}{
		{`the file name "../shard-00000.arrow"`, shard(0, "file", "../shard-00000.arrow")},
		{`the file name "/etc/passwd.arrow"`, shard(0, "file", "/etc/passwd.arrow")},
		{`the file name "..\\shard.arrow"`, shard(0, "file", `..\shard.arrow`)},
		{`the file name "C:shard.arrow"`, shard(0, "file", `C:shard.arrow`)},
		{`the file name ""`, shard(0, "file", "")},
		{`the file name ".."`, shard(0, "file", "..")},
		{`the file name "\x1b[2J.arrow"`, shard(0, "file", "\x1b[2J.arrow")},
		{`the file name "shard-00000.parquet"`, shard(0, "file", "shard-00000.parquet")},
		{"decisions/shard-00000.arrow is listed twice", shard(1, "file", "decisions/shard-00000.arrow")},
		{`the file name "results/shard-00000.arrow"`, shard(0, "file", "results/shard-00000.arrow")},
		{`the file name "shard-00000.arrow"`, shard(0, "file", "shard-00000.arrow")},
		{`unknown field "file"`, result(0, "file", "../shard-00000.arrow")},
		{`"abc" is not a SHA-256`, result(1, "sha256", "abc")},
		{`shard 1: "" is not a SHA-256`, func(m map[string]any) { delete(m["shards"].([]any)[1].(map[string]any), "results") }},
		{`"" is not a SHA-256`, shard(1, "sha256", "")},
		{`"abc" is not a SHA-256`, shard(1, "sha256", "abc")},
		{"shard 1: it begins with episode 4, want 3", shard(1, "first_episode", 4)},
		{"want none of them negative", shard(0, "rows", -1)},
		{"are too many", func(m map[string]any) {
			shard(0, "rows", int64(1<<62))(m)
			shard(1, "rows", int64(1<<62))(m)
		}},
		{"6 episodes, 121 rows", func(m map[string]any) { m["rows"] = 121 }},
		{"7 episodes, 120 rows", func(m map[string]any) { m["episodes"] = 7 }},
		{`observation field hand: type "uint99" is unknown`, field("dtype", "uint99")},
		{"observation field hand: shape [0]", field("shape", []int{0})},
		{"observation field hand: shape [-1 -1]", field("shape", []int{-1, -1})},
		{"observation field hand: shape [2147483648 2147483648]", field("shape", []int{1 << 31, 1 << 31})},
		{"the name \"\" is empty", field("name", "")},
		{"is empty or another field's", field("name", "points")},
		{"0 actions", meta("actions", 0)},
		{"1000000 actions", meta("actions", 1000000)},
		{"99 seats", meta("seats", 99)},
		{"0 rows per batch", meta("batch_rows", 0)},
		{"-1 games per shard", meta("shard_games", -1)},
		{`compression "rar" is unknown`, meta("compression", "rar")},
		{"final observations \"x\"", meta("final", "x")},
		{"no run", meta("runs", []any{})},
		{"run 0: 1 agents for 2 seats", run("agents", []string{"a"})},
		{"run 0: seating", run("seating", "on the floor")},
		{"run 0: it begins with episode 1", run("first_episode", 1)},
		{"unknown field \"digits\"", func(m map[string]any) { m["digits"] = "rummygym-sha256" }},
	} {
		var m map[string]any
		d := json.NewDecoder(bytes.NewReader(whole))
		d.UseNumber()
		must.Do(t, d.Decode(&m))
		x.change(m)
		must.Do(t, os.WriteFile(path, must.Get(json.Marshal(m))(t), 0o666))
		must.Refuse(datasets.Open(c.Dir))(t, path, x.says)
	}
	// What the manifest alone does not show, the shard does.
	var m map[string]any
	must.Do(t, json.Unmarshal(whole, &m))
	for says, change := range map[string]func(map[string]any){
		"generator: rummygym in the shard":               meta("generator", "another"),
		"the descriptions of the fields":                 field("doc", "another"),
		"field hand: [53]:uint8 in the shard, [53]:int8": field("dtype", "int8"),
		"rows, but the manifest has":                     func(m map[string]any) { shard(0, "rows", 1)(m); m["rows"] = 61 },
		"the file ends after 3 of 4 episodes": func(m map[string]any) {
			shard(0, "episodes", 4)(m)
			shard(1, "episodes", 2)(m)
			shard(1, "first_episode", 4)(m)
		},
	} {
		text, _ := json.Marshal(m)
		var mine map[string]any
		must.Do(t, json.Unmarshal(text, &mine))
		change(mine)
		must.Do(t, os.WriteFile(path, must.Get(json.Marshal(mine))(t), 0o666))
		d := datasettest.Open(t, c.Dir)
		must.Fail(t, datasettest.Last(d.Batches()), says)
	}
}

// TestNotAFile opens what is not a regular file. A FIFO that nobody writes to would hang.
func TestNotAFile(t *testing.T) {
	c := small(t, datasets.Zstd)
	datasettest.Collect(t, c)
	name := filepath.Join(c.Dir, datasets.ShardName(0))
	for kind, put := range map[string]func() error{
		"FIFO":   func() error { return syscall.Mkfifo(name, 0o666) },
		"device": func() error { return os.Symlink("/dev/zero", name) },
	} {
		must.Do(t, os.Remove(name))
		if err := put(); err != nil {
			t.Skip("there is no "+kind+" here:", err)
		}
		must.Fail(t, datasettest.Last(datasettest.Open(t, c.Dir).Batches()), name+" is a "+kind, "not a regular file")
	}
	must.Do(t, os.Remove(filepath.Join(c.Dir, datasets.ManifestName)))
	must.Do(t, syscall.Mkfifo(filepath.Join(c.Dir, datasets.ManifestName), 0o666))
	must.Refuse(datasets.Open(c.Dir))(t, datasets.ManifestName+" is a FIFO")
}

// forged writes a dataset whose manifest fits, but whose first shard holds the given changes
// to the columns of its first batch.
func forged(t *testing.T, c collect.Config, change func(columns map[string]arrow.ArrayData)) *datasets.Dataset {
	t.Helper()
	s := datasettest.Collect(t, c)
	d := datasettest.Open(t, c.Dir)
	w := must.Get(shard.Create(c.Dir, d.Meta(), datasets.ShardInfo{Episodes: 3}))(t)
	for r, err := range d.ShardResults(0) {
		must.Do(t, err)
		must.Do(t, w.Add(r))
	}
	changed := false
	for b, err := range d.ShardBatches(0) {
		must.Do(t, err)
		columns := b.Record().Columns()
		if !changed {
			data := map[string]arrow.ArrayData{}
			for i, column := range columns {
				data[b.Record().ColumnName(i)] = column.Data()
			}
			change(data)
			for i := range columns {
				columns[i] = array.MakeFromData(data[b.Record().ColumnName(i)])
			}
			changed = true
		}
		must.Do(t, w.Write(array.NewRecord(b.Record().Schema(), columns, b.Record().NumRows())))
	}
	entry := must.Get(w.Commit())(t)
	must.Do(t, shard.WriteManifest(c.Dir, datasets.NewManifest(d.Meta(), []datasets.ShardEntry{entry, s.Manifest.Shards[1]})))
	return datasettest.Open(t, c.Dir)
}

// TestForgedColumns reads shards whose digests fit, but whose columns point outside of their
// values. Arrow believes them.
func TestForgedColumns(t *testing.T) {
	buffer := func(v ...int32) *memory.Buffer { return memory.NewBufferBytes(arrow.Int32Traits.CastToBytes(v)) }
	swap := func(a arrow.ArrayData, i int, b *memory.Buffer) *array.Data {
		buffers := slices.Clone(a.Buffers())
		buffers[i] = b
		d := array.NewData(a.DataType(), a.Len(), buffers, a.Children(), 0, a.Offset())
		if a.Dictionary() != nil {
			d.SetDictionary(a.Dictionary())
		}
		return d
	}
	many := func(v int32) *memory.Buffer { return buffer(slices.Repeat([]int32{v}, 20)...) }
	for says, change := range map[string]func(map[string]arrow.ArrayData){
		"column agent: row 0: it has name 99 of 2":  func(c map[string]arrow.ArrayData) { c["agent"] = swap(c["agent"], 1, many(99)) },
		"column ending: row 0: it has name -1 of 3": func(c map[string]arrow.ArrayData) { c["ending"] = swap(c["ending"], 1, many(-1)) },
	} {
		d := forged(t, small(t, datasets.Uncompressed), change)
		for _, n := range []string{"batches", "validate"} {
			must.Fail(t, readers[n](t, d), datasets.ShardName(0), says)
		}
	}
}

func TestReadingStopsWithTheContext(t *testing.T) {
	c := small(t, datasets.Zstd)
	datasettest.Collect(t, c)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := datasettest.Open(t, c.Dir).CheckDigests(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}
