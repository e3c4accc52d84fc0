package datasets

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"rummygym/env/game"
)

// refusal reports an error that is not the one wanted: one that contains says, or none for "".
func refusal(t *testing.T, what string, err error, says string) {
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
		return func(m *Meta) { m.Layout, m.After = []FieldInfo{{Name: "a", DType: game.Int8, Shape: sizes}}, nil }
	}
	runs := func(games ...int64) func(*Meta) {
		return func(m *Meta) {
			run, first := m.Runs[0], int64(0)
			m.Runs = nil
			for _, n := range games {
				run.First, run.Games = first, n
				m.Runs, first = append(m.Runs, run), first+n
			}
		}
	}
	for what, x := range map[string]struct {
		change func(*Meta)
		says   string
	}{
		"a seat":                   {seats(1), "1 seats"},
		"two seats":                {seats(2), ""},
		"most seats":               {seats(game.MaxPlayers), ""},
		"too many seats":           {seats(game.MaxPlayers + 1), "7 seats"},
		"one action":               {func(m *Meta) { m.Actions = 1 }, ""},
		"most actions":             {func(m *Meta) { m.Actions = game.MaskSize }, ""},
		"too many actions":         {func(m *Meta) { m.Actions = game.MaskSize + 1 }, "actions, want 1 to"},
		"batches of one row":       {func(m *Meta) { m.BatchRows = 1 }, ""},
		"one attempt":              {func(m *Meta) { m.BestOf = 1 }, "best of 1"},
		"two attempts":             {func(m *Meta) { m.BestOf = 2 }, ""},
		"no discount":              {func(m *Meta) { m.Rows, m.Discount = PlayRows, 1 }, ""},
		"a discount of 0":          {func(m *Meta) { m.Rows, m.Discount = PlayRows, 0 }, "discount 0"},
		"a discount above 1":       {func(m *Meta) { m.Rows, m.Discount = PlayRows, 1.5 }, "discount 1.5"},
		"a game":                   {runs(1), ""},
		"no games":                 {runs(3, 0), "run 1: 0 games"},
		"most games":               {runs(3, math.MaxInt64-3), ""},
		"too many games":           {runs(3, math.MaxInt64-2), "run 1: "},
		"most entries":             {shape(2, maxEntries/2), ""},
		"too many entries":         {shape(2, maxEntries), "want sizes of at least 1"},
		"too many entries in all":  {func(m *Meta) { shape(maxEntries)(m); m.After = []FieldInfo{{Name: "b", DType: game.Int8}} }, "with it the fields have"},
		"an empty field":           {shape(0), "want sizes of at least 1"},
		"a shard of no known size": {func(m *Meta) { m.ShardGames = 0 }, ""},
	} {
		m := toyMeta(t)
		x.change(m)
		refusal(t, what, m.check(), x.says)
	}
}

func TestBoundsOfShards(t *testing.T) {
	for _, x := range []struct {
		shard ShardInfo
		says  string
	}{
		{ShardInfo{}, ""},
		{ShardInfo{First: 5, Episodes: math.MaxInt64 - 5}, ""},
		{ShardInfo{First: 5, Episodes: math.MaxInt64 - 4}, "want none of them negative"},
		{ShardInfo{Index: -1}, "shard -1"},
		{ShardInfo{First: -1}, "from episode -1"},
		{ShardInfo{Episodes: -1}, "-1 episodes"},
	} {
		refusal(t, "shard", x.shard.check(), x.says)
	}
	entry := func(file string, first, n int64) ShardEntry {
		return ShardEntry{File: file, First: first, Episodes: n, Rows: n, Digests: Digests{Bytes: n, SHA256: strings.Repeat("0", 64)}}
	}
	for _, x := range []struct {
		second ShardEntry
		says   string
	}{
		{entry("b.arrow", 3, 0), ""},
		{entry("b.arrow", 3, math.MaxInt64-3), ""},
		{entry("b.arrow", 3, math.MaxInt64-2), "are too many"},
		{entry("b.arrow", 2, 1), "begins with episode 2"},
	} {
		m := Manifest{Meta: toyMeta(t), Shards: []ShardEntry{entry("a.arrow", 0, 3), x.second}}
		m.Episodes = 3 + x.second.Episodes
		m.Rows, m.Bytes, m.Meta.Runs[0].Games = m.Episodes, m.Episodes, m.Episodes
		refusal(t, "manifest", m.check(), x.says)
	}
	for rows, says := range map[int64]string{-1: "", 0: "1 rows, but the manifest has 0", 1: ""} {
		m := toyMeta(t)
		m.Rows = PlayRows
		c := newCensus(m, &ShardEntry{First: 2, Episodes: 3, Rows: rows})
		refusal(t, "a shard's last episode", c.add(&Batch{Episode: []int64{4}}), "")
		refusal(t, "rows", c.end(), says)
		refusal(t, "the next shard's episode", c.add(&Batch{Episode: []int64{5}}), "want one from 5 to 4")
	}
}

