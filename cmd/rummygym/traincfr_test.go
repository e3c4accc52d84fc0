package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/baselines"
)

// short returns the arguments of a training of 400 hands.
func short(more ...string) []string {
	return append([]string{"train", "cfr", "--games", "400", "--batch", "40", "--seed", "3", "--matches", "20", "--report", "200"}, more...)
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestTrainCFR(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "fitness.txt")
	status, text, errs := command(t, "", short("--out", out, "--workers", "2")...)
	if status != 0 || text != out+": tables of 400 hands\n" {
		t.Fatalf("exit status %d, output %q, message %q", status, text, errs)
	}
	lines := strings.Split(strings.TrimSpace(errs), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "200 of 400 hands, ") || !strings.HasPrefix(lines[1], "400 of 400 hands, ") {
		t.Errorf("progress %q", errs)
	}
	wantAll(t, lines[1], "hands/s", " v simple")

	f := readFile(t, out)
	tables, err := baselines.ReadFitnessTables(strings.NewReader(f))
	if err != nil {
		t.Fatal(err)
	}
	if tables.Games != 400 || tables.Batch != 40 || tables.Seed != 3 || tables.Strategy != "average" {
		t.Errorf("header: %q", f[:200])
	}
	// The command that the file names makes the same file.
	words := strings.Fields(tables.Command)
	t.Chdir(filepath.Join(dir))
	if err := os.Mkdir("again", 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir("again")
	succeed(t, append(words[1:], "--report", "0", "--workers", "1")...)
	if readFile(t, "fitness.txt") != f {
		t.Errorf("%s makes another file", tables.Command)
	}
}

// A training that is stopped and resumed ends as an undisturbed one.
func TestTrainCFRResumes(t *testing.T) {
	dir := t.TempDir()
	whole, parts := filepath.Join(dir, "whole", "t.txt"), filepath.Join(dir, "parts", "t.txt")
	for _, path := range []string{whole, parts} {
		if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	succeed(t, short("--out", whole)...)

	// It is stopped when it tells of the first half.
	ctx, stop := context.WithCancel(context.Background())
	var errs bytes.Buffer
	status := run(ctx, short("--out", parts), nil, io.Discard, writerFunc(func(b []byte) (int, error) {
		stop()
		return errs.Write(b)
	}))
	message := errs.String()
	wantAll(t, message, "stopped after 200 of 400 hands; go on with:", "--resume "+parts+".checkpoint")
	if status != 130 {
		t.Errorf("exit status %d, want 130", status)
	}
	line := message[strings.LastIndex(strings.TrimSpace(message), "\n")+1:]
	succeed(t, strings.Fields(line)[1:]...)
	if readFile(t, parts) != readFile(t, whole) {
		t.Error("the resumed training makes another file")
	}

	// The finished checkpoint goes on to more hands, and refuses others.
	checkpoint := parts + ".checkpoint"
	more := short("--out", parts, "--resume", checkpoint)
	more[3] = "480"
	succeed(t, more...)
	wantAll(t, fail(t, short("--out", parts, "--resume", checkpoint)...), "it has 480 hands where 400 are asked for")
	wantAll(t, fail(t, append(more, "--seed", "4")...), "it has seed 3")
}

// writerFunc is a writer that calls a function.
type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

func TestTrainCFRCheckpoint(t *testing.T) {
	dir := t.TempDir()
	out, checkpoint := filepath.Join(dir, "t.txt"), filepath.Join(dir, "c.gz")
	succeed(t, short("--out", out, "--checkpoint", checkpoint, "--checkpoint-every", "1ns")...)
	before := readFile(t, out)
	wantAll(t, fail(t, short("--out", out, "--checkpoint", checkpoint)...), "--resume "+checkpoint)
	if err := os.Remove(out); err != nil {
		t.Fatal(err)
	}
	succeed(t, short("--out", out, "--resume", checkpoint)...)
	if readFile(t, out) != before {
		t.Error("the checkpoint of a finished training makes another file")
	}
}

func TestTrainCFRErrors(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "t.txt")
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, `"out" not set`},
		{[]string{"--out", out, "--games", "50", "--batch", "40"}, "multiple of --batch 40"},
		{[]string{"--out", out, "--games", "0"}, "--games 0"},
		{[]string{"--out", out, "--batch", "0"}, "--batch 0"},
		{[]string{"--out", out, "--workers", "0"}, "--workers 0"},
		{[]string{"--out", out, "--matches", "-1"}, "--matches -1"},
		{[]string{"--out", out, "--strategy", "best"}, `"best": want average or current`},
		{[]string{"--out", out, "--resume", text}, "--resume " + text},
		{[]string{"--out", out, "--resume", text + "s"}, "no such file"},
		{[]string{"--out", out, "--resume", text, "--checkpoint", out}, "leave --checkpoint away"},
		{[]string{"--out", filepath.Join(dir, "no", "t.txt")}, "t.txt cannot be written"},
		{[]string{"--out", out, "--checkpoint", filepath.Join(dir, "no", "c.gz")}, "c.gz cannot be written"},
		{[]string{"more"}, "more"},
	} {
		wantAll(t, fail(t, append([]string{"train", "cfr"}, c.args...)...), c.want)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a refused training wrote a file")
	}
}
