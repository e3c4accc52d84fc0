package positions_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"rummygym/internal/arena/positions"
	"rummygym/internal/must"
)

// standing returns a row with a mean cost.
func standing(set, name string, cost float64) positions.Standing {
	row := positions.Row{Group: "all", Positions: 4, Accuracy: .5, AccLow: .25, AccHigh: .75, Near: .5, Cost: cost, CostLow: cost / 2, CostHigh: 2 * cost, Names: .3}
	return positions.Standing{
		Set: set, SetSHA256: "ab", Name: name, Kind: positions.Model, Row: row, Invalid: map[string]int{"no-move": 1}, Kinds: []positions.Row{row}, Costs: []float64{cost, cost / 2, 0, 2 * cost},
		Usage: positions.Usage{PromptTokens: 400, CompletionTokens: 80, Seconds: 2.5},
	}
}

// TestLeaderboard adds, replaces, writes and reads rows.
func TestLeaderboard(t *testing.T) {
	board := new(positions.Leaderboard)
	for _, s := range []positions.Standing{standing("b", "x", 1), standing("a", "x", 3), standing("a", "y", 2), standing("a", "x", 1)} {
		must.Do(t, board.Add(s))
	}
	var text bytes.Buffer
	must.Do(t, board.Write(&text))
	read := must.Get(positions.ReadLeaderboard(bytes.NewReader(text.Bytes())))(t)
	board.Version = positions.LeaderboardVersion
	must.Equal(t, read, board, "the leaderboard")
	var names []string
	for _, r := range read.Rows {
		names = append(names, r.Set+r.Name)
	}
	must.Equal(t, strings.Join(names, " "), "ax ay bx", "rows by set and cost, of which one is replaced")
	table := read.Standings("a")
	if strings.Count(table, "\n") != 4 || !strings.Contains(table, "| `y` | model | 0.500 | +0.200 | 0.500 | 2.00 [1.00, 4.00] | 0.88 ± 0.43 | 0.0000 | 0 | 120 |") {
		t.Errorf("table\n%s", table)
	}
	none := standing("a", "z", math.NaN())
	must.Fail(t, board.Add(none), "4 positions of all", "want more positions")
	for change, want := range map[[2]string]string{
		{`"version": 1`, `"version": 2`}:        "field version is 2",
		{`"version": 1`, `"versions": 1`}:       `"versions"`,
		{`"name":"y"`, `"name":""`}:             `row 2: field set is "a", name ""`,
		{`"near":0.5`, `"near":0.5,"near":0.6`}: "near",
		{`{"version"`, `["version"`}:            "want a leaderboard",
	} {
		must.Refuse(positions.ReadLeaderboard(strings.NewReader(strings.Replace(text.String(), change[0], change[1], 1))))(t, want)
	}
}
