package greedy_test

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"rummygym/env"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// BenchmarkActions plays random choices at 64 tables on one core. One operation is one decision.
func BenchmarkActions(b *testing.B) {
	for _, of := range [][3]string{{"gin", "eaai", ""}, {"gin", "eaai", "cards,card"}, {"gin", "eaai", "cards"}, {"indian", "paper", ""}, {"indian", "paper", "cards,card,table"}, {"indian", "paper", "cards"}} {
		b.Run(of[0]+"/"+of[2], func(b *testing.B) {
			const n = 64
			g, _, x := actionsOf(b, of[0], of[1], of[2])
			v := must.Get(env.NewVector(g, n, env.VectorConfig{Config: env.Config{Encoder: x}, Autoreset: env.SameStep}))(b)
			defer v.Close()
			out := v.NewArrays()
			out.Final = nil // not used
			must.Do(b, v.Reset(1, out))
			layout := x.Layout()
			size, rows := layout.Size(), layout[1].Size()
			src, actions := rand.NewPCG(1, 2), make([]game.Action, n)
			rows1, _ := layout.Offset("actions")
			choices, decisions, start := 0, 0, processorTime()
			for b.Loop() {
				if decisions++; decisions%n != 0 {
					continue // one step is n decisions
				}
				for i := range actions {
					of := out.Observations[i*size+rows1:][:rows]
					k := 0
					for k < rows && of[k] >= 0 {
						k++
					}
					choices += k
					actions[i] = game.Action(of[card.Below(src, uint64(k))])
				}
				must.Do(b, v.Step(actions, out))
			}
			b.ReportMetric(float64(processorTime()-start)/float64(decisions), "cpu-ns")
			b.ReportMetric(float64(choices)/float64(decisions), "choices")
		})
	}
}

// processorTime returns the processor time of the process.
func processorTime() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
