package equilibrium_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/must"
	"rummygym/internal/train/equilibrium"
)

// tree returns the tree of a game.
func tree(t *testing.T, g game.Game) *equilibrium.Tree {
	t.Helper()
	return must.Get(equilibrium.New(context.Background(), g, equilibrium.Options{}))(t)
}

// near fails unless two numbers differ by at most the given amount.
func near(t *testing.T, got, want, within float64, what string) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %.12f, want %.12f within %g", what, got, want, within)
	}
}

func TestKuhn(t *testing.T) {
	k := tree(t, kuhn{})
	want := equilibrium.Counts{Deals: 6, Positions: 54, Endings: 30, Sets: [2]int64{6, 6}, Sequences: [2]int64{12, 12}, Depth: 3, Stake: 2}
	if k.Counts != want {
		t.Errorf("the counts are %+v, want %+v", k.Counts, want)
	}
	for _, m := range []equilibrium.Method{equilibrium.CFRPlus, equilibrium.PredictiveCFRPlus} {
		s := must.Get(equilibrium.NewSolver(k, m))(t)
		must.Do(t, s.Run(context.Background(), 2000, 2))
		of := s.Average()
		must.Do(t, k.Check(of))
		t.Log(m, k.NashConv(of), k.Value(of))
		near(t, k.NashConv(of), 0, 1e-3, "NashConv")
		near(t, k.Value(of), -1./18, 1e-3, "the value")
	}
}

// exact are the smallest games, for linear programs.
func exact(t *testing.T) map[string]record.Game {
	return map[string]record.Game{"kuhn": kuhn{}}
}

// TestLinearProgram compares the value of games, and the equilibria that the solver approaches, with a linear program.
func TestLinearProgram(t *testing.T) {
	for name, g := range exact(t) {
		k := tree(t, g)
		want := newSequenceForm(t, g).value(t)
		s := must.Get(equilibrium.NewSolver(k, equilibrium.PredictiveCFRPlus))(t)
		must.Do(t, s.Run(context.Background(), 20000, 2))
		of := s.Average()
		gains := k.Exploits(of)
		t.Logf("%s: %+v: value %.12f, within [%.12f, %.12f]", name, k.Counts, want, -gains[1], gains[0])
		near(t, gains[0], want, 1e-9, "the best response to seat 1")
		near(t, -gains[1], want, 1e-9, "minus the best response to seat 0")
		near(t, k.Value(of), want, 1e-9, "the value")
	}
}

// TestBestResponse compares best responses to random strategies with all pure strategies of the seat.
func TestBestResponse(t *testing.T) {
	k := tree(t, kuhn{})
	src := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		of := equilibrium.Profile{k.Uniform(0), k.Uniform(1)}
		for p := range of {
			for q := 1; q < len(of[p]); q += 2 { // two actions at each information set
				of[p][q] = src.Float64()
				of[p][q+1] = 1 - of[p][q]
			}
		}
		must.Do(t, k.Check(of))
		for p := range of {
			sets := len(of[p]) / 2
			top := math.Inf(-1)
			for choices := range 1 << sets {
				pure := of
				pure[p] = make(equilibrium.Strategy, len(of[p]))
				pure[p][0] = 1
				for i := range sets {
					pure[p][1+2*i+choices>>i&1] = 1
				}
				v := k.Value(pure)
				if p == 1 {
					v = -v
				}
				top = max(top, v)
			}
			got, best := k.BestResponse(p, of[1-p])
			near(t, got, top, 1e-12, "the best response")
			answer := of
			answer[p] = best
			near(t, math.Abs(k.Value(answer)), math.Abs(got), 1e-12, "the value of the best response")
		}
	}
}

// player is an agent that bets with a probability that depends on its card, and remembers whether it was asked before.
type player struct {
	src      *rand.Rand
	lies     bool // it reports a probability of 1
	asked    int
	bets     [3]float64
	remember bool // it passes at its first decision and bets at the second
}

