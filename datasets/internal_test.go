package datasets

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"rummygym/env/game"
)

// plainMeta describes a dataset of ten games.
func plainMeta() *Meta {
	return &Meta{
		Schema: SchemaVersion, Rules: json.RawMessage("{}"), Seats: 2, Actions: 70, Phases: []string{"draw"}, Endings: []string{"counted"},
		Layout: []FieldInfo{{Name: "share", DType: game.Float32, High: 1}}, Runs: []Run{{Agents: []string{"a", "b"}, Seating: Fixed}},
		ShardGames: 10, BatchRows: 100, Final: DecisionsOnly, Compression: Zstd,
	}
}

// refused reports an error that is not the one wanted: one that contains says, or none for "".
func refused(t *testing.T, what string, err error, says string) {
	t.Helper()
	if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
		t.Errorf("%s: error %v, want %q", what, err, says)
	}
}

// TestBoundsOfMetadata checks the least and greatest values of metadata, and the next ones.
func TestBoundsOfMetadata(t *testing.T) {
	seats := func(n int) func(*Meta) {
		return func(m *Meta) { m.Seats, m.Runs[0].Agents = n, make([]string, n) }
	}
	shape := func(sizes ...int) func(*Meta) {
		return func(m *Meta) { m.Layout = []FieldInfo{{Name: "a", DType: game.Int8, Shape: sizes}} }
	}
	runs := func(first ...int64) func(*Meta) {
		return func(m *Meta) {
			run := m.Runs[0]
			m.Runs = nil
			for _, n := range first {
				run.First = n
				m.Runs = append(m.Runs, run)
			}
		}
	}
	for what, x := range map[string]struct {
		change func(*Meta)
		says   string
	}{
		"a seat":              {seats(1), "1 seats"},
		"two seats":           {seats(2), ""},
		"most seats":          {seats(game.MaxPlayers), ""},
		"too many seats":      {seats(game.MaxPlayers + 1), "7 seats"},
		"one action":          {func(m *Meta) { m.Actions = 1 }, ""},
		"most actions":        {func(m *Meta) { m.Actions = game.MaskSize }, ""},
		"too many actions":    {func(m *Meta) { m.Actions = game.MaskSize + 1 }, "actions, want 1 to"},
		"batches of one row":  {func(m *Meta) { m.BatchRows = 1 }, ""},
		"one attempt":         {func(m *Meta) { m.BestOf = 1 }, "best of 1"},
		"two attempts":        {func(m *Meta) { m.BestOf = 2 }, ""},
		"two runs":            {runs(0, 1), ""},
		"a run without games": {runs(0, 3, 3), "run 2: it begins with episode 3, want at least 4"},
		"a later first run":   {runs(1), "run 0: it begins with episode 1, want episode 0"},
		"most entries":        {shape(2, maxEntries/2), ""},
		"too many entries":    {shape(2, maxEntries), "want sizes of at least 1"},
		"too many entries in all": {func(m *Meta) {
			shape(maxEntries)(m)
			m.Layout = append(m.Layout, FieldInfo{Name: "b", DType: game.Int8})
		}, "with it the fields have"},
		"an empty field":     {shape(0), "want sizes of at least 1"},
		"shards of no games": {func(m *Meta) { m.ShardGames = 0 }, "0 games per shard"},
	} {
		m := plainMeta()
		x.change(m)
		refused(t, what, m.check(), x.says)
	}
}

func TestBoundsOfShards(t *testing.T) {
	entry := func(k int, first, n int64) ShardEntry {
		sum := Digest{Bytes: n, SHA256: strings.Repeat("0", 64)}
		return ShardEntry{File: ShardName(k), First: first, Episodes: n, Rows: n, Digest: sum, Results: Digest{SHA256: sum.SHA256}}
	}
	for _, x := range []struct {
		first  int64
		second ShardEntry
		says   string
	}{
		{0, entry(1, 3, 0), ""},
		{7, entry(1, 10, 2), ""},
		{-1, entry(1, 2, 2), "it begins with episode -1"},
		{0, entry(0, 3, 1), "is listed twice"},
		{0, entry(1, 3, math.MaxInt64-3), ""},
		{0, entry(1, 3, math.MaxInt64-2), "are too many"},
		{0, entry(1, 2, 1), "begins with episode 2"},
	} {
		m := NewManifest(plainMeta(), []ShardEntry{entry(0, x.first, 3), x.second})
		refused(t, "manifest", m.check(), x.says)
	}
	for rows, says := range map[int64]string{-1: "", 0: "1 rows, but the manifest has 0", 1: ""} {
		c := census{want: &ShardEntry{First: 4, Episodes: 1, Rows: rows}, next: 4}
		refused(t, "a shard's last episode", c.add(&Batch{Episode: []int64{4}}), "")
		refused(t, "rows", c.end(), says)
		refused(t, "another episode", c.add(&Batch{Episode: []int64{6}}), "found episode 6, want episode 5")
	}
}

// TestShards checks the shards of runs, and that those of parts are those of the whole.
func TestShards(t *testing.T) {
	m := plainMeta()
	run := m.Runs[0]
	if parts := slices.Concat(m.Shards(0, 30), m.Shards(30, 50), m.Shards(50, 57)); !slices.Equal(parts, m.Shards(0, 57)) || len(parts) != 6 || parts[5] != (ShardInfo{5, 50, 7}) {
		t.Errorf("the shards of 57 games are %v", parts)
	}
	run.First = 25
	m.Runs = append(m.Runs, run)
	if got, want := m.Shards(0, 36), []ShardInfo{{0, 0, 10}, {1, 10, 10}, {2, 20, 5}, {3, 25, 10}, {4, 35, 1}}; !slices.Equal(got, want) {
		t.Errorf("the shards of two runs are %v, want %v", got, want)
	}
}

