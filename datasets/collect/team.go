package collect

import (
	"context"

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
		deal int64
		done chan episodeRows
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
		for deal := info.First; deal < info.First+info.Episodes; deal++ {
			done := make(chan episodeRows, 1)
			select {
			case <-ctx.Done():
				return ctx.Err()
			case order <- done:
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case jobs <- job{deal, done}:
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
				j.done <- episodeRows{rows, p.episode(j.deal)}
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
