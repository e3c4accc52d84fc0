package discard_test

import (
	"context"
	"syscall"
	"testing"

	"rummygym/internal/must"
	"rummygym/train/discard"
)

// processorSeconds returns the processor time that the process has used.
func processorSeconds() float64 {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // cannot fail for the own process
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// BenchmarkLearner makes updates from batches of 64 rows with one worker. It reports samples
// per second of processor time.
func BenchmarkLearner(b *testing.B) {
	rows := random(1, 20000, 3)
	for _, name := range networks {
		b.Run(name, func(b *testing.B) {
			l, row := (setting{name, 96, 1, discard.Order{Seed: 1, Batch: 64}}).learner(b, rows), make([]float64, 1)
			before := processorSeconds()
			for b.Loop() {
				must.Do(b, l.Step(context.Background(), row))
			}
			b.ReportMetric(64*float64(b.N)/(processorSeconds()-before), "samples/cpu-s")
		})
	}
}
