package opponent_test

import (
	"testing"

	"rummygym/baselines/indianrummy"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/must"
)

// playing is a game of Indian Rummy between named players.
type playing struct {
	t      testing.TB
	table  *indian.Game
	state  *indian.State
	agents []game.Agent
}

func newPlaying(t testing.TB, rules indian.Rules, specs ...string) *playing {
	g := must.Get(indian.New(rules))(t)
	p := &playing{t: t, table: g, state: g.NewTable()}
	for _, spec := range specs {
		create := must.Get(indianrummy.New(spec))(t)
		p.agents = append(p.agents, create())
	}
	return p
}

// game plays one game and calls decision before each action, with the observation of the
// seat that moves. Nobody drops.
func (p *playing) game(seed, episode uint64, decision func(o *indian.Observation, s *indian.State)) {
	p.table.Deal(p.state, game.DealSource(seed, episode))
	for s, a := range p.agents {
		a.Reset(game.AgentSeed(seed, episode, game.Player(s)))
	}
	var o indian.Observation
	var legal game.Mask
	for p.state.Current() != game.NoPlayer {
		seat := p.state.Current()
		p.state.Observe(seat, &o)
		if decision != nil {
			decision(&o, p.state)
		}
		p.state.Legal(&legal)
		legal.Unset(indian.Drop)
		a, _ := p.agents[seat].Act(&o, &legal)
		must.Do(p.t, p.state.Apply(a))
	}
}
