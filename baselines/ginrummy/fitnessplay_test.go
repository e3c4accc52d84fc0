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

// fitnessSpecs lists the players of cardfitness2021 with all their options.
var fitnessSpecs = []string{
	"fitness", "fitness:table=off", "fitness:variant=released", "fitness:variant=released:table=off",
	"independent-heuristics", "independent-heuristics:filter=keep", "independent-heuristics:variant=released",
}

// TestFitnessPlaysByAllRules plays the players under all rules.
func TestFitnessPlaysByAllRules(t *testing.T) {
	episodes := 30
	if testing.Short() {
		episodes = 6
	}
	for _, preset := range gin.PresetNames() {
		for _, chosen := range []bool{false, true} {
			rules := must.Get(gin.Preset(preset))(t)
			if chosen {
				rules.Melding, rules.LayingOff = gin.ChosenMelds, gin.ChosenLayOffs
			}
			rules.Target = 50
			for i, spec := range fitnessSpecs {
				ginDuel(t, rules, spec, fitnessSpecs[(i+1)%len(fitnessSpecs)], episodes, uint64(i), nil)
			}
		}
	}
}

func TestFitnessActAllocatesNothing(t *testing.T) {
	for _, spec := range fitnessSpecs {
		player := must.Get(New(spec))(t)
		a := player()
		a.Reset(1)
		allocated := 0.0
		ginDuel(t, gin.EAAI(), spec, "simple", 2, 1, func(o *gin.Observation, legal *game.Mask) {
			allocated += testing.AllocsPerRun(1, func() { a.Act(o, legal) })
		})
		must.Equal(t, allocated, 0, "%s: allocations", spec)
	}
}
