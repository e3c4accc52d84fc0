package ppo

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"

	"rummygym/env"
	"rummygym/env/game"
	"rummygym/internal/train/league"
	"rummygym/internal/train/wire"
)

// stateVersion is the first byte of a learner's own state. It changes when the format
// does.
const stateVersion = 1

// AppendState appends the state that [Learner.Restore] reads: the model, the league, the
// tables in mid-episode, and the waiting decisions.
func (l *Learner) AppendState(dst []byte) []byte {
	// Format: the state of the model; then version, updates, steps, whether cards have been
	// dealt, and the league; for each fleet its tables as JSON, the member at each
	// seat, and the row of each seat's last decision, both plus 1; and the decisions, each
	// with its fields of the rollout. Counts are varints, league and tables are written
	// by wire.AppendBytes, the rest are little-endian bits.
	dst = l.model.AppendState(dst)
	dst = append(dst, stateVersion)
	dst = binary.AppendUvarint(dst, uint64(l.updates))
	dst = binary.AppendUvarint(dst, l.ticks)
	dealt := byte(0)
	if l.dealt {
		dealt = 1
	}
	dst = append(dst, dealt)
	dst = wire.AppendBytes(dst, l.league.AppendState(nil))
	for _, f := range l.fleets {
		tables, err := json.Marshal(f.vector.Save())
		if err != nil {
			panic("ppo: tables: " + err.Error()) // only numbers and cards
		}
		dst = wire.AppendBytes(dst, tables)
		for _, id := range f.seated() {
			dst = binary.AppendUvarint(dst, uint64(id+1))
		}
		for _, r := range f.last {
			dst = binary.AppendUvarint(dst, uint64(r+1))
		}
	}
	return l.o.append(dst)
}

// append appends the decisions, all of which are waiting.
func (o *rollout) append(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(o.rows()))
	for r := range o.rows() {
		for _, v := range o.observation(int32(r)) {
			dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(v))
		}
		for _, w := range o.masks[r] {
			dst = binary.LittleEndian.AppendUint64(dst, w)
		}
		dst = binary.AppendUvarint(dst, uint64(o.actions[r]))
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(o.logs[r]))
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(o.values[r]))
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(o.rewards[r]))
	}
	return dst
}

// read reads the output of append.
func (o *rollout) read(r *wire.Reader) {
	o.truncate(0)
	seen := make([]float32, o.size)
	for range r.Uvarint() {
		for i := range seen {
			seen[i] = r.Float32()
		}
		var legal game.Mask
		for i := range legal {
			legal[i] = r.Uint64()
		}
		d := decision{action: game.Action(r.Uvarint()), log: r.Float32(), value: r.Float32()}
		reward := r.Float64()
		if r.Short() != nil {
			return
		}
		o.rewards[o.add(seen, &legal, d)] = reward
	}
}

// Restore sets the learner to a state of a learner with the same configuration. After an
// error the learner must not be used.
func (l *Learner) Restore(state []byte) error {
	r := wire.NewReader(state)
	if err := l.model.Restore(&r); err != nil {
		return fmt.Errorf("ppo: %w", err)
	}
	if v := r.Byte(); v != stateVersion {
		return fmt.Errorf("ppo: state of version %d: this program reads version %d", v, stateVersion)
	}
	l.updates, l.ticks, l.dealt = int(r.Uvarint()), r.Uvarint(), r.Byte() != 0
	own := r.Bytes(r.Uint64())
	if err := r.Short(); err != nil {
		return fmt.Errorf("ppo: state %w", err)
	}
	if err := l.league.Restore(own); err != nil {
		return err
	}
	for _, f := range l.fleets {
		if err := f.restore(&r, l.dealt); err != nil {
			return fmt.Errorf("ppo: tables of the state: %w", err)
		}
	}
	l.o.read(&r)
	if err := r.End(); err != nil {
		return fmt.Errorf("ppo: state %w", err)
	}
	for _, f := range l.fleets {
		for _, row := range f.last {
			if row >= int32(l.o.rows()) {
				return fmt.Errorf("ppo: state of %d decisions: a seat refers to decision %d", l.o.rows(), row)
			}
		}
	}
	return nil
}

// restore reads the state of the tables.
func (f *fleet) restore(r *wire.Reader, dealt bool) error {
	tables := r.Bytes(r.Uint64())
	for _, s := range f.seats {
		id := league.ID(r.Uvarint()) - 1
		if err := r.Short(); err != nil {
			return fmt.Errorf("state %w", err)
		}
		if dealt {
			if err := s.Place(id); err != nil {
				return err
			}
		}
	}
	for i := range f.last {
		f.last[i] = int32(r.Uvarint()) - 1
	}
	if err := r.Short(); err != nil {
		return fmt.Errorf("state %w", err)
	}
	var saved []env.Saved
	if err := json.Unmarshal(tables, &saved); err != nil {
		return err
	}
	return f.vector.Restore(saved, f.out)
}
