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

// aheadOfWriter is the number of jobs for each player that may be finished and not written.
const aheadOfWriter = 4

// mostAtATime is the maximum number of episodes of a job: passing one on takes about as long as playing a short game.
const mostAtATime = 16

// WriteAll writes shards of the dataset in a folder, whose episodes the players play at the same time; a single player gets them in
// order. It calls progress, unless it is nil, with the number of episodes that were
// added, or below 0 for those of a shard that was discarded. It returns the entries of the finished shards, which are not zero, also
// with an error.
//
// Naively one player plays an episode after the other into the rows of the next batch. Here each episode
// has rows of its own, and the writer of its shard appends them when their turn comes, so that the bytes are those of one player:
// copying costs little beside playing and encoding. At most as many shards are written at a time as there are players.
func WriteAll(ctx context.Context, dir string, m *datasets.Meta, shards []datasets.ShardInfo, players []Player, progress func(int64)) ([]datasets.ShardEntry, error) {
	total := int64(0)
	for _, info := range shards {
		total += info.Episodes
	}
	atATime := max(1, min(mostAtATime, total/int64(8*max(1, len(players))))) // so that no player waits long for the last one
	w := &writing{dir: dir, m: m, progress: progress, batches: make(chan *Rows, len(players)), free: make(chan *job, (aheadOfWriter+1)*len(players))}
	for range cap(w.free) {
		j := new(job)
		for range atATime {
			j.rows = append(j.rows, NewRows(m))
		}
		w.free <- j
	}
	for range cap(w.batches) {
		w.batches <- NewRows(m)
	}
	entries := make([]datasets.ShardEntry, len(shards))
	jobs := make(chan *job)
	group, ctx := errgroup.WithContext(ctx)
	for _, p := range players {
		group.Go(func() error {
			for j := range jobs {
				j.play(p)
			}
			return nil
		})
	}
	group.Go(func() error {
		defer close(jobs)
		for i, info := range shards {
			var batch *Rows
			select {
			case <-ctx.Done():
				return ctx.Err()
			case batch = <-w.batches:
			}
			queue := make(chan *job, cap(w.free))
			group.Go(func() (err error) {
				if entries[i], err = w.shard(ctx, info, queue, batch); err == nil {
					w.batches <- batch // after an error no shard begins
				}
				return err
			})
			end := info.First + info.Episodes
			for number := info.First; number < end; number += atATime {
				var j *job
				select {
				case <-ctx.Done():
					return ctx.Err()
				case j = <-w.free:
				}
				j.first, j.episodes, j.err, j.done = number, int(min(atATime, end-number)), nil, make(chan struct{})
				queue <- j // has room for all
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
	free     chan *job
	batches  chan *Rows // one for each shard that is written at a time, empty
}

// job is some episodes of a shard to play. When done is closed, the rows are those of the first ones, up to one that failed.
type job struct {
	first    int64
	episodes int
	rows     []*Rows // of each episode
	err      error   // of the episode after the last one
	done     chan struct{}
}

// play plays the episodes.
func (j *job) play(p Player) {
	defer close(j.done)
	for i := range j.episodes {
		j.rows[i].Reset()
		if j.err = p.Episode(j.first+int64(i), j.rows[i]); j.err != nil {
			j.episodes = i
			return
		}
	}
}

// shard writes a shard, whose episodes come in order. After an error it leaves no file.
func (w *writing) shard(ctx context.Context, info datasets.ShardInfo, queue <-chan *job, batch *Rows) (entry datasets.ShardEntry, err error) {
	out, err := Create(w.dir, w.m, info)
	if err != nil {
		return entry, err
	}
	played := int64(0)
	if err = w.episodes(ctx, out, info.Episodes, queue, batch, &played); err != nil {
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
func (w *writing) episodes(ctx context.Context, out *Writer, episodes int64, queue <-chan *job, batch *Rows, played *int64) error {
	for *played < episodes {
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
		for _, rows := range j.rows[:j.episodes] {
			if err := ctx.Err(); err != nil {
				return err
			}
			for _, r := range rows.results {
				if err := out.Add(r); err != nil {
					return err
				}
			}
			if batch.join(rows); batch.n >= w.m.BatchRows {
				if err := out.flush(batch); err != nil {
					return err
				}
			}
			*played++
			w.report(1)
		}
		if j.err != nil {
			return j.err
		}
		w.free <- j
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
