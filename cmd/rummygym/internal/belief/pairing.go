package belief

import (
	"rummygym"
	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// pairing is a table of Indian Rummy, preset paper without drops, with two agents.
type pairing struct {
	table  *agents.Table
	agents []game.Agent
}

// newPairing returns a table for the agents of two specs.
func newPairing(specs ...string) (*pairing, error) {
	rules := rummygym.Indian.Defaults()
	g, err := rules.NewGame()
	if err != nil {
		return nil, err
	}
	p := &pairing{table: agents.NewTable(g)}
	p.table.Never = []game.Action{indian.Drop}
	for _, spec := range specs {
		create, _, err := rummygym.OpenAgent(rules, spec)
		if err != nil {
			return nil, err
		}
		p.agents = append(p.agents, create())
	}
	return p, nil
}

// play plays an episode with agent seats[s] at seat s. It calls visit at each decision with
// the observation of the player to move and the state.
func (p *pairing) play(seed, episode uint64, seats [2]int, visit func(o *indian.Observation, s *indian.State)) error {
	p.table.Deal(seed, episode, p.agents[seats[0]], p.agents[seats[1]])
	return p.table.Play(func(d *agents.Decision) error {
		visit(d.Obs.(*indian.Observation), p.table.State().(*indian.State))
		return nil
	})
}
