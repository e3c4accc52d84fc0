package env

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Vector is N tables of one game that are stepped by one call. Table i plays the
// episodes i, i+N, i+2N … of the run with the seed given to Reset, so that N
// tables play the same games as one, and the number of workers changes nothing.
// Each table keeps the contract of [Env] or, with opponents, of [Single]. In
// every mode of autoreset, an episode that is over before the caller has had a
// turn is told by the next Step, which ignores the table's action.
//
// It is not safe for concurrent use. Close ends its goroutines.
type Vector struct {
	game                   game.Game
	cfg                    VectorConfig
	tables                 []vectorTable
	players, actions, size int

	pool   *pool
	faults []fault // by share of the tables
	closed bool

	// What the present call is to do.
	call    call
	acts    []game.Action // of a step, by table
	chosen  []bool        // by table; nil is all
	out     *Arrays
	started bool
}

// call is what the workers do with their tables.
type call uint8

const (
	callStep call = iota
	callReset
	callRestore
)

// fault is the first error of the tables of a share.
type fault struct {
	table int
	err   error
}

// NewVector returns n tables of game g, which need a Reset before the first
// step.
func NewVector(g game.Game, n int, cfg VectorConfig) (*Vector, error) {
	if err := cfg.Validate(g); err != nil {
		return nil, err
	}
	if n < 1 {
		return nil, fmt.Errorf("env: %d tables: want 1 or more", n)
	}
	v := &Vector{
		game: g, cfg: cfg,
		tables:  make([]vectorTable, n),
		players: g.Players(), actions: g.NumActions(),
	}
	if cfg.Encoder != nil {
		v.size = cfg.Encoder.Layout().Size()
	}
	for i := range v.tables {
		t := &v.tables[i]
		t.init(g, cfg.Config)
		t.places, t.learner = cfg.Places, cfg.Seat
		for _, create := range cfg.Opponents {
			var p Policy
			if create != nil {
				p = create()
			}
			t.opponents = append(t.opponents, p)
		}
	}
	workers := min(max(cfg.Workers, 1), n)
	shares := 1
	if workers > 1 {
		shares = min(sharesOfWorker*workers, n)
	}
	v.faults = make([]fault, shares)
	v.pool = newPool(workers, shares, v.work)
	return v, nil
}

// Close ends the goroutines of the workers. The vector is then of no use.
// Closing twice does nothing.
func (v *Vector) Close() {
	if !v.closed {
		v.closed = true
		v.pool.close()
	}
}

// Game returns the game that is played.
func (v *Vector) Game() game.Game { return v.game }

// Len returns N, the number of tables.
func (v *Vector) Len() int { return len(v.tables) }

// Dealt reports whether the first reset has been made.
func (v *Vector) Dealt() bool { return v.started }

// Layout returns the layout of observations, nil without an encoder.
func (v *Vector) Layout() game.Layout { return v.tables[0].Layout() }

// Table returns table i, to be read: its outcome, returns and state.
func (v *Vector) Table(i int) *Env { return &v.tables[i].Env }

// Learner returns the learner's seat at table i in its present episode.
func (v *Vector) Learner(i int) game.Player { return v.tables[i].learner }

// Episode returns the seed of the run that table i plays, and the number of its
// present episode in it.
func (v *Vector) Episode(i int) (seed, episode uint64) {
	return v.tables[i].run.Seed, v.tables[i].run.Episode
}

// Reset begins the run with the given seed: table i deals episode i of it. Rows
// of out get the first observations and masks, no rewards and no flags. An error
// is an illegal action of an opponent, and names the table.
func (v *Vector) Reset(seed uint64, out *Arrays) error {
	for i := range v.tables {
		v.tables[i].begin(Run{seed, uint64(i), uint64(len(v.tables))})
	}
	return v.reset(nil, out)
}

// ResetSeeds begins a run for each table: table i deals episode 0 of the run
// with seeds[i], and then goes on with its episodes 1, 2, … It panics unless
// there are N seeds.
func (v *Vector) ResetSeeds(seeds []uint64, out *Arrays) error {
	mustLen("seeds", len(seeds), len(v.tables), 1)
	for i, s := range seeds {
		v.tables[i].begin(Run{s, 0, 1})
	}
	return v.reset(nil, out)
}

// A Run is what a table plays: the episodes Episode, Episode+Stride, … of the run
// with the given seed.
type Run struct{ Seed, Episode, Stride uint64 }

// ResetRuns begins runs[i] at each table i that is chosen, at all if chosen is nil.
// Rows of other tables are left alone. It panics unless there are N runs, and N
// entries in chosen, and before the first reset of all tables if some are chosen.
func (v *Vector) ResetRuns(runs []Run, chosen []bool, out *Arrays) error {
	mustLen("runs", len(runs), len(v.tables), 1)
	v.mustChoose(chosen, "ResetRuns")
	for i, r := range runs {
		if chosen == nil || chosen[i] {
			v.tables[i].begin(r)
		}
	}
	return v.reset(chosen, out)
}

