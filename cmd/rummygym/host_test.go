//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// limited runs rummygym in a folder under a limit of open files, and returns its exit status, standard
// output and standard error.
func limited(t *testing.T, dir string, files int, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	cmd := exec.Command("sh", append([]string{"-c", fmt.Sprintf(`ulimit -n %d; exec "$@"`, files), "sh", os.Args[0], "rummygym"}, args...)...)
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// TestTooFewDescriptors plays with more outside programs than a process may have pipes. The command
// stops, the programs lose no game, and what was played is in the checkpoint.
func TestTooFewDescriptors(t *testing.T) {
	program := fmt.Sprintf("exec:{%s rummygym bot run random --tables 1}", os.Args[0])
	for _, words := range [][]string{
		{"tournament", "--agents", program + ",random"},
		{"ladder", "--agents", program + ",random"},
		{"eval", program, "--against", "random"},
	} {
		t.Run(words[0], func(t *testing.T) {
			dir := t.TempDir()
			run := func(files int, more ...string) (status int, stdout, stderr string) {
				return limited(t, dir, files, append(append(words[:len(words):len(words)], "--game", "gin", "--games", "40"), more...)...)
			}
			status, out, text := run(28, "--workers", "8", "--checkpoint", "games.arrow")
			if status != 1 || strings.Contains(text, "failed") || strings.Contains(out, "forfeit") {
				t.Errorf("status %d, want 1 and no lost game: %s%s", status, out, text)
			}
			for _, want := range []string{"too many open files", "ulimit -n", "fewer --workers", "stopped after"} {
				if !strings.Contains(text, want) {
					t.Errorf("the message lacks %q: %s", want, text)
				}
			}
			const enough = 1024
			_, want, _ := run(enough, "--workers", "2")
			if status, out, text := run(enough, "--workers", "2", "--resume", "games.arrow"); status != 0 || out != want {
				t.Errorf("resumed: status %d, %s%s\nwant\n%s", status, out, text, want)
			}
		})
	}
	t.Run("the first", func(t *testing.T) {
		status, _, text := limited(t, t.TempDir(), 12, "collect", "--game", "gin", "--agents", program+",random", "--games", "4", "--out", "data")
		if status != 1 || !strings.Contains(text, "too many open files") || !strings.Contains(text, "ulimit -n") {
			t.Errorf("status %d, want 1: %s", status, text)
		}
	})
}