func (a *player) Reset(seed uint64) { a.src, a.asked = rand.New(rand.NewPCG(seed, 1)), 0 }

func (a *player) Act(obs game.Observation, _ *game.Mask) (game.Action, float64) {
	a.asked++
	if a.remember {
		return game.Action(a.asked - 1), 1
	}
	p := a.bets[obs.(*kuhnView).Card.Rank()]
	if a.lies {
		return game.Action(a.src.IntN(2)), 1
	}
	if a.src.Float64() < p {
		return bet, p
	}
	return pass, 1 - p
}

func TestStrategyOfAgents(t *testing.T) {
	k, ctx := tree(t, kuhn{}), context.Background()
	a := &player{bets: [3]float64{.2, 0, 1}}
	of := must.Get(k.ProfileOf(ctx, kuhn{}, func() game.Agent { return a }, equilibrium.Asking{}))(t)
	must.Do(t, k.Check(of))
	// Of the six deals each seat has each card in two. Both bet with .2, 0 and 1 whatever the other does: the gains are those of this table.
	want := 0.0
	for x, p := range a.bets {
		for y, q := range a.bets {
			if x == y {
				continue
			}
			sign := 1.0
			if y > x {
				sign = -1
			}
			// bet, bet; bet, pass; pass, bet, bet; pass, bet, pass; pass, pass
			want += (p*q*2*sign + p*(1-q) + (1-p)*q*p*2*sign - (1-p)*q*(1-p) + (1-p)*(1-q)*sign) / 6
		}
	}
	near(t, k.Value(of), want, 1e-12, "the value")
	if k.NashConv(of) <= 0 {
		t.Error("the agent cannot be exploited")
	}
	memory := must.Get(k.ProfileOf(ctx, kuhn{}, func() game.Agent { return &player{remember: true} }, equilibrium.Asking{}))(t)
	pure := 0
	for _, x := range memory[0] {
		if x == 1 {
			pure++
		}
	}
	must.Equal(t, pure, 1+6, "pure choices of an agent with memory")
	must.Refuse(k.ProfileOf(ctx, kuhn{}, func() game.Agent { return &player{lies: true} }, equilibrium.Asking{}))(t, "the choices of the agent do not follow from what its seat knows", "fix its seed")
	fixed := must.Get(k.ProfileOf(ctx, kuhn{}, func() game.Agent { return &player{lies: true} }, equilibrium.Asking{Fixed: true, Seed: 3}))(t)
	must.Do(t, k.Check(fixed))
}

// TestMix compares a mixture with a player that draws one of the profiles before each game.
func TestMix(t *testing.T) {
	for _, g := range []game.Game{kuhn{}, smallIndian(t)} {
		k := tree(t, g)
		rng := rand.New(rand.NewPCG(5, 5))
		random := func() (of equilibrium.Profile) {
			for p := range of {
				_, of[p] = k.BestResponse(p, k.Uniform(1-p)) // deterministic: it does not reach everything
				if rng.IntN(2) == 0 {
					_, other := k.BestResponse(1-p, of[p])
					_, of[p] = k.BestResponse(p, other)
				}
			}
			return of
		}
		of := []equilibrium.Profile{random(), {k.Uniform(0), k.Uniform(1)}, random()}
		weights := []float64{3, 1, 2}
		mixed := k.Mix(of, weights)
		must.Do(t, k.Check(mixed))
		for _, other := range append(of, mixed) {
			want := [2]float64{}
			for i, w := range weights {
				want[0] += w / 6 * k.Value(equilibrium.Profile{of[i][0], other[1]})
				want[1] += w / 6 * k.Value(equilibrium.Profile{other[0], of[i][1]})
			}
			near(t, k.Value(equilibrium.Profile{mixed[0], other[1]}), want[0], 1e-12, "the value of the mixture at seat 0")
			near(t, k.Value(equilibrium.Profile{other[0], mixed[1]}), want[1], 1e-12, "the value with the mixture at seat 1")
		}
	}
}
