package main

import (
	"fmt"
	"strings"
	"testing"
)

//go:generate go test -count=1 -run ^TestSchemaPage$ -update .

// datasets/SCHEMA.md is what "rummygym dataset schema" prints for both games;
// -update rewrites it. The Python tests hold recorded files to the same columns.
func TestSchemaPage(t *testing.T) {
	var page strings.Builder
	page.WriteString(`<!-- Made by "go generate ./cmd/rummygym"; do not edit. -->

# Columns of a dataset

One row is one decision. Every column says the same of itself in the Arrow schema: its
meaning under the key "doc" of the field's metadata, observation fields also "shape",
"low" and "high". Lists are row-major. The metadata of the schema hold the dataset's under
"rummygym", as JSON: game, rules, agents, seeds, the layout of observations.
Which observation columns there are depends on the rules and on --fields; the tables are those
of the default rules and of all fields, as "rummygym dataset schema" prints them.
`)
	for _, g := range []struct{ title, name string }{{"Indian Rummy", "indian"}, {"Gin Rummy", "gin"}} {
		fmt.Fprintf(&page, "\n## %s\n\n%s", g.title, succeed(t, "dataset", "schema", "--game", g.name))
	}
	golden(t, "../../../datasets/SCHEMA.md", page.String())
}
