package arena

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// Tournament plays all games of the configuration that Config.Resume does not
// hold already. The result is the same, byte for byte, for any number of workers
// and any number of interruptions.
//
// When ctx ends, the games that are being played are finished, the checkpoint is
// written, and the result so far is returned with the cause of ctx's end. An
// agent's illegal action stops the tournament in the same way.
func Tournament(ctx context.Context, c Config) (*Result, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	res := newResult(c.setup())
	if c.Resume != nil {
		if err := c.Resume.Same(&res.Setup); err != nil {
			return nil, err
		}
		for l, games := range c.Resume.Records {
			copy(res.Records[l], games)
		}
	}
	r := newRun(&c, res)
	err := r.play(ctx)
	if c.Checkpoint != nil && (err == nil || !r.checkpointFailed) {
		if e := c.Checkpoint(res); e != nil {
			err = e
		}
	}
	return res, err
}

// Match plays the entrants at one table, in the order of the seats. It ignores
// Config.Lineups.
func Match(ctx context.Context, c Config) (*Result, error) {
	lineup := make(Lineup, len(c.Entrants))
	for s := range lineup {
		lineup[s] = s
	}
	c.Lineups = []Lineup{lineup}
	return Tournament(ctx, c)
}

// stretch is a run of games of one lineup, the unit of work that a worker claims.
type stretch struct{ lineup, from, to int }

// run is a tournament in progress. Workers claim stretches and write into their
// own part of the result; one goroutine collects what is finished, tells progress
// and takes checkpoints.
type run struct {
	config   *Config
	shown    *Result // what is finished for certain; written by the collector only
	result   *Result // where workers write
	work     []stretch
	claimed  atomic.Int64
	finished chan stretch

	done, total      int
	checkpointFailed bool
}

func newRun(c *Config, res *Result) *run {
	r := &run{config: c, result: res, done: res.Played(), total: res.Total()}
	size := max(1, min(32, (r.total-r.done)/(16*c.workers())))
	for l, games := range res.Records {
		for from := 0; from < len(games); {
			if games[from].Played() {
				from++
				continue
			}
			to := from + 1
			for to < len(games) && to-from < size && !games[to].Played() {
				to++
			}
			r.work = append(r.work, stretch{l, from, to})
			from = to
		}
	}
	if res.Deals != FreshDeals {
		// What is compared deal by deal is played deal by deal, so that an
		// unfinished result has whole comparisons.
		slices.SortStableFunc(r.work, func(a, b stretch) int { return a.from - b.from })
	}
	if c.Checkpoint != nil {
		r.shown = newResult(res.Setup)
		for l := range r.shown.Records {
			copy(r.shown.Records[l], res.Records[l])
		}
	}
	r.finished = make(chan stretch, 4*c.workers())
	return r
}

// play runs the workers and the collector until all is played or ctx ends.
func (r *run) play(ctx context.Context) error {
	workers, stopped := errgroup.WithContext(ctx)
	stopped, stop := context.WithCancelCause(stopped)
	defer stop(nil)
	for range min(r.config.workers(), max(1, len(r.work))) {
		workers.Go(func() error { return r.worker(stopped) })
	}
	collected := make(chan error, 1)
	go func() {
		err := r.collect()
		if err != nil {
			stop(err)
			for range r.finished { // workers finish their games
			}
		}
		collected <- err
	}()
	err := workers.Wait()
	close(r.finished)
	if e := <-collected; e != nil {
		return e
	}
	return err
}

// worker plays stretches until none is left or ctx ends.
func (r *run) worker(ctx context.Context) error {
	t := newTable(r.config, &r.result.Setup)
	for {
		k := int(r.claimed.Add(1)) - 1
		if k >= len(r.work) {
			return nil
		}
		s := r.work[k]
		played, err := r.playStretch(ctx, t, s)
		r.finished <- stretch{s.lineup, s.from, played}
		if err != nil {
			return err
		}
	}
}

// playStretch plays the games of s and returns how far it came.
func (r *run) playStretch(ctx context.Context, t *table, s stretch) (to int, err error) {
	games, lineup := r.result.Records[s.lineup], r.result.Lineups[s.lineup]
	seed := r.result.LineupSeed(s.lineup)
	for i := s.from; i < s.to; i++ {
		if ctx.Err() != nil {
			return i, context.Cause(ctx)
		}
		if games[i], err = t.play(lineup, seed, uint64(i)); err != nil {
			return i, err
		}
	}
	return s.to, nil
}

// collect counts finished games, tells progress and takes checkpoints, until the
// workers are gone.
func (r *run) collect() error {
	c := r.config
	if c.Progress != nil {
		c.Progress(r.done, r.total)
	}
	last := time.Now()
	for s := range r.finished {
		r.done += s.to - s.from
		if c.Progress != nil {
			c.Progress(r.done, r.total)
		}
		if c.Checkpoint == nil {
			continue
		}
		copy(r.shown.Records[s.lineup][s.from:s.to], r.result.Records[s.lineup][s.from:s.to])
		if time.Since(last) < c.CheckpointEvery {
			continue
		}
		if err := c.Checkpoint(r.shown); err != nil {
			r.checkpointFailed = true
			return err
		}
		last = time.Now()
	}
	return nil
}
