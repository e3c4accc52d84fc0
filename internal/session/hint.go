package session

import (
	"errors"
	"fmt"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/advice"
	"rummygym/internal/catalog"
)

// adviser is an agent that looks over the person's shoulder: it is shown the person's decisions.
type adviser struct {
	name  string
	agent game.Agent
	seen  int          // number of decisions of the game that it was shown
	hint  *advice.Hint // at the last of them
}

// open opens the agent of a spec.
func (v *adviser) open(r catalog.Rules, spec string) error {
	create, name, err := catalog.OpenAgent(r, spec)
	if err != nil {
		return fmt.Errorf("adviser: %w", err)
	}
	v.name, v.agent = name, create()
	return nil
}

func (v *adviser) reset() { v.seen, v.hint = 0, nil }

// follow shows the adviser a decision that the person has made.
func (v *adviser) follow(d *decision) {
	if o, ok := v.agent.(interface{ Observe(game.Observation) }); ok {
		o.Observe(d.obs) // of search, which would take its time
		return
	}
	v.agent.Act(d.obs, &d.legal)
}

// Hint returns the hint for the person's decision. It may take the time that the adviser takes
// for a move. It fails if the person is not to move.
func (s *Session) Hint() (*advice.Hint, error) {
	if !s.Turn() {
		return nil, errors.New("it is not the person's turn")
	}
	v := &s.adviser
	if v.seen == len(s.decisions) {
		return v.hint, nil
	}
	if v.agent == nil {
		if err := v.open(s.rules, catalog.DefaultAgent(s.rules)); err != nil {
			return nil, err
		}
	}
	if v.seen == 0 {
		v.agent.Reset(game.AgentSeed(s.config.Seed, uint64(s.number), s.Seat()))
	}
	last := len(s.decisions) - 1
	for ; v.seen < last; v.seen++ {
		v.follow(&s.decisions[v.seen])
	}
	d := &s.decisions[last]
	h := advice.NewHint(s.rules, s.game, v.agent, v.name, d.obs, &d.legal)
	v.seen, v.hint = len(s.decisions), h
	return h, nil
}

// Hand returns the observer's hand, sorted by melds.
func (s *Session) Hand(obs game.Observation) record.Hand { return advice.HandOf(s.rules, s.game, obs) }
