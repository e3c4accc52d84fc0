package commands

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

// games records games and returns the folder.
func games(t *testing.T, args ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	program.Succeed(t, append([]string{"collect", "--games", "120", "--shard-games", "30", "--out", dir}, args...)...)
	return dir
}

// tiny holds flags with which a training run takes about a second.
var tiny = []string{"--layers", "8", "--steps", "30", "--row", "10", "--batch", "32", "--held-out", "0.2", "--buffer", "500"}

func TestTrainPolicy(t *testing.T) {
	data := games(t, "--agents", "min-dist-opp,random", "--fields", "counts,progress,distance")
	run := filepath.Join(t.TempDir(), "run")
	out := program.Succeed(t, append([]string{"train", "data", "--data", data, "--agent", "min-dist-opp", "--out", run, "--eval-against", "random", "--eval-games", "4", "--eval-every", "10"}, tiny...)...)
	best := filepath.Join(run, "best.safetensors")
	clitest.WantAll(t, out, "30 steps, all steps are made", "agreement 0.", ", draw 0.", "(min-dist-opp with itself: 1.000; 0.000)", "it plays as learned:"+best)
	if out := program.Succeed(t, "tournament", "--agents", "learned:"+best+",random", "--games", "4"); !strings.Contains(out, "learned:best") {
		t.Errorf("tournament: %s", out)
	}
	rows := metrics(t, run)
	if want := "step,loss,policy/cross-entropy,policy/accuracy,held-out/loss,held-out/agreement,held-out/agreement/draw,held-out/agreement/discard,win/random,gain/random"; len(rows) != 4 || strings.Join(rows[0], ",") != want || slices.Contains(rows[3], "") {
		t.Errorf("metrics are %q, want 3 rows of %s", rows, want)
	}
}

func TestTrainValue(t *testing.T) {
	data := games(t, "--agents", "min-dist,random", "--fields", "progress,distance,score")
	run := filepath.Join(t.TempDir(), "run")
	out := program.Succeed(t, append([]string{"train", "data", "--head", "value", "--data", data, "--out", run}, tiny...)...)
	clitest.WantAll(t, out, "gain: mean squared error ", "is explained\n", "win: log-loss 0.", "of the base rate 0.69", "calibration error 0.", "0.4 to 0.5")
	if out := program.Succeed(t, "policy", "show", filepath.Join(run, "best.safetensors")); !strings.Contains(out, "head gain") || !strings.Contains(out, "head win") {
		t.Errorf("the network is %s", out)
	}
	if table, err := os.ReadFile(filepath.Join(run, "calibration.csv")); err != nil || !strings.HasPrefix(string(table), "low,high,count,predicted,true\n0.0,0.1,") || strings.Count(string(table), "\n") != 11 {
		t.Errorf("calibration is %q, %v", table, err)
	}
}

// TestTrainDataResumes checks that a run resumed with more steps equals a run of all steps.
func TestTrainDataResumes(t *testing.T) {
	data := games(t, "--agents", "min-dist,random", "--fields", "progress,distance,score")
	for _, command := range [][]string{{"--agent", "min-dist"}, {"--head", "value", "--values", "gain"}, {"--head", "afterstate"}} {
		whole, parts := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "parts")
		args := append(append([]string{"train", "data"}, command...), append([]string{"--data", data}, tiny...)...)
		program.Succeed(t, append(args, "--out", whole, "--workers", "1")...)
		program.Succeed(t, append(args, "--out", parts, "--steps", "10", "--workers", "2")...)
		program.Succeed(t, "train", "data", "--resume", parts, "--steps", "30")
		for _, name := range []string{"last.safetensors", "best.safetensors", "metrics.csv"} {
			a := must.Get(os.ReadFile(filepath.Join(whole, name)))(t)
			if b, err := os.ReadFile(filepath.Join(parts, name)); err != nil || string(a) != string(b) {
				t.Errorf("%s: %s of the resumed run is different (error %v)", command[1], name, err)
			}
		}
	}
}

