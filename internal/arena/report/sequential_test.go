package report_test

import (
	"testing"

	"rummygym/arena"
	"rummygym/arena/stats"
	"rummygym/env/game"
	"rummygym/internal/must"
	"rummygym/internal/table"
)

func TestSequentialGolden(t *testing.T) {
	evaluation := func(goal arena.Goal, low, high float64, deals, played int) *arena.Evaluation {
		return must.Get(madeUpEvaluation(t, "paper", game.Terms{}, deals, played).Evaluate(0.95,
			&arena.SequentialTest{Goal: goal, Hypotheses: stats.Hypotheses{H0: low, H1: high, Alpha: 0.05, Beta: 0.01, Range: 1}}))(t)
	}
	won := evaluation(arena.WinGoal, 0.5, 0.6, 100, 100)
	evaluations(t, "sequential", won)
	must.Match(t, "testdata/sequential-part.txt", writeEvaluations(t, table.Readable, evaluation(arena.GainGoal, 2, 6, 100, 10)))
}
