package play

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/must"
)

// tuneRows runs tune with CSV output and returns its rows.
func tuneRows(t *testing.T, args ...string) [][]string {
	t.Helper()
	return must.Get(csv.NewReader(strings.NewReader(program.Succeed(t, append([]string{"tune", "--format", "csv"}, args...)...))).ReadAll())(t)
}

// A candidate wins as often as in an evaluation of its own, whatever the workers.
func TestTune(t *testing.T) {
	args := []string{"--game", "gin", "late-knock", "--option", "hold=1:7:8", "--against", "simple", "--games", "200", "--seed", "4"}
	rows := tuneRows(t, args...)
	if len(rows) != 3 || rows[1][0] != "late-knock" || rows[1][1] != "8" || rows[2][0] != "late-knock:hold=1" || rows[2][1] != "1" {
		t.Fatalf("rows %q, want the agent as given, whose hold is 8, and hold=1", rows)
	}
	at := slices.Index(rows[0], "win_rate")
	for _, row := range rows[1:] {
		alone := evalRows(t, "--game", "gin", row[0], "--against", "simple", "--games", "200", "--seed", "4")
		if row[at] != alone[0]["win_rate"] || row[at+1] != alone[0]["win_rate_se"] {
			t.Errorf("%s wins %s ± %s, alone %s ± %s", row[0], row[at], row[at+1], alone[0]["win_rate"], alone[0]["win_rate_se"])
		}
	}
	for _, workers := range []string{"1", "3"} {
		if again := tuneRows(t, append(args, "--workers", workers)...); !slices.EqualFunc(again, rows, slices.Equal) {
			t.Errorf("%s workers give other results", workers)
		}
	}
}

// Both games have agents to tune; a grid has all combinations, and values with the same
// effect are one candidate.
func TestTuneGrid(t *testing.T) {
	rows := tuneRows(t, "--game", "gin", "sigra", "--option", "wm=0,0.5", "--option", "mmd=on,off", "--against", "simple", "--games", "2")
	var names []string
	for _, r := range rows[1:] {
		names = append(names, r[0])
	}
	if got := strings.Join(names, " "); got != "sigra sigra:mmd=off sigra:wm=0.5" {
		t.Errorf("candidates %s", got)
	}
	out := program.Succeed(t, "tune", "min-dist-opp", "--option", "drop=off,5", "--against", "min-dist,min-dist-opp", "--games", "20", "--goal", "gain")
	clitest.WantAll(t, out, "min-dist-opp, rules paper, 20 games of each candidate", "\nOpponents: min-dist, min-dist-opp.\n", "best by gain", "against min-dist-opp")
}

// A resumed tuning prints what an uninterrupted one prints.
func TestTuneResume(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "tune.arrow")
	args := []string{"--game", "gin", "late-knock", "--option", "hold=1:2:5", "--against", "simple,stubborn", "--games", "40"}
	want := tuneRows(t, append(args, "--checkpoint", file, "--plots", filepath.Join(dir, "plots"))...)
	if _, err := os.Stat(filepath.Join(dir, "plots", "tuning.svg")); err != nil {
		t.Error(err)
	}
	if got := tuneRows(t, append(args, "--resume", file)...); !slices.EqualFunc(got, want, slices.Equal) {
		t.Error("a resumed tuning has other results")
	}
	if err := program.Fail(t, append([]string{"tune"}, append(args, "--resume", file, "--seed", "2")...)...); !strings.Contains(err, "seed 1 (want 2)") {
		t.Errorf("error %s", err)
	}
}

func TestTuneErrors(t *testing.T) {
	base := []string{"tune", "--game", "gin", "--against", "simple", "--games", "2"}
	for want, args := range map[string][]string{
		"tune: 0 agents are named":                           {"--option", "wm=1,2"},
		"want the option to vary":                            {"sigra"},
		`sigra has no option "vm"`:                           {"sigra", "--option", "vm=1,2"},
		`wm="11": want a number from 0 to 10`:                {"sigra", "--option", "wm=1,11"},
		"want NAME=LOW:STEP:HIGH or NAME=VALUE,VALUE":        {"sigra", "--option", "wm"},
		`"1:2" is not a range`:                               {"sigra", "--option", "wm=1:2"},
		"with a positive step":                               {"sigra", "--option", "wm=1:0:2"},
		"wm is named twice":                                  {"sigra", "--option", "wm=1", "--option", "wm=2"},
		"more than 1000 candidates":                          {"sigra", "--option", "wm=0:0.01:9", "--option", "wo=1,2"},
		`"wm" was given before`:                              {"sigra:wm=1", "--option", "wm=2"},
		"--plots: 3 options":                                 {"sigra", "--option", "wm=1", "--option", "wo=2", "--option", "knock=3", "--plots", "x"},
		"needs a table with two seats, and the rules have 3": {"min-dist", "--option", "drop=3", "--game", "indian", "--preset", "club", "--seats", "3"},
		"want an even number of at least 2":                  {"sigra", "--option", "wm=1", "--games", "3"},
		"--confidence 2":                                     {"sigra", "--option", "wm=1", "--confidence", "2"},
	} {
		if err := program.Fail(t, append(slices.Clone(base), args...)...); !strings.Contains(err, want) {
			t.Errorf("%v: error %s, want one that contains %q", args, err, want)
		}
	}
}
