package cfr

import (
	"context"

	"rummygym/agents"
	"rummygym/arena/stats"
	"rummygym/baselines/ginrummy"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/series"
	"rummygym/internal/agents/spec"
)

// matchStream separates the deals of Wins from those of a solver, see game.Seed.
const matchStream = 1 << 32

// race is the match of the preset eaai of gin-match.
var race = series.Rules{Format: series.Race, Seats: 2, Target: 100, Games: 1, MaxDeals: 1000}

// Wins plays matches under the preset eaai and returns how many the player fitness wins
// with the given tables. The opponent is a player of package ginrummy, given by its
// specification. The same seed gives the same matches; a solver with that seed plays
// other deals. If ctx ends first, Wins returns its error.
func Wins(ctx context.Context, tables *ginrummy.FitnessTables, opponent string, matches int, seed uint64) (stats.Proportion, error) {
	var won stats.Proportion
	other, err := ginrummy.New(opponent)
	if err != nil {
		return won, err
	}
	g, err := series.New(race, func(int) (series.Deal, error) { return gin.New(gin.EAAI()) })
	if err != nil {
		return won, err
	}
	table := agents.NewTable(g)
	mine := agents.NewByDeals(func(int) game.Agent {
		return &ginrummy.Fitness{Tables: spec.FileOf[*ginrummy.FitnessTables]{Value: tables}}
	})
	theirs := agents.NewByDeals(func(int) game.Agent { return other() })
	seed = game.Seed(seed, matchStream)
	for i := range uint64(matches) {
		if err := ctx.Err(); err != nil {
			return won, err
		}
		table.Deal(seed, i, mine, theirs)
		if err := table.Play(nil); err != nil {
			return won, err
		}
		won.Trials++
		if table.State().Outcome().Winner == 0 {
			won.Successes++
		}
	}
	return won, nil
}
