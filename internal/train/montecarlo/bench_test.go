package montecarlo_test

import (
	"testing"

	"rummygym/env/indian"
	"rummygym/internal/agents/belief"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/features/afterstate"
	"rummygym/internal/must"
)

// BenchmarkStep plays games by a network and learns from them, on one core. The first
// steps, which are played by a rule, are not counted.
func BenchmarkStep(b *testing.B) {
	for name, groups := range map[string]afterstate.IndianGroups{"all": afterstate.AllIndianGroups, "no belief": afterstate.AllIndianGroups &^ afterstate.AfterModelled} {
		b.Run(name, func(b *testing.B) {
			c := config(b, groups&^afterstate.AfterModelled, "self")
			x := must.Get(afterstate.NewIndian(indian.Paper(), groups))(b)
			of := &c.Tables[0]
			of.Layout = x.Layout()
			of.Reader = func() greedy.Reader {
				if groups&afterstate.AfterModelled == 0 {
					return greedy.NewIndian(x.NewReader(nil))
				}
				e := must.Get(belief.NewEstimator(belief.Standard(2)))(b)
				return greedy.NewIndian(x.NewReader(e))
			}
			c.Games, c.Updates, c.Batch, c.Workers, c.StartSteps, c.Lambda = 256, 5, 1024, 1, 1, 0.9
			l := learner(b, c, 128, 128)
			steps(b, l, 1)
			samples := 0.0
			for b.Loop() {
				samples += steps(b, l, 1)[0][0]
			}
			b.ReportMetric(samples/b.Elapsed().Seconds(), "samples/s")
		})
	}
}
