package gametest

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/game"
)

func TestSeedOf(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	for n := range 5 {
		for range 100 {
			seed, stream := src.Uint64(), make([]uint64, n)
			for i := range stream {
				stream[i] = src.Uint64() >> src.IntN(64)
			}
			if got := SeedOf(game.Seed(seed, stream...), stream...); got != seed {
				t.Fatalf("SeedOf(game.Seed(%d, %v...), ...) is %d", seed, stream, got)
			}
		}
	}
}
