// Command dataset records games of Gin Rummy into a folder, as "rummygym collect" does, and
// reads them back. The command line can then check, replay and learn from them:
//
//	go run ./dataset games
//	rummygym dataset validate --replay games
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"

	"rummygym"
	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/env/game"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: dataset DIR")
	}
	if err := run(os.Stdout, os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

// run records 50 games into a folder that is new or empty, and counts what it holds.
func run(w io.Writer, dir string) error {
	g, err := rummygym.NewGame("gin", "eaai")
	if err != nil {
		return err
	}
	table, err := rummygym.NewTable(g, "own-cards,pile,deadwood")
	if err != nil {
		return err
	}
	c := collect.DefaultConfig()
	c.Table, c.Games, c.Seed, c.Dir = table, 50, 1, dir
	c.Generator = "example"
	for _, spec := range []string{"simple", "sigra"} {
		create, name, err := rummygym.OpenAgent(spec, g)
		if err != nil {
			return err
		}
		c.Agents = append(c.Agents, collect.Agent{Name: name, New: create})
	}
	if _, err := collect.Run(context.Background(), c); err != nil {
		return err
	}

	// A row is one decision. The rows of a game are together, in order of play.
	d, err := datasets.Open(dir)
	if err != nil {
		return err
	}
	knocks, rows := 0, 0
	for e, err := range d.Episodes() {
		if err != nil {
			return err
		}
		for row := e.From; row < e.To; row++ {
			rows++
			if g.ActionString(game.Action(e.Action[row])) == "knock" {
				knocks++
			}
		}
	}
	fmt.Fprintf(w, "%d games, %d decisions, %d knocks\n", d.Manifest.Episodes, rows, knocks)
	return nil
}
