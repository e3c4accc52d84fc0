package shard

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sync/errgroup"

	"rummygym/datasets"
	"rummygym/internal/safefile"
)

// Player plays episodes and adds their rows and results to r. One goroutine uses it at a time.
type Player interface {
	Episode(number int64, r *Rows) error
}

// aheadOfWriter is the number of episodes for each player that may be finished and not written.
const aheadOfWriter = 4

// WriteAll writes shards of the dataset in a folder, whose episodes the players play at the same time; a single player gets them in
// order. It calls progress, unless it is nil, with the number of episodes that were
// added, or below 0 for those of a shard that was discarded. It returns the entries of the finished shards, which are not zero, also
// with an error.
//
// Naively one player plays an episode after the other into the rows of the next batch. Here each episode
// has rows of its own, and the writer of its shard appends them when their turn comes, so that the bytes are those of one player:
// copying costs little beside playing and encoding. At most as many shards are written at a time as there are players.
func WriteAll(ctx context.Context, dir string, m *datasets.Meta, shards []datasets.ShardInfo, players []Player, progress func(int64)) ([]datasets.ShardEntry, error) {
	w := &writing{dir: dir, m: m, progress: progress, free: make(chan *Rows, (aheadOfWriter+1)*len(players))}
	for range cap(w.free) {
		w.free <- NewRows(m)
	}
	entries := make([]datasets.ShardEntry, len(shards))
	jobs, open := make(chan *job), make(chan struct{}, len(players))
	group, ctx := errgroup.WithContext(ctx)
	for _, p := range players {
		group.Go(func() error {
			for j := range jobs {
				j.rows.Reset()
				j.err = p.Episode(j.episode, j.rows)
				close(j.done)
			}
			return nil
		})
	}
	group.Go(func() error {
		defer close(jobs)
		for i, info := range shards {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case open <- struct{}{}:
			}
			queue := make(chan *job, cap(w.free))
			group.Go(func() (err error) {
				entries[i], err = w.shard(ctx, info, queue)
				<-open
				return err
			})
			for number := info.First; number < info.First+info.Episodes; number++ {
				j := &job{episode: number, done: make(chan struct{})}
				select {
				case <-ctx.Done():
					return ctx.Err()
				case j.rows = <-w.free:
				}
				queue <- j // has room for as many as there are rows
				select {
				case <-ctx.Done():
					return ctx.Err()
				case jobs <- j:
				}
			}
		}
		return nil
	})
	return entries, group.Wait()
}

// writing is a call of [WriteAll].
type writing struct {
	dir      string
	m        *datasets.Meta
	progress func(int64)
	free     chan *Rows
}

// job is an episode to play. Its rows and the error are valid when done is closed.
type job struct {
	episode int64
	rows    *Rows
	err     error
	done    chan struct{}
}

// shard writes a shard, whose episodes come in order. After an error it leaves no file.
func (w *writing) shard(ctx context.Context, info datasets.ShardInfo, queue <-chan *job) (entry datasets.ShardEntry, err error) {
	out, err := Create(w.dir, w.m, info)
	if err != nil {
		return entry, err
	}
	played := int64(0)
	if err = w.episodes(ctx, out, info.Episodes, queue, &played); err != nil {
		out.Discard()
	} else {
		entry, err = out.Commit()
	}
	if err != nil {
		w.report(-played)
		return datasets.ShardEntry{}, err
	}
	return entry, nil
}

// episodes writes the episodes of a shard, and counts them.
func (w *writing) episodes(ctx context.Context, out *Writer, episodes int64, queue <-chan *job, played *int64) error {
	batch := NewRows(w.m)
	for range episodes {
		var j *job
		select {
		case <-ctx.Done():
			return ctx.Err()
		case j = <-queue:
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-j.done:
		}
		if j.err != nil {
			return j.err
		}
		for _, r := range j.rows.results {
			if err := out.Add(r); err != nil {
				return err
			}
		}
		batch.join(j.rows)
		w.free <- j.rows
		if batch.n >= w.m.BatchRows {
			if err := out.flush(batch); err != nil {
				return err
			}
		}
		*played++
		w.report(1)
	}
	return out.flush(batch)
}

// report reports progress.
func (w *writing) report(episodes int64) {
	if w.progress != nil && episodes != 0 {
		w.progress(episodes)
	}
}

// Fill makes a dataset in an empty folder, which it makes if there is none: write writes the shards. After an error no file is left.
func Fill(dir string, m *datasets.Meta, write func() ([]datasets.ShardEntry, error)) (*datasets.Manifest, error) {
	release, err := Lock(dir)
	if err != nil {
		return nil, err
	}
	defer release()
	files, err := datasets.ListFiles(dir)
	if err != nil {
		return nil, DiskError(dir, err)
	}
	if len(files) > 0 {
		return nil, fmt.Errorf("%s is not empty (it holds %s): choose another folder", dir, slices.Min(files))
	}
	entries, err := write()
	man := datasets.NewManifest(m, entries)
	if err == nil {
		err = WriteManifest(dir, man)
	}
	if err != nil {
		for _, table := range []string{datasets.DecisionsFolder, datasets.ResultsFolder} {
			os.RemoveAll(filepath.Join(dir, table))
		}
		if NoSpace(err) {
			err = fmt.Errorf("%w; nothing is left in %s, so repeat the command", err, dir)
		}
		return nil, err
	}
	return man, nil
}

// Lock makes the folder of a dataset and locks it, see [safefile.Lock].
func Lock(dir string) (release func(), err error) {
	if err = os.MkdirAll(dir, 0o777); err == nil {
		release, err = safefile.Lock(dir)
	}
	if err != nil && !errors.Is(err, safefile.ErrLocked) {
		err = DiskError(dir, err)
	}
	return release, err
}

// WriteManifest writes a manifest to the folder of its dataset.
func WriteManifest(dir string, m *datasets.Manifest) error {
	if err := m.Write(dir); err != nil {
		return DiskError(filepath.Join(dir, datasets.ManifestName), err)
	}
	return nil
}
