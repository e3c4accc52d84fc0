package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"rummygym/internal/must"
	"rummygym/options"
)

// TestWidths runs commands in a terminal of 80 columns, of tmux, and checks that no line is wider but
// those of the examples, which are to be copied.
func TestWidths(t *testing.T) {
	if _, err := exec.LookPath("tmux"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("tmux is missing, and CI=true: apt-get install tmux")
		}
		t.Skip("tmux is missing: apt-get install tmux")
	}
	const columns = 80
	self := must.Get(os.Executable())(t)
	dir := must.Get(os.MkdirTemp("", "rgwidth"))(t) // the path of a socket must be short
	t.Cleanup(func() { os.RemoveAll(dir) })
	script := new(strings.Builder)
	fmt.Fprintf(script, "cd %s\n", options.Quote(dir))
	lines := [][]string{
		{"tournament", "--agents", "min-dist-opp,min-score,random", "--games", "20"},
		{"tournament", "--game", "gin", "--agents", "simple,sigra", "--games", "4", "--ztest", "simple"},
		{"eval", "min-dist-outs", "--against", "min-dist-opp,min-dist-score", "--games", "20"},
		{"eval", "simple", "--game", "gin", "--against", "stubborn", "--games", "4"},
		{"ladder", "--agents", "min-dist,min-score,random", "--games", "40"},
		{"collect", "--agents", "min-dist,random", "--games", "20", "--out", "data"},
		{"dataset", "head", "data"}, {"dataset", "info", "data"},
		{"train", "mc", "--out", "run", "--steps", "3", "--games", "16", "--updates", "2", "--layers", "4", "--start-steps", "1", "--fields", "progress", "--eval-games", "4", "--eval-every", "1"},
		{"train", "ppo", "--out", "policy", "--steps", "2", "--tables", "4", "--horizon", "4", "--batch", "16", "--layers", "4", "--eval-games", "4", "--eval-every", "1"},
		{"hands", "--hands", "100"}, {"transitions", "--games", "10"},
		{"tune", "min-dist-opp", "--option", "drop=off,2,4", "--against", "min-dist", "--games", "20"},
		{"shapley", "--game", "gin", "fitness", "--options", "falls,mate", "--against", "simple", "--games", "4"},
		{"eval", "learned:standard", "--against", "min-dist-opp", "--games", "20", "--calibration"},
		{"review", "data", "--episode", "1", "--rollouts", "100"}, {"policy", "show", "learned:standard"}, {"dataset", "validate", "--replay", "data"},
		{"solve", "--wild", "7", "3S", "9S", "5S", "6S", "JS", "QS", "7S", "2S", "2H", "2D", "AS", "AH", "AD"},
		{"agents"}, {"rules", "--preset", "club"}, {"eval", "--help"}, {"rules", "--help"}, {"--help"}, {"train"}, {"dataset"},
	}
	for _, args := range lines {
		script.WriteString(options.Quote(self) + " rummygym")
		for _, a := range args {
			script.WriteString(" " + options.Quote(a))
		}
		script.WriteString("; echo status=$?\n")
	}
	file := filepath.Join(dir, "all.sh")
	must.Do(t, os.WriteFile(file, []byte(script.String()+"echo whole; tmux -S s wait-for -S whole; exec cat\n"), 0o666))
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	tmux := func(args ...string) string {
		out, err := exec.CommandContext(ctx, "tmux", append([]string{"-u", "-S", filepath.Join(dir, "s")}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("tmux %q: %v, %s", args, err, out)
		}
		return string(out)
	}
	conf := filepath.Join(dir, "conf")
	must.Do(t, os.WriteFile(conf, []byte("set -g history-limit 100000\n"), 0o666))
	tmux("-f", conf, "new-session", "-d", "-x", fmt.Sprint(columns), "-y", "50", "sh "+file)
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", filepath.Join(dir, "s"), "kill-server").Run() })
	tmux("wait-for", "whole")
	screen := ""
	for !strings.Contains(screen, "\nwhole\n") {
		screen = tmux("capture-pane", "-p", "-J", "-S", "-")
	}
	if n := strings.Count(screen, "status=0"); n != len(lines) {
		t.Errorf("%d of %d commands succeed:\n%s", n, len(lines), screen)
	}
	for line := range strings.Lines(screen) { // -J joins the lines that tmux has wrapped
		if text := strings.TrimRight(line, " \n"); ansi.StringWidth(text) > columns && !strings.HasPrefix(text, "  rummygym ") {
			t.Errorf("%d columns: %s", ansi.StringWidth(text), text)
		}
	}
}
