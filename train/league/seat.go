package league

import (
	"fmt"

	"rummygym/agents"
	"rummygym/env/game"
)

// Seat plays one seat of one table, in each episode as the member that the seed of
// its Reset draws. It is an agents.Agent and an env.Policy.
type Seat struct {
	league *League
	self   bool
	placed ID // who sits down at the next Reset; none: whoever is drawn
	id     ID
	agent  agents.Agent
	made   map[ID]seated
}

// seated is an agent made for a member.
type seated struct {
	of    *member
	agent agents.Agent
}

const none ID = -1

// memberStream parts what draws a member from what its agent draws.
const memberStream = 0x6c6561677565

// NewSeat returns a seat at which Self sits down too, where self says so; then
// [League.SetSelf] has to be called before it is drawn.
func (l *League) NewSeat(self bool) *Seat {
	return &Seat{league: l, self: self, placed: none, id: none, made: map[ID]seated{}}
}

// Place makes a member sit down at the next Reset, without a draw: as when an episode
// is played again that began before the league changed. It fails if the league does not
// know the member.
func (s *Seat) Place(id ID) error {
	if m := s.league.find(id); m == nil || m.create == nil {
		return fmt.Errorf("league: there is no member %d to sit down", id)
	}
	s.placed = id
	return nil
}

// Member returns who plays the present episode, a negative number before the first.
func (s *Seat) Member() ID { return s.id }

// Reset draws who plays the next episode and readies it.
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
		for id, old := range s.made { // those who are forgotten make room
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

// Act plays as the member that sits there.
func (s *Seat) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	return s.agent.Act(obs, legal)
}
