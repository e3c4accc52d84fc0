package cfr

import (
	"context"

	"rummygym/agents"
	"rummygym/agents/arena/stats"
	"rummygym/baselines"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// matchStream parts the matches of Wins from the games of a solver, see game.Seed.
const matchStream = 1 << 32

// Wins plays matches under the preset eaai between the player fitness with the
// given tables and a player of baselines by its spec, and returns how many the
// tables win. The same seed gives the same matches, which are none of those that a
// solver of that seed plays. If ctx is done first, its error
// is returned.
func Wins(ctx context.Context, tables *baselines.FitnessTables, opponent string, matches int, seed uint64) (stats.Proportion, error) {
	var won stats.Proportion
	other, err := baselines.New(baselines.Gin, opponent)
	if err != nil {
		return won, err
	}
	g, err := gin.New(gin.EAAI())
	if err != nil {
		return won, err
	}
	players := [2]agents.Agent{&baselines.Fitness{Tables: tables}, other()}
	seed = game.Seed(seed, matchStream)
	state, view := g.NewState(), g.NewObservation()
	for i := range uint64(matches) {
		if err := ctx.Err(); err != nil {
			return won, err
		}
		g.Deal(state, game.DealSource(seed, i))
		for p, a := range players {
			a.Reset(game.AgentSeed(seed, i, game.Player(p)))
		}
		for p := state.Current(); p != game.NoPlayer; p = state.Current() {
			var legal game.Mask
			state.Legal(&legal)
			state.Observe(p, view)
			a, _ := players[p].Act(view, &legal)
			if err := state.Apply(a); err != nil {
				return won, err
			}
		}
		won.Trials++
		if state.Outcome().Winner == 0 {
			won.Successes++
		}
	}
	return won, nil
}
