package report_test

import (
	"bytes"
	"encoding/csv"
	"fmt"

	"rummygym/arena"
	"rummygym/env/game"
	"rummygym/internal/arena/report"
	"rummygym/internal/table"
)

// This example writes a summary as CSV and prints its first six columns.
func Example() {
	result := &arena.Result{
		Setup: arena.Setup{
			Game: "indian", Rules: "paper", Seats: 2, Agents: []string{"min-dist", "min-score"},
			Lineups: []arena.Lineup{{0, 1}}, Games: 2, Seed: 1, Deals: arena.FreshDeals,
		},
		Records: [][]arena.Record{{
			{Ending: "declared", Winner: 0, Rounds: 9, Turns: 17, Gains: [game.MaxPlayers]int16{23, -23}},
			{Ending: "declared", Winner: 1, Rounds: 6, Turns: 12, Gains: [game.MaxPlayers]int16{-10, 10}},
		}},
	}
	summary := arena.Summarize(result, arena.Settings{})
	var out bytes.Buffer
	if err := report.Write(&out, summary, table.CSV); err != nil {
		fmt.Println(err)
		return
	}
	rows, err := csv.NewReader(&out).ReadAll()
	for _, row := range rows {
		fmt.Println(row[:6])
	}
	fmt.Println(err)
	// Output:
	// [first second seed games wins win_rate]
	// [min-dist min-score 4486126455425822349 2 1 0.5]
	// <nil>
}
