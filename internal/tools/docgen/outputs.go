package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"rummygym/datasets"
	"rummygym/env/indian"
	"rummygym/features/text"
)

// commands returns the table of the commands, from the help.
func (p program) commands() (string, error) {
	help, err := p.run("--help")
	if err != nil {
		return "", err
	}
	var rows []string
	for _, m := range regexp.MustCompile(`(?m)^  ([a-z]+) +(\S.*)$`).FindAllStringSubmatch(help, -1) {
		if name := m[1]; name != "rummygym" && name != "help" && name != "completion" {
			rows = append(rows, fmt.Sprintf("| `rummygym %s` | %s |\n", name, m[2]))
		}
	}
	slices.Sort(rows)
	return "| command | what it does |\n|---|---|\n" + strings.Join(rows, ""), nil
}

// columns returns the table of the columns of a dataset except the observation columns.
func columns() (string, error) {
	return datasets.Markdown(slices.DeleteFunc(datasets.Columns(&datasets.Meta{Actions: indian.NumActions}), func(c datasets.Column) bool {
		return strings.HasPrefix(c.Name, datasets.ObservationPrefix)
	})), nil
}

// schema returns datasets/SCHEMA.md, which is what "rummygym dataset schema" prints for both games. The
// Python tests compare recorded files with the same columns.
func (p program) schema() (string, error) {
	sections := []struct {
		title string
		args  []string
	}{
		{"Results", []string{"--results"}},
		{"Decisions of Indian Rummy", []string{"--fields", "all", "--game", "indian"}},
		{"Decisions of Gin Rummy", []string{"--fields", "all", "--game", "gin"}},
		{`Decisions of Gin Rummy, rows of plays

These are the columns of "rummygym collect --recipe random-256". Only discards have rows. Each row
has the hand after the discard (after_..., as chosen by --after) and a target. The column "attempt" is
present with --best-of, and the columns after it are present with --rows plays or last-play.`, []string{"--game", "gin", "--fields", "none", "--rows", "last-play", "--after", "hand,belief,macros,interactions", "--best-of", "256"}},
	}
	page := `<!-- Made by "make generate"; do not edit. -->

# Columns of a dataset

A dataset has two tables. The table of decisions has one row per decision. The table of results has
one row for each seat of each game, including the seats of players who never moved. This page lists
the columns for the default rules of each game and all observation fields, as "rummygym dataset
schema --fields all" prints them. The observation columns (obs_...) depend on the rules and on
--fields.

The Arrow schema holds the same information as metadata. The metadata of each column gives its
meaning under the key "doc"; observation columns also have "shape", "low" and "high". Lists are in
row-major order. The metadata of the schema itself contains a JSON object with the game, rules, agents,
seeds and layout of the observations under the key "rummygym". For the table of
results, the key is "rummygym.results", and the object has no layout.
`
	for _, s := range sections {
		table, err := p.run(append([]string{"dataset", "schema"}, s.args...)...)
		if err != nil {
			return "", err
		}
		page += "\n## " + s.title + "\n\n" + table
	}
	return page, nil
}

// positionMembers returns the tables of the members of a position.
func positionMembers() (string, error) { return text.Markdown(), nil }

// textDecision returns the text of a decision in a golden file of features/text.
func textDecision(file string, number int) func() (string, error) {
	return func() (string, error) {
		path := "features/text/testdata/" + file + ".txt"
		all, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		head := fmt.Sprintf("--- decision %d, ", number)
		_, part, ok := strings.Cut(string(all), head)
		if !ok {
			return "", fmt.Errorf("%s has no line %q", path, head)
		}
		_, part, _ = strings.Cut(part, "\n")
		part, _, _ = strings.Cut(part, "\n--- ")
		return "```text\n" + strings.TrimSpace(part) + "\n```\n", nil
	}
}

// collected returns what a command line prints of a dataset of games.
func (p program) collected(collect []string, args ...string) (string, error) {
	dir, err := os.MkdirTemp("", "docgen")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	dir = filepath.Join(dir, "data")
	if _, err := p.run(append([]string{"collect", "--fields", "none", "--out", dir}, collect...)...); err != nil {
		return "", err
	}
	return p.run(append(args, dir)...)
}

// recordOf returns the record of a game.
func (p program) recordOf(game ...string) func() (string, error) {
	return func() (string, error) {
		lines, err := p.collected(append(game, "--seed", "7", "--games", "1"), "dataset", "export", "--records", "-", "--episode", "0")
		return code("json", lines), err
	}
}

// review returns the review of a game.
func (p program) review() (string, error) {
	table, err := p.collected([]string{"--agents", "learned:standard,min-dist", "--games", "2", "--seed", "4"}, "review", "--episode", "1")
	return code("text", table), err
}
