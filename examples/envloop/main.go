// Command envloop is the loop of a learner: it steps an environment of Indian Rummy,
// sees observations as numbers and legal actions as a mask, and adds up the rewards.
package main

import (
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"

	"rummygym"
	"rummygym/env"
	"rummygym/env/game"
)

func main() {
	if err := run(os.Stdout, 200); err != nil {
		log.Fatal(err)
	}
}

// run plays episodes against the baseline "min-dist" and prints what they brought.
func run(w io.Writer, episodes uint64) error {
	g, err := rummygym.NewGame("indian", "paper")
	if err != nil {
		return err
	}
	opponent, err := rummygym.NewAgent("min-dist", g)
	if err != nil {
		return err
	}
	encoder, err := rummygym.NewEncoder(g, "own-cards,open-pile,distance")
	if err != nil {
		return err
	}
	gym, err := env.NewSingle(g, env.SingleConfig{
		Config:    env.Config{Encoder: encoder, RewardScale: 0.01}, // a reward of 1 for 100 points
		Places:    env.Places{Seating: env.Alternating},            // first to move in every second episode
		Opponents: []game.Agent{opponent},
	})
	if err != nil {
		return err
	}

	observation := make([]float32, encoder.Layout().Size())
	mask := make([]uint8, g.NumActions())
	random := rand.New(rand.NewPCG(1, 2))
	total, steps := 0.0, 0
	for episode := range episodes {
		if err := gym.ResetEpisode(1, episode); err != nil { // the same seed, the same cards
			return err
		}
		for over := false; !over; steps++ {
			gym.Encode(observation)
			gym.LegalMask(mask)
			action := policy(observation, mask, random)
			reward, terminated, truncated, err := gym.Step(action)
			if err != nil {
				return err // an illegal action; nothing has changed
			}
			total += reward
			over = terminated || truncated
		}
	}
	fmt.Fprintf(w, "observation: %d numbers, actions: %d\n", len(observation), len(mask))
	fmt.Fprintf(w, "%d episodes, %d steps, total reward %.2f\n", episodes, steps, total)
	return nil
}

// policy chooses a legal action at random. A learner puts its network here.
func policy(_ []float32, mask []uint8, random *rand.Rand) game.Action {
	var legal []game.Action
	for a, ok := range mask {
		if ok == 1 {
			legal = append(legal, game.Action(a))
		}
	}
	return legal[random.IntN(len(legal))]
}
