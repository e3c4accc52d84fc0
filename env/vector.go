package env

import (
	"fmt"
	"slices"

	"rummygym/env/game"
)

// Vector is N tables of one game that one call steps. Table i plays the episodes i, i+N,
// i+2N … of the run with the seed given to Reset, so that N tables play the same games as
// one, and the results do not depend on the number of workers. Each table has the
// contract of [Env] or, with opponents, of [Single]. In every mode of autoreset, if an
// episode is over before the caller's first turn, the next Step reports it and ignores
// the table's action.
//
// It is not safe for concurrent use. Close ends its goroutines. [Vector.Send] steps the tables in the
// background.
type Vector struct {
	game                   game.Game
	cfg                    VectorConfig
	tables                 []vectorTable
	regions                []regions   // by table
	legal                  []game.Mask // by table: its mask, kept apart to check actions quickly
	players, actions, size int

	pool   *pool
	flight flight
	halt   halt
	cut    bool               // a call was stopped, so that the episodes cannot go on
	faults []fault            // one per share of the tables
	views  []game.Observation // one per share, see work
	closed bool

	// The current call.
	call    call
	acts    []game.Action // actions of a step, by table
	chosen  []bool        // by table; nil means all
	out     *Arrays
	saved   []Saved  // of callRestore, by table
	adviser *Adviser // of callAdvise
	started bool
}

// regions is the memory of a table. Thousands of tables do not fit in the cache of a core:
// while it steps one, the next is fetched. Without that, stepping 4,096 tables of Gin Rummy
// takes half as long again for each as stepping 256 (BenchmarkVector).
type regions struct{ table, state region }

// call is the operation that the workers apply to their tables.
type call uint8

const (
	callStep call = iota
	callReset
	callRestore
	callAdvise
)

// fault is the first error of the tables of a share.
type fault struct {
	table int
	err   error
}

// NewVector returns n tables of game g, or an error if n or cfg is invalid. The tables
// need a Reset before the first step.
func NewVector(g game.Game, n int, cfg VectorConfig) (*Vector, error) {
	if err := cfg.Validate(g, n); err != nil {
		return nil, err
	}
	common, err := cfg.encoded(g)
	if err != nil {
		return nil, err
	}
	cfg.Config = common
	if n < 1 {
		return nil, fmt.Errorf("env: %d tables: want 1 or more", n)
	}
	v := &Vector{
		game: g, cfg: cfg,
		halt:    halt{ask: cfg.Stop},
		tables:  make([]vectorTable, n),
		regions: make([]regions, n),
		legal:   make([]game.Mask, n),
		players: g.Players(), actions: g.NumActions(), size: cfg.Encoder.Layout().Size(),
	}
	for i := range v.tables {
		t := &v.tables[i]
		t.init(g, cfg.Config)
		v.regions[i] = regions{regionOf(t), regionOf(t.state)}
		t.places, t.learner = cfg.Places, cfg.Seat
		if cfg.Stop != nil {
			t.halt = &v.halt
		}
		for _, create := range cfg.opponentsAt(i, g.Players()) {
			var p game.Agent
			if create != nil {
				p = create()
				t.stopWhen(p)
			}
			t.opponents = append(t.opponents, p)
		}
	}
	workers := min(max(cfg.Workers, 1), n)
	shares := 1
	if workers > 1 {
		shares = numShares(workers, n)
	}
	v.faults = make([]fault, shares)
	for range shares {
		v.views = append(v.views, g.NewObservation())
	}
	v.pool = newPool(workers, shares, v.work)
	if cfg.Stop != nil {
		v.pool.idle = v.halt.look
	}
	return v, nil
}

// Close ends the goroutines of the workers, after the step of a Send. The vector must not be used after that. A
// second Close has no effect.
func (v *Vector) Close() {
	if !v.closed {
		v.land()
		if r := v.flight.runner; r != nil {
			r.remove(v)
		}
		v.closed = true
		v.pool.close()
	}
}

// Game returns the game of the tables.
func (v *Vector) Game() game.Game { return v.game }

// Len returns N, the number of tables.
func (v *Vector) Len() int { return len(v.tables) }

