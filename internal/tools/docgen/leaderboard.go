package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

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

// eachSet returns what of says of each frozen set and the rows of the leaderboard.
func eachSet(of func(g *rummygym.GameType, set string, board *positions.Leaderboard) (string, error)) (string, error) {
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
		text, err := of(g, set, board)
		if err != nil {
			return "", err
		}
		all = append(all, text)
	}
	return strings.Join(all, "\n"), nil
}

// leaderboard returns the rows of the leaderboard for each set.
func leaderboard() (string, error) {
	return eachSet(func(g *rummygym.GameType, set string, board *positions.Leaderboard) (string, error) {
		return fmt.Sprintf("%s, the set `%s`:\n\n%s", g.Title, set, board.Standings(set)), nil
	})
}

// positionSets returns what "rummygym positions list" prints.
func (p program) positionSets() (string, error) {
	list, err := p.run("positions", "list")
	return code("text", list), err
}

// leaderboardFields returns the members of a row of a leaderboard.
func leaderboardFields() (string, error) { return positions.LeaderboardFields(), nil }

// orders returns the order of the agents by mean cost beside that by the recorded ladder, and the rank correlation.
func orders() (string, error) {
	return eachSet(func(g *rummygym.GameType, set string, board *positions.Leaderboard) (string, error) {
		_, r, err := readLadder(g.Name)
		if err != nil {
			return "", err
		}
		elo := map[string]float64{}
		for _, row := range r.Rows {
			agent, digest, _ := strings.Cut(row.Agent, "@")
			if _, option, ok := strings.Cut(digest, ":"); ok {
				agent += ":" + option
			}
			elo[agent] = row.Elo
		}
		var costs, ratings []float64
		rows := ""
		for _, s := range board.Rows {
			rating, ok := elo[s.Name]
			if s.Set != set || s.Kind != positions.BuiltIn {
				continue
			}
			if !ok {
				return "", fmt.Errorf("%s: %q has no rating in %s", leaderboardPath, s.Name, ladderPath(set))
			}
			costs, ratings = append(costs, s.Cost), append(ratings, -rating)
			rows += fmt.Sprintf("| `%s` | %.2f | %.0f |\n", s.Name, s.Cost, rating)
		}
		return fmt.Sprintf("In %s, Spearman's rank correlation is %.3f over %d agents:\n\n| agent | mean cost in points | Elo in the ladder |\n|---|---:|---:|\n%s", g.Title, spearman(costs, ratings), len(costs), rows), nil
	})
}

// spearman returns the rank correlation of two lists. Equal values have their mean rank.
func spearman(a, b []float64) float64 {
	ranks := func(x []float64) []float64 {
		all := make([]float64, len(x))
		for i, v := range x {
			for _, w := range x {
				all[i] += float64(1+cmp.Compare(v, w)) / 2
			}
		}
		return all
	}
	return stat.Correlation(ranks(a), ranks(b), nil)
}
