package ginrummy

import (
	"testing"

	"rummygym/arena/stats"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/must"
)

// ginDuel plays episodes between two players, which change seats after each, and returns
// the share of the first player in the episodes that have a winner. It calls each, unless
// it is nil, at every decision of the first player.
func ginDuel(t testing.TB, rules gin.Rules, first, second string, episodes int, seed uint64, each func(*gin.Observation, *game.Mask)) stats.Proportion {
	t.Helper()
	g := must.Get(gin.New(rules))(t)
	var players [2]game.Agent
	for i, spec := range []string{first, second} {
		player := must.Get(New(spec))(t)
		players[i] = player()
	}
	state, view := g.NewState(), g.NewObservation().(*gin.Observation)
	var won stats.Proportion
	for i := range uint64(episodes) {
		g.Deal(state, game.DealSource(seed, i))
		seat := game.Player(i % 2) // of the first player
		for p := range players {
			players[p].Reset(game.AgentSeed(seed, i, game.Player(p)))
		}
		for p := state.Current(); p != game.NoPlayer; p = state.Current() {
			var legal game.Mask
			state.Legal(&legal)
			state.Observe(p, view)
			if each != nil && p == seat {
				each(view, &legal)
			}
			a, probability := players[p^seat].Act(view, &legal)
			if !legal.Has(a) {
				t.Fatalf("%v: action %d is not legal in phase %v of episode %d: hand %v", players[p^seat], a, view.Phase, i, view.Hand)
			}
			if !(probability > 0 && probability <= 1) {
				t.Fatalf("%v: action %d with probability %v", players[p^seat], a, probability)
			}
			must.Do(t, state.Apply(a))
		}
		switch state.Outcome().Winner {
		case seat:
			won.Successes++
			won.Trials++
		case 1 - seat:
			won.Trials++
		}
	}
	return won
}
