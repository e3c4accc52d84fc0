package shard

import (
	"fmt"
	"slices"

	"rummygym/datasets"
)

// resultRows is the number of results after which a batch ends with its episode.
const resultRows = 1 << 16

// results collects results in memory, as [Rows] does rows.
type results struct {
	columns []buffer // of a batch, in the order of datasets.ResultColumns
	n       int      // rows

	agents, endings []string

	episode, deal                           numbers[int64]
	player, winner                          numbers[int8]
	agent, ending                           names
	seed                                    numbers[uint64]
	gain, rounds, decisions, steps, attempt numbers[int32]
	terminated, truncated                   flags
}

func newResults(m *datasets.Meta) *results {
	r := &results{agents: m.AgentNames(), endings: endingNames(m)}
	r.agent, r.ending = newNames(r.agents), newNames(r.endings)
	r.columns = inOrder(datasets.ResultColumns(m), map[string]buffer{
		"episode": &r.episode, "player": &r.player, "agent": &r.agent, "seed": &r.seed, "deal": &r.deal, "winner": &r.winner, "ending": &r.ending,
		"gain": &r.gain, "rounds": &r.rounds, "decisions": &r.decisions, "steps": &r.steps, "terminated": &r.terminated, "truncated": &r.truncated, "attempt": &r.attempt,
	})
	return r
}

// add adds a result.
func (r *results) add(v *datasets.Result) error {
	agent, ending := slices.Index(r.agents, v.Agent), slices.Index(r.endings, v.Ending)
	if agent < 0 || ending < 0 {
		return fmt.Errorf("the result of episode %d has the agent %q and the ending %q: want one of %q and of %q", v.Episode, v.Agent, v.Ending, r.agents, r.endings)
	}
	r.n++
	r.episode.add(v.Episode)
	r.player.add(int8(v.Player))
	r.agent.add(int32(agent))
	r.seed.add(v.Seed)
	r.deal.add(v.Deal)
	r.winner.add(int8(v.Winner))
	r.ending.add(int32(ending))
	r.gain.add(v.Gain)
	r.rounds.add(v.Rounds)
	r.decisions.add(v.Decisions)
	r.steps.add(v.Steps)
	r.terminated.add(v.Terminated)
	r.truncated.add(v.Truncated)
	r.attempt.add(v.Attempt)
	return nil
}

// reset removes all results but keeps the memory.
func (r *results) reset() {
	r.n, r.attempt.of = 0, r.attempt.of[:0]
	for _, c := range r.columns {
		c.reset()
	}
}
