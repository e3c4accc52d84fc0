package session

import (
	"rummygym/env/game"
	"rummygym/env/record"
)

// Hand returns the observer's hand, sorted by melds.
func (s *Session) Hand(obs game.Observation) record.Hand {
	h := s.game.Hand(obs)
	if f := s.rules.Type().Facts; f != nil {
		h.Distance = f.Distance(obs)
	}
	return h
}
