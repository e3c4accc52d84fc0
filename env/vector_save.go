package env

import (
	"fmt"

	"rummygym/env/game"
)

// Saved is a table of a [Vector]: the run that it plays, and the history of its episode. It can be written as JSON.
type Saved struct {
	Run     Run          `json:"run"`
	History game.History `json:"history"`

	// Reported is set if a step has reported the end of an episode in which the caller had no turn.
	Reported bool `json:"reported,omitempty"`
}

// Save returns the tables, for [Vector.Restore]; nil if they are not dealt. It shares no memory with the tables.
func (v *Vector) Save() []Saved {
	if !v.started {
		return nil
	}
	all := make([]Saved, len(v.tables))
	for i := range v.tables {
		t := &v.tables[i]
		all[i] = Saved{Run: t.run, History: t.history.Clone(), Reported: t.reported()}
	}
	return all
}

// Restore sets the tables to those that Save returned, and plays their actions again. A vector of the same game, options and number of tables
// then continues identically. Agents are asked again at their turns, because what they remember is not saved.
// The rows of out get the observations, masks and players; rewards and flags are zero. If
// saved is nil, the tables are not dealt, and out is unchanged. An error names the table and the action that the rules do not allow; nothing
// changes then. If an action fails for another reason, because the options or the opponents of v differ, the
// episodes cannot continue: call Reset.
func (v *Vector) Restore(saved []Saved, out *Arrays) error {
	v.check(out)
	if v.closed {
		panic("env: use of a closed Vector")
	}
	if saved == nil {
		v.started = false
		for i := range v.tables {
			v.tables[i].init(v.game, v.cfg.Config)
		}
		return nil
	}
	if len(saved) != len(v.tables) {
		return fmt.Errorf("env: %d tables are saved, want %d", len(saved), len(v.tables))
	}
	scratch := v.game.NewState()
	for i := range saved {
		if err := saved[i].History.Replay(v.game, scratch); err != nil {
			return fmt.Errorf("env: table %d: %w", i, err)
		}
	}
	v.started = true
	v.call, v.saved, v.out = callRestore, saved, out
	return v.run()
}

// Replay sets table i to the episode of a history, such as that of a given deck, and fills its row; rows of other tables are unchanged. Agents
// are asked again at their turns, and play on up to the caller's turn. The episode replaces the current one in
// the run of the table. The error names the action that the rules do not allow; nothing changes then. Replay panics before the first reset.
func (v *Vector) Replay(i int, h *game.History, out *Arrays) error {
	v.check(out)
	switch {
	case !v.started:
		panic("env: Replay before the first Reset")
	case v.closed:
		panic("env: use of a closed Vector")
	case v.cut:
		return ErrStopped
	}
	err := h.Replay(v.game, v.game.NewState())
	if err == nil {
		t := &v.tables[i]
		v.halt.begin()
		t.caller, v.out = true, out
		err = t.replay(h)
		v.report(i, false)
		v.show(i)
		v.out = nil
		if v.cut = v.halt.stopped.Load(); v.cut {
			return ErrStopped
		}
	}
	if err != nil {
		return fmt.Errorf("env: table %d: %w", i, err)
	}
	return nil
}

// replay deals the cards of a history and applies its actions. The agents choose theirs again.
func (t *vectorTable) replay(h *game.History) error {
	err := t.dealt(t.resetHistory(h))
	for n := 0; err == nil; {
		done := t.history.Actions
		for ; n < min(len(done), len(h.Actions)); n++ {
			if done[n] != h.Actions[n] {
				return fmt.Errorf("action %d of %d is played by an agent, which chooses %s now", n+1, len(h.Actions), t.game.ActionString(done[n]))
			}
		}
		if n == len(h.Actions) {
			return nil
		}
		if t.Over() {
			return fmt.Errorf("action %d of %d: %w", n+1, len(h.Actions), ErrEpisodeOver)
		}
		err = t.move(h.Actions[n])
	}
	return err
}
