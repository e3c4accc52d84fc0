package datasets

import (
	"context"
	"os"
	"path/filepath"
)

// worker writes shards, one after another, with one player or several that play together.
type worker struct {
	c       *Config
	m       *Meta
	players interface {
		episodes(ctx context.Context, w *shardWriter, info ShardInfo, done func()) error
	}
}

// newWorker returns a worker with a number of players.
func newWorker(c *Config, m *Meta, players int) *worker {
	if players == 1 {
		return &worker{c, m, newPlayer(c, m)}
	}
	return &worker{c, m, newTeam(c, m, players)}
}

// shard plays the episodes of one shard and writes it, and its entry, to the dataset. If it returns
// an error, it leaves no file.
func (w *worker) shard(ctx context.Context, info ShardInfo) (ShardEntry, error) {
	out, err := createShard(w.c.Dir, w.m, info)
	if err != nil {
		return ShardEntry{}, err
	}
	return w.fill(ctx, out, info)
}

// fill plays the episodes of a shard, writes them and commits the shard, or discards it.
func (w *worker) fill(ctx context.Context, out *shardWriter, info ShardInfo) (entry ShardEntry, err error) {
	played := int64(0)
	if err := w.players.episodes(ctx, out, info, func() { played++; w.progress(1) }); err != nil {
		out.discard()
		w.progress(-played)
		return ShardEntry{}, err
	}
	entry, err = out.commit(func(e ShardEntry) error { return writeEntry(w.c.Dir, e, w.m, w.c.Build) })
	if err != nil {
		os.Remove(filepath.Join(w.c.Dir, EntryName(ShardName(info.Index, w.m.Format)))) // of no use without the shard
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