// ResetDeal deals a given order of the deck at table i, as [Single.ResetDeal]
// does. Rows of other tables are left alone. The episode takes the place of the
// present one in the run of the table. It panics before the first reset of all
// tables. On an error of the deck nothing has changed.
func (v *Vector) ResetDeal(i int, deck []card.Card, key uint64, out *Arrays) error {
	v.check(out)
	if !v.started {
		panic("env: ResetDeal before the first Reset")
	}
	if v.closed {
		panic("env: use of a closed Vector")
	}
	t := &v.tables[i]
	if err := t.checkDeck(deck, key); err != nil {
		return fmt.Errorf("env: table %d: %w", i, err)
	}
	t.deck, t.key = slices.Clone(deck), key
	v.out = out
	err := v.resetTable(i)
	v.out = nil
	if err != nil {
		return fmt.Errorf("env: table %d: %w", i, err)
	}
	return nil
}

// Redeal replaces what seat p of table i cannot know, as [Env.Redeal] does, and fills
// the row of the table. It panics before the first reset, and with opponents: a policy
// remembers what it has seen.
func (v *Vector) Redeal(i int, p game.Player, src rand.Source, out *Arrays) {
	v.check(out)
	switch {
	case !v.started:
		panic("env: Redeal before the first Reset")
	case v.closed:
		panic("env: use of a closed Vector")
	case len(v.cfg.Opponents) > 0:
		panic("env: Redeal of a table with opponents")
	}
	v.tables[i].Env.Redeal(p, src)
	v.out = out
	v.report(i, false)
	v.show(i)
	v.out = nil
}

// mustChoose panics if chosen is not nil and not one for each table, or before
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

// ResetTables deals the next episode at the tables chosen, whether or not the
// present one is over. Rows of other tables are left alone. It panics unless
// chosen has N entries, or before the first Reset.
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

// reset deals the episodes that the chosen tables are to play.
func (v *Vector) reset(chosen []bool, out *Arrays) error {
	v.check(out)
	v.call, v.chosen, v.out = callReset, chosen, out
	v.started = true
	return v.run()
}

// Step plays actions[i] at table i, for all tables, and fills every row of out.
// It allocates nothing, but with opponents for room to keep the moves of an episode
// that is longer than those before it at its table. An action that is not legal gives an
// error that names the table and wraps the *game.IllegalAction, and all tables
// stand as before. An illegal action of an opponent gives an error that names the
// table and wraps [ErrPolicy]; the tables then stand where they are, and only a
// reset leads on. It panics if a length is wrong.
func (v *Vector) Step(actions []game.Action, out *Arrays) error {
	return v.StepTables(nil, actions, out)
}

// StepTables is Step at the tables chosen, at all if chosen is nil. Rows and
// actions of other tables are left alone.
func (v *Vector) StepTables(chosen []bool, actions []game.Action, out *Arrays) error {
	mustLen("actions", len(actions), len(v.tables), 1)
	v.check(out)
	if !v.started {
		return ErrNotReset
	}
	v.mustChoose(chosen, "StepTables")
	for i, a := range actions {
		if chosen != nil && !chosen[i] {
			continue
		}
		if err := v.tables[i].refuses(a, v.cfg.Autoreset); err != nil {
			return fmt.Errorf("env: table %d: %w", i, err)
		}
	}
	v.call, v.acts, v.chosen, v.out = callStep, actions, chosen, out
	return v.run()
}

// run has the workers do the present call and returns the error of the first
// table that has one.
func (v *Vector) run() error {
	if v.closed {
		panic("env: use of a closed Vector")
	}
	clear(v.faults)
	v.pool.run()
	v.acts, v.chosen, v.out = nil, nil, nil
	for _, f := range v.faults { // shares have ascending tables
		if f.err != nil {
			return fmt.Errorf("env: table %d: %w", f.table, f.err)
		}
	}
	return nil
}

// sharesOfWorker is how many shares of the tables there are for each worker: few,
// since each is claimed apart, and more than one, since some workers come late.
const sharesOfWorker = 4

// work does the present call at the tables of a share, which lie side by side.
func (v *Vector) work(share int) {
	n, shares := len(v.tables), len(v.faults)
	for i := n * share / shares; i < n*(share+1)/shares; i++ {
		if v.chosen != nil && !v.chosen[i] {
			continue
		}
		var err error
		switch v.call {
		case callStep:
			err = v.stepTable(i)
		case callReset:
			err = v.resetTable(i)
		case callRestore:
			if len(v.cfg.Opponents) > 0 {
				err = v.tables[i].replay()
			}
			v.report(i, false)
			v.show(i)
		}
		if err != nil && v.faults[share].err == nil {
			v.faults[share] = fault{i, err}
		}
	}
}
