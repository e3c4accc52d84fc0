package env

import (
	"fmt"

	"rummygym/env/game"
)

// Adviser is an agent beside the tables of a [Vector]. It says what it would do as the seat to
// move, and moves nothing: a teacher of a learner, or a player whose moves the caller makes. At
// each table and seat it is an agent of its own, which follows the episode as far as it is asked.
// It is not safe for concurrent use, nor beside a call of the vector.
type Adviser struct {
	v      *Vector
	create func() game.Agent

	seated []seated     // by table and seat
	fresh  []game.Agent // by share, for answers by a seed

	seed   *uint64 // of the current call
	answer []game.Action
}

// seated is the agent of a seat at a table.
type seated struct {
	agent  game.Agent
	begins uint64 // vectorTable.begins at its Reset
}

// NewAdviser returns an adviser of the tables whose agents create makes.
func (v *Vector) NewAdviser(create func() game.Agent) *Adviser {
	return &Adviser{
		v: v, create: create,
		seated: make([]seated, len(v.tables)*v.players), fresh: make([]game.Agent, len(v.faults)),
	}
}

// Act sets answer[i] to what the agent does as the seat to move at each chosen table i, at all for
// nil, and to [game.NoAction] where no seat is to move. Other entries are unchanged.
//
// Without a seed, the agent of a seat is reset when it is first asked in an episode, with the seed
// that an opponent at that seat has ([game.AgentSeed]), and remembers the episode from there on:
// asked at every decision of its seat, once, it answers as that opponent. A position that was
// restored or dealt again is a new episode to it.
//
// With a seed, the answer at table i depends only on the seed, i and the observation of the seat:
// an agent is reset with [game.AgentSeed] of them before each question, and takes the position for
// the first of the episode.
//
// The error names the table and is an illegal action of the agent, or [ErrStopped].
func (a *Adviser) Act(chosen []bool, seed *uint64, answer []game.Action) error {
	v := a.v
	mustLen("answer", len(answer), len(v.tables), 1)
	v.mustChoose(chosen, "Act")
	switch {
	case !v.started:
		return ErrNotReset
	case v.cut:
		return ErrStopped
	}
	a.seed, a.answer = seed, answer
	v.mustRest()
	v.call, v.chosen, v.adviser = callAdvise, chosen, a
	err := v.run()
	a.seed, a.answer, v.adviser = nil, nil, nil
	if err != nil { // agents that were stopped need a reset, and no episode has the number 0
		for i := range a.seated {
			a.seated[i].begins = 0
		}
	}
	return err
}

// advise answers at table i.
func (a *Adviser) advise(i, share int) error {
	t := &a.v.tables[i]
	p := t.current
	a.answer[i] = game.NoAction
	if p == game.NoPlayer {
		return nil
	}
	agent := a.at(i, share)
	t.offer = *t.mask()
	action, _ := agent.Act(t.see(p), &t.offer)
	switch {
	case t.stopped():
		return ErrStopped
	case !t.mask().Has(action):
		return fmt.Errorf("%w of seat %d, an adviser: it chose %s, which is not legal", ErrPolicy, p, t.game.ActionString(action))
	}
	a.answer[i] = action
	return nil
}

// at returns the agent of the seat to move at table i, ready for its question.
func (a *Adviser) at(i, share int) game.Agent {
	t := &a.v.tables[i]
	if a.seed != nil {
		agent := &a.fresh[share]
		if *agent == nil {
			*agent = a.create()
		}
		t.stopWhen(*agent)
		(*agent).Reset(game.AgentSeed(*a.seed, uint64(i), t.current))
		return *agent
	}
	s := &a.seated[i*a.v.players+int(t.current)]
	if s.agent == nil {
		s.agent = a.create()
		t.stopWhen(s.agent)
	}
	if s.begins != t.begins {
		s.begins = t.begins
		seed, episode := t.history.Seed, t.history.Episode
		if t.history.Deck != nil {
			seed = t.history.Key
		}
		s.agent.Reset(game.AgentSeed(seed, episode, t.current))
	}
	return s.agent
}
