package train

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/train"
)

// TestLengths checks that the flags for the length of a training have one meaning: all trainers that have one
// describe it in the same words.
func TestLengths(t *testing.T) {
	words := map[string]string{"steps": "total number of steps, including those before --resume", "epochs": "total number of epochs, which are passes over all rows", "games": "",
		"iterations": "total number of iterations, including those before --resume"}
	for _, cmd := range NewTrainCommand().Commands() {
		if cmd.Name() == "cfr" {
			words["games"] = "total number of hands, including those before --resume"
		}
		seen := 0
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if want, ok := words[f.Name]; ok && want != "" {
				seen++
				if !strings.HasPrefix(f.Usage, want) {
					t.Errorf("%s: --%s is %q, want %q", cmd.CommandPath(), f.Name, f.Usage, want)
				}
			}
		})
		want := 1
		if cmd.Name() == "data" {
			want = 2 // steps, or with --head discard epochs
		}
		if words["games"] = ""; seen != want {
			t.Errorf("%s has %d flags for its length, want %d", cmd.CommandPath(), seen, want)
		}
	}
}

// TestConfigOfRun resumes a run, and starts one from the configuration of another.
func TestConfigOfRun(t *testing.T) {
	dir, _ := trainPPO(t, "--passes", "2", "--steps", "2", "--schedule", "constant")
	clitest.WantAll(t, program.Fail(t, "train", "ppo", "--resume", dir, "--passes", "3"), "has 2, which cannot be changed")
	program.Succeed(t, "train", "ppo", "--resume", dir, "--steps", "4", "--passes", "2")
	_, whole := trainPPO(t, "--passes", "2", "--steps", "4", "--schedule", "constant")
	if resumed := folder(t, dir); resumed[train.LastFile] != whole[train.LastFile] {
		t.Error("the run resumed has another network than a run in one go")
	}
	again := filepath.Join(t.TempDir(), "again")
	program.Succeed(t, "train", "ppo", "--out", again, "--config", filepath.Join(dir, train.ConfigFile), "--steps", "4")
	if folder(t, again)[train.LastFile] != whole[train.LastFile] {
		t.Error("the configuration starts another run")
	}
}

// TestDecimalNumbers checks that numbers are in decimal notation.
func TestDecimalNumbers(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"seed", "0x10", "want a whole number from 0"},
		{"seed", "1_000", "want a whole number from 0"},
		{"steps", "010", "want a whole number from 1"},
		{"layers", "5,0x4", "want whole numbers, comma-separated"},
		{"learning-rate", "0x1p-2", "want a number"},
		{"learning-rate", "1_0.5", "want a number"},
	} {
		clitest.WantAll(t, program.Fail(t, "train", "ppo", "--out", filepath.Join(t.TempDir(), "run"), "--"+c.name+"="+c.value), "--"+c.name+" "+c.value+": "+c.want)
	}
}
