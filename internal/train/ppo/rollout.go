package ppo

import (
	"slices"

	"rummygym/env/game"
)

// rollout stores decisions, one row per decision, in the order in which they were made.
// next links the decisions of one seat in one episode.
type rollout struct {
	size int // entries of an observation

	observations []float32   // [rows, size]
	masks        []game.Mask // legal actions
	actions      []int32     // actions taken
	logs         []float32   // natural logarithms of their probabilities
	values       []float32   // outputs of the value head
	rewards      []float64   // rewards of the seat up to its next decision
	next         []int32     // row of the next decision, or ended, waiting, cut
}

// rows returns the number of decisions.
func (o *rollout) rows() int { return len(o.next) }

// observation returns the observation of a row.
func (o *rollout) observation(r int32) []float32 {
	return o.observations[int(r)*o.size:][:o.size]
}

// add appends a decision without successor, and returns its row.
func (o *rollout) add(seen []float32, legal *game.Mask, d decision) int32 {
	o.observations = append(o.observations, seen...)
	o.masks = append(o.masks, *legal)
	o.actions = append(o.actions, int32(d.action))
	o.logs = append(o.logs, d.log)
	o.values = append(o.values, d.value)
	o.rewards = append(o.rewards, 0)
	o.next = append(o.next, waiting)
	return int32(len(o.next) - 1)
}

// learnt returns the rows that are learned from, in order.
func (o *rollout) learnt(dst []int32) []int32 {
	dst = dst[:0]
	for r, n := range o.next {
		if learnt(n) {
			dst = append(dst, int32(r))
		}
	}
	return dst
}

// keep removes all but the given rows, which must be in ascending order.
func (o *rollout) keep(rows []int32) {
	for k, r := range rows {
		copy(o.observation(int32(k)), o.observation(r))
		o.masks[k], o.actions[k], o.logs[k], o.values[k] = o.masks[r], o.actions[r], o.logs[r], o.values[r]
		o.rewards[k], o.next[k] = o.rewards[r], o.next[r]
	}
	o.truncate(len(rows))
}

// truncate removes all but the first n rows.
func (o *rollout) truncate(n int) {
	o.observations = o.observations[:n*o.size]
	o.masks, o.actions, o.logs = o.masks[:n], o.actions[:n], o.logs[:n]
	o.values, o.rewards, o.next = o.values[:n], o.rewards[:n], o.next[:n]
}

// grow makes room for n more rows.
func (o *rollout) grow(n int) {
	o.observations = slices.Grow(o.observations, n*o.size)
	o.masks = slices.Grow(o.masks, n)
	o.actions = slices.Grow(o.actions, n)
	o.logs = slices.Grow(o.logs, n)
	o.values = slices.Grow(o.values, n)
	o.rewards = slices.Grow(o.rewards, n)
	o.next = slices.Grow(o.next, n)
}

// moments returns the mean and the variance of the given rows of x.
func moments(x []float64, rows []int32) (mean, variance float64) {
	if len(rows) == 0 {
		return 0, 0
	}
	for _, r := range rows {
		mean += x[r]
	}
	mean /= float64(len(rows))
	for _, r := range rows {
		variance += float64((x[r] - mean) * (x[r] - mean))
	}
	return mean, variance / float64(len(rows))
}
