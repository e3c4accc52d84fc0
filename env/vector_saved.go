package env

import (
	"encoding/binary"
	"errors"
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/game/wire"
)

// appendPosition appends the position of the table: whether it is fresh, the learner, the
// seat that moved last, and the episode's snapshot after its length.
func (t *vectorTable) appendPosition(dst []byte) []byte {
	fresh := byte(0)
	if t.fresh {
		fresh = 1
	}
	dst = append(dst, fresh, byte(t.learner), byte(t.last))
	position, err := t.Env.Snapshot(nil)
	if err != nil {
		panic("env: the state cannot be serialised: " + err.Error())
	}
	dst = binary.AppendUvarint(dst, uint64(len(position)))
	return append(dst, position...)
}

// appendMoves appends the history of the episode: the key and the deck if one was given,
// and the caller's actions, each list after its length.
func (t *vectorTable) appendMoves(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, t.key)
	dst = binary.AppendUvarint(dst, uint64(len(t.deck)))
	for _, c := range t.deck {
		dst = append(dst, byte(c))
	}
	dst = binary.AppendUvarint(dst, uint64(len(t.moves)))
	for _, a := range t.moves {
		dst = binary.AppendUvarint(dst, uint64(a))
	}
	return dst
}

// savedTable is a table in a snapshot.
type savedTable struct {
	run Run

	position      *Env // nil if the actions were saved
	fresh         bool
	learner, last game.Player

	deck  []card.Card
	key   uint64
	moves []game.Action
}

// read reads s, which is for table t.
func (s *savedTable) read(r *wire.Reader, t *vectorTable, saves byte) error {
	s.run = Run{r.Uvarint(), r.Uvarint(), r.Uvarint()}
	if saves == savedPositions {
		return s.readPosition(r, t)
	}
	return s.readMoves(r, t)
}

func (s *savedTable) readPosition(r *wire.Reader, t *vectorTable) error {
	fresh := r.Byte()
	s.fresh, s.learner, s.last = fresh == 1, game.Player(r.Byte()), game.Player(r.Byte())
	position := r.Bytes(r.Uvarint())
	switch {
	case r.Short() != nil:
		return fmt.Errorf("it %w", r.Short())
	case fresh > 1:
		return fmt.Errorf("it has the fresh flag %d, want 0 or 1", fresh)
	case uint8(s.learner) >= uint8(t.players) || uint8(s.last) >= uint8(t.players):
		return fmt.Errorf("it has the seats %d and %d at a table of %d", uint8(s.learner), uint8(s.last), t.players)
	}
	s.position = &Env{}
	s.position.init(t.game, t.cfg)
	if err := s.position.Restore(position); err != nil {
		return err
	}
	if !s.position.started {
		return errors.New("it was not dealt")
	}
	return nil
}

func (s *savedTable) readMoves(r *wire.Reader, t *vectorTable) error {
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
			return fmt.Errorf("move %d is %d, which is not an action", i, a)
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

// become sets the table to the position of s, or prepares it to replay the actions of s.
func (t *vectorTable) become(s *savedTable) {
	t.run, t.deck, t.key = s.run, s.deck, s.key
	t.moves = append(t.moves[:0], s.moves...)
	t.deals++
	if s.position != nil {
		t.Env.CopyFrom(s.position)
		t.begins()
		t.fresh, t.learner, t.last = s.fresh, s.learner, s.last
		t.paid = t.ledger.last // without agents there are no other rewards
	}
}

// replay deals the current episode and applies its actions.
func (t *vectorTable) replay() error {
	moves := t.moves
	t.moves = nil
	if err := t.deal(); err != nil {
		return err
	}
	for i, a := range moves {
		if t.reported() {
			return fmt.Errorf("move %d of the snapshot is after the end of the episode", i)
		}
		if err := t.move(a); err != nil {
			return fmt.Errorf("move %d of the snapshot: %w", i, err)
		}
	}
	return nil
}
