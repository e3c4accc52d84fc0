package series

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"rummygym/env/game"
	"rummygym/env/game/wire"
)

// stateVersion is the first byte of a serialised state. It changes when the format or its meaning changes.
const stateVersion = 2

// AppendBinary appends an exact serialisation of the state, which [Game.Decode] parses under equal rules.
//
// The format: version, 8 bytes of the digest of the rules of the match, the number of deals; and if it is not 0: phase, ending,
// the player asked, the number of seats of the deal and the players of its seats, the players who are in, the number of turns
// before the deal, the top score; for each player score, entries and deals won; of a race, for each
// game the points and boxes of both players and its winner, and the places of both players; the winner and, after its
// length, the ending of the last deal; the players who were dealt in, and for each of them how it ended the
// deal, its gain and its points left over; and the state of the deal. Words are little-endian.
func (s *State) AppendBinary(dst []byte) ([]byte, error) {
	le, r := binary.LittleEndian, &s.game.rules
	dst = append(dst, stateVersion)
	dst = le.AppendUint64(dst, r.digest())
	dst = le.AppendUint32(dst, uint32(s.deals))
	if !s.dealt() {
		return dst, nil
	}
	dst = append(dst, byte(s.phase), byte(s.ending), byte(s.asked), s.seats)
	for _, p := range s.order[:s.seats] {
		dst = append(dst, byte(p))
	}
	dst = append(dst, s.in)
	dst = le.AppendUint32(dst, uint32(s.before))
	dst = le.AppendUint32(dst, uint32(s.top))
	for p := range r.Seats {
		dst = le.AppendUint32(dst, uint32(s.scores[p]))
		dst = append(dst, s.paid[p])
		dst = le.AppendUint32(dst, uint32(s.wins[p]))
	}
	for i := range s.games[:r.Games] {
		x := &s.games[i]
		for p := range x.Points {
			dst = le.AppendUint32(dst, uint32(x.Points[p]))
			dst = le.AppendUint32(dst, uint32(x.Boxes[p]))
		}
		dst = append(dst, byte(x.Winner))
	}
	dst = append(dst, s.places[:]...)
	dst = append(dst, byte(s.last.Winner))
	dst = wire.AppendBytes(dst, []byte(s.last.Ending))
	var played byte
	for p, x := range s.last.Seats {
		if x.Played {
			played |= 1 << p
		}
	}
	dst = append(dst, played)
	for _, x := range s.last.Seats {
		if x.Played {
			dst = wire.AppendBytes(dst, []byte(x.Ended))
			dst = le.AppendUint32(dst, uint32(x.Gain))
			dst = le.AppendUint32(dst, uint32(x.Left))
		}
	}
	t := s.table()
	if _, keyed := t.(Keyed); !keyed {
		dst = le.AppendUint64(dst, s.key)
	}
	return t.AppendBinary(dst)
}

// Decode sets dst from data that [State.AppendBinary] wrote under equal rules. The error reports the fault of the data; dst is
// then unchanged.
func (g *Game) Decode(dst game.State, data []byte) error {
	to := g.own(dst)
	r := wire.NewReader(data)
	if v := r.Byte(); v != stateVersion {
		return fmt.Errorf("series: the state is of version %d, want %d", v, stateVersion)
	}
	if r.Uint64() != g.rules.digest() {
		return errors.New("series: the state was made under other rules")
	}
	s := g.NewTable()
	s.deals = int32(r.Uint32())
	if !s.dealt() {
		if err := r.End(); err != nil || s.deals < 0 {
			return fmt.Errorf("series: the state of %d deals %w", s.deals, err)
		}
		to.match = s.match
		return nil
	}
	s.read(&r)
	if err := r.Short(); err != nil {
		return fmt.Errorf("series: the state %w", err)
	}
	if err := s.checkSeats(); err != nil {
		return fmt.Errorf("series: no match has this state: %w", err)
	}
	if _, keyed := s.table().(Keyed); !keyed {
		s.key = r.Uint64()
	}
	if err := g.deals[s.seats].Decode(s.table(), r.Left()); err != nil {
		return err
	}
	if err := s.check(); err != nil {
		return fmt.Errorf("series: no match has this state: %w", err)
	}
	to.CopyFrom(s)
	return nil
}

// read sets the values after the number of deals and before the state of the deal.
func (s *State) read(r *wire.Reader) {
	rules := &s.game.rules
	s.phase, s.ending, s.asked, s.seats = Phase(r.Byte()), ending(r.Byte()), game.Player(r.Byte()), r.Byte()
	for i := range min(int(s.seats), len(s.order)) {
		s.order[i] = game.Player(r.Byte())
	}
	s.in, s.before, s.top = r.Byte(), int32(r.Uint32()), int32(r.Uint32())
	for p := range rules.Seats {
		s.scores[p], s.paid[p] = int32(r.Uint32()), r.Byte()
		s.wins[p] = int32(r.Uint32())
	}
	for i := range s.games[:rules.Games] {
		x := &s.games[i]
		for p := range x.Points {
			x.Points[p], x.Boxes[p] = int32(r.Uint32()), int32(r.Uint32())
		}
		x.Winner = game.Player(r.Byte())
	}
	s.places = [2]uint8{r.Byte(), r.Byte()}
	s.last.Winner = game.Player(r.Byte())
	s.last.Ending = game.Ending(r.Bytes(r.Uint64()))
	played := r.Byte()
	if played>>rules.Seats != 0 {
		r.Cut()
	}
	for p := range rules.Seats {
		if played>>p&1 != 0 {
			ended := game.Ending(r.Bytes(r.Uint64()))
			s.last.Seats[p] = game.PartSeat{Played: true, Ended: ended, Gain: int(int32(r.Uint32())), Left: int(int32(r.Uint32()))}
		}
	}
}

