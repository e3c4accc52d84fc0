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
	values []float32 // an encoded observation

	run   *datasets.Run
	codes []int32 // of the agents of the run, in the dictionary of the column agent

	// Of the current episode.
	rows  *Rows
	moves [game.MaxPlayers]int32 // decisions of each seat
}

// NewRecorder returns a recorder of the games of a table, for a dataset.
func NewRecorder(t *game.Table, m *datasets.Meta) *Recorder {
	r := &Recorder{m: m, table: t, enc: t.NewEncoder()}
	r.values = make([]float32, r.enc.Layout().Size())
	return r
}

// Begin prepares for an episode, whose rows go to rows.
func (r *Recorder) Begin(number int64, rows *Rows) {
	r.rows = rows
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

// Decide adds the row of a decision.
func (r *Recorder) Decide(d *Decision, obs game.Observation, legal *game.Mask) error {
	d.agent = r.codes[r.run.Seating.AgentAt(int(d.Player), r.m.Seats, d.Deal)]
	r.moves[d.Player]++
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
	if err := r.rows.finish(&o); err != nil {
		return fmt.Errorf("seed %d, deal %d: %w", d.Seed, d.Deal, err)
	}
	return r.results(&d, &o)
}

// results adds the results of all seats of an episode, and checks them.
func (r *Recorder) results(d *Decision, o *game.Outcome) error {
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
		v.Gain, v.Decisions = int32(o.Gains[seat]), r.moves[seat]
		r.rows.results = append(r.rows.results, v)
	}
	return r.m.CheckResults(r.rows.results[first:])
}

// record adds the row of a decision, made from an observation.
func (r *Recorder) record(d *Decision, obs game.Observation, legal *game.Mask) error {
	phase := r.table.Phase(obs)
	if phase < 0 || phase >= len(r.m.Phases) {
		return fmt.Errorf("phase %d is not one of the game's %d", phase, len(r.m.Phases))
	}
	d.phase = int32(phase)
	r.enc.Encode(r.values, obs)
	return r.rows.append(d, r.values, legal)
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
