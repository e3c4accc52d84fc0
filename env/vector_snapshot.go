package env

import (
	"encoding/binary"
	"errors"
	"fmt"

	"rummygym/env/game/wire"
)

// vectorSnapshotVersion is the first byte of a snapshot of a [Vector]. It moves
// when the form does.
const vectorSnapshotVersion = 2

// What the snapshot of a vector holds.
const (
	savedNothing   = iota // the tables were not dealt
	savedPositions        // where each table stands
	savedMoves            // the caller's moves, to be played again
)

// saves returns what a snapshot of v holds. The memory of policies cannot be saved;
// but as they draw all chance from their seeds, the same moves lead to the same
// memory and the same position.
func (v *Vector) saves() byte {
	switch {
	case !v.started:
		return savedNothing
	case len(v.cfg.Opponents) == 0:
		return savedPositions
	}
	return savedMoves
}

// Snapshot appends what [Vector.Restore] needs to make a vector of the same game,
// options and number of tables go on identically: the place of each table in its
// run, and where it stands. With opponents that is told by the caller's moves in
// the present episode.
func (v *Vector) Snapshot(dst []byte) []byte {
	// The form: version, name of the game with its length before it, number of
	// tables, what is saved, and then for each table its run and what is saved of
	// it. Numbers are varints.
	name := v.game.Name()
	dst = append(dst, vectorSnapshotVersion)
	dst = binary.AppendUvarint(dst, uint64(len(name)))
	dst = append(dst, name...)
	dst = binary.AppendUvarint(dst, uint64(len(v.tables)))
	saves := v.saves()
	dst = append(dst, saves)
	if saves == savedNothing {
		return dst
	}
	for i := range v.tables {
		t := &v.tables[i]
		for _, x := range [...]uint64{t.run.Seed, t.run.Episode, t.run.Stride} {
			dst = binary.AppendUvarint(dst, x)
		}
		if saves == savedPositions {
			dst = t.appendPosition(dst)
		} else {
			dst = t.appendMoves(dst)
		}
	}
	return dst
}

// Restore makes the tables stand as they did when the snapshot was taken; with
// opponents by playing the moves again. Rows of out get the observations, masks and
// players, no rewards and no flags; they are left alone if the tables had not been
// dealt. If the error is one of the snapshot's form, nothing has changed; if it is
// that of a move, which the rules or the opponents of v do not allow, only a reset
// leads on.
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
	case name != v.game.Name() || n != uint64(len(v.tables)):
		return fmt.Errorf("env: snapshot of %d tables of game %q: want %d of %q", n, name, len(v.tables), v.game.Name())
	case saves > savedMoves:
		return fmt.Errorf("env: snapshot says %d of what it holds", saves)
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
