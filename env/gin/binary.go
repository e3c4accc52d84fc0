package gin

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/meld"
)

// stateVersion is the first byte of a serialised state. It moves when the form
// or the meaning of what follows does.
const stateVersion = 1

// The bits of the flags byte of a serialised state.
const (
	flagDealt = 1 << iota
	flagBig
	flagLastBig
)

// AppendBinary appends an exact serialisation of the state, which Game.Decode
// reads under equal rules. Two states that go on identically under all actions
// have the same bytes. The error is always nil.
//
// The form: version, 8 bytes of the rules' digest, flags; and if dealt phase,
// ending, starter, mover, drawn card, knocker; hand number, turns before the
// hand, scores and hands won (4 bytes each); key (8 bytes); ending and knocker of
// the last hand, and if there was a knocker its showdown; the showdown of this
// hand; the first upcard; the number of turns, and source and discard of each;
// the number of cards in the stock, and the cards. A showdown is nine sets of
// cards: the hands, three melds of each seat, the cards laid off. Words are
// little-endian.
func (s *State) AppendBinary(dst []byte) ([]byte, error) {
	le := binary.LittleEndian
	const most = 300 // bytes beside the turns
	dst = slices.Grow(dst, most+2*int(s.turned))
	var flags byte
	for i, f := range [...]bool{s.dealt, s.big, s.last.big} {
		if f {
			flags |= 1 << i
		}
	}
	dst = append(dst, stateVersion)
	dst = le.AppendUint64(dst, s.rules.digest())
	dst = append(dst, flags)
	if !s.dealt {
		return dst, nil
	}
	dst = append(dst, byte(s.phase), byte(s.ending), byte(s.starter), byte(s.mover), byte(s.drawn), byte(s.knocker))
	for _, n := range [...]int32{s.hand, s.before, s.scores[0], s.scores[1], s.boxes[0], s.boxes[1]} {
		dst = le.AppendUint32(dst, uint32(n))
	}
	dst = le.AppendUint64(dst, s.key)
	dst = append(dst, byte(s.last.ending), byte(s.last.knocker))
	if s.last.knocker != game.NoPlayer {
		dst = s.last.showdown.append(dst)
	}
	dst = s.showdown.append(dst)
	dst = append(dst, byte(s.firstUpcard()), s.turned)
	for _, t := range s.history[:s.turned] {
		dst = append(dst, byte(t.Source), byte(t.Discard))
	}
	dst = append(dst, byte(s.StockSize()))
	for _, c := range s.deck[s.head:] {
		dst = append(dst, byte(c))
	}
	return dst, nil
}

// append appends the nine sets of cards.
func (d *showdown) append(dst []byte) []byte {
	le := binary.LittleEndian
	for _, cs := range d.hands {
		dst = le.AppendUint64(dst, uint64(cs))
	}
	for _, a := range d.melds {
		for _, cs := range a {
			dst = le.AppendUint64(dst, uint64(cs))
		}
	}
	return le.AppendUint64(dst, uint64(d.laidOff))
}

// Decode sets dst from what State.AppendBinary wrote under equal rules. The error
// says what is wrong with the bytes; dst is then untouched. A state that no game
// can reach is refused, as far as its cards, turns and ending tell.
func (g *Game) Decode(dst game.State, data []byte) error {
	to := g.own(dst)
	r := reader{data: data}
	if v := r.byte(); v != stateVersion {
		return fmt.Errorf("gin: the state is of version %d, want %d", v, stateVersion)
	}
	if r.uint64() != g.rules.digest() {
		return errors.New("gin: the state was made under other rules")
	}
	s := State{rules: to.rules}
	s.clear()
	flags := r.byte()
	const all = flagDealt | flagBig | flagLastBig
	if flags > all {
		return fmt.Errorf("gin: the state has flags %#x, want at most %#x", flags, all)
	}
	s.dealt, s.big, s.last.big = flags&flagDealt != 0, flags&flagBig != 0, flags&flagLastBig != 0
	var impossible error
	if s.dealt {
		impossible = s.read(&r)
	}
	switch {
	case r.short:
		return errors.New("gin: the state ends before its end: it was cut off")
	case len(r.data) > 0:
		return fmt.Errorf("gin: the state goes on for %d bytes after its end", len(r.data))
	}
	if impossible == nil {
		impossible = s.check()
	}
	if impossible != nil {
		return fmt.Errorf("gin: no game has this state: %w", impossible)
	}
	*to = s
	return nil
}

// read sets the state from what follows the flags, and what follows from that.
// It leaves most values out of range to check.
func (s *State) read(r *reader) error {
	s.phase, s.ending = Phase(r.byte()), ending(r.byte())
	s.starter, s.mover = game.Player(r.byte()), game.Player(r.byte())
	s.drawn, s.knocker = card.Card(r.byte()), game.Player(r.byte())
	for _, n := range [...]*int32{&s.hand, &s.before, &s.scores[0], &s.scores[1], &s.boxes[0], &s.boxes[1]} {
		*n = int32(r.uint32())
	}
	s.key = r.uint64()
	s.last.ending, s.last.knocker = ending(r.byte()), game.Player(r.byte())
	if s.last.knocker != game.NoPlayer {
		r.showdown(&s.last.showdown)
	}
	r.showdown(&s.showdown)
	first := card.Card(r.byte())
	s.turned = r.byte()
	for i := range s.history[:min(s.turned, maxHistory)] {
		s.history[i].Source, s.history[i].Discard = Source(r.byte()), card.Card(r.byte())
	}
	n := r.byte()
	if s.turned > maxHistory || n > deckSize-seats*handSize-1 {
		r.data, r.short = nil, true
		return nil
	}
	s.head = deckSize - n
	for i := range s.deck[s.head:] {
		s.deck[int(s.head)+i] = card.Card(r.byte())
	}
	if s.last.ending != playing && (s.last.knocker == 0 || s.last.knocker == 1 || s.last.knocker == game.NoPlayer) {
		was := s.last.ending
		if s.last.settle(s.rules); s.last.ending != was {
			return fmt.Errorf("the last hand cannot have ended by %q", was.name())
		}
	}
	return s.derive(first)
}

// digest returns a number that tells rules apart.
func (r *Rules) digest() uint64 {
	return game.Seed(0,
		uint64(r.Episode), uint64(r.Starter), uint64(r.KnockLimit), uint64(r.GinBonus), uint64(r.BigGinBonus),
		uint64(r.UndercutBonus), uint64(r.Target), uint64(r.GameBonus), uint64(r.BoxBonus), uint64(r.MaxHands),
		uint64(r.MaxTurns), uint64(r.MaxUpcards), uint64(r.LayOffLimit), uint64(r.KnockCard), uint64(r.KnockOrder),
		uint64(r.ThrowingBack), uint64(r.Tie), uint64(r.StockEnd), uint64(r.Repeat), uint64(r.Melding),
		uint64(r.LayingOff), uint64(r.Answer))
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

// showdown reads what showdown.append wrote.
func (r *reader) showdown(d *showdown) {
	for p := range d.hands {
		d.hands[p] = card.Cards(r.uint64())
	}
	for p := range d.melds {
		for i := range meld.MaxMelds {
			d.melds[p][i] = card.Cards(r.uint64())
		}
	}
	d.laidOff = card.Cards(r.uint64())
}
