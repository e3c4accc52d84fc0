package gin

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/game/wire"
)

// stateVersion is the first byte of a serialised state. It changes when the format or
// its meaning changes.
const stateVersion = 1

// The bits of the flags byte of a serialised state.
const (
	flagDealt = 1 << iota
	flagBig
	flagLastBig
)

// AppendBinary appends an exact serialisation of the state, which [Game.Decode]
// parses under equal rules. Two states that behave identically under all actions
// have the same bytes. The error is always nil.
//
// The format: version, 8 bytes of the rules' digest, flags; and if the state is dealt:
// phase, ending, starter, mover, drawn card, knocker; hand number, turns before the
// hand, scores and hands won (4 bytes each); key (8 bytes); ending and knocker of
// the last hand, and if there was a knocker its showdown; the showdown of this
// hand; the first upcard; the number of turns, and source and discard of each;
// the number of cards in the stock, and the cards. A showdown is nine sets of
// cards: the hands, three melds of each seat, the cards laid off. Words are
// little-endian. A single hand is written as the first hand of a match.
func (s *State) AppendBinary(dst []byte) ([]byte, error) {
	x := s.sheet()
	return s.appendWith(&x, dst), nil
}

// AppendBinary appends an exact serialisation of the match, see [State.AppendBinary].
func (m *MatchState) AppendBinary(dst []byte) ([]byte, error) {
	x := m.sheet()
	return m.appendWith(&x, dst), nil
}

