// Command laboratory trains a network for ten steps, and measures it against two agents, all without the command line.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"rummygym"
	"rummygym/arena"
	"rummygym/train"
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
	// Train. The settings are those of "rummygym train mc".
	set := fmt.Sprintf(`{"steps": 10, "games": 32, "updates": 8, "layers": [16], "eval-against": [], "out": %q}`, dir)
	if err := train.Run(ctx, "mc", []byte(set), nil); err != nil {
		return err
	}

	// Evaluate: every deal from both seats.
	g, err := rummygym.NewGame("indian")
	if err != nil {
		return err
	}
	c := arena.Config{Game: g, Games: 40, Seed: 1}
	for _, spec := range []string{"learned:" + filepath.Join(dir, "last.safetensors"), "min-score", "random"} {
		create, name, err := rummygym.OpenAgent(spec, g)
		if err != nil {
			return err
		}
		c.Entrants = append(c.Entrants, arena.Entrant{Name: name, New: create})
	}
	result, err := arena.Tournament(ctx, c)
	if err != nil {
		return err
	}
	for _, p := range arena.Summarize(result, arena.Settings{}).Pairs {
		if p.Names[0] == c.Entrants[0].Name {
			fmt.Fprintf(w, "the network wins %.2f as first player against %s\n", p.Win.Value, p.Names[1])
		}
	}
	return nil
}
