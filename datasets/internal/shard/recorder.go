package shard

import (
	"fmt"
	"slices"

	"rummygym/datasets"
	"rummygym/env/game"
)

// Recorder makes the rows of episodes, whoever plays them.
type Recorder struct {
	m      *datasets.Meta
	table  *game.Table
	enc    game.Encoder
	values []float32          // an encoded observation
	after  game.ActionEncoder // nil without fields after an action
	result []float32          // the fields after an action

	run   *datasets.Run
	codes []int32 // of the agents of the run, in the dictionary of the column agent

	// Of the current episode.
	rows  *Rows
	moves [game.MaxPlayers]int32 // decisions of each seat
	plays plays                  // if rows are plays
}

// plays are the decisions of an episode that has rows only for plays.
type plays struct {
	actions []uint16             // of all players
	list    []play               // that may have a row, in order
	latest  [game.MaxPlayers]int // index in list of each seat's last one, -1 without one
}

// play is a decision that has a row if its game has a winner.
type play struct {
	Decision
	values, result []float32
	legal          game.Mask
}

// NewRecorder returns a recorder of the games of a table, for a dataset.
func NewRecorder(t *game.Table, m *datasets.Meta) *Recorder {
	r := &Recorder{m: m, table: t, enc: t.NewEncoder()}
	r.values = make([]float32, r.enc.Layout().Size())
	if t.NewAfter != nil {
		r.after = t.NewAfter()
		r.result = make([]float32, r.after.Layout().Size())
	}
	return r
}

// Begin prepares for an episode, whose rows go to rows.
func (r *Recorder) Begin(number int64, rows *Rows) {
	r.rows = rows
	r.plays.actions, r.plays.list, r.plays.latest = r.plays.actions[:0], r.plays.list[:0], noPlays
	r.moves = [game.MaxPlayers]int32{}
	run := r.m.RunOf(number)
	if r.run == run {
		return
	}
	r.run, r.codes = run, nil
	names := r.m.AgentNames()
	for _, a := range run.Agents {
		r.codes = append(r.codes, int32(slices.Index(names, a)))
	}
}

// Decide adds the row of a decision, if it has one.
func (r *Recorder) Decide(d *Decision, obs game.Observation, legal *game.Mask) error {
	d.agent = r.codes[r.run.Seating.AgentAt(int(d.Player), r.m.Seats, d.Deal)]
	r.moves[d.Player]++
	if r.m.Rows != datasets.AllRows {
		return r.note(d, obs, legal)
	}
	return r.record(d, obs, legal)
}

// End adds what the rows of an episode have of its end, in state s; d.step is the number of its
// decisions. It uses the memory of obs.
func (r *Recorder) End(d Decision, s game.State, obs game.Observation) error {
	if r.m.Final == datasets.FinalRows {
		if err := r.final(d, s, obs); err != nil {
			return err
		}
	}
	o := s.Outcome()
	if r.m.Rows != datasets.AllRows {
		if err := r.recordPlays(&o); err != nil {
			return fmt.Errorf("seed %d, deal %d: %w", d.Seed, d.Deal, err)
		}
	}
	if err := r.rows.finish(&o); err != nil {
		return fmt.Errorf("seed %d, deal %d: %w", d.Seed, d.Deal, err)
	}
	return r.Ended(&d, &o, &r.moves)
}

// Ended adds the results of all seats of an episode, after the given decisions of each, and checks them.
func (r *Recorder) Ended(d *Decision, o *game.Outcome, decisions *[game.MaxPlayers]int32) error {
	v := datasets.Result{
		Episode: d.Episode, Deal: d.Deal, Seed: d.Seed, Attempt: d.Attempt, Winner: o.Winner, Rounds: int32(o.Rounds),
		Steps: d.Step, Terminated: o.Over, Truncated: !o.Over,
	}
	if o.Over {
		v.Ending = string(o.Ending)
	}
	first := len(r.rows.results)
	for seat := range r.m.Seats {
		v.Player, v.Agent = game.Player(seat), r.run.AgentAt(seat, d.Deal)
		v.Gain, v.Decisions = int32(o.Gains[seat]), decisions[seat]
		r.rows.results = append(r.rows.results, v)
	}
	return r.m.CheckResults(r.rows.results[first:])
}

