package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"rummygym/env"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/agents/external"
	"rummygym/internal/arena/review"
	"rummygym/internal/catalog"
	"rummygym/internal/strictjson"
)

// tables are the tables of a handle: N tables of one game that are stepped together.
// The library admits one call at a time.
type tables struct {
	mu     sync.Mutex
	closed bool
	broken error // the internal error after which the tables are unusable, or nil

	*setup
	vector *env.Vector
	size   int // entries of an observation, L

	acts   []game.Action  // buffer of step
	runs   []env.Run      // buffer of reset
	chosen []bool         // buffer of choose
	ended  []game.Outcome // buffer of outcomes

	results arrays  // arrays of the current or last call
	sent    *arrays // those of the step under way, see send; nil if there is none

	stop     func() bool    // ends a call that takes long; nil: never
	advisers []*env.Adviser // by the numbers that agent returned
	served   []external.Served
	servers  map[int64]*external.Server // of agents that answer has asked

	// Of the calls of text.go.
	described record.Described
	header    record.Header      // of records
	writers   map[string]*writer // by request
	tellers   map[int]*teller    // by table
	view      game.Observation
	legal     game.Mask
	line      []byte // the last text

	judges map[judgeConfig]*review.Judge // of costs
}

// arrays are the caller's arrays, rummygym_arrays in the header.
type arrays struct {
	env.Arrays
	outcomes []int32 // rows of outcomeColumns and the gains of the seats
}

// outcomeColumns is the number of columns of an outcome before the gains: ending, winner and
// rounds.
const outcomeColumns = 3

// openTables returns new tables for a configuration.
func openTables(text string) (*tables, error) {
	c, err := parseConfig(text)
	if err != nil {
		return nil, err
	}
	s, err := c.resolve()
	if err != nil {
		return nil, err
	}
	t := &tables{setup: s, acts: make([]game.Action, s.Tables), runs: make([]env.Run, s.Tables), chosen: make([]bool, s.Tables), ended: make([]game.Outcome, s.Tables)}
	s.options.Stop = func() bool { return t.stop != nil && t.stop() }
	if t.vector, err = env.NewVector(s.game, s.Tables, s.options); err != nil {
		return nil, err
	}
	t.size = t.vector.Layout().Size()
	return t, t.describeTables()
}

// check returns an error if an array has the wrong length. It sets the optional arrays
// of length 0 to nil.
func (t *tables) check(a *arrays) error {
	n := t.Tables
	for _, x := range []struct {
		name      string
		got, row  int
		letter    string
		mayBeNone bool
	}{
		{"observations", len(a.Observations) + len(a.Bytes), t.size, "L", true},
		{"final", len(a.Final) + len(a.FinalBytes), t.size, "L", true},
		{"masks", len(a.Masks), t.game.NumActions(), "A", false},
		{"rewards", len(a.Rewards), t.game.Players(), "P", false},
		{"terminated", len(a.Terminated), 1, "", false},
		{"truncated", len(a.Truncated), 1, "", false},
		{"players", len(a.Players), 1, "", false},
		{"learners", len(a.Learners), 1, "", true},
		{"outcomes", len(a.outcomes), outcomeColumns + t.game.Players(), "(3 + P)", true},
	} {
		if x.got == n*x.row || x.mayBeNone && x.got == 0 {
			continue
		}
		if x.letter == "" {
			return fmt.Errorf("array %s has %d entries: want N = %d", x.name, x.got, n)
		}
		return fmt.Errorf("array %s has %d entries: want N × %s = %d × %d", x.name, x.got, x.letter, n, x.row)
	}
	absent(&a.Observations)
	absent(&a.Bytes)
	absent(&a.Final)
	absent(&a.FinalBytes)
	absent(&a.Learners)
	if len(a.outcomes) > 0 {
		a.Outcomes = t.ended
	}
	return nil
}

// absent sets an array of length 0 to nil.
func absent[T any](a *[]T) {
	if len(*a) == 0 {
		*a = nil
	}
}

