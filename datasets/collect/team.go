package collect

import (
	"context"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"rummygym/datasets"
	"rummygym/datasets/internal/shard"
)

// team plays the episodes of one shard with several players. Episodes are written in order, so
// that the bytes are those of one player.
//
// Naively one player plays an episode after the other into the rows of the next batch. Here each
// player has rows of its own for an episode, and the writer appends them when their turn comes:
// copying costs little beside playing and encoding.
type team struct {
	players []*player
	batch   *shard.Rows
	m       *datasets.Meta
}

// episodeRows are the rows of one episode, or the error that ended it.
type episodeRows struct {
	rows *shard.Rows
	err  error
}

// aheadOfWriter is the number of episodes for each player that may be finished and not written.
const aheadOfWriter = 4

func newTeam(c *Config, m *datasets.Meta, size int) *team {
	t := &team{batch: shard.NewRows(m), m: m}
	for range size {
		t.players = append(t.players, newPlayer(c, m))
	}
	return t
}

// episodes plays the episodes of a shard and writes them, as [player.episodes] does.
func (t *team) episodes(ctx context.Context, w *shard.Writer, info datasets.ShardInfo, played func()) error {
	t.batch.Reset()
	group, ctx := errgroup.WithContext(ctx)
	type job struct {
		episode int64
		done    chan episodeRows
	}
	jobs := make(chan job)
	order := make(chan chan episodeRows, aheadOfWriter*len(t.players)) // of the episodes
	free := make(chan *shard.Rows, cap(order)+len(t.players)+1)
	for range cap(free) {
		free <- shard.NewRows(t.m)
	}
	group.Go(func() error {
		defer close(jobs)
		defer close(order)
		for number := info.First; number < info.First+info.Episodes; number++ {
			done := make(chan episodeRows, 1)
			select {
			case <-ctx.Done():
				return ctx.Err()
			case order <- done:
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case jobs <- job{number, done}:
			}
		}
		return nil
	})
	for _, p := range t.players {
		group.Go(func() error {
			for j := range jobs {
				rows := <-free
				rows.Reset()
				p.recorder.Rows = rows
				j.done <- episodeRows{rows, p.episode(j.episode)}
			}
			return nil
		})
	}
	group.Go(func() error {
		for done := range order {
			var e episodeRows
			select {
			case <-ctx.Done():
				return ctx.Err()
			case e = <-done:
			}
			if e.err != nil {
				return e.err
			}
			t.batch.AppendRows(e.rows)
			if err := w.Take(e.rows); err != nil {
				return err
			}
			free <- e.rows
			if t.batch.Len() >= t.m.BatchRows {
				if err := w.Flush(t.batch); err != nil {
					return err
				}
			}
			played()
		}
		return nil
	})
	if err := group.Wait(); err != nil {
		return err
	}
	return w.Flush(t.batch)
}

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
