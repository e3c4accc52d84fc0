package env

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
)

// table is an Env of which policies play some seats. An episode that the
// policies end before the caller has had a turn is reported by the first step
// after it, which moves nothing: a reset has no reward to report it with.
type table struct {
	Env
	places    Places
	opponents []Policy // by place after the learner; a nil one, like the learner, is the caller's; empty: all seats are

	learner game.Player
	bySeat  [game.MaxPlayers]Policy
	offer   game.Mask                // what a policy is shown: a copy, which it may spoil
	fresh   bool                     // no step has been made since the deal
	paid    [game.MaxPlayers]float64 // by the last step and the policies' moves after it; the first step includes those before it
}

// reset deals an episode of a run and lets the policies play up to the caller's
// first turn.
func (t *table) reset(seed, episode uint64) error {
	t.ResetEpisode(seed, episode)
	return t.sit(seed, episode)
}

// resetDeal does the same with a given deck. The seats are those of episode 0,
// and the seeds of the policies follow from key.
func (t *table) resetDeal(deck []card.Card, key uint64) error {
	if err := t.ResetDeal(deck, key); err != nil {
		return err
	}
	return t.sit(key, 0)
}

// sit readies the policies for an episode that was just dealt and plays up to
// the caller's first turn.
func (t *table) sit(seed, episode uint64) error {
	t.learner = t.places.seat(episode, t.players)
	t.fresh = true
	t.paid = t.ledger.last // a deal that ends the game pays too
	for i, policy := range t.opponents {
		s := (t.learner + 1 + game.Player(i)) % t.players
		t.bySeat[s] = policy
		if policy != nil {
			policy.Reset(game.AgentSeed(seed, episode, s))
		}
	}
	if len(t.opponents) > 0 {
		t.bySeat[t.learner] = nil
	}
	return t.play()
}

// step makes the caller's move and the policies' moves after it.
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

// collect adds what the last move paid to what this step pays.
func (t *table) collect() {
	for p, r := range t.ledger.last {
		t.paid[p] += r
	}
}

// reported reports whether the episode is over and a step has told so.
func (t *table) reported() bool { return t.Over() && !t.fresh }

// play lets the policies move until the caller has to, or the episode is over.
func (t *table) play() error {
	for t.current != game.NoPlayer {
		seat := t.current
		policy := t.bySeat[seat]
		if policy == nil {
			return nil
		}
		t.offer = *t.mask()
		a, _ := policy.Act(t.see(seat), &t.offer)
		if err := t.Env.Step(a); err != nil {
			return fmt.Errorf("%w of seat %d: %w", ErrPolicy, seat, err)
		}
		t.collect()
	}
	return nil
}
