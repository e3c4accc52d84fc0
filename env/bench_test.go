package env_test

import (
	"math/rand/v2"
	"testing"

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
	rules.Episode = gin.Hand
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
