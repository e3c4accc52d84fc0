package league

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"

	"rummygym/internal/agents/network"
	"rummygym/internal/train/wire"
)

// stateVersion is the first byte of a state. It changes when the format does.
const stateVersion = 1

// AppendState appends the state that [League.Restore] reads: results, past selves with
// their networks, and the ID of the next one.
func (l *League) AppendState(dst []byte) []byte {
	// Format: version, number of members, ID of the next past self, and for each member
	// its ID, name, games, score, whether it is retired, and its network file, empty if
	// it has none. Numbers are varints, games and score little-endian bits, names and
	// files are preceded by their length.
	dst = append(dst, stateVersion)
	dst = binary.AppendUvarint(dst, uint64(len(l.members)))
	dst = binary.AppendUvarint(dst, uint64(l.next))
	for _, m := range l.members {
		dst = binary.AppendUvarint(dst, uint64(m.id))
		dst = binary.AppendUvarint(dst, uint64(len(m.name)))
		dst = append(dst, m.name...)
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(m.games))
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(m.score))
		retired := byte(0)
		if m.retired {
			retired = 1
		}
		dst = append(dst, retired)
		dst = binary.AppendUvarint(dst, uint64(len(m.file)))
		dst = append(dst, m.file...)
	}
	return dst
}

// Restore sets the league to a state of a league with the same configuration.
// [League.SetSelf] must be called again. On an error the league does not change.
func (l *League) Restore(data []byte) error {
	r := wire.NewReader(data)
	if v := r.Byte(); v != stateVersion {
		return fmt.Errorf("league: state of version %d: this program reads version %d", v, stateVersion)
	}
	n, next := r.Uvarint(), ID(r.Uvarint())
	if named := 1 + len(l.cfg.Named); n < uint64(named) || n > uint64(len(data)) {
		return fmt.Errorf("league: state of %d members: want at least %d", n, named)
	}
	var members []*member
	for i := range int(n) {
		m, err := l.readMember(&r, i, next)
		if err != nil {
			return fmt.Errorf("league: member %d of the state: %w", i, err)
		}
		if i > 0 && m.id <= members[i-1].id {
			return fmt.Errorf("league: member %d of the state has ID %d after %d: want ascending IDs", i, m.id, members[i-1].id)
		}
		members = append(members, m)
	}
	if err := r.End(); err != nil {
		return fmt.Errorf("league: state %w", err)
	}
	l.members, l.next = members, next
	l.Refresh()
	return nil
}

// readMember reads the member at the given index.
func (l *League) readMember(r *wire.Reader, place int, next ID) (*member, error) {
	m := &member{id: ID(r.Uvarint())}
	m.name = string(r.Bytes(r.Uvarint()))
	m.games, m.score = r.Float64(), r.Float64()
	m.retired = r.Byte() != 0
	file := r.Bytes(r.Uvarint())
	if err := r.Short(); err != nil {
		return nil, fmt.Errorf("it %w", err)
	}
	if !(m.games >= 0 && m.score >= 0 && m.score <= m.games) {
		return nil, fmt.Errorf("%s has the score %v of %v games", m.name, m.score, m.games)
	}
	if place <= len(l.cfg.Named) {
		own := l.members[place]
		if m.id != ID(place) || m.name != own.name || len(file) > 0 || m.retired {
			return nil, fmt.Errorf("it is %d %q: want %d %q as this league has", m.id, m.name, place, own.name)
		}
		m.weight, m.create = own.weight, own.create
		return m, nil
	}
	if m.id <= ID(len(l.cfg.Named)) || m.id >= next || l.cfg.Past.Weight == 0 {
		return nil, fmt.Errorf("past self %d %q: this league has no past self with that ID", m.id, m.name)
	}
	m.file = bytes.Clone(file)
	n, err := network.Decode(file)
	if err == nil {
		m.create, err = l.cfg.Player(n)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.name, err)
	}
	return m, nil
}
