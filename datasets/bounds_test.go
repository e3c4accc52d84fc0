package datasets

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
