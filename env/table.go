package env

import (
	"fmt"

	"rummygym/env/game"
)

// table is an Env in which agents play some seats. If the agents end an episode before
// the caller's first turn, the first step after the reset reports the end and applies no
// action, because a reset returns no rewards.
type table struct {
	Env
	places    Places
	opponents []game.Agent // in order after the learner; the caller plays the learner and nil entries; empty: the caller plays all seats

	halt    *halt // nil: the agents are never stopped
	caller  bool  // the table is worked on by the goroutine of the caller, see halt
	learner game.Player
	bySeat  [game.MaxPlayers]game.Agent
	offer   game.Mask                // the mask for an agent: a copy, which it may change
	fresh   bool                     // there was no step since the deal
	paid    [game.MaxPlayers]float64 // rewards of the last step and the agents' actions after it; the first step includes those before it
}

// reset deals an episode of a run and lets the agents play up to the caller's first turn.
func (t *table) reset(seed, episode uint64) error {
	t.ResetEpisode(seed, episode)
	return t.sit(seed, episode)
}

// resetHistory does the same with the cards of a history. With a deck the seats are those of episode 0, and the
// seeds of the agents depend on its key.
func (t *table) resetHistory(h *game.History) error {
	if h.Deck == nil {
		return t.reset(h.Seed, h.Episode)
	}
	if err := t.Env.resetHistory(h); err != nil {
		return err
	}
	return t.sit(h.Key, 0)
}

// sit resets the agents for an episode that was just dealt and plays up to the caller's
// first turn.
func (t *table) sit(seed, episode uint64) error {
	t.learner = t.places.seat(episode, t.players)
	t.fresh = true
	t.paid = t.ledger.last // a deal that ends the game has rewards too
	for i, policy := range t.opponents {
		s := (t.learner + 1 + game.Player(i)) % t.players
		t.bySeat[s] = policy
	}
	if len(t.opponents) > 0 {
		t.bySeat[t.learner] = nil
	}
	game.ResetAgents(seed, episode, t.bySeat[:t.players])
	return t.play()
}

// step applies the caller's action and the agents' actions after it.
func (t *table) step(a game.Action) error {
	if t.fresh && t.Over() {
		t.fresh = false
		return nil
	}
	if err := t.Env.Step(a); err != nil {
		return err
	}
	if !t.fresh {
		clear(t.paid[:])
	}
	t.fresh = false
	t.collect()
	return t.play()
}

// collect adds the rewards of the last action to those of this step.
func (t *table) collect() {
	for p, r := range t.ledger.last {
		t.paid[p] += r
	}
}

// reported reports whether the episode is over and a step has reported it.
func (t *table) reported() bool { return t.Over() && !t.fresh }

// stopped reports whether the call is to end, see halt.
func (t *table) stopped() bool { return t.halt != nil && t.halt.reached(t.caller) }

// stopWhen lets an agent at the table end its decision when the call is to end.
func (t *table) stopWhen(a game.Agent) {
	if t.halt != nil {
		game.StopWhen(a, t.stopped)
	}
}

// play lets the agents act until it is the caller's turn or the episode is over.
func (t *table) play() error {
	for t.current != game.NoPlayer {
		seat := t.current
		policy := t.bySeat[seat]
		if policy == nil {
			return nil
		}
		t.offer = *t.mask()
		a, _ := policy.Act(t.see(seat), &t.offer)
		if t.stopped() { // a may be no action
			return ErrStopped
		}
		if err := t.Env.Step(a); err != nil {
			return fmt.Errorf("%w of seat %d: %w", ErrPolicy, seat, err)
		}
		t.collect()
	}
	return nil
}
