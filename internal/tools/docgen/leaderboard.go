package main

import (
	"fmt"
	"os"
	"strings"

	"rummygym/internal/arena/positions"
	"rummygym/internal/catalog"
)

// leaderboard returns the rows of the leaderboard for each frozen set.
func leaderboard() (string, error) {
	file, err := os.Open("docs/leaderboard.json")
	if err != nil {
		return "", err
	}
	defer file.Close()
	board, err := positions.ReadLeaderboard(file)
	if err != nil {
		return "", err
	}
	var all []string
	for _, set := range positions.Shipped() {
		g, err := catalog.GameByName(set)
		if err != nil {
			return "", err
		}
		all = append(all, fmt.Sprintf("%s, the set `%s`:\n\n%s", g.Title, set, board.Standings(set)))
	}
	return strings.Join(all, "\n"), nil
}

// positionSets returns what "rummygym positions list" prints.
func (p program) positionSets() (string, error) {
	list, err := p.run("positions", "list")
	return code("text", list), err
}
