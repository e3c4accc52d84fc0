package positions_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"rummygym"
	"rummygym/agents/search"
	"rummygym/arena/positions"
	"rummygym/env/record"
	"rummygym/features/text"
)

// A set of one position of Gin Rummy, and an answer to it.
func Example() {
	rules, err := rummygym.ParseRules("gin", "eaai")
	if err != nil {
		log.Fatal(err)
	}
	c := positions.Config{Name: "gin", Positions: 1, Games: 1, History: text.Since, Seed: 3}
	if c.Review, _, err = rummygym.ReviewConfig(rules, "simple", search.Gain); err != nil {
		log.Fatal(err)
	}
	c.Game, c.Review.Search.Rollouts = c.Review.Game, 1000
	c.Source = text.Source{Game: c.Game, Header: record.Header{Rules: []byte("{}")}, Title: "Gin Rummy", Phrases: rules.Type().Phrases, Facts: rules.Type().Facts, Rules: rules.Text}
	simple, _, err := rummygym.OpenAgent(rules, "simple")
	if err != nil {
		log.Fatal(err)
	}
	c.Players = []positions.Player{{New: simple, Weight: 1}}
	set, err := positions.Make(context.Background(), c, nil)
	if err != nil {
		log.Fatal(err)
	}
	e := set[0]
	fmt.Println(e.ID, e.Kind, e.Difficulty)
	for _, m := range e.Moves {
		fmt.Printf("%s: %.1f ± %.1f points\n", m.Name, m.Cost, m.CostErr)
	}
	answers, err := positions.Answers(strings.NewReader(`{"id": "gin-00001", "answer": "draw stock"}`), set)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("accuracy", positions.Score(set, answers.Answers, 100, .95, 1)[0].Accuracy)
	// Output:
	// gin-00001 draw moderate
	// draw upcard: 2.6 ± 0.6 points
	// draw stock: 0.0 ± 0.0 points
	// accuracy 1
}
