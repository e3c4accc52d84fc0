package arena

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"rummygym/env/game"
)

// Tournament plays all games of the configuration that Config.Resume does not hold
// already. The result does not depend on the number of workers or of interruptions.
//
// When ctx is done, Tournament finishes the games in progress, calls Config.Checkpoint,
// and returns the result so far with the cause of ctx. An illegal action of an agent stops
// the tournament in the same way.
func Tournament(ctx context.Context, c Config) (*Result, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	res := newResult(c.setup())
	if c.Resume != nil {
		at, err := c.Resume.within(&res.Setup)
		if err != nil {
			return nil, err
		}
		for l, to := range at {
			res.take(to, c.Resume, l, 0, c.Resume.Games)
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

// stretch is the half-open range of games [from, to) of one lineup. It is the unit of work
// that a worker claims.
type stretch struct{ lineup, from, to int }

// finished has the games of a stretch, up to the one before an error.
type finished struct {
	stretch
	records []Record
	tallies []Tally // by game and seat
}

// run is a tournament in progress. Workers claim stretches and play them. One goroutine, the collector, takes the games to the
// result, reports progress and takes checkpoints.
type run struct {
	config   *Config
	result   *Result // read by the workers, and written by the collector only
	work     []stretch
	claimed  atomic.Int64
	finished chan finished

	done, total      int
	checkpointFailed bool
	atLimit          sync.Once // calls Config.AtLimit
}

func newRun(c *Config, res *Result) *run {
	r := &run{config: c, result: res, done: res.Played()}
	left := 0
	for l := range res.Records {
		from, to := c.due(l)
		for i := from; i < to; i++ {
			if !res.Records[l][i].Played() {
				left++
			}
		}
	}
	r.total = r.done + left
	size := max(1, min(32, left/(16*c.workers())))
	for l := range res.Records {
		games := res.Records[l]
		for from, end := c.due(l); from < end; {
			if games[from].Played() {
				from++
				continue
			}
			to := from + 1
			for to < end && to-from < size && !games[to].Played() {
				to++
			}
			r.work = append(r.work, stretch{l, from, to})
			from = to
		}
	}
	if res.Deals != FreshDeals {
		// Lineups with shared deals are played deal by deal, so that an unfinished
		// result has complete comparisons.
		slices.SortStableFunc(r.work, func(a, b stretch) int { return a.from - b.from })
	}
	r.finished = make(chan finished, 4*c.workers())
	return r
}

// play runs the workers and the collector until all games are played or ctx is done.
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
			for f := range r.finished { // workers finish their games
				r.take(f)
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

// worker plays stretches until none is left or ctx is done.
func (r *run) worker(ctx context.Context) error {
	t := newTable(r.config, &r.result.Setup)
	for {
		k := int(r.claimed.Add(1)) - 1
		if k >= len(r.work) {
			return nil
		}
		games, err := r.playStretch(ctx, t, r.work[k])
		r.finished <- games
		if err != nil {
			return err
		}
	}
}

// playStretch plays the games of a stretch.
func (r *run) playStretch(ctx context.Context, t *gameTable, s stretch) (f finished, err error) {
	f.stretch = stretch{s.lineup, s.from, s.from}
	lineup, seed := r.result.Lineups[s.lineup], r.result.LineupSeed(s.lineup)
	for f.to < s.to {
		if ctx.Err() != nil {
			return f, context.Cause(ctx)
		}
		game, err := t.play(lineup, seed, uint64(f.to))
		if err != nil {
			return f, err
		}
		if r.config.AtLimit != nil && r.config.RoundLimit > 0 && int(game.Rounds) >= r.config.RoundLimit {
			r.atLimit.Do(func() { r.config.AtLimit(lineup, game) })
		}
		f.to, f.records, f.tallies = f.to+1, append(f.records, game), append(f.tallies, t.tallies[:len(lineup)]...)
	}
	return f, nil
}

// take takes finished games to the result.
func (r *run) take(f finished) {
	copy(r.result.Records[f.lineup][f.from:], f.records)
	if seats := r.result.Seats; r.result.Tallies != nil {
		copy(r.result.Tallies[f.lineup][f.from*seats:], f.tallies)
	}
	r.done += f.to - f.from
}

// collect takes finished games, reports progress and takes checkpoints, until the
// workers have ended.
func (r *run) collect() error {
	c := r.config
	if c.Progress != nil {
		c.Progress(r.done, r.total)
	}
	last := time.Now()
	for f := range r.finished {
		r.take(f)
		if c.Progress != nil {
			c.Progress(r.done, r.total)
		}
		if c.Checkpoint == nil || time.Since(last) < c.CheckpointEvery {
			continue
		}
		if err := c.Checkpoint(r.result); err != nil {
			r.checkpointFailed = true
			return err
		}
		last = time.Now()
	}
	return nil
}

// Lineup assigns entrants to seats: entry s is the index of the entrant at seat s. Seat 0
// moves first. An entrant may hold several seats.
type Lineup []int

// maxLineups is the maximum number of lineups of a round robin.
const maxLineups = 100_000

// RoundRobin returns the lineups in which n entrants all meet. For two seats these are
// all n² ordered pairs, including those of an entrant with itself. For more seats they
// are all multisets of entrants, in every rotation round the table: the players at the
// table and the starting player vary, but the order of the others does not. All orders
// would need 46,656 lineups for six agents at six seats instead of 2,742. The lineups are
// in lexicographic order.
func RoundRobin(n, seats int) []Lineup {
	var all []Lineup
	choice := make(Lineup, seats)
	var choose func(seat, from int)
	choose = func(seat, from int) {
		if seat == seats {
			all = append(all, rotations(choice)...)
			return
		}
		for e := from; e < n; e++ {
			choice[seat] = e
			choose(seat+1, e)
		}
	}
	choose(0, 0)
	slices.SortFunc(all, func(a, b Lineup) int { return slices.Compare(a, b) })
	return all
}

// rotations returns the distinct rotations of a lineup.
func rotations(l Lineup) []Lineup {
	var all []Lineup
	for r := range l {
		turned := slices.Concat(l[r:], l[:r])
		if slices.ContainsFunc(all, func(o Lineup) bool { return slices.Equal(o, turned) }) {
			break
		}
		all = append(all, turned)
	}
	return all
}

// tooMany reports whether a round robin could have more than maxLineups.
func tooMany(n, seats int) bool {
	choices := 1
	for i := range seats { // C(n+seats-1, seats) multisets, at most seats rotations each
		choices = choices * (n + i) / (i + 1)
		if choices*seats > maxLineups {
			return true
		}
	}
	return false
}

// seed returns the seed of a lineup's games. Lineups with the same seed are
// dealt the same cards.
func (s *Setup) seed(l Lineup) uint64 {
	switch s.Deals {
	case AllDeals:
		return s.Seed
	case SeatDeals:
		// The seed is that of the smallest rotation, which all rotations share.
		l = slices.MinFunc(rotations(l), func(a, b Lineup) int { return slices.Compare(a, b) })
	}
	words := make([]uint64, len(l))
	for i, e := range l {
		words[i] = uint64(e)
	}
	return game.Seed(s.Seed, words...)
}