// Counts reports whether a game with outcome o may have rows by its ending.
func (r *Recorder) Counts(o *game.Outcome) bool {
	return r.m.EndedBy == nil || slices.Contains(r.m.EndedBy, string(o.Ending))
}

// record adds the row of a decision, made from an observation.
func (r *Recorder) record(d *Decision, obs game.Observation, legal *game.Mask) error {
	if err := r.setPhase(d, obs); err != nil {
		return err
	}
	r.enc.Encode(r.values, obs)
	if r.after != nil && (d.Action == game.NoAction || !r.after.Encode(r.result, obs, d.Action)) {
		clear(r.result)
	}
	return r.rows.append(d, r.values, r.result, legal)
}

// setPhase sets the phase of a decision.
func (r *Recorder) setPhase(d *Decision, obs game.Observation) error {
	phase := r.table.Phase(obs)
	if phase < 0 || phase >= len(r.m.Phases) {
		return fmt.Errorf("phase %d is not one of the game's %d", phase, len(r.m.Phases))
	}
	d.phase = int32(phase)
	return nil
}

// noPlays is the value of plays.latest at the start of an episode.
var noPlays = func() (latest [game.MaxPlayers]int) {
	for seat := range latest {
		latest[seat] = -1
	}
	return latest
}()

// note keeps the action of a decision, and the decision itself if it may have a row.
func (r *Recorder) note(d *Decision, obs game.Observation, legal *game.Mask) error {
	r.plays.actions = append(r.plays.actions, uint16(d.Action))
	if !r.m.Records(r.run, d.Player, d.Deal) || !r.after.Encode(r.result, obs, d.Action) {
		return nil
	}
	if err := r.setPhase(d, obs); err != nil {
		return err
	}
	at := r.plays.latest[d.Player]
	if at < 0 || r.m.Rows == datasets.PlayRows {
		at = len(r.plays.list)
		r.plays.latest[d.Player] = at
		r.plays.list = slices.Grow(r.plays.list, 1)[:at+1] // with the memory of earlier episodes
	}
	w := &r.plays.list[at]
	w.Decision, w.legal = *d, *legal
	w.values, w.result = extend(w.values[:0], len(r.values)), append(w.result[:0], r.result...)
	r.enc.Encode(w.values, obs)
	return nil
}

// recordPlays adds the rows of the plays of an episode, if it has a winner and ended by one of
// EndedBy.
func (r *Recorder) recordPlays(o *game.Outcome) error {
	if o.Winner == game.NoPlayer || !r.Counts(o) {
		return nil
	}
	slices.SortFunc(r.plays.list, func(a, b play) int { return int(a.Step - b.Step) })
	for i := range r.plays.list {
		w := &r.plays.list[i]
		if err := r.rows.append(&w.Decision, w.values, w.result, &w.legal); err != nil {
			return err
		}
	}
	r.rows.finishPlays(o, r.plays.actions)
	return nil
}

// final adds a row with the observation after the last action for each player that
// moved in the episode, in order of seats.
func (r *Recorder) final(d Decision, s game.State, obs game.Observation) error {
	var moved [game.MaxPlayers]bool
	for i := r.rows.first; i < r.rows.n; i++ {
		moved[r.rows.player.of[i]] = true
	}
	none := game.Mask{}
	d.Action, d.Probability = game.NoAction, 1
	for seat := range r.m.Seats {
		if !moved[seat] {
			continue
		}
		d.Player = game.Player(seat)
		d.agent = r.codes[r.run.Seating.AgentAt(seat, r.m.Seats, d.Deal)]
		s.Observe(d.Player, obs)
		if err := r.record(&d, obs, &none); err != nil {
			return r.Locate(&d, err)
		}
	}
	return nil
}

// Locate adds the game, step and agent of a decision to an error.
func (r *Recorder) Locate(d *Decision, err error) error {
	return fmt.Errorf("seed %d, deal %d, step %d, agent %s in seat %d: %w", d.Seed, d.Deal, d.Step, r.run.AgentAt(int(d.Player), d.Deal), d.Player, err)
}
