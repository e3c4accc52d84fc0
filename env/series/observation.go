package series

import (
	"fmt"
	"slices"

	"rummygym/env/game"
)

// Observation is what one player knows in a match. Arrays over players are indexed by seat of the match; entries of seats that
// are not at the table are zero.
type Observation struct {
	Rules *Rules      // the rules of the match; must not be changed
	Self  game.Player // the observer
	Mover game.Player // the player to move, game.NoPlayer after the end
	Phase Phase       // of the match

	Deals  int           // number of deals begun, from 1
	In     uint8         // bit p is set while player p is in the match; at the end, of those who have won or share
	Seats  []game.Player // the players of the current or last deal, by its seats
	Rejoin int           // Pool: score with which a player who is asked joins again
	Sheet

	// Deal is what the observer's seat in the current or last deal observes, or who watches if the observer was not dealt in;
	// nil before the first deal.
	Deal game.Observation
}

// Sheet is what the deals that have ended add up to: the score sheet of a match, as a state keeps it and all players see it.
type Sheet struct {
	Scores  [game.MaxPlayers]int // Pool: points paid, and those that a player joined again with; Deals: chips; Race: points won
	Entries [game.MaxPlayers]int // number of entries paid
	Wins    [game.MaxPlayers]int // number of deals won
	Games   [maxGames]GameScore  // Race: the games, as many as Rules.Games
	Last    Result               // of the deal before the current one; between deals and at the end, of the last one
}

// Result is the result of a deal.
type Result struct {
	Ending game.Ending          // "" before the first deal has ended
	Winner game.Player          // game.NoPlayer if nobody won the deal
	Points [game.MaxPlayers]int // points by which the scores changed
}

// Observer returns Self.
func (o *Observation) Observer() game.Player { return o.Self }

// GoString returns all values, those of the deal too, in place of their address.
func (o *Observation) GoString() string {
	type plain Observation // without this method
	flat := plain(*o)
	flat.Deal = nil
	return fmt.Sprintf("%#v %#v", flat, o.Deal)
}

// Observe sets dst, which must be an *Observation, to the observation of player p.
func (s *State) Observe(p game.Player, dst game.Observation) {
	o := dst.(*Observation)
	r := &s.game.rules
	if p < 0 || int(p) >= r.Seats {
		panic("series: Observe of a seat that is not at the table")
	}
	o.Rules, o.Self, o.Mover, o.Phase = r, p, s.mover, s.phase
	o.Deals, o.In, o.Rejoin = int(s.deals), s.in, 0
	if s.phase == Rejoining {
		o.Rejoin = s.top + 1
	}
	if cap(o.Seats) < len(s.order) {
		o.Seats = make([]game.Player, len(s.order))
	}
	o.Seats = o.Seats[:len(s.order)]
	*(*[game.MaxPlayers]game.Player)(o.Seats) = s.order // all of it, because a call to copy a few costs more
	o.Seats = o.Seats[:s.seats]
	o.Sheet = s.sheet
	if !s.dealt() {
		o.Deal = nil
		return
	}
	if o.Deal == nil {
		o.Deal = s.game.deals[s.seats].NewObservation()
	}
	if seat := s.seatOf(p); seat != game.NoPlayer {
		s.table.Observe(seat, o.Deal)
	} else {
		s.table.(Watched).Watch(o.Deal)
	}
}

// Within returns the number of the deal that is played, its number of seats and the observation of it; between deals and after the end, deal is
// nil.
func (o *Observation) Within() (number, seats int, deal game.Observation) {
	if o.Phase == Playing {
		deal = o.Deal
	}
	return o.Deals, len(o.Seats), deal
}

// Seat returns the seat of a player in the current or last deal, or game.NoPlayer.
func (o *Observation) Seat(p game.Player) game.Player {
	return game.Player(slices.Index(o.Seats, p))
}
