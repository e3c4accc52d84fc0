package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rummygym/datasets"
	"rummygym/env/indian"
)

// columns returns the table of the columns of a dataset except the observation columns.
func columns() (string, error) {
	return datasets.Markdown(slices.DeleteFunc(datasets.Columns(&datasets.Meta{Actions: indian.NumActions}), func(c datasets.Column) bool {
		return strings.HasPrefix(c.Name, datasets.ObservationPrefix)
	})), nil
}

// textDecision returns the text of a decision in a golden file of internal/features/text.
func textDecision(file string, number int) func() (string, error) {
	return func() (string, error) {
		path := "internal/features/text/testdata/" + file + ".txt"
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
