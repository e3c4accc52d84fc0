package train

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rummygym/agents/network"
	"rummygym/cmd/rummygym/internal/cli/clitest"
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

// TestTrainMCMoreSeats checks that a network of a table of three plays there, and that its evaluation
// is that of eval.
func TestTrainMCMoreSeats(t *testing.T) {
	table := []string{"--preset", "club", "--seats", "3"}
	dir, files := trainMC(t, append(table, "--steps", "2", "--fields", "progress,card", "--opponents", "self,min-dist", "--eval-against", "min-dist", "--eval-drops", "none")...)
	lines := strings.Split(strings.TrimSpace(files["metrics.csv"]), "\n")
	column := slices.Index(strings.Split(lines[0], ","), "win/min-dist")
	if column < 0 {
		t.Fatalf("columns %s", lines[0])
	}
	want := strings.Split(lines[len(lines)-1], ",")[column]
	// of 4 games 3 are played, one deal
	out := program.Succeed(t, append([]string{"eval", "learned:" + filepath.Join(dir, "last.safetensors"), "--against", "min-dist", "--games", "3", "--seed", "900001", "--drops", "none", "--format", "csv"}, table...)...)
	rows := strings.Split(strings.TrimSpace(out), "\n")
	if got := strings.Split(rows[1], ",")[slices.Index(strings.Split(rows[0], ","), "win_rate")]; got != want {
		t.Errorf("eval has a win rate of %s, the metrics %s", got, want)
	}
}

// TestTrainMCGin checks the same for Gin Rummy, that a network of single hands plays matches
// too, and that a network of matches sees their score.
func TestTrainMCGin(t *testing.T) {
	args := []string{"--game", "gin", "--episode", "hand", "--steps", "4"}
	dir, want := trainMC(t, append(args, "--workers", "1")...)
	_, got := trainMC(t, append(args, "--workers", "3")...)
	mustAgree(t, "three workers", got, want)
	n := must.Get(network.Decode([]byte(want["last.safetensors"])))(t)
	if d := n.Description(); d.Kind != network.AfterstateKind || d.Game != "gin" || strings.Contains(d.Fields, "match") {
		t.Errorf("description %+v", d)
	}
	if !strings.Contains(want["metrics.csv"], "win/simple") || !strings.Contains(want["config.json"], "self,past,simple") {
		t.Errorf("config %s, metrics %s", want["config.json"], want["metrics.csv"])
	}
	spec := "learned:" + filepath.Join(dir, "best.safetensors")
	for _, table := range [][]string{nil, {"--episode", "hand"}, {"--preset", "openspiel"}, {"--preset", "classic"}} {
		args := append([]string{"eval", spec, "--game", "gin", "--against", "simple," + spec + ":head=win", "--games", "4"}, table...)
		clitest.WantAll(t, program.Succeed(t, args...), "best.safetensors@", ":head=win")
	}
	data := filepath.Join(t.TempDir(), "data")
	program.Succeed(t, "collect", "--game", "gin", "--agents", spec+",simple", "--games", "2", "--out", data)
	clitest.WantAll(t, program.Fail(t, "eval", spec, "--games", "4"), "add --game gin")

	dir, _ = trainMC(t, "--game", "gin", "--steps", "2", "--games", "4", "--target", "40")
	m, _, err := network.ReadFile(filepath.Join(dir, "last.safetensors"))
	if fields := m.Description().Fields; err != nil || fields != "progress,card,table,belief,match,cards,aim" {
		t.Errorf("network of matches: fields %q, want all that can differ (error %v)", fields, err)
	}
}

// TestTrainMCTables trains under several rules at once, also after a stop, and checks that the
// network sees them and plays at each table.
func TestTrainMCTables(t *testing.T) {
	args := []string{"--steps", "4", "--preset", "club", "--seats", "3", "--eval-against", "min-dist", "--drops", "--opponents", "self,past,min-dist:drop=3",
		"--tables", "paper,2:club seats=3,club seats=6 first-drop=30"}
	dir, want := trainMC(t, args...)
	mustResume(t, "mc", append(slices.Clone(fewGames), args...), want, 20*time.Millisecond)
	file := filepath.Join(dir, "last.safetensors")
	n := networkOf(t, file)
	if d := n.Description(); d.Fields != "progress,card,table,cards,aim,others,rules,marks,previous" || !strings.Contains(d.Notes["trained"], "--tables paper,2:club") {
		t.Errorf("fields %s, notes %v", d.Fields, d.Notes)
	}
	for _, table := range [][]string{{"--preset", "paper52"}, {"--preset", "club", "--seats", "5"}} {
		program.Succeed(t, append([]string{"eval", "learned:" + file, "--against", "min-dist", "--games", "10"}, table...)...)
	}
	clitest.WantAll(t, program.Fail(t, "train", "mc", "--out", filepath.Join(dir, "no"), "--tables", "paper,club seets=3"), "--tables", "seets", "seats")
	clitest.WantAll(t, program.Fail(t, "train", "mc", "--out", filepath.Join(dir, "no"), "--tables", "paper,club seats=3", "--fields", "belief"), "--fields", "one for two seats and one for more")
	program.Succeed(t, append([]string{"train", "mc", "--game", "gin", "--episode", "hand", "--tables", "eaai episode=hand,openspiel", "--out", filepath.Join(dir, "gin"), "--steps", "2"}, fewGames...)...)
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

// TestTrainMCRules trains under other rules, and by wins.
func TestTrainMCRules(t *testing.T) {
	for _, flags := range [][]string{
		{"--preset", "released", "--head", "win"}, {"--preset", "paper52"}, {"--seats", "3", "--packs", "2"},
		{"--game", "gin", "--preset", "openspiel"}, {"--game", "gin", "--preset", "classic", "--episode", "hand"},
	} {
		dir := filepath.Join(t.TempDir(), "run")
		program.Succeed(t, append(append([]string{"train", "mc", "--out", dir, "--steps", "2"}, fewGames...), flags...)...)
		n := networkOf(t, filepath.Join(dir, "last.safetensors"))
		if d := n.Description(); (flags[0] == "--preset" && flags[1] == "released") != (d.Heads[0].Name == network.Win) {
			t.Errorf("%v: heads %v", flags, d.Heads)
		}
	}
}

// TestTrainMCStops checks that a stopped run can be resumed and gives the same files as a run
// without a stop.
func TestTrainMCStops(t *testing.T) {
	for _, args := range [][]string{{"--fields", "progress", "--steps", "5"}, {"--game", "gin", "--episode", "hand", "--steps", "5"}} {
		_, want := trainMC(t, args...)
		mustResume(t, "mc", append(slices.Clone(fewGames), args...), want, 0, 30*time.Millisecond, 120*time.Millisecond)
	}
}

// TestTrainMCFrom checks that training can start from the network of another run.
func TestTrainMCFrom(t *testing.T) {
	dir, _ := trainMC(t, "--steps", "2", "--fields", "progress")
	trainMC(t, "--steps", "2", "--fields", "progress", "--from", filepath.Join(dir, "last.safetensors"))
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
