// Package agents holds what all agents share. An agent is a [game.Agent]. A [Table] is the
// loop in which agents play a game:
//
//	t := agents.NewTable(g)
//	t.Deal(seed, episode, first, second) // deals, and resets the agents
//	err := t.Play(nil)                   // to the end
//	gains := t.State().Outcome().Gains
//
//	deal ─▶ ( observe ─▶ legal ─▶ Agent.Act ─▶ watch ─▶ apply )* ─▶ outcome
//
// Package spec reads the specs that name agents, package arena runs tournaments. The
// rule-based agents of the papers are in package baselines.
package agents

import (
	"fmt"
	"math/rand/v2"

	"rummygym/env/game"
)

// Decision is one decision of an agent at a [Table].
type Decision struct {
	Player game.Player
	Step   int              // number of decisions of all seats before this one
	Obs    game.Observation // of the player
	Legal  *game.Mask       // legal actions, without those of Table.Never

	Action      game.Action // the choice of the agent
	Probability float64     // of that choice, as the agent reports it
}

// Table plays one game after another. It reuses the state, the observation and the mask,
// so that a game allocates nothing. It is not safe for concurrent use.
type Table struct {
	// Never lists actions that no agent sees in its mask. Wherever one of them is legal,
	// another action must be legal too.
	Never []game.Action

	// MaxSteps stops a game after this number of decisions; 0 is no limit.
	MaxSteps int

	game  game.Game
	state game.State
	src   rand.PCG
	seats [game.MaxPlayers]game.Agent
	legal game.Mask
	now   Decision

	outside audience
}

// NewTable returns a table for game g.
func NewTable(g game.Game) *Table {
	t := &Table{game: g, state: g.NewState()}
	t.now = Decision{Obs: g.NewObservation(), Legal: &t.legal}
	return t
}

// State returns the state of the game in progress. It belongs to the table.
func (t *Table) State() game.State { return t.state }

// Last returns the last decision. Its observation and mask are valid until the next one.
func (t *Table) Last() *Decision { return &t.now }

// Deal deals an episode of the run with the given seed (see [game.SeedDeal]) and resets
// the agents of the seats (see [game.ResetAgents]). It panics unless there is one agent
// per seat.
func (t *Table) Deal(seed, episode uint64, seats ...game.Agent) {
	t.DealAttempt(seed, episode, 0, game.NoPlayer, seats...)
}

// DealAttempt is [Table.Deal] for an episode that is played several times, see
// [game.DealAttempt]. In each attempt the agents draw their random choices anew. Attempt 0 is that
// of Deal.
func (t *Table) DealAttempt(seed, episode, attempt uint64, keep game.Player, seats ...game.Agent) {
	if len(seats) != t.game.Players() {
		panic(fmt.Sprintf("agents: %d agents at a table with %d seats: want one per seat", len(seats), t.game.Players()))
	}
	copy(t.seats[:], seats)
	game.DealAttempt(t.game, t.state, &t.src, seed, episode, attempt, keep)
	t.outside.end(nil)
	game.ResetAgents(game.AttemptSeed(seed, attempt), episode, seats)
	t.now.Step = -1
	t.outside.sit(t.game, t.state, seats)
}

// endless is the number of decisions after which a game without a limit is taken for one that
// never ends. It is ten times that of the longest matches of Gin Rummy.
const endless = 1_000_000

// Play plays the game that was dealt until it ends or reaches MaxSteps. Without MaxSteps a game of
// a million decisions is an error: its agents seem never to end it. It calls watch,
// which may be nil, at every decision, after the agent has chosen and before the state
// changes. It stops with the error of watch, or with a *game.IllegalAction if an agent
// chooses an illegal action; [Table.Last] is then that decision. An agent outside that failed
// gives a *[Failure], and one that could not be run a *[HostError]; the game may be ended with [Table.End].
func (t *Table) Play(watch func(*Decision) error) error {
	d, state, seats, never := &t.now, t.state, &t.seats, t.Never // not read again after every call
	for step := 0; ; step++ {
		p := state.Current()
		d.Player, d.Step = p, step
		if p == game.NoPlayer {
			t.end()
			return nil
		}
		if t.MaxSteps > 0 && step == t.MaxSteps {
			t.outside.end(nil)
			return nil
		}
		if step == endless && t.MaxSteps == 0 {
			t.outside.end(nil)
			return fmt.Errorf("agents: the game has not ended after %d decisions: its agents seem never to end it, so choose others, or rules that end it (a hand, a limit of rounds)", endless)
		}
		state.Observe(p, d.Obs)
		state.Legal(&t.legal)
		for _, a := range never {
			t.legal.Unset(a)
		}
		a, probability := seats[p].Act(d.Obs, &t.legal)
		d.Action, d.Probability = a, probability
		if t.outside.present {
			if err := Check(p, seats[p]); err != nil {
				return err
			}
		}
		if watch != nil {
			if err := watch(d); err != nil {
				return err
			}
		}
		if t.outside.present {
			if err := t.outside.move(state, a, probability); err != nil {
				return err
			}
		}
		if err := state.Apply(a); err != nil {
			return err
		}
	}
}

// end tells agents outside the gains of a game that the rules ended.
func (t *Table) end() {
	if t.outside.present {
		o := t.state.Outcome()
		t.outside.end(o.Gains[:t.game.Players()])
	}
}

// End tells agents outside that the game in progress has ended with the given gains by seat,
// which need not be those of the rules, or nil if it was cut off. Games that Play ends need no
// End.
func (t *Table) End(gains []int) { t.outside.end(gains) }
