package commands

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"rummygym/internal/must"
)

// TestPythonBot has examples/bot/bot.py play both games against baselines.
func TestPythonBot(t *testing.T) {
	if !*long {
		t.Skip("needs -long")
	}
	const bot = "exec:python3 ../../../../examples/bot/bot.py"
	for _, args := range [][]string{
		{"--agents", "min-dist-opp,random," + bot},
		{"--game", "gin", "--agents", "simple,stubborn," + bot},
		{"--game", "gin", "--agents", "simple," + bot},
	} {
		status, out, errs := program.Run(t, "", append([]string{"tournament", "--games", "1000", "--format", "csv"}, args...)...)
		if status != 0 || errs != "" {
			t.Fatalf("%v: exit status %d, %s", args, status, errs)
		}
		rows := must.Get(csv.NewReader(strings.NewReader(out)).ReadAll())(t)
		games, wins := slices.Index(rows[0], "games"), slices.Index(rows[0], "win_rate")
		for _, row := range rows[1:] {
			if row[games] != "1000" {
				t.Errorf("%s against %s: %s games, want 1000", row[0], row[1], row[games])
			}
			t.Logf("%v: %s wins %s against %s", args, row[0], row[wins], row[1])
		}
	}
}
