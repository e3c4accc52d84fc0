package env_test

import (
	"fmt"

	"rummygym/env"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/encoder"
)

// firstLegal plays the legal action with the lowest number, but never drops.
type firstLegal struct{}

func (firstLegal) Reset(uint64) {}

func (firstLegal) Act(_ game.Observation, legal *game.Mask) (game.Action, float64) {
	m := *legal
	m.Unset(indian.Drop)
	return m.Nth(0), 1
}

// The caller plays every seat: it gets the player to move, observes and acts.
func ExampleEnv() {
	g, err := indian.New(indian.Paper())
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := encoder.NewIndian(indian.Paper(), encoder.CardsAndCounts|encoder.Distance)
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := env.New(g, env.Config{Encoder: x, MaxSteps: 6})
	if err != nil {
		fmt.Println(err)
		return
	}
	dist, _ := x.Layout().Offset("min_dist")
	view := make([]float32, x.Layout().Size())
	for e.Reset(42); !e.Over(); {
		player := e.Current()
		e.Encode(player, view)
		var legal game.Mask
		e.Legal(&legal)
		action, _ := firstLegal{}.Act(nil, &legal)
		fmt.Printf("player %d at distance %v: %s\n", player, view[dist], g.ActionString(action))
		if err := e.Step(action); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println("terminated", e.Terminated(), "truncated", e.Truncated())
	// Output:
	// player 0 at distance 3: draw stock
	// player 0 at distance 2: discard 7C
	// player 1 at distance 3: draw stock
	// player 1 at distance 3: discard 4C
	// player 0 at distance 2: draw stock
	// player 0 at distance 2: discard 8C
	// terminated false truncated true
}

// An agent plays the other seat, and Step returns at the learner's turn.
func ExampleSingle() {
	g, err := indian.New(indian.Paper())
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := env.NewSingle(g, env.SingleConfig{
		Config:    env.Config{Encoder: game.NoEncoder{}, RewardScale: 1. / 80},
		Places:    env.Places{Seat: 1},
		Opponents: []game.Agent{firstLegal{}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := s.Reset(7); err != nil {
		fmt.Println(err)
		return
	}
	reward, terminated, truncated, err := s.Step(indian.DrawStock)
	fmt.Println(reward, terminated, truncated, err)
	_, _, _, err = s.Step(indian.Drop)
	fmt.Println(err)
	// Output:
	// 0 false false <nil>
	// illegal action 0 (drop) of player 1 in phase discard: a card was drawn already: want discard or declare
}

// One call steps eight tables on two cores, with results in arrays that the caller owns.
// Finished tables are dealt again.
func ExampleVector() {
	g, err := indian.New(indian.Paper())
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := env.NewVector(g, 8, env.VectorConfig{
		Config:    env.Config{Encoder: game.NoEncoder{}}, // no observations
		Autoreset: env.SameStep, Workers: 2,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer v.Close()
	out := v.NewArrays()
	if err := v.Reset(1, out); err != nil {
		fmt.Println(err)
		return
	}
	actions := make([]game.Action, v.Len())
	episodes, sum := 0, float32(0)
	for range 100 {
		for i := range actions {
			mask := out.Masks[i*g.NumActions() : (i+1)*g.NumActions()]
			for actions[i] = 0; mask[actions[i]] == 0; actions[i]++ {
			}
		}
		if err := v.Step(actions, out); err != nil {
			fmt.Println(err)
			return
		}
		for i := range actions {
			if out.Terminated[i] {
				episodes++
			}
			sum += out.Rewards[2*i] + out.Rewards[2*i+1]
		}
	}
	// The lowest action is to drop, so every episode has one step.
	fmt.Println(episodes, "episodes, rewards sum to", sum)
	// Output: 800 episodes, rewards sum to 0
}
