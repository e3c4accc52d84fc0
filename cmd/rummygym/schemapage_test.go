package main

import (
	"fmt"
	"strings"
	"testing"

	"rummygym/internal/golden"
)

//go:generate go test -count=1 -run ^TestSchemaPage$ -update .

// TestSchemaPage checks that datasets/SCHEMA.md is the output of "rummygym dataset
// schema" for both games; -update rewrites the file. The Python tests compare recorded
// files with the same columns.
func TestSchemaPage(t *testing.T) {
	var page strings.Builder
	page.WriteString(`<!-- Made by "go generate ./cmd/rummygym"; do not edit. -->

# Columns of a dataset

A dataset has two tables: decisions, with one row per decision, and results, with one row for
each seat of each game, also of players that never moved. The tables below list the columns for the default
rules of each game and all observation fields, as "rummygym dataset schema --fields all"
prints them. The observation columns (obs_...) depend on the rules and on --fields.

The Arrow schema holds the same information as metadata. Each column has its meaning under
the key "doc"; observation columns also have "shape", "low" and "high". Lists are in
row-major order. The schema's own metadata holds a JSON object under the key "rummygym":
game, rules, agents, seeds, and the layout of the observations; results have the same without
the layout under "rummygym.results".
`)
	page.WriteString("\n## Results\n\n" + program.Succeed(t, "dataset", "schema", "--results"))
	for _, g := range []struct{ title, name string }{{"Indian Rummy", "indian"}, {"Gin Rummy", "gin"}} {
		fmt.Fprintf(&page, "\n## Decisions of %s\n\n%s", g.title, program.Succeed(t, "dataset", "schema", "--fields", "all", "--game", g.name))
	}
	page.WriteString(`
## Decisions of Gin Rummy, rows of plays

The columns of "rummygym collect --recipe random-256": only discards have rows, with the hand
after the discard (after_...), which depends on --after, and a target. The column attempt is
there with --best-of, the columns after it with --rows plays or last-play.

`)
	page.WriteString(program.Succeed(t, "dataset", "schema", "--game", "gin", "--fields", "none", "--rows", "last-play", "--after", "hand,belief,macros,interactions", "--best-of", "256"))
	golden.Equal(t, "../../datasets/SCHEMA.md", page.String())
}
