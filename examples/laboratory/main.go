// Command laboratory trains a network for ten steps, measures it against two agents, reviews
// a game that it played, and writes the results as a table, all without the command line.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"rummygym"
	"rummygym/agents"
	"rummygym/agents/search"
	"rummygym/arena/review"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/recipe"
	"rummygym/table"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: laboratory FOLDER")
	}
	if err := run(context.Background(), os.Stdout, os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, w io.Writer, dir string) error {
	// Train. The settings are those of "rummygym train mc", here as JSON.
	r, err := recipe.New("train mc")
	if err != nil {
		return err
	}
	list := r.Options()
	if err := json.Unmarshal([]byte(`{"steps": 10, "games": 32, "updates": 8, "layers": [16], "eval-against": []}`), &list); err != nil {
		return err
	}
	if err := list.Set("out", dir); err != nil {
		return err
	}
	if _, err := r.Run(ctx, &recipe.Host{}); err != nil {
		return err
	}
	learner := "learned:" + filepath.Join(dir, "last.safetensors")

	// Evaluate: every deal from both seats.
	e := recipe.NewEvaluation()
	e.Agent, e.Against, e.Games = learner, []string{"min-score", "random"}, 40
	res, err := e.Run(ctx, &recipe.Host{})
	if err != nil {
		return err
	}
	found := res.(*recipe.EvaluationResult).Evaluations[0]
	fmt.Fprintf(w, "%d games against %d agents\n", found.Played(), len(found.Rows))

	// Review.
	if err := reviewGame(ctx, w, learner); err != nil {
		return err
	}

	// Write a table.
	f, err := os.Create(filepath.Join(dir, "results.csv"))
	if err != nil {
		return err
	}
	if err := res.Write(f, table.CSV); err != nil {
		return err
	}
	return f.Close()
}

// reviewGame plays a game between an agent and random, and says what the decisions of the
// agent cost.
func reviewGame(ctx context.Context, w io.Writer, agent string) error {
	rules, err := rummygym.ParseRules("indian", "paper")
	if err != nil {
		return err
	}
	config, _, err := rummygym.ReviewConfig(rules, "min-dist", search.Gain)
	if err != nil {
		return err
	}
	config.Search.Rollouts = 100
	g := config.Game
	var seats []game.Agent
	for _, spec := range []string{agent, "random"} {
		a, err := rummygym.NewAgent(spec, g)
		if err != nil {
			return err
		}
		seats = append(seats, a)
	}
	played := new(record.Record)
	if played.Header, err = rummygym.RecordHeader(g, []string{agent, "random"}); err != nil {
		return err
	}
	t, recorder := agents.NewTable(g), record.NewRecorder(g)
	t.Deal(1, 0, seats...)
	played.Events = recorder.AppendDeal(nil, t.State())
	if err := t.Play(func(d *agents.Decision) (err error) {
		played.Events, err = recorder.AppendMove(played.Events, t.State(), d.Action, 1)
		return err
	}); err != nil {
		return err
	}
	reviewer, err := review.New(config)
	if err != nil {
		return err
	}
	said, err := reviewer.Review(ctx, played, []game.Player{0}, nil)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%d decisions reviewed\n", len(said.Decisions))
	return nil
}
