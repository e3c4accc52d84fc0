package montecarlo

import (
	"fmt"

	"rummygym/train"
	"rummygym/train/league"
)

// stateName is the name and version of the state's format.
const stateName = "rummygym montecarlo 2"

// AppendState appends the model, the leagues, and everything that the games of the replay
// depend on.
func (l *Learner) AppendState(dst []byte) []byte {
	dst = train.AppendBytes(dst, []byte(stateName))
	dst = l.model.AppendState(dst)
	for _, opponents := range l.leagues {
		dst = train.AppendBytes(dst, opponents.AppendState(nil))
	}
	dst = train.AppendUint64(dst, uint64(l.steps))
	dst = train.AppendUint64(dst, uint64(len(l.replay)))
	for _, s := range l.replay {
		dst = train.AppendBytes(dst, s.file)
		for _, id := range s.ids {
			dst = train.AppendUint64(dst, uint64(id))
		}
	}
	return dst
}

// Restore sets the learner to a state of a learner with the same configuration. The games
// of the replay are played again in the next step.
func (l *Learner) Restore(state []byte) error {
	name, state, err := train.TakeBytes(state)
	if err != nil || string(name) != stateName {
		return fmt.Errorf("montecarlo: state %.60q: want %q", name, stateName)
	}
	if state, err = l.model.Restore(state); err != nil {
		return err
	}
	for _, opponents := range l.leagues {
		var own []byte
		if own, state, err = train.TakeBytes(state); err != nil {
			return err
		}
		if err := opponents.Restore(own); err != nil {
			return err
		}
	}
	steps, state, err := train.TakeUint64(state)
	if err != nil {
		return err
	}
	n, state, err := train.TakeUint64(state)
	if err != nil {
		return err
	}
	if n > steps || n > uint64(l.cfg.Replay) {
		return fmt.Errorf("montecarlo: state of %d steps with %d in the replay: want at most %d", steps, n, l.cfg.Replay)
	}
	l.steps, l.replay = int(steps), nil
	for i := range int(n) {
		s := &played{step: int(steps) - int(n) + i}
		var file []byte
		if file, state, err = train.TakeBytes(state); err != nil {
			return err
		}
		if len(file) > 0 {
			s.file = append([]byte(nil), file...)
		}
		for range l.cfg.Games * l.cfg.others() {
			var id uint64
			if id, state, err = train.TakeUint64(state); err != nil {
				return err
			}
			s.ids = append(s.ids, league.ID(id))
		}
		l.replay = append(l.replay, s)
	}
	if len(state) > 0 {
		return fmt.Errorf("montecarlo: %d bytes after the state", len(state))
	}
	return nil
}
