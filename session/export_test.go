package session

import (
	"math/rand/v2"

	"rummygym/env/game"
)

// Fork returns a session without a file that has had the same moves.
func (s *Session) Fork() (*Session, error) {
	games, err := ReadGames(s.Records())
	if err != nil {
		return nil, err
	}
	c := s.config
	c.Path = ""
	fork, err := open(c)
	if err != nil {
		return nil, err
	}
	return fork, fork.goOn(games)
}

// Redeal deals all cards anew that the person cannot know.
func (s *Session) Redeal(seed uint64) { s.state.Redeal(s.Seat(), rand.NewPCG(seed, 1)) }

// State returns the whole state of the game.
func (s *Session) State() game.State { return s.state }
