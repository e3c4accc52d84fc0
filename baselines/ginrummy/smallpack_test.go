package ginrummy

import (
	"math/rand/v2"
	"testing"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/must"
)

// smallPack returns random rules with another pack.
func smallPack(t *testing.T, rng *rand.Rand) gin.Rules {
	for {
		r := must.Get(gin.Preset(gin.PresetNames()[rng.IntN(len(gin.PresetNames()))]))(t)
		r.Ranks, r.Suits, r.HandSize = 3+rng.IntN(11), 1+rng.IntN(4), 3+rng.IntN(8)
		r.KnockLimit, r.MaxTurns = rng.IntN(30), 40
		r.StockEnd, r.BigGinBonus = gin.StockEnd(rng.IntN(3)), 31*rng.IntN(2)
		if r.Validate() == nil {
			return r
		}
	}
}

// All players play all hands of all packs without an illegal action.
func TestPlayersOfSmallPacks(t *testing.T) {
	games := 100
	if *long {
		games = 2000
	}
	rng := rand.New(rand.NewPCG(1, 1))
	var specs []string
	for _, e := range List() {
		specs = append(specs, e.Name)
	}
	specs = append(specs, "sigra:variant=september", "sigra:om=off", "medium:variant=released", "fitness:variant=released", "fitness:knock=3",
		"independent-heuristics:variant=released", "data-driven:offence=off")
	knocks := map[string]int{}
	for _, text := range specs {
		a, b := must.Get(New(text))(t)(), must.Get(New("simple"))(t)()
		for i := range uint64(games) {
			r := smallPack(t, rng)
			table := agents.NewTable(must.Get(gin.New(r))(t))
			table.Deal(1, i, a, b)
			if err := table.Play(nil); err != nil {
				t.Fatalf("%s under %+v: %v", text, r, err)
			}
			if last := table.State().(game.Parted).LastPart(); last.Seats[0].Ended != "" {
				knocks[text]++
			}
		}
		if knocks[text] == 0 {
			t.Errorf("%s never knocks", text)
		}
	}
}