// appendWith appends the serialisation of a hand and of a sheet.
func (s *State) appendWith(x *sheet, dst []byte) []byte {
	le := binary.LittleEndian
	const most = 300 // maximum number of bytes besides the turns
	dst = slices.Grow(dst, most+2*int(s.turned))
	var flags byte
	for i, f := range [...]bool{s.dealt, s.big, x.last.big} {
		if f {
			flags |= 1 << i
		}
	}
	dst = append(dst, stateVersion)
	dst = le.AppendUint64(dst, s.rules.digest())
	dst = append(dst, flags)
	if !s.dealt {
		return dst
	}
	dst = append(dst, byte(s.phase), byte(x.ending), byte(s.starter), byte(s.mover), byte(s.drawn), byte(s.knocker))
	for _, n := range [...]int32{x.number, x.before, x.scores[0], x.scores[1], x.boxes[0], x.boxes[1]} {
		dst = le.AppendUint32(dst, uint32(n))
	}
	dst = le.AppendUint64(dst, s.key)
	dst = append(dst, byte(x.last.ending), byte(x.last.knocker))
	if x.last.knocker != game.NoPlayer {
		dst = x.last.showdown.append(dst)
	}
	dst = s.showdown.append(dst)
	dst = append(dst, byte(s.firstUpcard()), s.turned)
	for _, t := range s.history[:s.turned] {
		dst = append(dst, byte(t.Source), byte(t.Discard))
	}
	return wire.AppendCards(dst, s.deck[s.head:])
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

// Decode sets dst from data that [State.AppendBinary] wrote under equal rules. The
// error reports the fault of the data; dst is then unchanged. Decode rejects a state
// if its cards, turns or ending show that no game can reach it.
func (g *Game) Decode(dst game.State, data []byte) error {
	hand, match := g.own(dst)
	r := wire.NewReader(data)
	if v := r.Byte(); v != stateVersion {
		return fmt.Errorf("gin: the state is of version %d, want %d", v, stateVersion)
	}
	if r.Uint64() != g.rules.digest() {
		return errors.New("gin: the state was made under other rules")
	}
	var m MatchState
	s, x := &m.State, sheet{last: noResult}
	s.rules = hand.rules
	m.clear()
	flags := r.Byte()
	const all = flagDealt | flagBig | flagLastBig
	if flags > all {
		return fmt.Errorf("gin: the state has flags %#x, want at most %#x", flags, all)
	}
	s.dealt, s.big, x.last.big = flags&flagDealt != 0, flags&flagBig != 0, flags&flagLastBig != 0
	var impossible error
	if s.dealt {
		impossible = s.read(&x, &r)
	}
	if err := r.End(); err != nil {
		return fmt.Errorf("gin: the state %w", err)
	}
	if impossible == nil && match != nil {
		impossible = m.set(&x)
	} else if impossible == nil {
		impossible = s.checkSheet(&x)
	}
	switch {
	case impossible != nil:
		return fmt.Errorf("gin: no game has this state: %w", impossible)
	case match != nil:
		*match = m
	default:
		*hand = *s
	}
	return nil
}

// read sets the state and the sheet from the data after the flags, and the values derived from it. It
// does not check the ranges of most values, see check.
func (s *State) read(x *sheet, r *wire.Reader) error {
	s.phase, x.ending = Phase(r.Byte()), ending(r.Byte())
	s.starter, s.mover = game.Player(r.Byte()), game.Player(r.Byte())
	s.drawn, s.knocker = card.Card(r.Byte()), game.Player(r.Byte())
	for _, n := range [...]*int32{&x.number, &x.before, &x.scores[0], &x.scores[1], &x.boxes[0], &x.boxes[1]} {
		*n = int32(r.Uint32())
	}
	s.key = r.Uint64()
	x.last.ending, x.last.knocker = ending(r.Byte()), game.Player(r.Byte())
	if x.last.knocker != game.NoPlayer {
		x.last.showdown.read(r)
	}
	s.showdown.read(r)
	first := card.Card(r.Byte())
	s.turned = r.Byte()
	for i := range s.history[:min(s.turned, maxHistory)] {
		s.history[i].Source, s.history[i].Discard = Source(r.Byte()), card.Card(r.Byte())
	}
	var stock [maxDeck - seats*minHand - 1]card.Card
	n := r.Cards(stock[:s.rules.DeckSize()-seats*s.rules.HandSize-1])
	if s.turned > maxHistory {
		r.Cut()
	}
	if r.Short() != nil {
		return nil
	}
	s.head = maxDeck - n
	copy(s.deck[s.head:], stock[:n])
	if x.last.ending != playing && (x.last.knocker == 0 || x.last.knocker == 1 || x.last.knocker == game.NoPlayer) {
		was := x.last.ending
		if x.last.settle(s.rules); x.last.ending != was {
			return fmt.Errorf("the last hand cannot have ended by %q", was.name())
		}
	}
	return s.derive(first)
}

// digest returns a hash of the rules. The pack is in the key, which is 0 for hands of ten of 52
// cards, so that states made before there were other packs have the same digest.
func (r *Rules) digest() uint64 {
	pack := (card.NumRanks-r.Ranks)<<16 + (card.NumSuits-r.Suits)<<8 + MaxHand - r.HandSize
	return game.Seed(uint64(pack),
		uint64(r.Episode), uint64(r.Starter), uint64(r.KnockLimit), uint64(r.GinBonus), uint64(r.BigGinBonus),
		uint64(r.UndercutBonus), uint64(r.Target), uint64(r.GameBonus), uint64(r.BoxBonus), uint64(r.MaxHands),
		uint64(r.MaxTurns), uint64(r.MaxUpcards), uint64(r.LayOffLimit), uint64(r.KnockCard), uint64(r.KnockOrder),
		uint64(r.ThrowingBack), uint64(r.Tie), uint64(r.StockEnd), uint64(r.Repeat), uint64(r.Melding),
		uint64(r.LayingOff), uint64(r.Answer))
}

// read reads the nine sets of cards that append wrote.
func (d *showdown) read(r *wire.Reader) {
	for p := range d.hands {
		d.hands[p] = card.Cards(r.Uint64())
	}
	for p := range d.melds {
		for i := range deadwood.MaxMelds {
			d.melds[p][i] = card.Cards(r.Uint64())
		}
	}
	d.laidOff = card.Cards(r.Uint64())
}