// Dealt reports whether there was a first reset.
func (v *Vector) Dealt() bool { return v.started }

// Layout returns the layout of observations, nil if they have no fields.
func (v *Vector) Layout() game.Layout { return v.tables[0].Layout() }

// Table returns table i, for its outcome, returns and state. It must not be changed.
func (v *Vector) Table(i int) *Env { return &v.tables[i].Env }

// Learner returns the learner's seat at table i in its current episode.
func (v *Vector) Learner(i int) game.Player { return v.tables[i].learner }

// Episode returns the seed of the run that table i plays, and the number of its current
// episode in the run.
func (v *Vector) Episode(i int) (seed, episode uint64) {
	return v.tables[i].run.Seed, v.tables[i].run.Episode
}

// Reset starts the run with the given seed: table i deals episode i. The rows of out get
// the first observations and masks; rewards and flags are zero. The error reports an
// illegal action of an opponent and names the table.
func (v *Vector) Reset(seed uint64, out *Arrays) error {
	for i := range v.tables {
		v.tables[i].run = Run{seed, uint64(i), uint64(len(v.tables))}
	}
	return v.reset(nil, out)
}

// ResetSeeds starts one run per table: table i deals episode 0 of the run with seed
// seeds[i], and then its episodes 1, 2, … It panics unless there are N seeds.
func (v *Vector) ResetSeeds(seeds []uint64, out *Arrays) error {
	mustLen("seeds", len(seeds), len(v.tables), 1)
	for i, s := range seeds {
		v.tables[i].run = Run{s, 0, 1}
	}
	return v.reset(nil, out)
}

// A Run is the sequence of episodes of a table: the episodes Episode, Episode+Stride, …
// of the run with the given seed.
type Run struct {
	Seed    uint64 `json:"seed"`
	Episode uint64 `json:"episode"`
	Stride  uint64 `json:"stride"`
}

// ResetRuns starts runs[i] at each chosen table i, or at all tables if chosen is nil. Rows
// of other tables are unchanged. It panics unless runs, and chosen if it is not nil, have
// N entries. It also panics if chosen is not nil before the first reset of all tables.
func (v *Vector) ResetRuns(runs []Run, chosen []bool, out *Arrays) error {
	mustLen("runs", len(runs), len(v.tables), 1)
	v.mustChoose(chosen, "ResetRuns")
	for i, r := range runs {
		if chosen == nil || chosen[i] {
			v.tables[i].run = r
		}
	}
	return v.reset(chosen, out)
}

// Begins returns the number of episodes that table i has begun, those that were restored or replayed too. While it is the same,
// the actions of [Env.History] only grow.
func (v *Vector) Begins(i int) uint64 { return v.tables[i].begins }

// mustChoose panics if chosen is not nil and does not have one entry per table, or before
// the first reset.
func (v *Vector) mustChoose(chosen []bool, call string) {
	if chosen == nil {
		return
	}
	mustLen("chosen", len(chosen), len(v.tables), 1)
	if !v.started {
		panic("env: " + call + " before the first Reset")
	}
}

// ResetTables deals the next episode at the chosen tables, whether or not the current one
// is over. Rows of other tables are unchanged. It panics unless chosen has N entries, and
// before the first Reset.
func (v *Vector) ResetTables(chosen []bool, out *Arrays) error {
	mustLen("chosen", len(chosen), len(v.tables), 1)
	v.mustChoose(chosen, "ResetTables")
	for i, c := range chosen {
		if c {
			v.tables[i].next()
		}
	}
	return v.reset(chosen, out)
}

// Stopped reports whether VectorConfig.Stop ended a call that changes the tables. Some have changed
// then, and their episodes cannot go on: all calls for them return [ErrStopped] until all tables are
// reset or restored.
func (v *Vector) Stopped() bool { return v.cut }

// reset deals the current episodes of the chosen tables.
func (v *Vector) reset(chosen []bool, out *Arrays) error {
	v.check(out)
	if v.cut && slices.Contains(chosen, false) {
		return ErrStopped
	}
	v.call, v.chosen, v.out = callReset, chosen, out
	v.started = true
	return v.run()
}

