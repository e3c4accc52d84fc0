package shard

import (
	"fmt"
	"slices"

	"rummygym/datasets"
	"rummygym/env/game"
)

// Rows collects the rows of complete episodes in memory, and their results. Appending does not allocate once the
// buffers have grown to the size of a batch.
type Rows struct {
	m       *datasets.Meta
	columns []buffer // of a batch, in the order of datasets.Columns

	n     int // rows
	first int // first row of the episode being recorded

	episode, deal         numbers[int64]
	step, gain, rounds    numbers[int32]
	agent, phase, ending  names
	player, winner        numbers[int8]
	action                numbers[uint16]
	probability           numbers[float64]
	reward, returns       numbers[float32]
	terminated, truncated flags
	seed                  numbers[uint64]
	mask                  bitList
	fields                []fieldBuffer

	attempt numbers[int32] // only in some datasets, see Columns

	results []datasets.Result // of the episodes
}

// Decision is the part of a row that is known when the decision is made. The rest is
// filled in at the end of the episode.
type Decision struct {
	Episode, Deal int64
	Seed          uint64
	Step          int32
	Player        game.Player
	agent, phase  int32
	Action        game.Action
	Probability   float64
	Attempt       int32
}

// NewRows returns an empty batch for a dataset.
func NewRows(m *datasets.Meta) *Rows {
	r := &Rows{
		m:     m,
		agent: newNames(m.AgentNames()), phase: newNames(m.Phases), ending: newNames(endingNames(m)),
		fields: newFieldBuffers(m.GameLayout()),
	}
	of := map[string]buffer{
		"episode": &r.episode, "step": &r.step, "player": &r.player, "agent": &r.agent, "phase": &r.phase, "mask": &r.mask, "action": &r.action,
		"probability": &r.probability, "reward": &r.reward, "return_to_end": &r.returns, "terminated": &r.terminated, "truncated": &r.truncated,
		"seed": &r.seed, "deal": &r.deal, "winner": &r.winner, "ending": &r.ending, "gain": &r.gain, "rounds": &r.rounds,
		"attempt": &r.attempt,
	}
	for i := range r.fields {
		of[datasets.ObservationPrefix+r.fields[i].field.Name] = &r.fields[i]
	}
	r.columns = inOrder(datasets.Columns(m), of)
	return r
}

// Reset empties the batch but keeps its memory.
func (r *Rows) Reset() {
	r.n, r.first, r.results = 0, 0, r.results[:0]
	for _, c := range r.columns {
		c.reset()
	}
}

// append adds a row: the decision, the encoded observation it was made from, and the legal actions. It copies the slices.
func (r *Rows) append(d *Decision, observation []float32, mask *game.Mask) error {
	r.episode.add(d.Episode)
	r.deal.add(d.Deal)
	r.seed.add(d.Seed)
	r.step.add(d.Step)
	r.player.add(int8(d.Player))
	r.agent.add(d.agent)
	r.phase.add(d.phase)
	r.action.add(uint16(d.Action))
	r.probability.add(d.Probability)
	r.mask.appendMask(mask, r.m.Actions)
	if r.m.BestOf > 1 {
		r.attempt.add(d.Attempt)
	}
	r.n++
	exact := true
	for i := range r.fields {
		exact = r.fields[i].append(observation) && exact
	}
	if !exact {
		for i := range r.fields {
			if err := r.fields[i].inexact(observation); err != nil {
				return err
			}
		}
	}
	return nil
}

// Len returns the number of rows.
func (r *Rows) Len() int { return r.n }

// join appends the rows of complete episodes. Their results are left out.
func (r *Rows) join(o *Rows) {
	r.n, r.first = r.n+o.n, r.n+o.n
	for i, c := range r.columns {
		c.join(o.columns[i])
	}
}

// finish fills in the rest of the rows of an episode that has ended: rewards,
// returns, flags and outcome.
func (r *Rows) finish(o *game.Outcome) error {
	ending := 0
	if o.Over {
		ending = slices.Index(r.m.Endings, string(o.Ending)) + 1
		if ending == 0 {
			return fmt.Errorf("ending %q is not one of the game's endings %q", o.Ending, r.m.Endings)
		}
	}
	count := r.n - r.first
	r.reward.of, r.returns.of = extend(r.reward.of, count), extend(r.returns.of, count)
	r.terminated.of, r.truncated.of = extend(r.terminated.of, count), extend(r.truncated.of, count)
	var last [game.MaxPlayers]bool
	for i := r.n - 1; i >= r.first; i-- {
		p := r.player.of[i]
		gain := o.Gains[p]
		if r.action.of[i] != uint16(game.NoAction) {
			r.returns.of[i] = float32(gain)
			if !last[p] {
				last[p] = true
				r.reward.of[i] = float32(gain)
				r.terminated.of[i], r.truncated.of[i] = o.Over, !o.Over
			}
		}
	}
	for i := r.first; i < r.n; i++ {
		r.winner.add(int8(o.Winner))
		r.ending.add(int32(ending))
		r.gain.add(int32(o.Gains[r.player.of[i]]))
		r.rounds.add(int32(o.Rounds))
	}
	r.first = r.n
	return nil
}

// extend returns s with n zero values appended.
func extend[T any](s []T, n int) []T {
	s = slices.Grow(s, n)
	s = s[:len(s)+n]
	clear(s[len(s)-n:])
	return s
}