// choose returns the tables that a call is for [N], or nil for all tables.
func (t *tables) choose(chosen []byte) ([]bool, error) {
	if len(chosen) == 0 {
		return nil, nil
	}
	if len(chosen) != t.Tables {
		return nil, fmt.Errorf("array chosen has %d entries: want N = %d, or 0 for all tables", len(chosen), t.Tables)
	}
	if !t.vector.Dealt() {
		return nil, errors.New("tables chosen before the first reset of all tables: reset all first")
	}
	for i, c := range chosen {
		t.chosen[i] = c != 0
	}
	return t.chosen, nil
}

// reset deals at the chosen tables: the first episode of runs [N, 3] if given, else the
// next episode of each table.
func (t *tables) reset(runs []uint64, chosen []byte, a *arrays) error {
	if err := t.check(a); err != nil {
		return err
	}
	where, err := t.choose(chosen)
	if err != nil {
		return err
	}
	switch {
	case len(runs) == 0 && !t.vector.Dealt():
		return errors.New("the first reset has no seed: give runs")
	case len(runs) == 0 && where == nil:
		for i := range t.chosen {
			t.chosen[i] = true
		}
		return t.vector.ResetTables(t.chosen, &a.Arrays)
	case len(runs) == 0:
		return t.vector.ResetTables(where, &a.Arrays)
	case len(runs) != 3*t.Tables:
		return fmt.Errorf("array runs has %d entries: want N × 3 = %d × 3", len(runs), t.Tables)
	default:
		for i := range t.runs {
			t.runs[i] = env.Run{Seed: runs[3*i], Episode: runs[3*i+1], Stride: runs[3*i+2]}
		}
		return t.vector.ResetRuns(t.runs, where, &a.Arrays)
	}
}

// deal deals a given order of the deck at one table.
func (t *tables) deal(table int64, deck string, key uint64, a *arrays) error {
	if err := t.check(a); err != nil {
		return err
	}
	if !t.vector.Dealt() {
		return errors.New("deal before the first reset of all tables: reset all first")
	}
	if err := t.mustTable(table); err != nil {
		return err
	}
	cards, err := card.ParseAll(deck)
	if err != nil {
		return fmt.Errorf("deck: %w", err)
	}
	return t.vector.Replay(int(table), &game.History{Deck: cards, Key: key}, &a.Arrays)
}

// mustChange returns an error unless the cards at a table can be changed, with results in a.
func (t *tables) mustChange(table int64, a *arrays) error {
	if err := t.check(a); err != nil {
		return err
	}
	if err := t.mustTable(table); err != nil {
		return err
	}
	switch {
	case !t.vector.Dealt():
		return errors.New("a change of cards before the first reset: reset first")
	case len(t.options.Opponents) > 0:
		return errors.New("a change of cards at a table with opponents, which remember what they have seen: open tables without opponents")
	}
	return nil
}

// redeal samples the cards that a seat of a table cannot see.
func (t *tables) redeal(table int64, seat int32, seed uint64, a *arrays) error {
	if err := t.mustChange(table, a); err != nil {
		return err
	}
	if seat < 0 || int(seat) >= t.game.Players() {
		return fmt.Errorf("there is no seat %d: want 0 to %d", seat, t.game.Players()-1)
	}
	e, src := t.vector.Table(int(table)), rand.NewPCG(seed, 0)
	for range redeals {
		h, err := record.Redeal(t.described, e.History(), game.Player(seat), src)
		if err != nil {
			return err
		}
		// Decisions that the seat does not see, such as not to knock, count as steps.
		if n := e.Config().MaxSteps; n == 0 || len(h.Actions) < n || e.Over() {
			return t.vector.Replay(int(table), h, &a.Arrays)
		}
	}
	return fmt.Errorf("with other cards for seat %d, the game at table %d has reached %d steps", seat, table, e.Config().MaxSteps)
}

// redeals is the number of attempts at a re-deal before the limit of steps.
const redeals = 100

