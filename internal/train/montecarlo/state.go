package montecarlo

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"rummygym/internal/train/league"
	"rummygym/internal/train/wire"
)

// stateName is the name and version of the state's format.
const stateName = "rummygym montecarlo 2"

// AppendState appends the model, the leagues, and everything that the games of the replay
// depend on.
func (l *Learner) AppendState(dst []byte) []byte {
	dst = wire.AppendBytes(dst, []byte(stateName))
	dst = l.model.AppendState(dst)
	for _, opponents := range l.leagues {
		dst = wire.AppendBytes(dst, opponents.AppendState(nil))
	}
	dst = binary.LittleEndian.AppendUint64(dst, uint64(l.steps))
	dst = binary.LittleEndian.AppendUint64(dst, uint64(len(l.replay)))
	for _, s := range l.replay {
		dst = wire.AppendBytes(dst, s.file)
		for _, id := range s.ids {
			dst = binary.LittleEndian.AppendUint64(dst, uint64(id))
		}
	}
	return dst
}

// Restore sets the learner to a state of a learner with the same configuration. The games
// of the replay are played again in the next step.
func (l *Learner) Restore(state []byte) error {
	r := wire.NewReader(state)
	if name := r.Bytes(r.Uint64()); string(name) != stateName {
		return fmt.Errorf("montecarlo: state %.60q: want %q", name, stateName)
	}
	if err := l.model.Restore(&r); err != nil {
		return err
	}
	for _, opponents := range l.leagues {
		if err := opponents.Restore(r.Bytes(r.Uint64())); err != nil {
			return err
		}
	}
	steps, n := r.Uint64(), r.Uint64()
	if n > steps || n > uint64(l.cfg.Replay) {
		return fmt.Errorf("montecarlo: state of %d steps with %d in the replay: want at most %d", steps, n, l.cfg.Replay)
	}
	l.steps, l.replay = int(steps), nil
	for i := range int(n) {
		s := &played{step: int(steps) - int(n) + i, file: bytes.Clone(r.Bytes(r.Uint64()))}
		for range l.cfg.Games * l.cfg.others() {
			s.ids = append(s.ids, league.ID(r.Uint64()))
		}
		l.replay = append(l.replay, s)
	}
	if err := r.End(); err != nil {
		return fmt.Errorf("montecarlo: the state %w", err)
	}
	return nil
}
