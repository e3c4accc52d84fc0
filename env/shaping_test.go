package env_test

import (
	"math"
	"testing"

	"rummygym/env"
	"rummygym/env/game"
)

// TestShapingTelescopes checks that the rewards of shaping telescope: the rewards of a
// player at its decisions, discounted by Gamma, sum to its gain plus the discounted
// potential of the end (0 if terminated) minus that of its first decision. The test
// computes the sum of every player independently.
func TestShapingTelescopes(t *testing.T) {
	const scale = 3.0
	for _, s := range settings(t) {
		for _, gamma := range []float64{0, 1, .9} {
			for _, limit := range []int{0, 7} {
				t.Run(s.name, func(t *testing.T) {
					e := newEnv(t, s.game, env.Config{Potential: s.potential, PotentialScale: scale, Gamma: gamma, MaxSteps: limit})
					for episode := range uint64(10) {
						e.ResetEpisode(9, episode)
						checkTelescope(t, s, e, gamma, scale)
					}
				})
			}
		}
	}
}

func checkTelescope(t *testing.T, s setting, e *env.Env, gamma, scale float64) {
	if gamma == 0 {
		gamma = 1 // the default of the option
	}
	players := game.Player(s.game.Players())
	obs := s.game.NewObservation()
	phi := func(p game.Player) float64 {
		e.Observe(p, obs)
		return s.potential(obs)
	}
	var first, collected [game.MaxPlayers]float64
	var decisions [game.MaxPlayers]int
	policy := s.newRandom()
	for !e.Over() {
		p := e.Current()
		if decisions[p] == 0 {
			first[p] = phi(p)
		} else {
			// Reward k is between decisions k and k+1.
			collected[p] += math.Pow(gamma, float64(decisions[p]-1)) * e.Accrued(p)
		}
		decisions[p]++
		move(t, e, policy)
		if e.Accrued(p) != e.Reward(p) {
			t.Fatalf("step %d: player %d has accrued %v since its action, whose reward was %v", e.Steps(), p, e.Accrued(p), e.Reward(p))
		}
	}
	for p := range players {
		gain := float64(e.Outcome().Gains[p])
		if decisions[p] == 0 {
			if e.Return(p) != gain {
				t.Fatalf("player %d never had a decision and got %v, want its gain %v", p, e.Return(p), gain)
			}
			continue
		}
		n := decisions[p]
		collected[p] += math.Pow(gamma, float64(n-1)) * e.Accrued(p)
		end := 0.0
		if e.Truncated() {
			end = phi(p)
		}
		want := math.Pow(gamma, float64(n-1))*gain + scale*(math.Pow(gamma, float64(n))*end-first[p])
		if math.Abs(collected[p]-want) > 1e-9 {
			t.Fatalf("player %d after %d decisions collected %v, want %v", p, n, collected[p], want)
		}
		if gamma == 1 && math.Abs(e.Return(p)-want) > 1e-9 {
			t.Fatalf("player %d has return %v, want %v", p, e.Return(p), want)
		}
	}
}

// TestShapingIsOffByDefault checks that without a potential all rewards before the end are
// 0, and that with one they are not.
func TestShapingIsOffByDefault(t *testing.T) {
	for _, s := range settings(t) {
		plain := newEnv(t, s.game, env.Config{})
		shaped := newEnv(t, s.game, env.Config{Potential: s.potential})
		plain.Reset(1)
		shaped.Reset(1)
		p, q := s.newRandom(), s.newRandom()
		paid := false
		for !plain.Over() {
			move(t, plain, p)
			move(t, shaped, q)
			for seat := range game.Player(s.game.Players()) {
				if !plain.Over() && plain.Reward(seat) != 0 {
					t.Fatalf("%s: a reward of %v without shaping", s.name, plain.Reward(seat))
				}
				paid = paid || !plain.Over() && shaped.Reward(seat) != 0
			}
		}
		if !paid {
			t.Errorf("%s: with shaping all rewards before the end are 0", s.name)
		}
	}
}
