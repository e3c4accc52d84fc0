package commands

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
)

// small holds flags with which an update of train ppo takes milliseconds.
var small = []string{"--tables", "12", "--horizon", "8", "--batch", "32", "--layers", "12", "--past-every", "1", "--eval-every", "2", "--eval-games", "4"}

// trainPPO runs train ppo with the flags above in a new folder and returns the contents of
// its files.
func trainPPO(t *testing.T, args ...string) (dir string, files map[string]string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "run")
	flags := small
	if slices.Contains(args, "--from") || slices.Contains(args, "--width") {
		flags = slices.Delete(slices.Clone(small), 6, 8) // --layers, which the file has, or which a network over cards has not
	}
	out := program.Succeed(t, append(append([]string{"train", "ppo", "--out", dir}, flags...), args...)...)
	clitest.WantAll(t, out, "steps, all steps are made", "best: win/", "last: ")
	return dir, folder(t, dir)
}

// TestTrainPPOIsReproducible checks that the same seed gives the same files with one worker
// and with three, and the same network when resumed with more steps, and that another seed
// gives another network.
func TestTrainPPOIsReproducible(t *testing.T) {
	for _, flags := range [][]string{
		{"--fields", "own-cards,open-pile,distance", "--width", "8", "--opponents", "self,past,min-dist", "--schedule", "constant"},
		{"--game", "gin", "--fields", "own-cards,deadwood", "--eval-against", "random", "--schedule", "constant"},
	} {
		args := append(flags, "--steps", "4")
		_, want := trainPPO(t, append(args, "--workers", "1")...)
		_, got := trainPPO(t, append(args, "--workers", "3")...)
		mustAgree(t, "three workers", got, want)

		dir, _ := trainPPO(t, append(flags, "--steps", "1")...)
		for _, steps := range []string{"2", "4"} {
			program.Succeed(t, "train", "ppo", "--resume", dir, "--steps", steps)
		}
		// The shorter runs had other evaluations at their ends, but the same training.
		if folder(t, dir)["last.safetensors"] != want["last.safetensors"] {
			t.Error("the run resumed with more steps gives a different network")
		}

		if _, other := trainPPO(t, append(args, "--seed", "2")...); other["last.safetensors"] == want["last.safetensors"] {
			t.Error("another seed gives the same network")
		}
	}
}

func TestTrainPPORefuses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	for want, args := range map[string][]string{
		"--fields: ":                         {"--fields", "deadwood"},
		"--potential: ":                      {"--potential", "deadwood"},
		`--opponents: agent "nobody"`:        {"--opponents", "self,nobody"},
		"--opponents: entry 1":               {"--opponents", "-1:self"},
		"nobody to play against":             {"--opponents", "0:self"},
		"lambda is 2":                        {"--lambda", "2"},
		"Gamma is 2":                         {"--gamma", "2"},
		"--tables 0":                         {"--tables", "0"},
		"--batch 0":                          {"--batch", "0"},
		"--from: ":                           {"--from", "nothing.safetensors"},
		"--eval-against: ":                   {"--eval-against", "nobody"},
		`"some" is not known`:                {"--drops", "some"},
		`"oldest" is not known`:              {"--past-rule", "oldest"},
		"every 0 updates":                    {"--past-every", "0"},
		"1 tables for self-play and a leagu": {"--tables", "1"},
	} {
		if errs := program.Fail(t, append([]string{"train", "ppo", "--out", dir}, args...)...); !strings.Contains(errs, want) {
			t.Errorf("%v: message %q, want one with %q", args, errs, want)
		}
	}
}
