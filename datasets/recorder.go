package datasets

import (
	"fmt"
	"slices"

	"rummygym/env/game"
)

// recorder collects the rows of episodes, whoever plays them.
type recorder struct {
	m      *Meta
	table  *game.Table
	enc    game.Encoder
	values []float32          // an encoded observation
	after  game.ActionEncoder // nil without fields after an action
	result []float32          // the fields after an action
	rows   *rows

	run   *Run
	codes []int32 // of the agents of the run, in the dictionary of the column agent

	// Of the current episode.
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
	decision
	values, result []float32
	legal          game.Mask
}

// newRecorder returns a recorder of the games of a table, for a dataset.
func newRecorder(t *game.Table, m *Meta) *recorder {
	r := &recorder{m: m, table: t, enc: t.NewEncoder(), rows: newRows(m)}
	r.values = make([]float32, r.enc.Layout().Size())
	if t.NewAfter != nil {
		r.after = t.NewAfter()
		r.result = make([]float32, r.after.Layout().Size())
	}
	return r
}

// enter makes run the run of the next episodes.
func (r *recorder) enter(run *Run) { r.run, r.codes = run, agentCodes(r.m, run) }

// agentCodes returns the index of each agent of a run in the dictionary of agents.
func agentCodes(m *Meta, r *Run) []int32 {
	names := m.AgentNames()
	codes := make([]int32, len(r.Agents))
	for i, a := range r.Agents {
		for j, n := range names {
			if n == a {
				codes[i] = int32(j)
			}
		}
	}
	return codes
}

// begin prepares for the rows of an episode.
func (r *recorder) begin() {
	r.plays.actions, r.plays.list, r.plays.latest = r.plays.actions[:0], r.plays.list[:0], noPlays
	r.moves = [game.MaxPlayers]int32{}
}

// decide adds the row of a decision, if it has one.
func (r *recorder) decide(d *decision, obs game.Observation, legal *game.Mask) error {
	d.agent = r.codes[r.run.Seating.agentAt(int(d.player), r.m.Seats, d.deal)]
	r.moves[d.player]++
	if r.m.Rows != AllRows {
		return r.note(d, obs, legal)
	}
	return r.record(d, obs, legal)
}

// end adds what the rows of an episode have of its end, in state s; d.step is the number of its
// decisions. It uses the memory of obs.
func (r *recorder) end(d decision, s game.State, obs game.Observation) error {
	if r.m.Final == FinalRows {
		if err := r.final(d, s, obs); err != nil {
			return err
		}
	}
	o := s.Outcome()
	if r.m.Rows != AllRows {
		if err := r.recordPlays(&o); err != nil {
			return fmt.Errorf("seed %d, deal %d: %w", d.seed, d.deal, err)
		}
	}
	if err := r.rows.finish(&o); err != nil {
		return fmt.Errorf("seed %d, deal %d: %w", d.seed, d.deal, err)
	}
	r.rows.results = appendOutcome(r.rows.results, r.m, r.run, &d, &o, &r.moves)
	return nil
}

// counts reports whether a game with outcome o may have rows by its ending.
func (r *recorder) counts(o *game.Outcome) bool {
	return r.m.EndedBy == nil || slices.Contains(r.m.EndedBy, string(o.Ending))
}

// record adds the row of a decision, made from an observation.
func (r *recorder) record(d *decision, obs game.Observation, legal *game.Mask) error {
	if err := r.setPhase(d, obs); err != nil {
		return err
	}
	r.enc.Encode(r.values, obs)
	if r.after != nil && (d.action == game.NoAction || !r.after.Encode(r.result, obs, d.action)) {
		clear(r.result)
	}
	return r.rows.append(d, r.values, r.result, legal)
}

// setPhase sets the phase of a decision.
func (r *recorder) setPhase(d *decision, obs game.Observation) error {
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
func (r *recorder) note(d *decision, obs game.Observation, legal *game.Mask) error {
	r.plays.actions = append(r.plays.actions, uint16(d.action))
	if !r.m.records(r.run, d.player, d.deal) || !r.after.Encode(r.result, obs, d.action) {
		return nil
	}
	if err := r.setPhase(d, obs); err != nil {
		return err
	}
	at := r.plays.latest[d.player]
	if at < 0 || r.m.Rows == PlayRows {
		at = len(r.plays.list)
		r.plays.latest[d.player] = at
		r.plays.list = slices.Grow(r.plays.list, 1)[:at+1] // with the memory of earlier episodes
	}
	w := &r.plays.list[at]
	w.decision, w.legal = *d, *legal
	w.values, w.result = extend(w.values[:0], len(r.values)), append(w.result[:0], r.result...)
	r.enc.Encode(w.values, obs)
	return nil
}

// recordPlays adds the rows of the plays of an episode, if it has a winner and ended by one of
// EndedBy.
func (r *recorder) recordPlays(o *game.Outcome) error {
	if o.Winner == game.NoPlayer || !r.counts(o) {
		return nil
	}
	slices.SortFunc(r.plays.list, func(a, b play) int { return int(a.step - b.step) })
	for i := range r.plays.list {
		w := &r.plays.list[i]
		if err := r.rows.append(&w.decision, w.values, w.result, &w.legal); err != nil {
			return err
		}
	}
	r.rows.finishPlays(o, r.plays.actions)
	return nil
}

// final adds a row with the observation after the last action for each player that
// moved in the episode, in order of seats.
func (r *recorder) final(d decision, s game.State, obs game.Observation) error {
	var moved [game.MaxPlayers]bool
	for i := r.rows.first; i < r.rows.n; i++ {
		moved[r.rows.player[i]] = true
	}
	none := game.Mask{}
	d.action, d.probability = game.NoAction, 1
	for seat := range r.m.Seats {
		if !moved[seat] {
			continue
		}
		d.player = game.Player(seat)
		d.agent = r.codes[r.run.Seating.agentAt(seat, r.m.Seats, d.deal)]
		s.Observe(d.player, obs)
		if err := r.record(&d, obs, &none); err != nil {
			return r.locate(&d, err)
		}
	}
	return nil
}

// locate adds the game, step and agent of a decision to an error.
func (r *recorder) locate(d *decision, err error) error {
	return fmt.Errorf("seed %d, deal %d, step %d, agent %s in seat %d: %w", d.seed, d.deal, d.step, r.run.AgentAt(int(d.player), d.deal), d.player, err)
}