// step plays actions at the chosen tables.
func (t *tables) step(actions []int64, chosen []byte, a *arrays) error {
	where, err := t.choose(chosen)
	if err != nil {
		return err
	}
	if err := t.decide(actions, where, a); err != nil {
		return err
	}
	err = t.vector.StepTables(where, t.acts, &a.Arrays)
	t.finish(where, a)
	return err
}

// runner steps the tables of which a step was sent.
var runner env.Runner

// send begins a step of all tables.
func (t *tables) send(actions []int64, a *arrays) error {
	if err := t.decide(actions, nil, a); err != nil {
		return err
	}
	if err := t.vector.Send(&runner, t.acts, &a.Arrays); err != nil {
		return err
	}
	t.sent = a
	return nil
}

// recv ends the step that send began, with results in the arrays that send was given.
func (t *tables) recv() error {
	a := t.sent
	if a == nil {
		return errors.New("no step was sent: send one first")
	}
	t.sent = nil
	err := t.vector.Recv()
	t.finish(nil, a)
	return err
}

// decide checks the arguments of a step and copies the actions.
func (t *tables) decide(actions []int64, where []bool, a *arrays) error {
	if err := t.check(a); err != nil {
		return err
	}
	switch {
	case !t.vector.Dealt():
		return errors.New("step before the first reset: reset first")
	case len(actions) != t.Tables:
		return fmt.Errorf("array actions has %d entries: want N = %d", len(actions), t.Tables)
	}
	for i, x := range actions {
		t.acts[i] = game.NoAction
		if uint64(x) < uint64(game.NoAction) {
			t.acts[i] = game.Action(x)
		} else if x != -1 && (where == nil || where[i]) {
			return &fault{statusIllegal, fmt.Sprintf("table %d: there is no action %d: want 0 to %d, or -1 for a table that is over", i, x, t.game.NumActions()-1)}
		}
	}
	return nil
}

// finish writes the outcomes of the episodes that ended at the chosen tables to a.
func (t *tables) finish(chosen []bool, a *arrays) {
	if len(a.outcomes) == 0 {
		return
	}
	columns := outcomeColumns + t.game.Players()
	for i := range t.Tables {
		if chosen != nil && !chosen[i] || !a.Terminated[i] && !a.Truncated[i] {
			continue
		}
		row, o := a.outcomes[i*columns:(i+1)*columns], &t.ended[i]
		row[0], row[1], row[2] = int32(slices.Index(t.gameType.Endings, o.Ending)), int32(o.Winner), int32(o.Rounds)
		for p := range t.game.Players() {
			row[outcomeColumns+p] = int32(o.Gains[p])
		}
	}
}

// mustTable returns an error unless table is in [0, N).
func (t *tables) mustTable(table int64) error {
	if table < 0 || table >= int64(t.Tables) {
		return fmt.Errorf("there is no table %d: want 0 to %d", table, t.Tables-1)
	}
	return nil
}

// observe writes the observation of a seat of a table to dst. Table -1 is all tables,
// seat -1 all seats: dst is then [N, P, L], without the axes of length 1.
func (t *tables) observe(table int64, seat int32, dst []float32) error {
	return observe(t, table, seat, dst, (*env.Env).Encode)
}

// observeBytes is observe for the dtype uint8.
func (t *tables) observeBytes(table int64, seat int32, dst []uint8) error {
	return observe(t, table, seat, dst, (*env.Env).EncodeBytes)
}

func observe[T any](t *tables, table int64, seat int32, dst []T, encode func(*env.Env, game.Player, []T)) error {
	first, n := int(table), 1
	if table == -1 {
		first, n = 0, t.Tables
	} else if err := t.mustTable(table); err != nil {
		return err
	}
	from, seats := game.Player(0), t.game.Players()
	if seat != -1 {
		if seat < 0 || int(seat) >= seats {
			return fmt.Errorf("there is no seat %d: want 0 to %d, or -1 for all", seat, seats-1)
		}
		from, seats = game.Player(seat), 1
	}
	switch {
	case t.size == 0:
		return errors.New(`these tables were opened with fields "none": they have no observations`)
	case !t.vector.Dealt():
		return errors.New("observe before the first reset: reset first")
	case len(dst) != n*seats*t.size:
		return fmt.Errorf("array dst has %d entries: want tables × seats × L = %d × %d × %d", len(dst), n, seats, t.size)
	}
	return spread(t.Workers, n, func(i int) {
		for s := range seats {
			at := (i*seats + s) * t.size
			encode(t.vector.Table(first+i), from+game.Player(s), dst[at:at+t.size])
		}
	})
}

