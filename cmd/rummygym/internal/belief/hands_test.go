package belief

import (
	"os"
	"path/filepath"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/must"
)

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
