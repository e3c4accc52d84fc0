package positions

import (
	"fmt"
	"math/rand/v2"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/features/text"
)

// Header returns the environment and the rules of an entry.
func (e *Entry) Header() (*record.Header, error) {
	p, err := e.read()
	if err != nil {
		return nil, err
	}
	return &p.Header, nil
}

// read reads the position of an entry.
func (e *Entry) read() (*text.Position, error) {
	p, err := text.ReadPosition(e.Position, e.options())
	if err != nil {
		return nil, fmt.Errorf("position %s: %w", e.ID, err)
	}
	return p, nil
}

func (e *Entry) options() text.Options {
	o := text.Default()
	o.Relabel = e.Relabelled
	return o
}

// Ask returns the answer of an agent to an entry of a game. The agent is reset with the seed, and sees the observation
// of the position, but not those of earlier decisions: an agent that remembers them may play otherwise in a game.
func Ask(a game.Agent, e *Entry, g record.Described, seed uint64) (string, error) {
	p, err := e.read()
	if err != nil {
		return "", err
	}
	_, s, err := p.Play(g, rand.NewPCG(seed, 0))
	if err != nil {
		return "", fmt.Errorf("position %s: %w", e.ID, err)
	}
	obs := g.NewObservation()
	var legal game.Mask
	s.Observe(p.Seat, obs)
	s.Legal(&legal)
	a.Reset(seed)
	w, err := text.New(text.Source{Game: g}, e.options())
	if err != nil {
		return "", err
	}
	action, _ := a.Act(obs, &legal)
	c := record.Choose(g, obs, action)
	return w.Name(&c), nil
}