// agent adds an agent that act asks, and returns its number.
func (t *tables) agent(text string) (int64, error) {
	create, name, err := catalog.OpenAgent(t.rules, text)
	if err != nil {
		return 0, err
	}
	t.advisers = append(t.advisers, t.vector.NewAdviser(create))
	t.served = append(t.served, external.Served{Name: name, Game: t.described, New: create})
	return int64(len(t.advisers) - 1), nil
}

// act asks an agent what it does at the chosen tables.
func (t *tables) act(agent int64, seed *uint64, chosen []byte, actions []int64) error {
	where, err := t.choose(chosen)
	switch {
	case err != nil:
		return err
	case agent < 0 || agent >= int64(len(t.advisers)):
		return fmt.Errorf("there is no agent %d at these tables: want a number that rummygym_agent returned", agent)
	case !t.vector.Dealt():
		return errors.New("act before the first reset: reset first")
	case len(actions) != t.Tables:
		return fmt.Errorf("array actions has %d entries: want N = %d", len(actions), t.Tables)
	}
	err = t.advisers[agent].Act(where, seed, t.acts)
	if errors.Is(err, env.ErrStopped) && !t.vector.Stopped() {
		return &fault{statusInterrupted, "the agent was interrupted in its answer: the tables have not changed"}
	}
	if err != nil {
		return err
	}
	for i, a := range t.acts {
		switch {
		case where != nil && !where[i]:
		case a == game.NoAction:
			actions[i] = -1
		default:
			actions[i] = int64(a)
		}
	}
	return nil
}

// answer returns the answer of an agent to a message of the agent protocol, nothing for one without an answer.
func (t *tables) answer(agent int64, message string) ([]byte, error) {
	if agent < 0 || agent >= int64(len(t.served)) {
		return nil, fmt.Errorf("there is no agent %d at these tables: want a number that rummygym_agent returned", agent)
	}
	s := t.servers[agent]
	if s == nil {
		s = external.NewServer(t.served[agent], external.MaxTables)
		if t.servers == nil {
			t.servers = map[int64]*external.Server{}
		}
		t.servers[agent] = s
	}
	return s.Answer([]byte(message))
}

// spread calls work for i in [0, n) on up to the given number of goroutines and waits for
// them. A panic in one of them becomes an error.
func spread(workers, n int, work func(i int)) error {
	workers = min(workers, n, runtime.GOMAXPROCS(0))
	if workers < 2 {
		for i := range n {
			work(i)
		}
		return nil
	}
	faults := make([]error, workers)
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			faults[w] = guard(func() error {
				for i := n * w / workers; i < n*(w+1)/workers; i++ {
					work(i)
				}
				return nil
			})
		})
	}
	wait.Wait()
	return errors.Join(faults...)
}

// savedTables is what save writes.
type savedTables struct {
	Config json.RawMessage `json:"config"` // the canonical one
	Tables []env.Saved     `json:"tables"` // null if they are not dealt
}

// save returns the tables as JSON, for load.
func (t *tables) save() []byte { return compact(savedTables{t.canonical(), t.vector.Save()}) }

// load restores tables of the same configuration that save returned.
func (t *tables) load(data []byte, a *arrays) error {
	if err := t.check(a); err != nil {
		return err
	}
	var saved savedTables
	if err := strictjson.Unmarshal(data, &saved); err != nil {
		return fmt.Errorf("the data to load is damaged, or save did not write it: %w", err)
	}
	if want := t.canonical(); !bytes.Equal(saved.Config, want) {
		return fmt.Errorf("the data to load is from tables with another configuration: %#q: want %#q", saved.Config, want)
	}
	return t.vector.Restore(saved.Tables, &a.Arrays)
}
