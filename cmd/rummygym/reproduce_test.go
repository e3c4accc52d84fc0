package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReproduce runs the whole of reproduce with few deals, stops it, continues it, and
// checks that finished steps are kept.
func TestReproduce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	args := []string{"reproduce", "--out", dir, "--scale", "0.0003", "--epochs", "2", "--augmented-epochs", "1", "--matches", "10", "--generations", "2", "--format", "csv"}

	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs bytes.Buffer
	if status := program.Execute(stopped, args, strings.NewReader(""), &out, &errs); status != 130 || !strings.Contains(errs.String(), "run the same command again") {
		t.Fatalf("stopped: exit status %d, %s", status, errs.String())
	}

	first := program.Succeed(t, args...)
	lines := strings.Split(strings.TrimSpace(first), "\n")
	if len(lines) != 1+14+6+1 {
		t.Fatalf("%d lines of the table, want 22:\n%s", len(lines), first)
	}
	for _, want := range []string{"1a,random-256,dual-inception,", "1b,simple-all,mlp,", "1c,random-16-a,dual-inception-16,", "text,late-knock,", ",joined,", "generations,generation-2,dual-inception,", ",74.8,75.7,0.554,0.546–0.562"} {
		if !strings.Contains(first, want) {
			t.Errorf("no %q in the table:\n%s", want, first)
		}
	}
	for _, picture := range []string{"figures/scores.png", "figures/random-256/losses.png", "runs/random-256/dual-inception/residuals.png", "figures/behaviour.txt"} {
		if info, err := os.Stat(filepath.Join(dir, picture)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", picture, err)
		}
	}

	// A lost result is made again, to the same bytes; nothing else is.
	lost := filepath.Join(dir, "results", "random-256-dual-inception.json")
	text, err := os.ReadFile(lost)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(lost); err != nil {
		t.Fatal(err)
	}
	status, again, messages := program.Run(t, "", args...)
	if status != 0 || again != first || strings.Count(messages, "step ") != 1 {
		t.Errorf("continued: exit status %d, %s\n%s", status, messages, again)
	}
	if now, err := os.ReadFile(lost); err != nil || !bytes.Equal(now, text) {
		t.Errorf("the result differs after it was made again: %v", err)
	}

	if message := program.Fail(t, append(args, "--matches", "12")...); !strings.Contains(message, "matches 10, and the command line 12") {
		t.Errorf("other settings: %s", message)
	}
}

func TestReproduceRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		"--out: no folder is given":           {},
		"--scale 2: want a share above 0":     {"--out", "x", "--scale", "2"},
		"--matches 3: want an even number":    {"--out", "x", "--matches", "3"},
		"--epochs 0, --augmented-epochs 96":   {"--out", "x", "--epochs", "0"},
		"--generations 0: want at least 1":    {"--out", "x", "--generations", "0"},
		"--defence 0: want a number above 0":  {"--out", "x", "--defence", "0"},
		"--jobs -1: want at least 1, or 0 fo": {"--out", "x", "--jobs", "-1"},
	} {
		if message := program.Fail(t, append([]string{"reproduce"}, args...)...); !strings.Contains(message, want) {
			t.Errorf("%q: message %q, want %q", args, message, want)
		}
	}
}
