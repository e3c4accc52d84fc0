package main

import (
	"rummygym/agents"
	"rummygym/env/game"
)

// abstainer is an agent from which one action is kept: it never sees it among the
// legal ones. There must always be others beside it.
type abstainer struct {
	agents.Agent
	from  game.Action
	legal game.Mask // without it
}

// never returns what makes an agent that cannot do the action.
func never(action game.Action, create func() agents.Agent) func() agents.Agent {
	return func() agents.Agent { return &abstainer{Agent: create(), from: action} }
}

// Act returns the agent's action.
func (a *abstainer) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	a.legal = *legal
	a.legal.Unset(a.from)
	return a.Agent.Act(obs, &a.legal)
}