// checkSeats returns an error unless the players of the deal are players of the match.
func (s *State) checkSeats() error {
	n := s.game.rules.Seats
	if s.seats < 2 || int(s.seats) > n {
		return fmt.Errorf("a deal has %d seats, want 2 to %d", s.seats, n)
	}
	var dealt uint8
	for _, p := range s.order[:s.seats] {
		if p < 0 || int(p) >= n || dealt>>p&1 != 0 {
			return fmt.Errorf("the players of the deal are %v", s.order[:s.seats])
		}
		dealt |= 1 << p
	}
	for i := 1; i < int(s.seats); i++ { // in the order of the match from the starter on
		if (int(s.order[i])-int(s.order[0])+n)%n <= (int(s.order[i-1])-int(s.order[0])+n)%n {
			return fmt.Errorf("the players of the deal are in the order %v", s.order[:s.seats])
		}
	}
	if s.in&^dealt != 0 || s.in == 0 || s.phase == Playing && s.in != dealt {
		return fmt.Errorf("the players %06b are in, and the deal is of %06b", s.in, dealt)
	}
	return nil
}

// check returns an error if the values show that no match reaches the state.
func (s *State) check() error {
	r, o := &s.game.rules, s.table().Outcome()
	ended := int(s.deals)
	if s.phase == Playing {
		ended--
	}
	switch {
	case s.phase > Over || int(s.deals) > r.MaxDeals || s.deals < 1 || s.before < 0:
		return fmt.Errorf("phase %d, %d deals and %d turns before", s.phase, s.deals, s.before)
	case o.Over != (s.phase != Playing) || (s.ending.name() != "") != (s.phase == Over) || s.phase != Over && s.ending != notEnded:
		return fmt.Errorf("in phase %v the deal is over: %t, and the ending is %d", s.phase, o.Over, s.ending)
	case s.last.Winner < game.NoPlayer || int(s.last.Winner) >= r.Seats || (s.last.Ending == "") != (ended == 0):
		return fmt.Errorf("after %d deals the last one ended by %q, and its winner is seat %d", ended, s.last.Ending, s.last.Winner)
	}
	wins := 0
	for p := range r.Seats {
		if s.wins[p] < 0 || s.paid[p] < 1 || int(s.paid[p]) > 1+r.Rejoins || s.paid[p] > 1 && r.Format != Pool {
			return fmt.Errorf("seat %d has won %d deals and paid %d entries", p, s.wins[p], s.paid[p])
		}
		wins += int(s.wins[p])
	}
	if wins > ended {
		return fmt.Errorf("%d of %d deals are won", wins, ended)
	}
	if s.phase != Playing && s.last != s.ended() {
		return fmt.Errorf("the result of the last deal is %+v, want %+v", s.last, s.ended())
	}
	if err := s.checkScores(); err != nil {
		return err
	}
	return s.checkAsked()
}

// checkScores checks the scores of the format.
func (s *State) checkScores() error {
	r := &s.game.rules
	sum := 0
	for p := range r.Seats {
		score := int(s.scores[p])
		sum += score
		in := s.in>>p&1 != 0
		switch {
		case r.Format != Deals && score < 0:
			return fmt.Errorf("seat %d has %d points", p, score)
		case r.Format == Pool && in != (score < r.Limit) && !(s.phase == Over && s.ending == dealLimit):
			return fmt.Errorf("seat %d with %d points is in: %t", p, score, in)
		}
	}
	if r.Format == Deals && sum != r.Seats*r.Chips*r.Deals {
		return fmt.Errorf("there are %d chips, want %d", sum, r.Seats*r.Chips*r.Deals)
	}
	if r.Format != Pool && s.top != 0 || s.top < 0 || int(s.top) >= max(1, r.Limit) && r.Format == Pool {
		return fmt.Errorf("the top score is %d", s.top)
	}
	if r.Format != Race {
		if s.places != [2]uint8{} {
			return fmt.Errorf("games of a race are played")
		}
		return nil
	}
	for p, place := range s.places {
		if int(place) > r.Games {
			return fmt.Errorf("wins of seat %d count in %d games", p, place)
		}
	}
	for i := range s.games[:r.Games] {
		x := &s.games[i]
		if x.Winner < game.NoPlayer || x.Winner > 1 {
			return fmt.Errorf("game %d is won by seat %d", i, x.Winner)
		}
		for p := range x.Points {
			if x.Points[p] < 0 || x.Points[p] > s.scores[p] || x.Boxes[p] < 0 || x.Boxes[p] > s.wins[p] || (int(x.Points[p]) >= r.Target) != (int(x.Winner) == p) {
				return fmt.Errorf("in game %d seat %d has %d points of %d deals, and seat %d has won it", i, p, x.Points[p], x.Boxes[p], x.Winner)
			}
		}
	}
	return nil
}

// checkAsked checks the player who is asked between deals.
func (s *State) checkAsked() error {
	r := &s.game.rules
	ok := s.asked == game.NoPlayer
	switch s.phase {
	case Rejoining:
		ok = r.Format == Pool && s.asked >= 0 && int(s.asked) < r.Seats && s.mayRejoin(s.asked)
	case Splitting:
		ok = r.Format == Pool && r.Split == AgreedSplit && r.Seats > 2 && bits.OnesCount8(s.in) == 2 && s.asked >= 0 && int(s.asked) < r.Seats && s.in>>s.asked&1 != 0 && s.canAgree()
	}
	if !ok {
		return fmt.Errorf("in phase %v seat %d is asked", s.phase, s.asked)
	}
	return nil
}
