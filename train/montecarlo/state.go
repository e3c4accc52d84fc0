package montecarlo

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"

	"rummygym/env/game/wire"
	"rummygym/train/league"
)

// stateName is the name and version of the state's format.
const stateName = "rummygym montecarlo 2"

// AppendState appends the model, the leagues, and everything that the games of the replay
// depend on; with Config.Staleness their samples, because the games would not be the same again.
func (l *Learner) AppendState(dst []byte) []byte {
	dst = wire.AppendBytes(dst, []byte(stateName))
	dst = l.model.AppendState(dst)
	for _, opponents := range l.leagues {
		dst = wire.AppendBytes(dst, opponents.AppendState(nil))
	}
	dst = binary.LittleEndian.AppendUint64(dst, uint64(l.steps))
	dst = binary.LittleEndian.AppendUint64(dst, uint64(len(l.replay)))
	for _, s := range l.replay {
		if l.cfg.Staleness > 0 {
			dst = s.samples.append(dst)
			continue
		}
		dst = wire.AppendBytes(dst, s.file)
		for _, id := range s.ids {
			dst = binary.LittleEndian.AppendUint64(dst, uint64(id))
		}
	}
	if l.cfg.Staleness > 0 {
		dst = binary.LittleEndian.AppendUint64(dst, uint64(l.plans))
	}
	return dst
}

// append appends the samples.
func (s *samples) append(dst []byte) []byte {
	dst = wire.AppendBytes(dst, s.packed)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(s.count()))
	for i, at := range s.starts {
		dst = binary.LittleEndian.AppendUint64(dst, uint64(at))
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(s.gains[i]))
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(s.wins[i]))
	}
	return dst
}

// read reads what append appended.
func (s *samples) read(p *packing, r *wire.Reader) error {
	s.packed = bytes.Clone(r.Bytes(r.Uint64()))
	for n := r.Uint64(); n > 0; n-- {
		s.starts = append(s.starts, int(r.Uint64()))
		s.gains = append(s.gains, r.Float32())
		s.wins = append(s.wins, r.Float32())
		if err := r.Short(); err != nil {
			return fmt.Errorf("montecarlo: the data of samples %w", err)
		}
	}
	return p.check(s)
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
	if err := restoreLeagues(l.leagues, &r); err != nil {
		return err
	}
	steps, n := r.Uint64(), r.Uint64()
	if n > steps || n > uint64(l.cfg.Replay) {
		return fmt.Errorf("montecarlo: state of %d steps with %d in the replay: want at most %d", steps, n, l.cfg.Replay)
	}
	l.steps, l.replay = int(steps), nil
	for i := range int(n) {
		s := &played{step: int(steps) - int(n) + i}
		l.replay = append(l.replay, s)
		if l.cfg.Staleness > 0 {
			s.samples = &samples{}
			if err := s.samples.read(l.packing, &r); err != nil {
				return err
			}
			continue
		}
		s.file = bytes.Clone(r.Bytes(r.Uint64()))
		s.readIDs(&r, l.cfg.Games*l.cfg.others())
	}
	if l.cfg.Staleness > 0 {
		l.loan = loan{plans: int(r.Uint64())} // what was asked for is asked for again
	}
	if err := r.End(); err != nil {
		return fmt.Errorf("montecarlo: the state %w", err)
	}
	return nil
}

// readIDs reads n members of leagues.
func (s *played) readIDs(r *wire.Reader, n int) {
	for range n {
		s.ids = append(s.ids, league.ID(r.Uint64()))
	}
}

// restoreLeagues sets leagues to the states that r reads next.
func restoreLeagues(leagues []*league.League, r *wire.Reader) error {
	for _, opponents := range leagues {
		if err := opponents.Restore(r.Bytes(r.Uint64())); err != nil {
			return err
		}
	}
	return nil
}