func TestBoundsOfConfig(t *testing.T) {
	for what, x := range map[string]struct {
		change func(*Config)
		says   string
	}{
		"a game":          {func(c *Config) { c.Games, c.ShardGames, c.BatchRows = 1, 1, 1 }, ""},
		"most shards":     {func(c *Config) { c.Games, c.ShardGames = maxShards, 1 }, ""},
		"too many shards": {func(c *Config) { c.Games, c.ShardGames = maxShards+1, 1 }, "more than 1000000 shards"},
	} {
		c := toyConfig(t.TempDir())
		x.change(&c)
		refusal(t, what, c.Validate(), x.says)
	}
	c := toyConfig(t.TempDir())
	c.BestOf = 1
	if m, err := c.Meta(); err != nil || m.BestOf != 0 {
		t.Errorf("one attempt is noted as the best of %d (%v)", m.BestOf, err)
	}
}

// TestStoppedCounts checks the shards that a stopped run says that it has.
func TestStoppedCounts(t *testing.T) {
	c := toyConfig(t.TempDir())
	_, err := collectUntil(t, c, 15)
	var stopped *StoppedError
	if !errors.As(err, &stopped) || stopped.Done != 1 || stopped.Shards != 6 {
		t.Errorf("error %v, want one of 1 of 6 shards", err)
	}
}

// TestShardsOfOneGame opens and seals shards of one game.
func TestShardsOfOneGame(t *testing.T) {
	c := toyConfig(t.TempDir())
	c.Games, c.ShardGames, c.Build = 3, 1, "1f"
	collectShards(t, c, 0, 3)
	if _, err := Seal(t.Context(), c.Dir, true); err != nil {
		t.Error(err)
	}
	n := 0
	for e, err := range open(t, filepath.Join(c.Dir, ShardName(1, c.Format))).Episodes() {
		if err != nil || e.Number() != 1 {
			t.Errorf("episode %d, %v, want 1", e.Number(), err)
		}
		n++
	}
	if n != 1 {
		t.Errorf("%d episodes, want 1", n)
	}
}

// TestSealRefusesOthers checks entries and manifests that no collection makes.
func TestSealRefusesOthers(t *testing.T) {
	for _, x := range []struct {
		games, perShard int64
		says            string
	}{{2000, 1000, "lacks 2 of its 2 shards"}, {maxShards + 1, 1, "is not the entry of a collection"}} {
		dir, m := t.TempDir(), toyMeta(t)
		m.ShardGames, m.Runs[0].Games = x.perShard, x.games
		if err := writeEntry(dir, ShardEntry{File: "decisions/shard-00000.arrow", Results: ResultsEntry{File: "results/shard-00000.arrow"}, Episodes: 1, Digests: Digests{SHA256: strings.Repeat("0", 64)}}, m, ""); err != nil {
			t.Fatal(err)
		}
		_, err := Seal(t.Context(), dir, false)
		refusal(t, "shards", err, x.says)
	}
	c, merged := toyConfig(t.TempDir()), t.TempDir()
	collect(t, c)
	d := open(t, c.Dir)
	if _, err := Merge(t.Context(), []*Dataset{d}, merged, c.Format, c.Compression, nil); err != nil {
		t.Fatal(err)
	}
	_, err := Seal(t.Context(), merged, false)
	refusal(t, "a merged dataset", err, "not that of a collection")
}

