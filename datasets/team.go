package datasets

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// team plays the episodes of one shard with several players. Episodes are written in order, so
// that the bytes are those of one player.
//
// Naively one player plays an episode after the other into the rows of the next batch. Here each
// player has rows of its own for an episode, and the writer appends them when their turn comes:
// copying costs little beside playing and encoding.
type team struct {
	players []*player
	batch   *rows
}

// episodeRows are the rows of one episode, or the error that ended it.
type episodeRows struct {
	rows *rows
	err  error
}

// aheadOfWriter is the number of episodes for each player that may be finished and not written.
const aheadOfWriter = 4

func newTeam(c *Config, m *Meta, size int) *team {
	t := &team{batch: newRows(m)}
	for range size {
		t.players = append(t.players, newPlayer(c, m))
	}
	t.players[0].team = t
	return t
}

// episodes plays the episodes of a shard and writes them, as [player.episodes] does.
func (t *team) episodes(ctx context.Context, w *shardWriter, info ShardInfo, played *int64) error {
	t.batch.reset()
	group, ctx := errgroup.WithContext(ctx)
	type job struct {
		deal int64
		done chan episodeRows
	}
	jobs := make(chan job)
	order := make(chan chan episodeRows, aheadOfWriter*len(t.players)) // of the episodes
	free := make(chan *rows, cap(order)+len(t.players)+1)
	for range cap(free) {
		free <- newRows(t.players[0].m)
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
				p.rows = <-free
				p.rows.reset()
				j.done <- episodeRows{p.rows, p.episode(j.deal)}
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
			t.batch.appendRows(e.rows)
			if err := w.take(e.rows); err != nil {
				return err
			}
			free <- e.rows
			if t.batch.n >= t.batch.m.BatchRows {
				if err := t.batch.flush(w); err != nil {
					return err
				}
			}
			*played++
			t.players[0].progress(1)
		}
		return nil
	})
	if err := group.Wait(); err != nil {
		return err
	}
	if t.batch.n > 0 {
		return t.batch.flush(w)
	}
	return nil
}

// flush writes the rows collected so far as a batch.
func (r *rows) flush(w *shardWriter) error {
	record := r.record(w.schema)
	defer record.Release()
	err := w.write(record)
	r.reset()
	return err
}

// appendRows appends the rows of complete episodes.
func (r *rows) appendRows(o *rows) {
	r.n, r.first = r.n+o.n, r.n+o.n
	r.episode, r.deal, r.seed = append(r.episode, o.episode...), append(r.deal, o.deal...), append(r.seed, o.seed...)
	r.step, r.gain, r.rounds = append(r.step, o.step...), append(r.gain, o.gain...), append(r.rounds, o.rounds...)
	r.player, r.winner = append(r.player, o.player...), append(r.winner, o.winner...)
	r.agent, r.phase, r.ending = append(r.agent, o.agent...), append(r.phase, o.phase...), append(r.ending, o.ending...)
	r.action, r.probability = append(r.action, o.action...), append(r.probability, o.probability...)
	r.reward, r.returns = append(r.reward, o.reward...), append(r.returns, o.returns...)
	r.terminated, r.truncated = append(r.terminated, o.terminated...), append(r.truncated, o.truncated...)
	r.mask.appendList(&o.mask)
	for i := range r.fields {
		r.fields[i].appendBuffer(&o.fields[i])
	}
	for i := range r.after {
		r.after[i].appendBuffer(&o.after[i])
	}
	r.attempt, r.playsLeft, r.score = append(r.attempt, o.attempt...), append(r.playsLeft, o.playsLeft...), append(r.score, o.score...)
	for _, end := range o.actionsEnd[1:] {
		r.actionsEnd = append(r.actionsEnd, int32(len(r.actions))+end)
	}
	r.actions = append(r.actions, o.actions...)
}

// appendBuffer adds the values of a buffer of the same field.
func (b *fieldBuffer) appendBuffer(o *fieldBuffer) {
	b.u8, b.i8, b.i16, b.i32, b.f32 = append(b.u8, o.u8...), append(b.i8, o.i8...), append(b.i16, o.i16...), append(b.i32, o.i32...), append(b.f32, o.f32...)
}

// appendList adds the bits of another list.
func (l *bitList) appendList(o *bitList) {
	packed := o.packed()
	for i := 0; i < o.n; i += 64 {
		l.appendWord(bitsAt(packed, i, min(64, o.n-i)), min(64, o.n-i))
	}
}
