package indian

import (
	"encoding/binary"
	"errors"
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/game/wire"
)

// stateVersion is the first byte of a serialised state. It changes when the format or
// its meaning changes.
const stateVersion = 1

// The bits of the flags byte of a serialised state.
const (
	flagDealt = 1 << iota
	flagFromPile
)

// AppendBinary appends an exact serialisation of the state, which [Game.Decode]
// parses under equal rules. Two states that behave identically under all actions
// have the same bytes. The error is always nil.
//
// The format: version, 8 bytes of the rules' digest, flags; and if the state is dealt:
// phase, ending, mover, drawn card, wildcard, key (8 bytes), reshuffles; for each seat
// the turns, how it left, and the bags hand, taken, given, known; the closed deck
// and the open pile, each after its length. Words are little-endian.
func (s *State) AppendBinary(dst []byte) ([]byte, error) {
	le := binary.LittleEndian
	var flags byte
	if s.dealt {
		flags |= flagDealt
	}
	if s.fromPile {
		flags |= flagFromPile
	}
	dst = append(dst, stateVersion)
	dst = le.AppendUint64(dst, s.rules.digest())
	dst = append(dst, flags)
	if !s.dealt {
		return dst, nil
	}
	dst = append(dst, byte(s.phase), byte(s.ending), byte(s.mover), byte(s.drawn), byte(s.wildcard))
	dst = le.AppendUint64(dst, s.key)
	dst = le.AppendUint32(dst, s.reshuffles)
	for p := range s.seats() {
		dst = le.AppendUint32(dst, uint32(s.turns[p]))
		dst = append(dst, byte(s.left[p]))
		for _, b := range [...]*card.Bag{&s.hands[p], &s.taken[p], &s.given[p], &s.known[p]} {
			dst = le.AppendUint64(dst, uint64(b.Once))
			dst = le.AppendUint64(dst, uint64(b.Twice))
			dst = le.AppendUint64(dst, uint64(b.Thrice))
			dst = append(dst, b.Jokers)
		}
	}
	dst = wire.AppendCards(dst, s.deck[s.head:s.end])
	return wire.AppendCards(dst, s.pile[:s.piled]), nil
}

// Decode sets dst from data that [State.AppendBinary] wrote under equal rules. The
// error reports the fault of the data; dst is then unchanged. Decode rejects a state
// if its cards, turns or ending show that no game can reach it.
func (g *Game) Decode(dst game.State, data []byte) error {
	to := g.own(dst)
	r := wire.NewReader(data)
	if v := r.Byte(); v != stateVersion {
		return fmt.Errorf("indian: the state is of version %d, want %d", v, stateVersion)
	}
	if r.Uint64() != g.rules.digest() {
		return errors.New("indian: the state was made under other rules")
	}
	s := State{rules: to.rules}
	s.clear()
	flags := r.Byte()
	if flags > flagDealt|flagFromPile {
		return fmt.Errorf("indian: the state has flags %#x, want at most %#x", flags, flagDealt|flagFromPile)
	}
	s.dealt, s.fromPile = flags&flagDealt != 0, flags&flagFromPile != 0
	if s.dealt {
		s.read(&r)
	}
	if err := r.End(); err != nil {
		return fmt.Errorf("indian: the state %w", err)
	}
	if err := s.check(); err != nil {
		return fmt.Errorf("indian: no game has this state: %w", err)
	}
	*to = s
	return nil
}

// read sets the state from the data after the flags. Derived values are not in the
// data. read does not check the ranges of values, see check.
func (s *State) read(r *wire.Reader) {
	s.phase, s.ending = Phase(r.Byte()), ending(r.Byte())
	s.mover = game.Player(r.Byte())
	s.drawn = card.Card(r.Byte())
	s.setWildcard(card.Card(r.Byte()))
	s.key, s.reshuffles = r.Uint64(), r.Uint32()
	for p := range s.seats() {
		s.turns[p] = int32(r.Uint32())
		s.turn += s.turns[p]
		s.left[p] = ending(r.Byte())
		for _, b := range [...]*card.Bag{&s.hands[p], &s.taken[p], &s.given[p], &s.known[p]} {
			b.Once, b.Twice, b.Thrice = card.Cards(r.Uint64()), card.Cards(r.Uint64()), card.Cards(r.Uint64())
			b.Jokers = r.Byte()
		}
	}
	s.end = r.Cards(s.deck[:])
	s.piled = r.Cards(s.pile[:])
	for _, c := range s.pile[:s.piled] {
		if c.Valid() {
			s.pileBag.Add(c)
		}
	}
	if s.mover >= 0 && s.mover < s.seats() {
		s.round = s.turns[s.mover]
	}
	if s.rules.Counting == HalfTurns {
		s.round = s.turn / 2
	}
	if s.phase == Over && s.checkTurns() == nil && s.checkSeats() == nil && s.checkCards() == nil {
		s.settle()
	}
}

// digest returns a hash of the rules: FNV-1a over the values of the fields, each as 8
// bytes. Fields that came later count only if they differ from the rules before, with their
// number, so that states of earlier versions keep their digest.
func (r *Rules) digest() uint64 {
	h := uint64(0xcbf29ce484222325)
	add := func(v int) {
		for range 8 {
			h = (h ^ uint64(v&0xff)) * 0x100000001b3
			v >>= 8
		}
	}
	for _, v := range [...]int{
		r.Seats, r.Packs, r.Jokers, r.HandSize, r.FirstDrop, r.MiddleDrop, r.Cap, r.MaxRounds,
		int(r.Dealing), int(r.Wildcard), int(r.Recycling), int(r.Counting),
		int(r.Relief), int(r.Taking), int(r.ThrowingBack), int(r.Declaring),
	} {
		add(v)
	}
	for i, v := range [...]int{card.NumRanks - r.Ranks, card.NumSuits - r.Suits, int(r.Requirement)} {
		if v != 0 {
			add(i)
			add(v)
		}
	}
	return h
}
