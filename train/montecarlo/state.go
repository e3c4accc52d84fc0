package montecarlo

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"

	"rummygym/train"
	"rummygym/train/league"
)

// stateName is the name and version of the state's format.
const stateName = "rummygym montecarlo 2"

// AppendState appends the model, the leagues, and everything that the games of the replay
// depend on; with Config.Staleness their samples, because the games would not be the same again.
func (l *Learner) AppendState(dst []byte) []byte {
	dst = train.AppendBytes(dst, []byte(stateName))
	dst = l.model.AppendState(dst)
	for _, opponents := range l.leagues {
		dst = train.AppendBytes(dst, opponents.AppendState(nil))
	}
	dst = train.AppendUint64(dst, uint64(l.steps))
	dst = train.AppendUint64(dst, uint64(len(l.replay)))
	for _, s := range l.replay {
		if l.cfg.Staleness > 0 {
			dst = s.samples.append(dst)
			continue
		}
		dst = train.AppendBytes(dst, s.file)
		for _, id := range s.ids {
			dst = train.AppendUint64(dst, uint64(id))
		}
	}
	if l.cfg.Staleness > 0 {
		dst = train.AppendUint64(dst, uint64(l.plans))
	}
	return dst
}

// append appends the samples.
func (s *samples) append(dst []byte) []byte {
	dst = train.AppendBytes(dst, s.packed)
	dst = train.AppendUint64(dst, uint64(s.count()))
	for i, at := range s.starts {
		dst = train.AppendUint64(dst, uint64(at))
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(s.gains[i]))
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(s.wins[i]))
	}
	return dst
}

// take reads what append appended.
func (s *samples) take(p *packing, data []byte) ([]byte, error) {
	packed, data, err := train.TakeBytes(data)
	if err != nil {
		return nil, err
	}
	s.packed = bytes.Clone(packed)
	n, data, err := train.TakeUint64(data)
	if err != nil || n > uint64(len(data))/16 {
		return nil, fmt.Errorf("montecarlo: the data end before %d samples", n)
	}
	for ; n > 0; n-- {
		s.starts = append(s.starts, int(binary.LittleEndian.Uint64(data)))
		s.gains = append(s.gains, math.Float32frombits(binary.LittleEndian.Uint32(data[8:])))
		s.wins = append(s.wins, math.Float32frombits(binary.LittleEndian.Uint32(data[12:])))
		data = data[16:]
	}
	return data, p.check(s)
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
	if state, err = restoreLeagues(l.leagues, state); err != nil {
		return err
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
		if l.cfg.Staleness > 0 {
			s.samples = &samples{}
			if state, err = s.samples.take(l.packing, state); err != nil {
				return err
			}
			l.replay = append(l.replay, s)
			continue
		}
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
	if l.cfg.Staleness > 0 {
		var plans uint64
		if plans, state, err = train.TakeUint64(state); err != nil {
			return err
		}
		l.loan = loan{plans: int(plans)} // what was asked for is asked for again
	}
	if len(state) > 0 {
		return fmt.Errorf("montecarlo: %d bytes after the state", len(state))
	}
	return nil
}

// restoreLeagues sets leagues to their states, which state begins with, and returns the rest of it.
func restoreLeagues(leagues []*league.League, state []byte) (rest []byte, err error) {
	for _, opponents := range leagues {
		var own []byte
		if own, state, err = train.TakeBytes(state); err != nil {
			return nil, err
		}
		if err := opponents.Restore(own); err != nil {
			return nil, err
		}
	}
	return state, nil
}
