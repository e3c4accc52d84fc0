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
func (v *Vector) Snapshot(dst []byte) []byte {
	// The format: version, the name of the game after its length, number of tables,
	// kind of contents, and then for each table its run and its contents. Numbers are
	// varints.
	dst = append(dst, vectorSnapshotVersion)
	dst = binary.AppendUvarint(dst, uint64(len(v.game.Name())))
	dst = append(dst, v.game.Name()...)
	dst = binary.AppendUvarint(dst, uint64(len(v.tables)))
	dst = append(dst, v.saves())
	if !v.started {
		return dst
	}
	for i := range v.tables {
		t := &v.tables[i]
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
	version := r.Byte()
	name := string(r.Bytes(r.Uvarint()))
	n, saves := r.Uvarint(), r.Byte()
	switch {
	case r.Short() != nil:
		return fmt.Errorf("env: snapshot %w", r.Short())
	case version != vectorSnapshotVersion:
		return fmt.Errorf("env: snapshot of version %d: this program reads version %d", version, vectorSnapshotVersion)
	case saves > savedMoves:
		return fmt.Errorf("env: snapshot has contents of kind %d, which does not exist", saves)
	case name != v.game.Name() || n != uint64(len(v.tables)):
		return fmt.Errorf("env: snapshot of %d tables of game %q: want %d of %q", n, name, len(v.tables), v.game.Name())
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