func TestTrainDataRefuses(t *testing.T) {
	data := games(t, "--agents", "min-dist,random", "--fields", "counts")
	none := games(t, "--agents", "min-dist,random", "--fields", "none")
	gin := games(t, "--game", "gin", "--agents", "simple,random", "--fields", "counts", "--games", "2")
	out := filepath.Join(t.TempDir(), "run")
	for want, args := range map[string][]string{
		"--data: want a folder of recorded games":                       {"--agent", "random"},
		"--data: nowhere: no such file":                                 {"--head", "value", "--data", "nowhere"},
		"--agent: want the agent to clone; the games have min-dist, ra": {"--data", data},
		`no game was recorded of agent "simple"`:                        {"--data", data, "--agent", "simple"},
		"seat 2: want 0 to 1":                                           {"--head", "value", "--data", data, "--seat", "2"},
		"--fields: the games were recorded without observations":        {"--head", "value", "--data", none},
		`--fields: "cards" is not a group of fields`:                    {"--head", "value", "--data", data, "--fields", "cards"},
		"one is of GinRummy-v1, the other of IndianRummy-v1":            {"--head", "value", "--data", data + "," + gin},
		"--held-out 0":                                      {"--head", "value", "--data", data, "--held-out", "0"},
		"share 1.5 of held-out episodes":                    {"--head", "value", "--data", data, "--held-out", "1.5"},
		"buffer of 0 decisions":                             {"--head", "value", "--data", data, "--buffer", "0"},
		`--values: head "policy"`:                           {"--head", "value", "--data", data, "--values", "policy"},
		"--eval-against goes with --head policy, not value": {"--head", "value", "--data", data, "--eval-against", "random"},
		"no flag --preset":                                  {"--data", data, "--agent", "random", "--preset", "club"},
		"--per-game -1":                                     {"--head", "value", "--data", data, "--per-game", "-1"},
	} {
		clitest.WantAll(t, program.Fail(t, append(append([]string{"train", "data"}, args...), "--out", out)...), want)
	}
	if _, err := os.Stat(out); err == nil {
		t.Errorf("a refused run wrote %s", out)
	}
	damaged := filepath.Join(data, "decisions", "shard-00002.arrow")
	must.Do(t, os.Truncate(damaged, 3000))
	clitest.WantAll(t, program.Fail(t, "train", "data", "--head", "value", "--data", data, "--out", out), damaged)
}

// metrics returns the rows of the metrics of a run, the column names first.
func metrics(t *testing.T, run string) [][]string {
	t.Helper()
	f := must.Get(os.Open(filepath.Join(run, "metrics.csv")))(t)
	defer f.Close()
	return must.Get(csv.NewReader(f).ReadAll())(t)
}

// plays records the last plays of hands of Gin Rummy and returns the folder.
func plays(t *testing.T, args ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "plays")
	program.Succeed(t, append([]string{"collect", "--recipe", "simple", "--games", "200", "--out", dir}, args...)...)
	return dir
}

// short holds flags with which a training on discards takes less than a second.
var short = []string{"--network", "mlp", "--epochs", "3"}

func TestTrainDiscard(t *testing.T) {
	data, run := plays(t), filepath.Join(t.TempDir(), "run")
	out := program.Succeed(t, append([]string{"train", "data", "--head", "discard", "--data", data, "--out", run}, short...)...)
	clitest.WantAll(t, out, "all steps are made", "best: validation/loss ", "validation: mean squared error ", "residuals: mean ", "excess kurtosis")
	rows := metrics(t, run)
	if len(rows) != 4 || strings.Join(rows[0], ",") != "step,loss,validation/loss" || slices.Contains(rows[3], "") {
		t.Errorf("metrics are %q, want a row for each of 3 epochs", rows)
	}
	if _, err := os.Stat(filepath.Join(run, "best.safetensors")); err != nil {
		t.Error(err)
	}
	clitest.WantAll(t, program.Succeed(t, "policy", "show", filepath.Join(run, "last.safetensors")), "discard", "hand,belief,macros", "1761", "head points")
}
