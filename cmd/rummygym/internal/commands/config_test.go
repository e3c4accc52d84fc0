package commands

import (
	"path/filepath"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/train"
)

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
