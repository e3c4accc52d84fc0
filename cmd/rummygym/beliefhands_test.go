package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Every estimator has a row for every number of turns, and the same flags give the same
// scores.
func TestBeliefScoreIndian(t *testing.T) {
	args := []string{"belief", "score", "--game", "indian", "min-dist-opp", "random", "--games", "8", "--samples", "16", "--moves", "2", "--format", "csv"}
	out := succeed(t, args...)
	if again := succeed(t, args...); again != out {
		t.Errorf("the same flags give\n%s\nand\n%s", out, again)
	}
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	number := func(row []string, name string) float64 {
		x, err := strconv.ParseFloat(row[at[name]], 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	decisions := map[string]float64{}
	for _, row := range rows[1:] {
		key := row[at["opponent"]] + " " + row[at["estimator"]]
		if row[at["turns"]] == "all" {
			if decisions[key] != number(row, "decisions") {
				t.Errorf("%s: %v decisions in all, the rows have %v", key, number(row, "decisions"), decisions[key])
			}
			delete(decisions, key)
		} else {
			decisions[key] += number(row, "decisions")
		}
		if row[at["estimator"]] == "uniform" && (number(row, "log_gain_low") != 0 || number(row, "log_gain_high") != 0) {
			t.Errorf("the uniform estimate is better than itself: %v", row)
		}
		if x := number(row, "log"); x < .3 || x > 3 {
			t.Errorf("log score %v of %v", x, row)
		}
	}
	if len(decisions) != 0 || strings.Count(out, ",all,") != 8 {
		t.Errorf("want a row of all turns for four estimators and two opponents:\n%s", out)
	}
}

func TestBeliefScoreIndianPrints(t *testing.T) {
	out := succeed(t, "belief", "score", "--game", "indian", "min-dist", "--games", "3", "--samples", "8", "--moves", "0", "--calibration")
	wantAll(t, out, "danger Brier", "better by", "learned hands", "danger of own cards against min-dist: foretold, and how it was", "fell")
	out = succeed(t, "belief", "score", "--game", "indian", "min-dist", "--games", "3", "--samples", "8", "--moves", "0", "--model", "none")
	if strings.Contains(out, "learned") {
		t.Errorf("a network is asked where there is none:\n%s", out)
	}
	wantAll(t, fail(t, "belief", "score", "--game", "indian", "min-dist", "--games", "0"), "at least 1, 1 and 0")
	wantAll(t, fail(t, "belief", "score", "--game", "indian", "nobody", "--games", "1"), "nobody")
	wantAll(t, fail(t, "belief", "score", "--game", "indian", "min-dist", "--model", filepath.Join(t.TempDir(), "none.safetensors")), "no such file")
}

func TestBeliefFit(t *testing.T) {
	out := succeed(t, "belief", "fit", "min-dist", "random", "--games", "60")
	var rows [2]styleRow
	d := json.NewDecoder(strings.NewReader(out))
	for i := range rows {
		if err := d.Decode(&rows[i]); err != nil {
			t.Fatal(err)
		}
		if err := rows[i].Validate(); err != nil {
			t.Error(err)
		}
	}
	if r := rows[0]; r.Name != "min-dist" || r.Throws < 100 || r.TakeIfFalls < .9 || r.TakeElse > .1 || r.Throw[0] < 5 || r.Log < -.8 {
		t.Errorf("min-dist takes and throws as %+v", r)
	}
	if r := rows[1]; r.TakeIfFalls > .8 || r.Throw[0] > 2 || r.Log > -1.5 {
		t.Errorf("random takes and throws as %+v", r)
	}
	wantAll(t, fail(t, "belief", "fit", "min-dist", "--slip", "1"), "between 0 and 1")
}

// A run that was begun with fewer steps and resumed is the run of all steps, and its
// network can be scored.
func TestTrainBelief(t *testing.T) {
	whole, parts := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "parts")
	args := []string{"train", "belief", "--players", "2:min-dist,random", "--layers", "8", "--steps", "12", "--row", "4", "--batch", "64", "--held-out", "5"}
	succeed(t, append(args, "--out", whole, "--workers", "1", "--schedule", "constant")...)
	succeed(t, append(args, "--out", parts, "--steps", "4", "--workers", "2", "--schedule", "constant")...)
	succeed(t, "train", "belief", "--resume", parts, "--steps", "12")
	for _, name := range []string{"last.safetensors", "best.safetensors", "metrics.csv"} {
		a, err := os.ReadFile(filepath.Join(whole, name))
		if err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(filepath.Join(parts, name)); err != nil || string(a) != string(b) {
			t.Errorf("%s of the resumed run is another, %v", name, err)
		}
	}
	best := filepath.Join(whole, "best.safetensors")
	wantAll(t, succeed(t, "belief", "score", "--game", "indian", "min-dist", "--games", "2", "--samples", "4", "--moves", "0", "--model", best), "learned hands")
	wantAll(t, succeed(t, "policy", "show", best), "head wanted")
	wantAll(t, fail(t, "train", "belief", "--out", filepath.Join(t.TempDir(), "run"), "--eval-against", "random", "--eval-games", "2"), "a belief does not play")
	wantAll(t, fail(t, "train", "belief", "--out", filepath.Join(t.TempDir(), "run"), "--players", "nobody"), "--players")
}
