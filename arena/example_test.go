package arena

import (
	"context"
	"fmt"
)

// In this example two agents play 200 games in each seat order, on the same deals.
func ExampleTournament() {
	c := Config{
		Game: race{2}, Games: 200, Seed: 1, Deals: SeatDeals, Drop: raceDrop, RoundLimit: raceRounds,
		Entrants: []Entrant{raceEntrant("fast", 30, 0), raceEntrant("shy", 36, 20)},
	}
	res, err := Tournament(context.Background(), c)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := Summarize(res, Settings{})
	for _, p := range s.Pairs {
		fmt.Printf("%-4s v %-4s wins %.3f in [%.3f, %.3f]\n", p.Names[0], p.Names[1], p.Win.Value, p.WinInterval.Low, p.WinInterval.High)
	}
	fmt.Printf("fast against shy over both seats: %.4f\n", s.Skill.Balanced[0][1].Value)
	// Output:
	// fast v fast wins 0.615 in [0.546, 0.680]
	// fast v shy  wins 0.825 in [0.766, 0.871]
	// shy  v fast wins 0.355 in [0.292, 0.423]
	// shy  v shy  wins 0.565 in [0.496, 0.632]
	// fast against shy over both seats: 0.7350
}
