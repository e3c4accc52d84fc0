package recipe_test

import (
	"encoding/csv"
	"strconv"
	"strings"
	"testing"

	"rummygym/arena/measure"
	"rummygym/internal/must"
	"rummygym/table"
)

// TestBeliefScoreIndian checks that every estimator has consistent rows, and that the same
// options give the same scores.
func TestBeliefScoreIndian(t *testing.T) {
	score := func() string {
		res, _ := must.Get2(run(t, "belief score", `{"game": "indian", "opponent": ["min-dist-opp", "random"], "games": 8, "samples": 16}`))(t)
		return inFormat(t, res, table.CSV)
	}
	out := score()
	if again := score(); again != out {
		t.Errorf("the same options give\n%s\nand\n%s", out, again)
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

func TestBeliefScoreIndianText(t *testing.T) {
	res, _ := must.Get2(run(t, "belief score", `{"game": "indian", "opponent": ["min-dist"], "games": 3, "samples": 8, "calibration": true}`))(t)
	for _, words := range []string{"danger Brier", "better by", "learned hands", "danger of the observer's cards against min-dist, predicted and observed", "observed"} {
		if out := inFormat(t, res, table.Readable); !strings.Contains(out, words) {
			t.Errorf("%q is missing in\n%s", words, out)
		}
	}
	res, _ = must.Get2(run(t, "belief score", `{"game": "indian", "opponent": ["min-dist"], "games": 3, "samples": 8, "model": "none"}`))(t)
	for _, r := range res.(*measure.HandScores).Rows {
		if r.Estimator != "uniform" {
			t.Errorf("without a network there are scores of %q", r.Estimator)
		}
	}
}
