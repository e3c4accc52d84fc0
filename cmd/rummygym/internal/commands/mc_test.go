package commands

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/agents/network"
	"rummygym/internal/must"
)

// fewGames holds flags with which a step of train mc takes milliseconds.
var fewGames = []string{"--games", "24", "--updates", "2", "--replay", "2", "--start-steps", "1", "--batch", "16", "--layers", "8", "--past-every", "2", "--eval-every", "2", "--eval-games", "4"}

// trainMC runs train mc with the flags above in a new folder and returns the contents of its
// files.
func trainMC(t *testing.T, args ...string) (dir string, files map[string]string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "run")
	out := program.Succeed(t, append(append([]string{"train", "mc", "--out", dir}, fewGames...), args...)...)
	clitest.WantAll(t, out, "steps, all steps are made", "last: ")
	return dir, folder(t, dir)
}

// TestTrainMC checks that the same seed gives the same files with one worker and with three,
// and that the network plays by either head.
func TestTrainMC(t *testing.T) {
	args := []string{"--steps", "4", "--fields", "progress,card", "--opponents", "self,past,min-dist"}
	dir, want := trainMC(t, append(args, "--workers", "1")...)
	_, got := trainMC(t, append(args, "--workers", "3")...)
	mustAgree(t, "three workers", got, want)
	n := must.Get(network.Decode([]byte(want["last.safetensors"])))(t)
	if d := n.Description(); d.Kind != network.AfterstateKind || d.Fields != "progress,card" || d.Heads[0].Name != network.Gain {
		t.Errorf("description %+v", d)
	}
	spec := "learned:" + filepath.Join(dir, "best.safetensors")
	clitest.WantAll(t, program.Succeed(t, "eval", spec, "--against", "min-dist", "--games", "4"), "best.safetensors@")
	clitest.WantAll(t, program.Succeed(t, "eval", spec+":head=win", "--against", spec, "--games", "4"), ":head=win")
}

// TestResumeOtherPlayers checks that no training goes on with another file of an opponent or player than it began with, and that
// each goes on with the same one.
func TestResumeOtherPlayers(t *testing.T) {
	_, files := trainMC(t, "--steps", "2", "--fields", "progress,card")
	_, others := trainMC(t, "--steps", "2", "--fields", "progress,card", "--seed", "2")
	path := filepath.Join(t.TempDir(), "player.safetensors")
	write := func(text string) {
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
	}
	for learner, args := range map[string][]string{
		"mc":  append([]string{"--fields", "progress,card", "--opponents", "self,learned:" + path}, fewGames...),
		"ppo": {"--opponents", "self,learned:" + path, "--eval-against", "", "--layers", "8", "--tables", "2"},
	} {
		write(files["last.safetensors"])
		dir := filepath.Join(t.TempDir(), learner)
		program.Succeed(t, append([]string{"train", learner, "--out", dir, "--steps", "2"}, args...)...)
		program.Succeed(t, "train", learner, "--resume", dir, "--steps", "3")
		write(others["last.safetensors"])
		clitest.WantAll(t, program.Fail(t, "train", learner, "--resume", dir, "--steps", "4"), "--resume: ", " began with the networks learned:player.safetensors@", "want them, not learned:player.safetensors@")
	}
}

func TestTrainMCRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		`"hands" is not a group`:         {"--game", "gin", "--fields", "hands"},
		`"hand" is not a group`:          {"--fields", "hand"},
		"--start: ":                      {"--start", "nobody"},
		"--opponents: ":                  {"--opponents", "nobody"},
		"exploration with probability 2": {"--epsilon", "2"},
		"have hand-size 10":              {"--hand-size", "10"},
	} {
		if errs := program.Fail(t, append(append([]string{"train", "mc", "--out", filepath.Join(t.TempDir(), "x")}, fewGames...), args...)...); !strings.Contains(errs, want) {
			t.Errorf("%v: message %q, want one with %q", args, errs, want)
		}
	}
}
