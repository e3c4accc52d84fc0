package env_test

import (
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"rummygym/env"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/features/encoder"
	"rummygym/internal/must"
)

// chooseAny returns a uniformly random legal action, but a drop only if there is no other
// action: with drops, random games are over after a few turns.
func chooseAny(e *env.Env, src *rand.PCG) game.Action {
	var legal game.Mask
	e.Legal(&legal)
	legal.Unset(indian.Drop)
	return legal.Nth(int(card.Below(src, uint64(legal.Count()))))
}

// BenchmarkVector plays random legal games at 64 tables on one core. One
// operation is one decision.
func BenchmarkVector(b *testing.B) {
	g := must.Get(indian.New(indian.Paper()))(b)
	for _, c := range []struct {
		name   string
		groups encoder.IndianGroups
	}{
		{"no observation", 0},
		{"cards-and-counts", encoder.CardsAndCounts},
		{"with score and distance", encoder.CardsAndCounts | encoder.Score | encoder.Distance},
		{"all", encoder.AllIndianGroups},
	} {
		b.Run(c.name, func(b *testing.B) {
			cfg := env.VectorConfig{Autoreset: env.SameStep}
			if c.groups != 0 {
				x := must.Get(encoder.NewIndian(indian.Paper(), c.groups))(b)
				cfg.Encoder = x
			}
			benchmarkVector(b, g, cfg, chooseAny)
		})
	}
}

// BenchmarkGinVector is BenchmarkVector with hands of Gin Rummy.
func BenchmarkGinVector(b *testing.B) {
	rules := gin.EAAI()
	g := must.Get(gin.New(rules))(b)
	for _, c := range []struct {
		name   string
		groups encoder.GinGroups
	}{
		{"no observation", 0},
		{"cards-and-counts", encoder.GinCardsAndCounts},
		{"with deadwood", encoder.GinCardsAndCounts | encoder.GinDeadwood},
		{"with deadwood of discards", encoder.GinCardsAndCounts | encoder.GinDeadwood | encoder.GinDiscardDeadwood},
		{"all", encoder.AllGinGroups},
	} {
		b.Run(c.name, func(b *testing.B) {
			cfg := env.VectorConfig{Autoreset: env.SameStep}
			if c.groups != 0 {
				x := must.Get(encoder.NewGin(rules, c.groups))(b)
				cfg.Encoder = x
			}
			benchmarkVector(b, g, cfg, func(e *env.Env, src *rand.PCG) game.Action {
				var legal game.Mask
				e.Legal(&legal)
				return legal.Nth(int(card.Below(src, uint64(legal.Count()))))
			})
		})
	}
}

// benchmarkVector plays at 64 tables; one operation is one decision.
func benchmarkVector(b *testing.B, g game.Game, cfg env.VectorConfig, choose func(*env.Env, *rand.PCG) game.Action) {
	const n = 64
	v := newVector(b, g, n, cfg)
	out := v.NewArrays()
	out.Final = nil // not used
	must.Do(b, v.Reset(1, out))
	src := game.DealSource(1, 1)
	actions := make([]game.Action, n)
	decisions, ended := 0, 0
	for b.Loop() {
		if decisions++; decisions%n != 0 {
			continue // one step is n decisions
		}
		for i := range actions {
			actions[i] = choose(v.Table(i), src)
		}
		must.Do(b, v.Step(actions, out))
		for _, over := range out.Terminated {
			if over {
				ended++
			}
		}
	}
	if decisions > 1000*n && ended == 0 {
		b.Fatalf("no game ended in %d decisions", decisions)
	}
}

// BenchmarkCards plays the same random legal games at tables with flat observations and with planes of cards, step by step in turn, on one
// core, and reports the processor time of a decision in both forms and the ratio. The fields are the default ones.
func BenchmarkCards(b *testing.B) {
	for _, name := range []string{"gin-hand", "indian"} {
		var g game.Game
		var flat game.Encoder
		if name == "indian" {
			g, flat = must.Get(indian.New(indian.Paper()))(b), must.Get(encoder.NewIndian(indian.Paper(), encoder.DefaultIndianGroups))(b)
		} else {
			g, flat = must.Get(gin.New(gin.EAAI()))(b), must.Get(encoder.NewGin(gin.EAAI(), encoder.DefaultGinGroups))(b)
		}
		for _, n := range []int{256, 4096} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				forms := []game.Encoder{flat, must.Get(encoder.NewCards(flat))(b)}
				var vectors [2]*env.Vector
				var outs [2]*env.Arrays
				for k, x := range forms {
					vectors[k] = newVector(b, g, n, env.VectorConfig{Config: env.Config{Encoder: x}, Autoreset: env.SameStep})
					outs[k] = vectors[k].NewArrays()
					outs[k].Final = nil // not used
					must.Do(b, vectors[k].Reset(1, outs[k]))
				}
				var took [2]time.Duration
				src, actions := rand.NewPCG(1, 2), make([]game.Action, n)
				for b.Loop() {
					for i := range actions {
						actions[i] = chooseAny(vectors[0].Table(i), src)
					}
					for k, v := range vectors {
						start := processorTime()
						must.Do(b, v.Step(actions, outs[k]))
						took[k] += processorTime() - start
					}
				}
				each := float64(b.N * n)
				b.ReportMetric(float64(took[0])/each, "flat-ns")
				b.ReportMetric(float64(took[1])/each, "cards-ns")
				b.ReportMetric(float64(took[1])/float64(took[0]), "ratio")
			})
		}
	}
}

// processorTime returns the processor time of the process.
func processorTime() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