// TestUnequalColumns checks a record whose columns have other lengths than it.
func TestUnequalColumns(t *testing.T) {
	numbers := func(n int) arrow.Array {
		return array.MakeFromData(array.NewData(arrow.PrimitiveTypes.Int32, n, []*memory.Buffer{nil, memory.NewBufferBytes(make([]byte, 40))}, nil, 0, 0))
	}
	schema := arrow.NewSchema([]arrow.Field{{Name: "a", Type: arrow.PrimitiveTypes.Int32}, {Name: "b", Type: arrow.PrimitiveTypes.Int32}}, nil)
	refused(t, "no rows", checkRecord(array.NewRecord(schema, []arrow.Array{numbers(0), numbers(0)}, 0)), "")
	refused(t, "a longer column", checkRecord(array.NewRecord(schema, []arrow.Array{numbers(3), numbers(4)}, 3)), "column b: 4 values for 3 rows")
	a := numbers(3).Data()
	if got := bufferOf(a, len(a.Buffers())); got != nil {
		t.Errorf("a buffer beyond the last has %d bytes", len(got))
	}
}

// TestColumnsThatPointOutside checks arrays that Arrow's own writer would not write.
func TestColumnsThatPointOutside(t *testing.T) {
	ints := func(v ...int32) *memory.Buffer { return memory.NewBufferBytes(arrow.Int32Traits.CastToBytes(v)) }
	bytesOf := func(n int) *memory.Buffer { return memory.NewBufferBytes(make([]byte, n)) }
	names := func(offsets *memory.Buffer, n int) arrow.ArrayData {
		return array.NewData(arrow.BinaryTypes.String, 2, []*memory.Buffer{nil, offsets, bytesOf(n)}, nil, 0, 0)
	}
	dictionary := func(names arrow.ArrayData, codes ...int32) arrow.ArrayData {
		d := array.NewData(nameType, len(codes), []*memory.Buffer{nil, ints(codes...)}, nil, 0, 0)
		d.SetDictionary(names)
		return d
	}
	numbers := func(length, offset, bytes int, valid []byte, nulls int) arrow.ArrayData {
		var bitmap *memory.Buffer
		if valid != nil {
			bitmap = memory.NewBufferBytes(valid)
		}
		return array.NewData(arrow.PrimitiveTypes.Int32, length, []*memory.Buffer{bitmap, bytesOf(bytes)}, nil, nulls, offset)
	}
	for _, x := range []struct {
		says string
		data arrow.ArrayData
	}{
		{"", numbers(2, 1, 12, nil, 0)},
		{"11 bytes for 3 values", numbers(2, 1, 11, nil, 0)},
		{"-1 values", numbers(-1, 1, 12, nil, 0)},
		{"it has nulls", numbers(2, 1, 12, []byte{0b011}, -1)},
		{"it has nulls", numbers(9, 0, 36, []byte{255}, 0)},
		{"it has nulls", numbers(2, 0, 36, nil, 1)},
		{"", numbers(2, 1, 12, []byte{0b110}, 0)},
		{"", dictionary(names(ints(0, 1, 3), 3), 0, 1)},
		{"row 1: it has name 2 of 2", dictionary(names(ints(0, 1, 3), 3), 0, 2)},
		{"do not ascend", dictionary(names(ints(0, 1, 4), 3), 0, 1)},
		{"do not ascend", dictionary(names(ints(0, 2, 1), 3), 0, 1)},
		{"do not ascend", dictionary(names(ints(-1, 2, 3), 3), 0, 1)},
		{"2 offsets, want 3", dictionary(names(ints(0, 1), 3), 0, 1)},
		{"5 entries, want 6", array.NewData(arrow.FixedSizeListOf(3, arrow.PrimitiveTypes.Int32), 2, []*memory.Buffer{nil}, []arrow.ArrayData{numbers(5, 0, 20, nil, 0)}, 0, 0)},
		{"type", array.NewData(arrow.Null, 2, []*memory.Buffer{nil}, nil, 0, 0)},
	} {
		if err := checkArray(x.data); (err == nil) != (x.says == "") || err != nil && !strings.Contains(err.Error(), x.says) {
			t.Errorf("%v: error %v, want %q", x.data, err, x.says)
		}
	}
}

// TestBitsAt reads masks of many sizes at every place of random bytes.
func TestBitsAt(t *testing.T) {
	var packed [80]byte
	src := rand.NewPCG(5, 6)
	for i := range packed {
		packed[i] = byte(src.Uint64())
	}
	bit := func(i int) bool { return packed[i/8]>>(i%8)&1 != 0 }
	for _, n := range []int{0, 1, 2, 63, 64, 65, 70, 109, 128, 255, 256} {
		for i := range 8*len(packed) - n + 1 {
			var m game.Mask
			maskAt(&m, packed[:], i, n)
			for a := range game.Action(game.MaskSize) {
				if m.Has(a) != (int(a) < n && bit(i+int(a))) {
					t.Fatalf("%d bits from %d: bit %d is %v", n, i, a, m.Has(a))
				}
			}
		}
	}
}
