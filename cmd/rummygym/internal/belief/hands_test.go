package belief

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/must"
)

// TestBeliefScoreIndian checks that every estimator has consistent rows, and that the same
// flags give the same scores.
func TestBeliefScoreIndian(t *testing.T) {
	args := []string{"belief", "score", "--game", "indian", "min-dist-opp", "random", "--games", "8", "--samples", "16", "--format", "csv"}
	out := program.Succeed(t, args...)
	if again := program.Succeed(t, args...); again != out {
		t.Errorf("the same flags give\n%s\nand\n%s", out, again)
	}
	rows := must.Get(csv.NewReader(strings.NewReader(out)).ReadAll())(t)
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	number := func(row []string, name string) float64 {
		return must.Get(strconv.ParseFloat(row[at[name]], 64))(t)
	}
	decisions := map[string]float64{}
	for _, row := range rows[1:] {
		key := row[at["opponent"]] + " " + row[at["estimator"]]
		if row[at["turns"]] == "all" {
			if decisions[key] != number(row, "decisions") {
				t.Errorf("%s: the row of all turns has %v decisions, the other rows have %v", key, number(row, "decisions"), decisions[key])
			}
			delete(decisions, key)
		} else {
			decisions[key] += number(row, "decisions")
		}
		if row[at["estimator"]] == "uniform" && (number(row, "log_gain_low") != 0 || number(row, "log_gain_high") != 0) {
			t.Errorf("the uniform estimate has a gain over itself: %v", row)
		}
		if x := number(row, "log"); x < .3 || x > 3 {
			t.Errorf("log score %v of row %v is not in [0.3, 3]", x, row)
		}
	}
	if len(decisions) != 0 || strings.Count(out, ",all,") != 6 {
		t.Errorf("want a row of all turns for three estimators and two opponents:\n%s", out)
	}
}

func TestBeliefScoreIndianPrints(t *testing.T) {
	out := program.Succeed(t, "belief", "score", "--game", "indian", "min-dist", "--games", "3", "--samples", "8", "--calibration")
	clitest.WantAll(t, out, "danger Brier", "better by", "learned hands", "danger of the observer's cards against min-dist, predicted and observed", "observed")
	out = program.Succeed(t, "belief", "score", "--game", "indian", "min-dist", "--games", "3", "--samples", "8", "--model", "none")
	if strings.Contains(out, "learned") {
		t.Errorf("--model none gives scores of a network:\n%s", out)
	}
	clitest.WantAll(t, program.Fail(t, "belief", "score", "--game", "indian", "min-dist", "--games", "0"), "--games 0")
	clitest.WantAll(t, program.Fail(t, "belief", "score", "--game", "indian", "nobody", "--games", "1"), "nobody")
	clitest.WantAll(t, program.Fail(t, "belief", "score", "--game", "indian", "min-dist", "--model", filepath.Join(t.TempDir(), "none.safetensors")), "no such file")
}

// TestTrainBelief checks that a run resumed with more steps equals a run of all steps, and
// that its network can be scored.
func TestTrainBelief(t *testing.T) {
	whole, parts := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "parts")
	args := []string{"train", "belief", "--players", "2:min-dist,random", "--layers", "8", "--steps", "12", "--row", "4", "--batch", "64", "--held-out", "5", "--tables", "2:paper,club seats=3"}
	program.Succeed(t, append(args, "--out", whole, "--workers", "1", "--schedule", "constant")...)
	program.Succeed(t, append(args, "--out", parts, "--steps", "4", "--workers", "2", "--schedule", "constant")...)
	program.Succeed(t, "train", "belief", "--resume", parts, "--steps", "12")
	for _, name := range []string{"last.safetensors", "best.safetensors", "metrics.csv"} {
		a := must.Get(os.ReadFile(filepath.Join(whole, name)))(t)
		if b, err := os.ReadFile(filepath.Join(parts, name)); err != nil || string(a) != string(b) {
			t.Errorf("%s of the resumed run is different (error %v)", name, err)
		}
	}
	best := filepath.Join(whole, "best.safetensors")
	clitest.WantAll(t, program.Succeed(t, "belief", "score", "--game", "indian", "min-dist", "--games", "2", "--samples", "4", "--model", best), "learned hands")
	clitest.WantAll(t, program.Succeed(t, "policy", "show", best), "head wanted")
	clitest.WantAll(t, program.Fail(t, "train", "belief", "--out", filepath.Join(t.TempDir(), "run"), "--eval-against", "random", "--eval-games", "2"), "a network of the kind belief does not play")
	clitest.WantAll(t, program.Fail(t, "train", "belief", "--out", filepath.Join(t.TempDir(), "run"), "--players", "nobody"), "--players")
}
