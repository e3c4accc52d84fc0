package indian

import (
	"encoding/binary"
	"errors"
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
)

// stateVersion is the first byte of a serialised state. It moves when the form
// or the meaning of what follows does.
const stateVersion = 1

// The bits of the flags byte of a serialised state.
const (
	flagDealt = 1 << iota
	flagFromPile
)

// AppendBinary appends an exact serialisation of the state, which Game.Decode
// reads under equal rules. Two states that go on identically under all actions
// have the same bytes. The error is always nil.
//
// The form: version, 8 bytes of the rules' digest, flags; and if dealt phase,
// ending, mover, drawn card, wildcard, key (8 bytes), reshuffles; for each seat
// the turns, how it left, and the bags hand, taken, given, known; the closed deck
// and the open pile with their lengths before them. Words are little-endian.
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
	dst = appendCards(dst, s.deck[s.head:s.end])
	return appendCards(dst, s.pile[:s.piled]), nil
}

// appendCards appends the number of cards, then the cards.
func appendCards(dst []byte, cards []card.Card) []byte {
	dst = append(dst, byte(len(cards)))
	for _, c := range cards {
		dst = append(dst, byte(c))
	}
	return dst
}

// Decode sets dst from what State.AppendBinary wrote under equal rules. The error
// says what is wrong with the bytes; dst is then untouched. A state that no game
// can reach is refused, as far as its cards, turns and ending tell.
func (g *Game) Decode(dst game.State, data []byte) error {
	to := g.own(dst)
	r := reader{data: data}
	if v := r.byte(); v != stateVersion {
		return fmt.Errorf("indian: the state is of version %d, want %d", v, stateVersion)
	}
	if r.uint64() != g.rules.digest() {
		return errors.New("indian: the state was made under other rules")
	}
	s := State{rules: to.rules}
	s.clear()
	flags := r.byte()
	if flags > flagDealt|flagFromPile {
		return fmt.Errorf("indian: the state has flags %#x, want at most %#x", flags, flagDealt|flagFromPile)
	}
	s.dealt, s.fromPile = flags&flagDealt != 0, flags&flagFromPile != 0
	if s.dealt {
		s.read(&r)
	}
	switch {
	case r.short:
		return errors.New("indian: the state ends before its end: it was cut off")
	case len(r.data) > 0:
		return fmt.Errorf("indian: the state goes on for %d bytes after its end", len(r.data))
	}
	if err := s.check(); err != nil {
		return fmt.Errorf("indian: no game has this state: %w", err)
	}
	*to = s
	return nil
}

// read sets the state from what follows the flags. What follows from the rest is
// not in the bytes. It leaves values out of range to check.
func (s *State) read(r *reader) {
	s.phase, s.ending = Phase(r.byte()), ending(r.byte())
	s.mover = game.Player(r.byte())
	s.drawn = card.Card(r.byte())
	s.setWildcard(card.Card(r.byte()))
	s.key, s.reshuffles = r.uint64(), r.uint32()
	for p := range s.seats() {
		s.turns[p] = int32(r.uint32())
		s.turn += s.turns[p]
		s.left[p] = ending(r.byte())
		for _, b := range [...]*card.Bag{&s.hands[p], &s.taken[p], &s.given[p], &s.known[p]} {
			b.Once, b.Twice, b.Thrice = card.Cards(r.uint64()), card.Cards(r.uint64()), card.Cards(r.uint64())
			b.Jokers = r.byte()
		}
	}
	s.end = r.cards(s.deck[:])
	s.piled = r.cards(s.pile[:])
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
	if s.phase == Over && s.ending > playing && s.ending <= stockOut && s.checkTurns() == nil && s.checkSeats() == nil && s.checkCards() == nil {
		s.settle()
	}
}

// digest returns a number that tells rules apart: FNV-1a over the values of the
// fields, each as 8 bytes.
func (r *Rules) digest() uint64 {
	h := uint64(0xcbf29ce484222325)
	for _, v := range [...]int{
		r.Seats, r.Packs, r.Jokers, r.HandSize, r.FirstDrop, r.MiddleDrop, r.Cap, r.MaxRounds,
		int(r.Dealing), int(r.Wildcard), int(r.Recycling), int(r.Counting),
		int(r.Relief), int(r.Taking), int(r.ThrowingBack), int(r.Declaring),
	} {
		for range 8 {
			h = (h ^ uint64(v&0xff)) * 0x100000001b3
			v >>= 8
		}
	}
	return h
}

// reader takes values off the front of data. After the end it returns zeros, and
// short is set.
type reader struct {
	data  []byte
	short bool
}

// take returns the next n bytes, or n zeros, for n up to 8.
func (r *reader) take(n int) []byte {
	if len(r.data) < n {
		r.data, r.short = nil, true
		return make([]byte, 8)[:n]
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *reader) byte() byte     { return r.take(1)[0] }
func (r *reader) uint32() uint32 { return binary.LittleEndian.Uint32(r.take(4)) }
func (r *reader) uint64() uint64 { return binary.LittleEndian.Uint64(r.take(8)) }

// cards reads what appendCards wrote into dst and returns the number of cards.
// More than dst has room for count as cut off.
func (r *reader) cards(dst []card.Card) uint8 {
	n := r.byte()
	if int(n) > len(dst) || int(n) > len(r.data) {
		r.data, r.short = nil, true
		return 0
	}
	for i, b := range r.data[:n] {
		dst[i] = card.Card(b)
	}
	r.data = r.data[n:]
	return n
}
