package agents

import "rummygym/env/game"

// abstainer is an agent that never sees one action in its mask.
type abstainer struct {
	game.Agent
	from  game.Action
	legal game.Mask // without from
}

// Never wraps create: the agents that it makes never see the action in their mask, and so
// never choose it. Wherever the action is legal, another action must be legal too.
func Never(action game.Action, create func() game.Agent) func() game.Agent {
	return func() game.Agent {
		a := abstainer{Agent: create(), from: action}
		if o, ok := a.Agent.(Outside); ok {
			return &outsideAbstainer{Outside: o, abstainer: a}
		}
		return &a
	}
}

// outsideAbstainer is an abstainer that stays an [Outside].
type outsideAbstainer struct {
	Outside
	abstainer abstainer
}

// Act returns the choice of the wrapped agent.
func (a *outsideAbstainer) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	return a.abstainer.Act(obs, legal)
}

// Unwrap returns the wrapped agent.
func (a *abstainer) Unwrap() game.Agent { return a.Agent }

// Act returns the choice of the wrapped agent.
func (a *abstainer) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	a.legal = *legal
	a.legal.Unset(a.from)
	return a.Agent.Act(obs, &a.legal)
}
