package play

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"rummygym/arena/stats"
	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/env/indian"
	"rummygym/internal/must"
)

// must runs a command, which must not fail or print messages, and returns its output.
func output(t *testing.T, cmd *cobra.Command, args ...string) string {
	t.Helper()
	out, messages, err := clitest.Alone(context.Background(), cmd, args...)
	if err != nil || messages != "" {
		t.Fatalf("%s %s: %v, %s", cmd.Name(), strings.Join(args, " "), err, messages)
	}
	return out
}

// TestHandsAgreeWithTheReference checks that 10,000 random hands agree in distribution with
// those of docs/rules-indian.md.
func TestHandsAgreeWithTheReference(t *testing.T) {
	s := must.Get(sampleHands(t.Context(), indian.Paper(), 10_000, 1))(t)
	critical := stats.JointCritical(len(referenceDistances)+1, 0.99)
	for d, n := range referenceDistances {
		ours := 0
		if d < len(s.Distances) {
			ours = s.Distances[d].Count
		}
		if z := stats.TestEqual(stats.Proportion{Successes: ours, Trials: 10_000}, stats.Proportion{Successes: n, Trials: 10_000}).Z; math.Abs(z) > critical {
			t.Errorf("MinDist %d occurs %d times, in the reference %d times, z %.1f", d, ours, n, z)
		}
	}
	if z := stats.TestEqual(stats.Proportion{Successes: s.AtCap.Count, Trials: 10_000}, referenceAtCap).Z; math.Abs(z) > critical {
		t.Errorf("MinScore is 80 or more in %d hands, z %.1f", s.AtCap.Count, z)
	}
}

func TestHandsFormats(t *testing.T) {
	args := []string{"--hands", "500", "--seed", "4"}
	var s handSample
	must.Do(t, json.Unmarshal([]byte(output(t, NewHandsCommand(), append(args, "--format", "json")...)), &s))
	if s.Hands != 500 || s.Seed != 4 || s.Rules != "paper" || s.Cap != 80 {
		t.Errorf("sample of %d hands, seed %d, rules %s, cap %d", s.Hands, s.Seed, s.Rules, s.Cap)
	}
	csv := output(t, NewHandsCommand(), append(args, "--format", "csv")...)
	scores, distances, atCap := 0, 0, 0
	for _, h := range s.Scores {
		scores += h.Count
		if h.Value >= 80 {
			atCap += h.Count
		}
		clitest.WantAll(t, csv, fmt.Sprintf("\nminscore,%d,%d,", h.Value, h.Count))
	}
	for _, h := range s.Distances {
		distances += h.Count
	}
	if scores != 500 || distances != 500 || atCap != s.AtCap.Count {
		t.Errorf("counts sum to %d and %d, %d of them at the cap: want 500 each, %d", scores, distances, atCap, s.AtCap.Count)
	}
	table := output(t, NewHandsCommand(), args...)
	clitest.WantAll(t, table, "500 random hands, rules paper, seed 4", "MinScore >= 80: ", "reference 42.9 %", "reference, of 10000")
	if again := output(t, NewHandsCommand(), args...); again != table {
		t.Error("the same flags give a different table")
	}
	if released := output(t, NewHandsCommand(), append(args, "--preset", "released")...); strings.Contains(released, "reference") {
		t.Error("hands of two packs are compared with the reference of one pack")
	}
}

func TestHandsPlots(t *testing.T) {
	dir := t.TempDir()
	_, messages := must.Get2(clitest.Alone(context.Background(), NewHandsCommand(), "--hands", "200", "--plots", dir))(t)
	for _, name := range []string{"fig1-minscore-ecdf", "fig2-minscore-histogram", "fig3-mindist-histogram", "fig4-minscore-states"} {
		for _, suffix := range []string{".png", ".svg"} {
			path := filepath.Join(dir, name+suffix)
			if info, err := os.Stat(path); err != nil || info.Size() < 1000 || !strings.Contains(messages, path) {
				t.Errorf("%s: %v, %v; messages %q", path, info, err, messages)
			}
		}
	}
}

func TestHandsErrors(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--hands", "0"}, "--hands 0"},
		{[]string{"--hand-size", "10"}, "--hand-size 10"},
		{[]string{"--preset", "none"}, "--preset"},
		{[]string{"--format", "xml"}, "table or json or csv or arrow"},
	} {
		if _, _, err := clitest.Alone(context.Background(), NewHandsCommand(), c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want one that contains %q", c.args, err, c.want)
		}
	}
}
