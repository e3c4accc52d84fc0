package league

import (
	"fmt"

	"rummygym/env/game"
)

// Seat is a game.Agent that plays one seat of one table, in each episode as the member
// that the seed of Reset draws.
type Seat struct {
	league *League
	self   bool
	placed ID // member for the next Reset; none: draw one
	id     ID
	agent  game.Agent
	made   map[ID]seated
}

// seated is an agent made for a member.
type seated struct {
	of    *member
	agent game.Agent
}

const none ID = -1

// memberStream separates the random numbers that draw a member from those of its agent.
const memberStream = 0x6c6561677565

// NewSeat returns a seat. self says whether it may draw Self; [League.SetSelf] must then be
// called before it does.
func (l *League) NewSeat(self bool) *Seat {
	return &Seat{league: l, self: self, placed: none, id: none, made: map[ID]seated{}}
}

// Place sets the member for the next Reset, instead of a draw; for example to replay an
// episode that began before the league changed. It returns an error if the league does
// not have the member.
func (s *Seat) Place(id ID) error {
	if m := s.league.find(id); m == nil || m.create == nil {
		return fmt.Errorf("league: there is no member %d to place at a seat", id)
	}
	s.placed = id
	return nil
}

// Member returns the member of the current episode, or a negative number before the first.
func (s *Seat) Member() ID { return s.id }

// Reset draws the member of the next episode and resets its agent.
func (s *Seat) Reset(seed uint64) {
	var m *member
	if s.placed != none {
		m = s.league.find(s.placed)
	} else {
		m = s.league.draw(game.Seed(seed, memberStream), s.self)
	}
	s.placed = none
	at, ok := s.made[m.id]
	if !ok || at.of != m {
		for id, old := range s.made { // drop agents of removed members
			if s.league.find(id) != old.of {
				delete(s.made, id)
			}
		}
		if m.create == nil {
			panic("league: Self was drawn before SetSelf")
		}
		at = seated{m, m.create()}
		s.made[m.id] = at
	}
	s.id, s.agent = m.id, at.agent
	s.agent.Reset(seed)
}

// Act returns the action of the current member's agent.
func (s *Seat) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	return s.agent.Act(obs, legal)
}
