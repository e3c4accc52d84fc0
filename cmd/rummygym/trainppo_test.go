package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// small are flags that make an update of train ppo take milliseconds.
var small = []string{"--tables", "12", "--horizon", "8", "--batch", "32", "--layers", "12", "--past-every", "1", "--eval-every", "2", "--eval-games", "4"}

// trainPPO runs train ppo with the flags above in a folder of its own and returns what
// its files hold.
func trainPPO(t *testing.T, args ...string) (dir string, files map[string]string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "run")
	flags := small
	if slices.Contains(args, "--from") {
		flags = slices.Delete(slices.Clone(small), 6, 8) // --layers, which the file has
	}
	out := succeed(t, append(append([]string{"train", "ppo", "--out", dir}, flags...), args...)...)
	wantAll(t, out, "steps, all steps are made", "best: win/", "last: ")
	return dir, folder(t, dir)
}

// The same seed gives the same files with one worker and with three, the same network
// with steps added later, and another seed another.
func TestTrainPPOIsReproducible(t *testing.T) {
	for _, flags := range [][]string{
		{"--fields", "own-cards,distance", "--opponents", "self,past,min-dist"},
		{"--game", "gin", "--episode", "hand", "--fields", "own-cards,deadwood", "--eval-against", "random"},
	} {
		args := append(flags, "--steps", "4")
		_, want := trainPPO(t, append(args, "--workers", "1")...)
		_, got := trainPPO(t, append(args, "--workers", "3")...)
		mustAgree(t, "three workers", got, want)

		dir, _ := trainPPO(t, append(flags, "--steps", "1")...)
		for _, steps := range []string{"2", "4"} {
			succeed(t, "train", "ppo", "--resume", dir, "--steps", steps)
		}
		// The runs that were shorter were evaluated at their ends, but learned the same.
		if folder(t, dir)["last.safetensors"] != want["last.safetensors"] {
			t.Error("resumed with more steps it gives another network")
		}

		if _, other := trainPPO(t, append(args, "--seed", "2")...); other["last.safetensors"] == want["last.safetensors"] {
			t.Error("another seed gives the same network")
		}
	}
}

// A run that is stopped says how to go on, and ends as one that was not.
func TestTrainPPOStops(t *testing.T) {
	args := []string{"--fields", "own-cards,distance", "--steps", "5"}
	_, want := trainPPO(t, args...)
	mustResume(t, "ppo", append(slices.Clone(small), args...), want, 0, 20*time.Millisecond, 80*time.Millisecond)
}

// The network that comes out plays, and training goes on from it, also from one that
// knows no value, with the file's fields and layers.
func TestTrainPPOFrom(t *testing.T) {
	dir, _ := trainPPO(t, "--fields", "own-cards,distance", "--steps", "2")
	best := filepath.Join(dir, "best.safetensors")
	wantAll(t, succeed(t, "eval", "learned:"+best, "--against", "random", "--games", "4"), "learned:best.safetensors@")
	wantAll(t, succeed(t, "policy", "show", best), "own-cards,distance", "value", "IndianRummy-v0", "12")
	again, _ := trainPPO(t, "--from", best, "--steps", "1", "--drops", "all", "--value-warmup", "1", "--target-kl", "0.02")
	wantAll(t, succeed(t, "policy", "show", filepath.Join(again, "last.safetensors")), "own-cards,distance")
	other := filepath.Join(t.TempDir(), "other")
	wantAll(t, fail(t, "train", "ppo", "--out", other, "--game", "gin", "--from", best), `--from `, `for the game "indian", and the table plays Gin Rummy`, "--game indian")
	wantAll(t, fail(t, "train", "ppo", "--out", other, "--fields", "outs", "--from", best), "--fields: the network of --from has its own")
}

func TestTrainPPORefuses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	for want, args := range map[string][]string{
		"--fields: ":                         {"--fields", "deadwood"},
		"--potential: ":                      {"--potential", "deadwood"},
		`--opponents: agent "nobody"`:        {"--opponents", "self,nobody"},
		"--opponents: opponent 1":            {"--opponents", "-1:self"},
		"nobody to play against":             {"--opponents", "0:self"},
		"Lambda is 2":                        {"--lambda", "2"},
		"Gamma is 2":                         {"--gamma", "2"},
		"0 tables":                           {"--tables", "0"},
		"--batch 0":                          {"--batch", "0"},
		"--from: ":                           {"--from", "nothing.safetensors"},
		"--eval-against: ":                   {"--eval-against", "nobody"},
		`"some" is not known`:                {"--drops", "some"},
		`"oldest" is not known`:              {"--past-rule", "oldest"},
		"every 0 updates":                    {"--past-every", "0"},
		"1 tables for self-play and a leagu": {"--tables", "1"},
	} {
		if errs := fail(t, append([]string{"train", "ppo", "--out", dir}, args...)...); !strings.Contains(errs, want) {
			t.Errorf("%v: message %q, want one with %q", args, errs, want)
		}
	}
}

// The default of every game is one that can be trained.
func TestTrainPPODefaults(t *testing.T) {
	for name, g := range ppoGames {
		f := trainPPOFlags{}
		f.suit(g, false)
		if f.train.evalAgainst[0] != g.rival || f.rewardScale != 1/g.perPoints {
			t.Errorf("%s: %+v", name, f)
		}
	}
}
