package env

import (
	"fmt"

	"rummygym/env/game"
)

// vectorTable is a table with its position in the run.
type vectorTable struct {
	table
	run    Run         // the run; Episode is the current episode
	last   game.Player // the seat that moved last, or the first seat to move
	begins uint64      // number of episodes begun, those restored too
}

// next advances the run to its next episode. The caller deals it.
func (t *vectorTable) next() { t.run.Episode += t.run.Stride }

// refuses returns why table t cannot take action a, or nil.
func (t *vectorTable) refuses(a game.Action, mode Autoreset) error {
	switch {
	case !t.Over():
		if t.mask().Has(a) {
			return nil
		}
		if err := t.state.Apply(a); err != nil {
			return err
		}
		panic(fmt.Sprintf("env: game %q accepts action %d, which is not in its mask", t.game.Name(), a))
	case mode == Disabled && t.reported() && a != game.NoAction:
		return fmt.Errorf("action %d: %w, or give game.NoAction", a, ErrEpisodeOver)
	}
	return nil
}

// resetTable deals the current episode of table i.
func (v *Vector) resetTable(i int) error {
	t := &v.tables[i]
	err := t.deal()
	v.report(i, false)
	v.show(i)
	return err
}

// stepTable executes one step at table i in the mode of autoreset.
func (v *Vector) stepTable(i int) error {
	t := &v.tables[i]
	if t.reported() {
		if v.cfg.Autoreset == Disabled {
			v.report(i, false)
			v.show(i)
			return nil
		}
		t.next()
		return v.resetTable(i)
	}
	err := t.move(v.acts[i])
	v.report(i, true)
	if err == nil && t.Over() && v.cfg.Autoreset == SameStep {
		if len(v.out.Final) > 0 {
			t.Encode(t.shown(), v.out.Final[i*v.size:(i+1)*v.size])
		}
		if len(v.out.FinalBytes) > 0 {
			t.EncodeBytes(t.shown(), v.out.FinalBytes[i*v.size:(i+1)*v.size])
		}
		t.next()
		err = t.deal()
	}
	v.show(i)
	return err
}

// move applies the caller's action.
func (t *vectorTable) move(a game.Action) error {
	if p := t.current; p != game.NoPlayer {
		t.last = p
	}
	return t.step(a)
}

// deal deals the current episode of the run.
func (t *vectorTable) deal() error { return t.dealt(t.reset(t.run.Seed, t.run.Episode)) }

// dealt notes that an episode has begun, and returns the error of its deal.
func (t *vectorTable) dealt(err error) error {
	t.begins++
	t.last = max(t.current, 0)
	return err
}

// shown returns the seat whose observation the caller gets.
func (t *vectorTable) shown() game.Player {
	switch {
	case t.current != game.NoPlayer:
		return t.current
	case len(t.opponents) > 0:
		return t.learner
	}
	return t.last
}

// report writes the rewards, flags and outcome of table i: those of its last step, or zeros if
// stepped is false.
func (v *Vector) report(i int, stepped bool) {
	t := &v.tables[i]
	rewards := v.out.Rewards[i*v.players : (i+1)*v.players]
	if !stepped {
		clear(rewards)
		v.out.Terminated[i], v.out.Truncated[i] = false, false
		return
	}
	for p := range rewards {
		rewards[p] = float32(t.paid[p])
	}
	v.out.Terminated[i], v.out.Truncated[i] = t.Terminated(), t.Truncated()
	if t.Over() && v.out.Outcomes != nil {
		v.out.Outcomes[i] = t.Outcome()
	}
}

// show writes the observation, mask, player and learner of table i.
func (v *Vector) show(i int) {
	t := &v.tables[i]
	v.out.Players[i] = int8(t.current)
	if v.out.Learners != nil {
		v.out.Learners[i] = int8(t.learner)
	}
	v.legal[i] = *t.mask()
	spread(v.out.Masks[i*v.actions:(i+1)*v.actions], &v.legal[i])
	if len(v.out.Observations) > 0 {
		t.Encode(t.shown(), v.out.Observations[i*v.size:(i+1)*v.size])
	}
	if len(v.out.Bytes) > 0 {
		t.EncodeBytes(t.shown(), v.out.Bytes[i*v.size:(i+1)*v.size])
	}
}
