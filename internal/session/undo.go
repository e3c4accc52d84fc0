package session

import (
	"errors"
	"fmt"
	"slices"

	"rummygym/env/game"
)

// Undo takes back the person's last move, and the moves of agents after it. The agents have the
// seeds that they had, so they answer the same move in the same way. The record of the game is
// marked as practice. Undo fails unless the session is for practice and the person has moved.
func (s *Session) Undo() error {
	if !s.config.Practice {
		return errors.New("moves are taken back in practice only")
	}
	last := s.taken()
	if last < 0 {
		return errors.New("there is no move to take back")
	}
	moves := slices.Clone(s.moves[:s.decisions[last].move])
	s.deal()
	if err := s.replay(moves); err != nil {
		return err
	}
	s.undone = true
	return s.save()
}

// CanUndo reports whether there is a move that [Session.Undo] takes back.
func (s *Session) CanUndo() bool { return s.config.Practice && s.taken() >= 0 }

// taken returns the index of the last decision that the person has made, or a negative number.
func (s *Session) taken() int {
	if s.Turn() {
		return len(s.decisions) - 2
	}
	return len(s.decisions) - 1
}

// replay applies moves to a game that was just dealt. Agents are asked again, so that they know
// the game; what they answer must be what they did.
func (s *Session) replay(moves []move) error {
	for i, m := range moves {
		if p := s.state.Current(); p != game.NoPlayer && p != s.Seat() {
			again, _, err := s.ask()
			if err != nil {
				return err
			}
			if again != m.action && s.at(p).repeatable {
				return fmt.Errorf("move %d: the agent %s at seat %d did %q, and now it does %q: it is not the agent that played", i+1, s.at(p).name, p, s.game.ActionString(m.action), s.game.ActionString(again))
			}
		}
		if err := s.apply(m.action, m.probability); err != nil {
			return err
		}
	}
	return nil
}
