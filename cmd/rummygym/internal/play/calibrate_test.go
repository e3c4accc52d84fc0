package play

import (
	"os"
	"path/filepath"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
)

func TestEvalCalibration(t *testing.T) {
	plots := filepath.Join(t.TempDir(), "plots")
	args := []string{"eval", "learned:standard", "--against", "min-dist-opp,min-score", "--games", "60", "--seed", "5", "--drops", "learner", "--calibration", "--plots", plots}
	out := program.Succeed(t, args...)
	clitest.WantAll(t, out, "rules paper drops=learner, 30 deals, each played from both seats; seed 5.", "\nmin-dist-opp ", "Brier score", "Against min-score:", "0.9 to 1.0")
	for _, name := range []string{"reliability.png", "reliability.svg"} {
		if _, err := os.Stat(filepath.Join(plots, name)); err != nil {
			t.Error(err)
		}
	}
	if again := program.Succeed(t, append(args, "--workers", "1")...); again != out {
		t.Error("one worker gives different bytes")
	}
	rows := evalRows(t, "learned:standard", "--against", "min-dist-opp,min-score", "--games", "60", "--seed", "5", "--calibration")
	if len(rows) != 22 || rows[0]["from"] != "0" || rows[0]["to"] != "1" || rows[11]["opponent"] != "min-score" || rows[21]["from"] != "0.9" {
		t.Fatalf("rows: %v", rows)
	}
	decisions := 0.
	for _, r := range rows[1:11] {
		decisions += number(t, r["decisions"])
	}
	if decisions != number(t, rows[0]["decisions"]) || decisions < 100 {
		t.Errorf("%v decisions in the bins, %s in all", decisions, rows[0]["decisions"])
	}
}

func TestEvalCalibrationRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		"agent min-dist does not estimate its chance of winning": {"min-dist", "--calibration"},
		"add that flag": {"learned:standard", "--plots", t.TempDir()},
		"--calibration and --sprt exclude each other": {"learned:standard", "--calibration", "--sprt", "0,5"},
	} {
		clitest.WantAll(t, program.Fail(t, append([]string{"eval", "--against", "random", "--games", "4"}, args...)...), want)
	}
}
