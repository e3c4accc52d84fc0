package env

import (
	"encoding/binary"
	"errors"
	"fmt"

	"rummygym/env/game/wire"
)

// vectorSnapshotVersion is the first byte of a snapshot of a [Vector]. It changes when
// the format changes.
const vectorSnapshotVersion = 2

// The kinds of contents of a snapshot.
const (
	savedNothing   = iota // the tables were not dealt
	savedPositions        // the position of each table
	savedMoves            // the caller's actions, to be replayed
)

// saves returns the kind of contents of a snapshot of v. The memory of agents cannot be
// saved. But their random choices depend only on their seeds, so that the same actions
// lead to the same memory and the same position.
func (v *Vector) saves() byte {
	switch {
	case !v.started:
		return savedNothing
	case len(v.cfg.Opponents) == 0:
		return savedPositions
	}
	return savedMoves
}

// Snapshot appends a serialisation of the tables to dst. After [Vector.Restore] a vector
// of the same game, options and number of tables continues identically. The snapshot
// holds the run and the position of each table; with opponents it holds the caller's
// actions in the current episode instead of the position.
func (v *Vector) Snapshot(dst []byte) []byte { return v.SnapshotTables(dst, 0, len(v.tables)) }

// SnapshotTables is [Vector.Snapshot] for the tables [from, to): a vector of to - from
// tables restores it, which then play the episodes that they would have played in v. It
// panics if there are no such tables.
func (v *Vector) SnapshotTables(dst []byte, from, to int) []byte {
	// The format: version, the name of the game after its length, number of tables,
	// kind of contents, and then for each table its run and its contents. Numbers are
	// varints.
	tables := v.tables[from:to]
	dst = header{v.game.Name(), uint64(len(tables)), v.saves()}.append(dst)
	if !v.started {
		return dst
	}
	for i := range tables {
		t := &tables[i]
		for _, x := range [...]uint64{t.run.Seed, t.run.Episode, t.run.Stride} {
			dst = binary.AppendUvarint(dst, x)
		}
		if len(v.cfg.Opponents) == 0 {
			dst = t.appendPosition(dst)
		} else {
			dst = t.appendMoves(dst)
		}
	}
	return dst
}

// JoinSnapshots appends the snapshot of a vector with the tables of all the given
// snapshots, in order. It returns an error unless all are of one game and kind.
func JoinSnapshots(dst []byte, snapshots ...[]byte) ([]byte, error) {
	var all header
	var contents []byte
	for i, s := range snapshots {
		r := wire.NewReader(s)
		h, err := readHeader(&r)
		if err != nil {
			return nil, err
		}
		if i > 0 && (h.game != all.game || h.saves != all.saves) {
			return nil, fmt.Errorf("env: snapshot %d is of game %q with contents of kind %d: want %q and %d as in the first", i, h.game, h.saves, all.game, all.saves)
		}
		h.tables += all.tables
		all, contents = h, append(contents, r.Left()...)
	}
	return append(all.append(dst), contents...), nil
}

// header is the begin of a snapshot.
type header struct {
	game   string
	tables uint64
	saves  byte
}

func (h header) append(dst []byte) []byte {
	dst = append(dst, vectorSnapshotVersion)
	dst = binary.AppendUvarint(dst, uint64(len(h.game)))
	dst = append(dst, h.game...)
	dst = binary.AppendUvarint(dst, h.tables)
	return append(dst, h.saves)
}

// readHeader reads the begin of a snapshot.
func readHeader(r *wire.Reader) (h header, err error) {
	version := r.Byte()
	h.game = string(r.Bytes(r.Uvarint()))
	h.tables, h.saves = r.Uvarint(), r.Byte()
	switch {
	case r.Short() != nil:
		return h, fmt.Errorf("env: snapshot %w", r.Short())
	case version != vectorSnapshotVersion:
		return h, fmt.Errorf("env: snapshot of version %d: this program reads version %d", version, vectorSnapshotVersion)
	case h.saves > savedMoves:
		return h, fmt.Errorf("env: snapshot has contents of kind %d, which does not exist", h.saves)
	}
	return h, nil
}

// Restore sets the tables to those of a snapshot; with opponents it replays the actions.
// The rows of out get the observations, masks and players; rewards and flags are zero. If
// the tables of the snapshot were not dealt, out is unchanged. If the data is malformed,
// nothing changes. If an action fails, because the rules or the opponents of v differ, the
// episodes cannot continue: call Reset.
func (v *Vector) Restore(data []byte, out *Arrays) error {
	v.check(out)
	if v.closed {
		panic("env: use of a closed Vector")
	}
	r := wire.NewReader(data)
	h, err := readHeader(&r)
	n, saves := h.tables, h.saves
	switch {
	case err != nil:
		return err
	case h.game != v.game.Name() || n != uint64(len(v.tables)):
		return fmt.Errorf("env: snapshot of %d tables of game %q: want %d of %q", n, h.game, len(v.tables), v.game.Name())
	case saves == savedMoves && len(v.cfg.Opponents) == 0:
		return errors.New("env: snapshot of tables with opponents: these have none")
	case saves == savedPositions && len(v.cfg.Opponents) > 0:
		return fmt.Errorf("env: snapshot of tables without opponents: these have %d", len(v.cfg.Opponents))
	}
	saved := make([]savedTable, n)
	if saves != savedNothing {
		for i := range saved {
			if err := saved[i].read(&r, &v.tables[i], saves); err != nil {
				return fmt.Errorf("env: table %d of the snapshot: %w", i, err)
			}
		}
	}
	if err := r.End(); err != nil {
		return fmt.Errorf("env: snapshot %w", err)
	}
	v.started = saves != savedNothing
	for i := range saved {
		if v.started {
			v.tables[i].become(&saved[i])
		} else {
			v.tables[i].init(v.game, v.cfg.Config)
		}
	}
	if !v.started {
		return nil
	}
	v.call, v.out = callRestore, out
	return v.run()
}
