package collect

import (
	"context"
	"os"
	"path/filepath"

	"rummygym/datasets"
	"rummygym/datasets/internal/shard"
)

// worker writes shards, one after another, with one player or several that play together.
type worker struct {
	c       *Config
	m       *datasets.Meta
	players interface {
		episodes(ctx context.Context, w *shard.Writer, info datasets.ShardInfo, done func()) error
	}
}

// newWorker returns a worker with a number of players.
func newWorker(c *Config, m *datasets.Meta, players int) *worker {
	if players == 1 {
		return &worker{c, m, newPlayer(c, m)}
	}
	return &worker{c, m, newTeam(c, m, players)}
}

// shard plays the episodes of one shard and writes it, and its entry, to the dataset. If it returns
// an error, it leaves no file.
func (w *worker) shard(ctx context.Context, info datasets.ShardInfo) (datasets.ShardEntry, error) {
	out, err := shard.Create(w.c.Dir, w.m, info)
	if err != nil {
		return datasets.ShardEntry{}, err
	}
	return w.fill(ctx, out, info)
}

// fill plays the episodes of a shard, writes them and commits the shard, or discards it.
func (w *worker) fill(ctx context.Context, out *shard.Writer, info datasets.ShardInfo) (entry datasets.ShardEntry, err error) {
	played := int64(0)
	if err := w.players.episodes(ctx, out, info, func() { played++; w.progress(1) }); err != nil {
		out.Discard()
		w.progress(-played)
		return datasets.ShardEntry{}, err
	}
	entry, err = out.Commit(func(e datasets.ShardEntry) error { return writeEntry(w.c.Dir, e, w.m, w.c.Build) })
	if err != nil {
		os.Remove(filepath.Join(w.c.Dir, datasets.EntryName(datasets.ShardName(info.Index, w.m.Format)))) // of no use without the shard
		w.progress(-played)
	}
	return entry, err
}

// progress reports episodes.
func (w *worker) progress(episodes int64) {
	if w.c.Progress != nil && episodes != 0 {
		w.c.Progress(episodes)
	}
}