// TestShardsThatCannotAppear checks that an entry does not stay without its shard.
func TestShardsThatCannotAppear(t *testing.T) {
	c := toyConfig(t.TempDir())
	m, err := c.Meta()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(c.Dir, ShardName(0, m.Format))
	if err := os.MkdirAll(filepath.Join(path, "in the way"), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := newWorker(&c, m, 1).shard(t.Context(), ShardInfo{Episodes: 1}); err == nil {
		t.Error("a folder is replaced by a shard")
	}
	os.RemoveAll(path)
	if left := digests(t, c.Dir); len(left) != 0 {
		t.Errorf("%v is left behind", left)
	}
}

// TestShardThatLacksEpisodes reads a shard that no manifest describes.
func TestShardThatLacksEpisodes(t *testing.T) {
	dir, m := t.TempDir(), toyMeta(t)
	path := filepath.Join(dir, ShardName(0, m.Format))
	w, err := createShard(dir, m, ShardInfo{Episodes: 1})
	if err != nil {
		t.Fatal(err)
	}
	for seat := range m.Seats {
		if err := w.add(Result{Player: game.Player(seat), Agent: m.AgentNames()[0]}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.commit(nil); err != nil {
		t.Fatal(err)
	}
	_, _, _, err = readShard(context.Background(), path)
	refusal(t, "no episodes", err, "the file ends after 0 of 1 episodes")
}

// TestSlicedBatches checks batches that are parts of others.
func TestSlicedBatches(t *testing.T) {
	c := toyConfig(t.TempDir())
	collect(t, c)
	d := open(t, c.Dir)
	size := 0
	for _, f := range d.Meta().GameLayout() {
		size += f.Size()
	}
	for b, err := range d.Batches() {
		if err != nil {
			t.Fatal(err)
		}
		from := int64(7)
		part, err := newBatch(b.Record().NewSlice(from, int64(b.Rows())), d.Meta())
		if err != nil {
			t.Fatal(err)
		}
		defer part.Release()
		for i := range part.Rows() {
			var got, want game.Mask
			part.Mask(&got, i)
			b.Mask(&want, i+int(from))
			then, now := make([]float32, size), make([]float32, size)
			part.Observation(then, i)
			b.Observation(now, i+int(from))
			for k := range then {
				if then[k] != now[k] {
					t.Fatalf("row %d: entry %d is %v, want %v", i, k, then[k], now[k])
				}
			}
			if got != want || part.Action[i] != b.Action[i+int(from)] {
				t.Fatalf("row %d: mask %v, want %v", i, got, want)
			}
		}
		break
	}
}

// TestUnequalColumns checks a record whose columns have other lengths than it.
func TestUnequalColumns(t *testing.T) {
	numbers := func(n int) arrow.Array {
		return array.MakeFromData(array.NewData(arrow.PrimitiveTypes.Int32, n, []*memory.Buffer{nil, memory.NewBufferBytes(make([]byte, 40))}, nil, 0, 0))
	}
	schema := arrow.NewSchema([]arrow.Field{{Name: "a", Type: arrow.PrimitiveTypes.Int32}, {Name: "b", Type: arrow.PrimitiveTypes.Int32}}, nil)
	refusal(t, "no rows", checkRecord(array.NewRecord(schema, []arrow.Array{numbers(0), numbers(0)}, 0)), "")
	refusal(t, "a longer column", checkRecord(array.NewRecord(schema, []arrow.Array{numbers(3), numbers(4)}, 3)), "column b: 4 values for 3 rows")
	a := numbers(3).Data()
	if got := bufferOf(a, len(a.Buffers())); got != nil {
		t.Errorf("a buffer beyond the last has %d bytes", len(got))
	}
	two := arrow.NewChunked(arrow.PrimitiveTypes.Int32, []arrow.Array{numbers(3), numbers(4)})
	if one, err := oneArray(two, memory.DefaultAllocator); err != nil || one.Len() != 7 {
		t.Errorf("two chunks of 3 and 4 values become one of %v (%v)", one, err)
	}
}

// TestNamesOfUnfinishedFiles checks the shortest name.
func TestNamesOfUnfinishedFiles(t *testing.T) {
	for name, want := range map[string]string{
		".shard-00000.arrow.X.partial": "shard-00000.arrow",
		"..X.partial":                  "",
		".a.X.partial":                 "a",
	} {
		if got, ok := partialOf(name); got != want || ok != (want != "") {
			t.Errorf("%s: %q, %v, want %q", name, got, ok, want)
		}
	}
}

// TestScopeFreesTheRest checks an allocation of no bytes, and that all others are freed once.
func TestScopeFreesTheRest(t *testing.T) {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	defer mem.AssertSize(t, 0)
	s := newScope(mem)
	none, a, b := s.Allocate(0), s.Allocate(10), s.Allocate(20)
	s.Free(none)
	s.Free(a)
	b = s.Reallocate(30, b)
	s.sealed = true
	s.Reallocate(40, b)
	s.freeRest()
	s = newScope(memory.NewGoAllocator())
	s.Reallocate(0, s.Allocate(10))
}

// TestColumnsSayWhatTheyMean checks what differs between rows of plays and rows of all decisions.
func TestColumnsSayWhatTheyMean(t *testing.T) {
	m := toyMeta(t)
	m.After = []FieldInfo{{Name: "a", DType: game.Int8}}
	for rows, want := range map[Rows][2]string{AllRows: {"before its next decision", "0 where the action is not a play"}, PlayRows: {"before its next row", ""}} {
		m.Rows = rows
		for _, c := range Columns(m) {
			if c.Name == "reward" && !strings.Contains(c.Doc, want[0]) {
				t.Errorf("rows %v: the reward is %q", rows, c.Doc)
			}
			if c.Name == AfterPrefix+"a" && strings.Contains(c.Doc, "0 where") != (want[1] != "") {
				t.Errorf("rows %v: a field of plays is %q", rows, c.Doc)
			}
		}
	}
}

// TestReplayOfCutGames plays games again that a limit cut off, and says which limit it was not.
func TestReplayOfCutGames(t *testing.T) {
	c := calmConfig(t.TempDir())
	c.Games, c.MaxSteps = 5, 6
	collect(t, c)
	d := open(t, c.Dir)
	for limit, says := range map[int]string{6: "", 7: "no limit cut it off", 0: "no limit cut it off"} {
		m := *d.Meta()
		m.Runs = slices.Clone(m.Runs)
		m.Runs[0].MaxSteps = limit
		replay, err := NewReplay(&c.Table, &m)
		if err != nil {
			t.Fatal(err)
		}
		for e, err := range d.Episodes() {
			if err != nil {
				t.Fatal(err)
			}
			step := 0
			err := replay.Moves(e, func(m Move, s game.State) error {
				switch over := step == e.To-e.From; {
				case m.Step != step:
					t.Errorf("step %d, want %d", m.Step, step)
				case !over && m.Row != e.From+step, over && (m.Row != -1 || m.Action != game.NoAction):
					t.Errorf("step %d: move %+v", step, m)
				}
				step++
				return nil
			})
			refusal(t, "episode", err, says)
			if err != nil && !strings.Contains(err.Error(), "step 5") {
				t.Errorf("error %v, want one that names step 5", err)
			}
		}
	}
	c.Table.Phase = func(game.Observation) int { return len(c.Table.Phases) }
	replay := replayOf(t, &c, d)
	refusal(t, "a phase that there is not", d.Find(0, func(e Episode) error { return replay.Episode(e, nil) }), "by the rules it is number 2 of")
}

// TestReplayOfSecondAttempts plays attempts again that share only what one seat sees with the first.
func TestReplayOfSecondAttempts(t *testing.T) {
	c := playsConfig(t.TempDir())
	c.Rows, c.Discount, c.BestOf, c.Redeal = AllRows, 1, 3, true
	c.Games = 8
	collect(t, c)
	d := open(t, c.Dir)
	replay, second := replayOf(t, &c, d), false
	for e, err := range d.Episodes() {
		if err != nil {
			t.Fatal(err)
		}
		if err := replay.Moves(e, nil); err != nil {
			t.Error(err)
		}
		second = second || e.Attempt[e.From] > 0
	}
	if !second {
		t.Error("the first attempts are all the best")
	}
}
