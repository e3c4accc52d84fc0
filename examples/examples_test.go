// Package examples tests the programs of this module: each is run, and its output read.
package examples

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// programs are the programs with the form of what they print; "DIR" is a new folder.
var programs = []struct {
	name, prints string
	args         []string
}{
	{"envloop", `^observation: 320 numbers, actions: 109\n200 episodes, \d+ steps, total reward -\d+\.\d\d\n$`, nil},
	{"ownagent", `^lowCards wins 4\d\d of 500 games against random\n$`, nil},
	{"arena", `^first +second +first wins +95 % interval +points a game\n` +
		`([a-z0-9:@-]+ +[a-z0-9:@-]+ +\d\.\d{3} +\[\d\.\d{3}, \d\.\d{3}\] +[+-]\d+\.\d\n){9}$`, nil},
	{"bot", `^$`, nil}, // its input is empty; TestBots has games
	{"laboratory", `^(the network wins [01]\.\d\d as first player against [a-z@0-9.:-]+\n){3}$`, []string{"DIR"}},
	{"dataset", `^50 games, \d+ decisions, \d+ knocks\n$`, []string{"DIR"}},
}

func TestPrograms(t *testing.T) {
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin+string(filepath.Separator), "./...").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "games")
			var args []string
			for _, a := range p.args {
				args = append(args, strings.ReplaceAll(a, "DIR", dir))
			}
			out, err := exec.Command(filepath.Join(bin, p.name), args...).CombinedOutput()
			if err != nil || !regexp.MustCompile(p.prints).Match(out) {
				t.Fatalf("%v, output:\n%s\nwant the form %s", err, out, p.prints)
			}
			if p.name == "dataset" {
				validate(t, dir)
			}
		})
	}
}

// validate lets the command line, the program that RUMMYGYM_BINARY names, replay a dataset.
func validate(t *testing.T, dir string) {
	binary := os.Getenv("RUMMYGYM_BINARY")
	if binary == "" {
		t.Log("RUMMYGYM_BINARY is not set: the dataset is not replayed")
		return
	}
	out, err := exec.Command(binary, "dataset", "validate", "--replay", dir).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "50 episodes replayed") {
		t.Errorf("dataset validate --replay: %v\n%s", err, out)
	}
}

// TestBots has both bots play both games against a baseline, by the command line.
func TestBots(t *testing.T) {
	binary := os.Getenv("RUMMYGYM_BINARY")
	if binary == "" {
		t.Skip("RUMMYGYM_BINARY is not set")
	}
	bot := filepath.Join(t.TempDir(), "bot")
	if out, err := exec.Command("go", "build", "-o", bot, "./bot").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	for _, args := range [][]string{
		{"--game", "gin", "--agents", "simple,exec:{" + bot + "},exec:python3 bot/bot.py"},
		{"--agents", "min-dist,exec:{" + bot + "},exec:python3 bot/bot.py"},
	} {
		out, err := exec.Command(binary, append([]string{"tournament", "--games", "4", "--format", "csv"}, args...)...).CombinedOutput()
		if err != nil || strings.Count(string(out), "\n") != 10 || strings.Contains(string(out), "forfeit") {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
	}
}

// README.md names every program.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	folders, err := filepath.Glob("*/main.go")
	if err != nil || len(folders) != len(programs) {
		t.Fatalf("programs %v, %v: want %d, each with a test", folders, err, len(programs))
	}
	for _, path := range folders {
		if name := filepath.Dir(path); !strings.Contains(string(text), "go run ./"+name) {
			t.Errorf("README.md does not say how to run %s", name)
		}
	}
}
