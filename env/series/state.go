package series

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Phase is what the player to move has to do.
type Phase uint8

// The phases of a match.
const (
	Playing   Phase = iota // a deal is played
	Rejoining              // a player who is out is asked whether it joins again
	Splitting              // one of the last two is asked whether to share the pool
	Over                   // the match has ended, or is not dealt
)

// State is a match in progress. Use [Game.NewState] to make one. The zero value is not usable.
type State struct {
	game   *Game
	tables [game.MaxPlayers + 1]game.State // by the number of seats; made when they are needed
	table  game.State                      // that of the current or last deal; nil before the first
	deck   []card.Card                     // memory of the next deal
	match
}

// match is the part of the state that an assignment copies. Arrays over players are indexed by seat of the match.
type match struct {
	phase  Phase
	ending ending
	mover  game.Player // the player to move; game.NoPlayer after the end and before the deal

	deals  int32                        // number of deals begun; 0 before the first
	before int32                        // number of turns of the deals before this one
	seats  uint8                        // number of seats of the deal
	order  [game.MaxPlayers]game.Player // order[:seats] are the players of the deal, by its seats; the rest are 0
	in     uint8                        // bit p is set while player p is in the match
	top    int                          // Pool: highest score of the players who stayed in at the end of the last deal
	sheet  Sheet
	parts  [game.MaxPlayers]game.PartSeat // of the deal that ended last
	places [2]uint8                       // Race: number of games that a win of each player may count in, before its next win
	key    uint64                         // on which later deals depend, if the states of deals have none (Keyed)
	later  []card.Card                    // cards that are given of later deals, if the states of deals take none (game.Ordered); never changed

	starter game.Player // of the next hand that a Dealer deals
}

// begin begins a match whose first deal is to be dealt in table.
func (s *State) begin() {
	r := &s.game.rules
	s.match = match{mover: game.NoPlayer}
	s.sheet.Last.Winner = game.NoPlayer
	for p := range game.Player(r.Seats) {
		s.in |= 1 << p
		s.sheet.Entries[p] = 1
		if r.Format == Deals {
			s.sheet.Scores[p] = r.Chips * r.Deals
		}
	}
	s.sit(0)
}

// sit seats the players who are in for the next deal, which starter begins.
func (s *State) sit(starter game.Player) {
	n := game.Player(s.game.rules.Seats)
	s.order, s.seats = [game.MaxPlayers]game.Player{}, 0
	for i := range n {
		if p := (starter + i) % n; s.in>>p&1 != 0 {
			s.order[s.seats] = p
			s.seats++
		}
	}
	s.setTable()
	s.deals++
	s.phase, s.mover = Playing, game.NoPlayer
}

// setTable sets table to the state of deals with as many seats as the current one has.
func (s *State) setTable() {
	t := &s.tables[s.seats]
	if *t == nil {
		*t = s.game.deals[s.seats].NewState()
	}
	s.table = *t
}

// seatOf returns the seat of a player in the current or last deal, or game.NoPlayer.
func (s *State) seatOf(p game.Player) game.Player {
	for i, q := range s.order[:s.seats] {
		if q == p {
			return game.Player(i)
		}
	}
	return game.NoPlayer
}

// dealt reports whether the match has begun.
func (s *State) dealt() bool { return s.deals > 0 }

// Phase returns the phase of the match.
func (s *State) Phase() Phase { return s.phase }

// Table returns the state of the current or last deal, nil before the first. It is hidden information, and belongs to the match.
func (s *State) Table() game.State {
	if !s.dealt() {
		return nil
	}
	return s.table
}

// Seats returns the players of the current or last deal by its seats. The caller owns the slice.
func (s *State) Seats() []game.Player { return append([]game.Player(nil), s.order[:s.seats]...) }

// Current returns the player to move, or game.NoPlayer when the match is over or not dealt.
func (s *State) Current() game.Player { return s.mover }

// Legal sets dst to the legal actions of the player to move.
func (s *State) Legal(dst *game.Mask) {
	if s.phase == Playing {
		s.table.Legal(dst)
		return
	}
	*dst = game.Mask{}
	switch s.phase {
	case Rejoining:
		dst.Set(s.game.base + rejoin)
		dst.Set(s.game.base + leave)
	case Splitting:
		dst.Set(s.game.base + split)
		dst.Set(s.game.base + playOn)
	}
}

// CopyFrom makes the state an independent copy of src, a *State under equal rules; it panics on any other.
func (s *State) CopyFrom(src game.State) {
	from := src.(*State)
	if s.game != from.game && !s.game.equal(from.game) {
		panic("series: CopyFrom of a state under other rules")
	}
	s.match = from.match
	if s.dealt() {
		s.setTable()
		s.table.CopyFrom(from.table)
	}
}

// Outcome returns the result of the match. Rounds is the number of deals begun. A pool that is split has no winner.
func (s *State) Outcome() game.Outcome {
	o := game.Outcome{Over: s.phase == Over, Winner: game.NoPlayer, Turns: int(s.before), Rounds: int(s.deals)}
	if !s.dealt() {
		return o
	}
	o.Turns += s.table.Outcome().Turns
	if !o.Over {
		return o
	}
	o.Ending = s.ending.name()
	s.gains(&o.Gains)
	o.Winner = s.winner(&o.Gains)
	return o
}

// Key returns the key from which the later deals follow. It is hidden information.
func (s *State) Key() uint64 {
	if s.dealt() {
		if k, ok := s.table.(Keyed); ok {
			return k.Key()
		}
	}
	return s.key
}

// SetLater gives the cards of later reshuffles and deals, see [game.Ordered].
func (s *State) SetLater(cards []card.Card) {
	if o, ok := s.table.(game.Ordered); ok {
		o.SetLater(cards)
		return
	}
	s.later = cards
}

// Later returns the cards that SetLater gave and that are not dealt. They must not be changed.
func (s *State) Later() []card.Card {
	if o, ok := s.table.(game.Ordered); ok {
		return o.Later()
	}
	return s.later
}

// Redeal deals what player p cannot know anew, as the game of the deal does for its seat or for one who watches, and so changes
// the later deals, too.
func (s *State) Redeal(p game.Player, src rand.Source) {
	if !s.dealt() {
		return
	}
	t := s.table
	t.Redeal(s.seatOf(p), src)
	if _, keyed := t.(Keyed); !keyed {
		s.key, s.later = src.Uint64(), nil
	}
}

// Hides reports whether any card of the hands of others in the current or last deal is hidden from player p. Of a deal that does not
// say it (see [Hiding]) something is hidden until it is over.
func (s *State) Hides(p game.Player) bool {
	if !s.dealt() {
		return false
	}
	if h, ok := s.table.(Hiding); ok {
		return h.Hides(s.seatOf(p))
	}
	return s.phase == Playing
}

// Cards returns all cards of the current or last deal, which are the deck. Before the first deal it is empty.
func (s *State) Cards() card.Bag {
	if !s.dealt() {
		return card.Bag{}
	}
	if t, ok := s.table.(interface{ Cards() card.Bag }); ok {
		return t.Cards()
	}
	return card.BagOf(s.game.deck...)
}
