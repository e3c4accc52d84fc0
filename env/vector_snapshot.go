package env

import (
	"encoding/binary"
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/game/wire"
)

// vectorSnapshotVersion is the first byte of a snapshot of a [Vector]. It moves
// when the form does.
const vectorSnapshotVersion = 1

// Snapshot appends what [Vector.Restore] needs to make a vector of the same game,
// options and number of tables go on identically: the place of each table in its
// run and the caller's moves in its present episode. As policies draw all chance
// from their seeds, the same moves lead to the same position.
func (v *Vector) Snapshot(dst []byte) []byte {
	// The form: version, name of the game with its length before it, number of
	// tables, whether they were dealt, and then for each table its run, the deck
	// and key if one was given, and the moves, each list with its length before
	// it. Numbers are varints.
	name := v.game.Name()
	dst = append(dst, vectorSnapshotVersion)
	dst = binary.AppendUvarint(dst, uint64(len(name)))
	dst = append(dst, name...)
	dst = binary.AppendUvarint(dst, uint64(len(v.tables)))
	if !v.started {
		return append(dst, 0)
	}
	dst = append(dst, 1)
	for i := range v.tables {
		t := &v.tables[i]
		for _, x := range [...]uint64{t.run.Seed, t.run.Episode, t.run.Stride, t.key, uint64(len(t.deck))} {
			dst = binary.AppendUvarint(dst, x)
		}
		for _, c := range t.deck {
			dst = append(dst, byte(c))
		}
		dst = binary.AppendUvarint(dst, uint64(len(t.moves)))
		for _, a := range t.moves {
			dst = binary.AppendUvarint(dst, uint64(a))
		}
	}
	return dst
}

// Restore makes the tables stand as they did when the snapshot was taken, by
// playing the moves again. Rows of out get the observations, masks and players,
// no rewards and no flags; they are left alone if the tables had not been dealt.
// If the error is one of the snapshot's form, nothing has changed; if it is that of
// a move, which the rules or the opponents of v do not allow, only a reset leads on.
func (v *Vector) Restore(data []byte, out *Arrays) error {
	v.check(out)
	if v.closed {
		panic("env: use of a closed Vector")
	}
	r := wire.NewReader(data)
	version := r.Byte()
	name := string(r.Bytes(r.Uvarint()))
	n, started := r.Uvarint(), r.Byte()
	switch {
	case r.Short() != nil:
		return fmt.Errorf("env: snapshot %w", r.Short())
	case version != vectorSnapshotVersion:
		return fmt.Errorf("env: snapshot of version %d: this program reads version %d", version, vectorSnapshotVersion)
	case name != v.game.Name() || n != uint64(len(v.tables)):
		return fmt.Errorf("env: snapshot of %d tables of game %q: want %d of %q", n, name, len(v.tables), v.game.Name())
	case started > 1:
		return fmt.Errorf("env: snapshot says %d of whether it was dealt", started)
	}
	saved := make([]savedTable, n)
	if started == 1 {
		for i := range saved {
			if err := saved[i].read(&r, &v.tables[i]); err != nil {
				return fmt.Errorf("env: table %d of the snapshot: %w", i, err)
			}
		}
	}
	if err := r.End(); err != nil {
		return fmt.Errorf("env: snapshot %w", err)
	}
	v.started = started == 1
	for i := range saved {
		t := &v.tables[i]
		t.run, t.deck, t.key = saved[i].run, saved[i].deck, saved[i].key
		t.moves = append(t.moves[:0], saved[i].moves...)
		if !v.started {
			t.init(v.game, v.cfg.Config)
		}
	}
	if !v.started {
		return nil
	}
	v.call, v.out = callReplay, out
	return v.run()
}

// savedTable is a table in a snapshot.
type savedTable struct {
	run   Run
	deck  []card.Card
	key   uint64
	moves []game.Action
}

// read reads s, which is to be played at t.
func (s *savedTable) read(r *wire.Reader, t *vectorTable) error {
	s.run = Run{r.Uvarint(), r.Uvarint(), r.Uvarint()}
	s.key = r.Uvarint()
	for _, c := range r.Bytes(r.Uvarint()) {
		s.deck = append(s.deck, card.Card(c))
	}
	moves := r.Uvarint()
	if moves > uint64(len(r.Left())) {
		r.Cut()
	}
	if err := r.Short(); err != nil {
		return fmt.Errorf("it %w", err)
	}
	s.moves = make([]game.Action, moves)
	for i := range s.moves {
		a := r.Uvarint()
		if a > uint64(game.NoAction) {
			return fmt.Errorf("move %d is %d, which is no action", i, a)
		}
		s.moves[i] = game.Action(a)
	}
	if err := r.Short(); err != nil {
		return fmt.Errorf("it %w", err)
	}
	if s.deck != nil {
		return t.checkDeck(s.deck, s.key)
	}
	return nil
}

// replay deals the present episode and plays its moves.
func (t *vectorTable) replay() error {
	moves := t.moves
	t.moves = nil
	if err := t.deal(); err != nil {
		return err
	}
	for i, a := range moves {
		if t.reported() {
			return fmt.Errorf("move %d of the snapshot comes after the end of the episode", i)
		}
		if err := t.move(a); err != nil {
			return fmt.Errorf("move %d of the snapshot: %w", i, err)
		}
	}
	return nil
}
