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
	"rummygym/internal/datasets/datasettest"
	"rummygym/internal/must"
)

func TestBoundsOfConfig(t *testing.T) {
	for what, x := range map[string]struct {
		change func(*collect.Config)
		says   string
	}{
		"a game":                   {func(c *collect.Config) { c.Games, c.ShardGames, c.BatchRows = 1, 1, 1 }, ""},
		"most shards":              {func(c *collect.Config) { c.Games, c.ShardGames = collect.MaxShards, 1 }, ""},
		"the last deals":           {func(c *collect.Config) { c.FirstDeal, c.Games = (collect.MaxShards-1)*c.ShardGames, c.ShardGames }, ""},
		"deals beyond":             {func(c *collect.Config) { c.FirstDeal = math.MaxInt64 - c.Games + 1 }, "from deal"},
		"a part of a shard":        {func(c *collect.Config) { c.FirstDeal = 25 }, "the first deal is 25: want a multiple of the 10 games"},
		"a part of several series": {func(c *collect.Config) { c.FirstDeal, c.More = 20, []collect.Series{c.Series} }, "and 0 with several series"},
		"a wrong series":           {func(c *collect.Config) { c.More = []collect.Series{c.Series}; c.More[0].Games = 0 }, "series 1: games is 0"},
		"a deal below 0":           {func(c *collect.Config) { c.FirstDeal = -1 }, "games from deal -1"},
		"too many shards":          {func(c *collect.Config) { c.Games, c.ShardGames = collect.MaxShards+1, 1 }, "more than 1000000 shards"},
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

// TestShardsThatCannotAppear checks that no file stays of a shard that cannot get its name.
func TestShardsThatCannotAppear(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	path := filepath.Join(c.Dir, datasets.ShardName(1))
	must.Do(t, os.MkdirAll(filepath.Join(path, "in the way"), 0o777))
	c.Resume = true
	if _, err := collect.Run(t.Context(), c); err == nil {
		t.Error("a folder is replaced by a shard")
	}
	must.Do(t, os.RemoveAll(path))
	if left := datasettest.SumsOf(t, c.Dir); len(left) != 2 || left[datasets.ShardName(0)] == "" {
		t.Errorf("%v is left behind, want the first shard", left)
	}
}

// TestFullDiskCanBeResumed checks that an error of a full disk says how to go on.
func TestFullDiskCanBeResumed(t *testing.T) {
	if err := collect.Resumable(fmt.Errorf("writing: %w", syscall.ENOSPC)); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "--resume") {
		t.Errorf("error %v of a run, want the disk's with how to go on", err)
	}
}
