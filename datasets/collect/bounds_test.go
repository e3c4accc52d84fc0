package collect_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/datasets/internal/datasettest"
	"rummygym/internal/must"
)

func TestBoundsOfConfig(t *testing.T) {
	for what, x := range map[string]struct {
		change func(*collect.Config)
		says   string
	}{
		"a game":          {func(c *collect.Config) { c.Games, c.ShardGames, c.BatchRows = 1, 1, 1 }, ""},
		"most shards":     {func(c *collect.Config) { c.Games, c.ShardGames = collect.MaxShards, 1 }, ""},
		"the last deals":  {func(c *collect.Config) { c.FirstDeal = math.MaxInt64 - c.Games }, ""},
		"deals beyond":    {func(c *collect.Config) { c.FirstDeal = math.MaxInt64 - c.Games + 1 }, "from deal"},
		"a deal below 0":  {func(c *collect.Config) { c.FirstDeal = -1 }, "games from deal -1"},
		"too many shards": {func(c *collect.Config) { c.Games, c.ShardGames = collect.MaxShards+1, 1 }, "more than 1000000 shards"},
	} {
		c := datasettest.ToyConfig(t.TempDir())
		x.change(&c)
		datasettest.Refusal(t, what, c.Validate(), x.says)
	}
	c := datasettest.ToyConfig(t.TempDir())
	c.BestOf = 1
	if m, err := c.Meta(); err != nil || m.BestOf != 0 {
		t.Errorf("one attempt is noted as the best of %d (%v)", m.BestOf, err)
	}
}

// TestStoppedCounts checks the shards that a stopped run says that it has.
func TestStoppedCounts(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	_, err := collectUntil(t, c, 15)
	var stopped *collect.StoppedError
	if !errors.As(err, &stopped) || stopped.Done != 1 || stopped.Shards != 6 {
		t.Errorf("error %v, want one of 1 of 6 shards", err)
	}
}

// TestShardsOfOneGame opens shards of one game.
func TestShardsOfOneGame(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	c.Games, c.ShardGames, c.Build = 3, 1, "1f"
	datasettest.Collect(t, c)
	n := 0
	for e, err := range datasettest.Open(t, filepath.Join(c.Dir, datasets.ShardName(1, c.Format))).Episodes() {
		if err != nil || e.Number() != 1 {
			t.Errorf("episode %d, %v, want 1", e.Number(), err)
		}
		n++
	}
	must.Equal(t, n, 1, "episodes")
}

// TestShardsThatCannotAppear checks that an entry does not stay without its shard.
func TestShardsThatCannotAppear(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	m := must.Get(c.Meta())(t)
	path := filepath.Join(c.Dir, datasets.ShardName(0, m.Format))
	must.Do(t, os.MkdirAll(filepath.Join(path, "in the way"), 0o777))
	if err := collect.WriteShard(t.Context(), &c, m, datasets.ShardInfo{Episodes: 1}); err == nil {
		t.Error("a folder is replaced by a shard")
	}
	os.RemoveAll(path)
	if left := datasettest.SumsOf(t, c.Dir); len(left) != 0 {
		t.Errorf("%v is left behind", left)
	}
}

// TestFullDiskCanBeResumed checks that an error of a full disk says how to go on.
func TestFullDiskCanBeResumed(t *testing.T) {
	if err := collect.Resumable(fmt.Errorf("writing: %w", syscall.ENOSPC)); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "--resume") {
		t.Errorf("error %v of a run, want the disk's with how to go on", err)
	}
}