// Step applies actions[i] at each table i and fills every row of out. It does not
// allocate, except to store the actions of an episode that is longer than
// all earlier ones of its table. An action that is not legal gives an error that names the
// table and wraps the *game.IllegalAction; no table changes. An illegal action of an
// opponent gives an error that names the table and wraps [ErrPolicy]; the episodes then
// cannot continue: call Reset. Step panics if a length is wrong.
func (v *Vector) Step(actions []game.Action, out *Arrays) error {
	return v.StepTables(nil, actions, out)
}

// StepTables is Step for the chosen tables, or for all tables if chosen is nil. Rows of
// other tables are unchanged and their actions are ignored.
func (v *Vector) StepTables(chosen []bool, actions []game.Action, out *Arrays) error {
	if err := v.prepare(chosen, actions, out); err != nil {
		return err
	}
	return v.run()
}

// prepare checks the actions of a step and sets the current call to it.
func (v *Vector) prepare(chosen []bool, actions []game.Action, out *Arrays) error {
	mustLen("actions", len(actions), len(v.tables), 1)
	v.check(out)
	if !v.started {
		return ErrNotReset
	}
	if v.cut {
		return ErrStopped
	}
	v.mustChoose(chosen, "StepTables")
	for i, a := range actions {
		if chosen != nil && !chosen[i] {
			continue
		}
		if v.legal[i].Has(a) {
			continue
		}
		if err := v.tables[i].refuses(a, v.cfg.Autoreset); err != nil {
			return fmt.Errorf("env: table %d: %w", i, err)
		}
	}
	v.call, v.acts, v.chosen, v.out = callStep, actions, chosen, out
	return nil
}

// run lets the workers execute the current call and returns the error of the first table
// that has one.
func (v *Vector) run() error {
	v.begin()
	v.pool.run()
	return v.end()
}

// begin prepares for the work of the current call.
func (v *Vector) begin() {
	if v.closed {
		panic("env: use of a closed Vector")
	}
	clear(v.faults)
	v.halt.begin()
}

// end returns the error of the current call, whose work is done.
func (v *Vector) end() error {
	v.acts, v.chosen, v.out, v.saved = nil, nil, nil, nil
	stopped := v.halt.stopped.Load()
	if v.call != callAdvise {
		v.cut = stopped
	}
	if stopped {
		return ErrStopped
	}
	for _, f := range v.faults { // shares are in ascending order of tables
		if f.err != nil {
			return fmt.Errorf("env: table %d: %w", f.table, f.err)
		}
	}
	return nil
}

// numShares returns the number of shares of n tables. Small shares let the workers end at the
// same time, although one wakes late, or its core is slower, as those of virtual machines often
// are. But each is claimed separately: so from 64 tables on a share has at least 8.
func numShares(workers, n int) int {
	return max(min(4*workers, n), min(32*workers, n/8))
}

// work executes the current call at the tables of a share, which are consecutive. caller says
// whether it is the goroutine of the caller.
func (v *Vector) work(share int, caller bool) {
	n, shares := len(v.tables), len(v.faults)
	for i := n * share / shares; i < n*(share+1)/shares; i++ {
		if v.chosen != nil && !v.chosen[i] {
			continue
		}
		if v.halt.reached(caller) {
			return
		}
		if i+1 < len(v.tables) {
			v.regions[i+1].table.fetch()
			v.regions[i+1].state.fetch()
		}
		// The tables of a share use one observation, which stays in the cache.
		e := &v.tables[i].Env
		v.tables[i].caller = caller
		own := e.view
		e.view, e.viewer = v.views[share], game.NoPlayer
		var err error
		switch v.call {
		case callStep:
			err = v.stepTable(i)
		case callReset:
			err = v.resetTable(i)
		case callRestore:
			s := &v.saved[i]
			v.tables[i].run = s.Run
			if err = v.tables[i].replay(&s.History); s.Reported {
				v.tables[i].fresh = false
			}
			v.report(i, false)
			v.show(i)
		case callAdvise:
			err = v.adviser.advise(i, share)
		}
		e.view, e.viewer = own, game.NoPlayer
		if err != nil && v.faults[share].err == nil {
			v.faults[share] = fault{i, err}
		}
	}
}
