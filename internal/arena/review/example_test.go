package review_test

import (
	"context"
	"fmt"
	"log"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/agents/search"
	"rummygym/internal/arena/review"
	"rummygym/internal/catalog"
)

// A player drops before its first turn.
func Example() {
	rules, err := catalog.ParseRules("indian", "paper")
	if err != nil {
		log.Fatal(err)
	}
	config, _, err := catalog.ReviewConfig(rules, catalog.ReviewAgent(rules), search.Gain)
	if err != nil {
		log.Fatal(err)
	}
	config.Search.Rollouts = 200

	g := config.Game
	header, err := catalog.RecordHeader(g, []string{"human", "min-dist"})
	if err != nil {
		log.Fatal(err)
	}
	s, recorder := g.NewState(), record.NewRecorder(g)
	g.Deal(s, game.DealSource(7, 0))
	played := &record.Record{Header: header, Events: recorder.AppendDeal(nil, s)}
	drop, err := g.ParseAction("drop")
	if err != nil {
		log.Fatal(err)
	}
	if played.Events, err = recorder.AppendMove(played.Events, s, drop, 1); err != nil {
		log.Fatal(err)
	}

	reviewer, err := review.New(config)
	if err != nil {
		log.Fatal(err)
	}
	said, err := reviewer.Review(context.Background(), played, []game.Player{0}, nil)
	if err != nil {
		log.Fatal(err)
	}
	d := said.Decisions[0]
	fmt.Println("made:", d.Made.Text)
	fmt.Println("best:", g.ActionString(d.Best))
	fmt.Println("a mistake:", d.Mistake)
	// Output:
	// made: drop
	// best: draw pile
	// a mistake: true
}
