package session

import (
	"maps"
	"math/rand/v2"
	"slices"

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

// Accepted returns the actions that the lesson accepts now.
func (s *Session) Accepted() []game.Action {
	legal := s.Legal()
	return s.accepted(&s.teacher.steps[len(s.decisions)-1], &legal)
}

// Templates returns the texts of a lesson with the holes for their numbers.
func (l *Lesson) Templates() (all []string) {
	for _, step := range l.steps {
		all = append(append(all, step.text, step.why), slices.Collect(maps.Values(step.wrong))...)
	}
	return append(all, l.end)
}
