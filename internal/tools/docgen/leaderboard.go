package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rummygym"
	"rummygym/arena/positions"
)

// leaderboardPath is the file of the leaderboard, to which rows of models can be added.
const leaderboardPath = "docs/leaderboard.json"

// playLeaderboard asks the agents of the ladders for their answers to the frozen sets, but for those that are too slow there. They
// become rows of the leaderboard, in place of those that it has.
func (p program) playLeaderboard() error {
	dir := filepath.Dir(string(p))
	for _, set := range positions.Shipped() {
		for _, agent := range laddered(set) {
			said, err := p.run("positions", "answer", agent, "--positions", set, "--format", "json")
			if err != nil {
				return err
			}
			file := filepath.Join(dir, "answers.jsonl")
			if err := os.WriteFile(file, []byte(said), 0o666); err != nil {
				return err
			}
			if _, err := p.run("positions", "score", file, "--positions", set, "--leaderboard", leaderboardPath, "--name", agent, "--kind", positions.BuiltIn); err != nil {
				return err
			}
		}
	}
	return nil
}

// laddered returns the agents of the ladder of a game but for those that are too slow for all games.
func laddered(game string) []string {
	after := func(flag string) string { return ladders[game][slices.Index(ladders[game], flag)+1] }
	slow := strings.Split(after("--slow"), ",")
	return slices.DeleteFunc(strings.Split(after("--agents"), ","), func(agent string) bool { return slices.Contains(slow, agent) })
}

func readLeaderboard() (*positions.Leaderboard, error) {
	file, err := os.Open(leaderboardPath)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return positions.ReadLeaderboard(file)
}

// leaderboard returns the rows of the leaderboard for each set.
func leaderboard() (string, error) {
	board, err := readLeaderboard()
	if err != nil {
		return "", err
	}
	var all []string
	for _, set := range positions.Shipped() {
		g, err := rummygym.GameByName(set)
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

// leaderboardFields returns the members of a row of a leaderboard.
func leaderboardFields() (string, error) { return positions.LeaderboardFields(), nil }
