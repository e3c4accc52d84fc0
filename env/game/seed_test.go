package game_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/must"
)

// TestSeedNeverChanges holds numbers that the replay of recorded episodes depends on.
// If they must change, every dataset and every environment gets a new version.
func TestSeedNeverChanges(t *testing.T) {
	for _, c := range []struct {
		got, want uint64
	}{
		{game.Seed(0), 0xe220a8397b1dcdaf},
		{game.Seed(1), 0x910a2dec89025cc1},
		{game.Seed(0, 0), 0x1d1d0495798d35fb},
		{game.Seed(0, 1), 0x46e2c2b2c0f76764},
		{game.Seed(1, 0), 0x1049e49dc8a4f19},
		{game.Seed(1, 2, 3), 0xfd8bd0c9a338e0e9},
		{game.Seed(^uint64(0), ^uint64(0)), 0x6f2636961c43e49a},
		{game.AgentSeed(7, 11, 0), 0x4e7fe9b3e3781e3f},
		{game.AgentSeed(7, 11, 3), 0x9a442684bc82ba3b},
		{game.AgentSeed(7, 11, 5), 0x5b059ae25d58f3b5},
		{game.DealSource(7, 11).Uint64(), 0x5b28e23d4e59e9a2},
	} {
		must.Equal(t, c.got, c.want, "seed")
	}
}

// seeded is an agent that keeps the seed of its Reset.
type seeded struct{ seed uint64 }

func (s *seeded) Reset(seed uint64) { s.seed = seed }

func (s *seeded) Act(game.Observation, *game.Mask) (game.Action, float64) { return 0, 1 }

// TestAgentSeedIsOfSHA256 compares the seeds that agents get, at tables with and without
// empty seats, with hashes of their place.
func TestAgentSeedIsOfSHA256(t *testing.T) {
	type place struct{ Run, Episode, Group uint64 }
	for i := range uint64(20) {
		run, episode := game.Seed(i), i*i
		var all [game.MaxPlayers]game.Agent
		for s := range all {
			if uint64(s) != i {
				all[s] = new(seeded)
			}
		}
		game.ResetAgents(run, episode, all[:])
		for s, a := range all {
			text := bytes.NewBufferString("rummygym agents\x00")
			must.Do(t, binary.Write(text, binary.LittleEndian, place{run, episode, uint64(s / 4)}))
			sum := sha256.Sum256(text.Bytes())
			want := binary.LittleEndian.Uint64(sum[s%4*8:])
			must.Equal(t, game.AgentSeed(run, episode, game.Player(s)), want, "AgentSeed(%d, %d, %d)", run, episode, s)
			if a != nil && a.(*seeded).seed != want {
				t.Errorf("ResetAgents(%d, %d): seat %d has the seed %#x, want %#x", run, episode, s, a.(*seeded).seed, want)
			}
		}
	}
}

// TestSeedIsSplitmix checks that Seed(s) is the first output of splitmix64 with state s.
func TestSeedIsSplitmix(t *testing.T) {
	// First outputs of Vigna's splitmix64.c for the states 0 and 1234567.
	if got := game.Seed(0); got != 0xe220a8397b1dcdaf {
		t.Errorf("Seed(0) = %#x, want the first output of splitmix64", got)
	}
	if got := game.Seed(1234567); got != 6457827717110365317 {
		t.Errorf("Seed(1234567) = %d, want the first output of splitmix64", got)
	}
}

func TestSeedDealAllocatesNothing(t *testing.T) {
	src := rand.NewPCG(0, 0)
	must.Equal(t, testing.AllocsPerRun(100, func() { game.SeedDeal(src, 1, 2) }), 0, "SeedDeal: allocations")
}

func TestResetAgentsAllocatesNothing(t *testing.T) {
	seats := []game.Agent{new(seeded), nil, new(seeded), new(seeded), new(seeded)}
	must.Equal(t, testing.AllocsPerRun(100, func() { game.ResetAgents(1, 2, seats) }), 0, "ResetAgents: allocations")
}

func TestUnit(t *testing.T) {
	for _, c := range []struct {
		u              uint64
		unit, positive float64
	}{
		{0, 0, 0x1p-53},
		{1<<11 - 1, 0, 0x1p-53},
		{1 << 11, 0x1p-53, 0x1p-52},
		{1 << 63, .5, .5 + 0x1p-53},
		{1<<64 - 1, 1 - 0x1p-53, 1},
	} {
		must.Equal(t, game.Unit(c.u), c.unit, "Unit(%#x)", c.u)
		must.Equal(t, game.PositiveUnit(c.u), c.positive, "PositiveUnit(%#x)", c.u)
	}
}
