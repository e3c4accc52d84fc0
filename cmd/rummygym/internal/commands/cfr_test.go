package commands

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/baselines/ginrummy"
	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/must"
)

// shortRun returns the arguments of a run of 400 hands.
func shortRun(more ...string) []string {
	return append([]string{"train", "cfr", "--games", "400", "--batch", "40", "--seed", "3", "--matches", "20", "--report", "200"}, more...)
}

// readFile returns the contents of a file.
func readFile(t *testing.T, path string) string {
	t.Helper()
	b := must.Get(os.ReadFile(path))(t)
	return string(b)
}

func TestTrainCFR(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "fitness.txt")
	status, text, errs := program.Run(t, "", shortRun("--out", out, "--workers", "2")...)
	if status != 0 || text != out+": tables of 400 hands\n" {
		t.Fatalf("exit status %d, output %q, message %q", status, text, errs)
	}
	lines := strings.Split(strings.TrimSpace(errs), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "200 of 400 hands, ") || !strings.HasPrefix(lines[1], "400 of 400 hands, ") {
		t.Errorf("progress %q", errs)
	}
	clitest.WantAll(t, lines[1], "hands/s", " v simple")

	f := readFile(t, out)
	tables := must.Get(ginrummy.ReadFitnessTables(strings.NewReader(f)))(t)
	if tables.Games != 400 || tables.Batch != 40 || tables.Seed != 3 || tables.Strategy != "average" {
		t.Errorf("header: %q", f[:200])
	}
	// The command in the file gives the same file.
	words := strings.Fields(tables.Command)
	t.Chdir(filepath.Join(dir))
	must.Do(t, os.Mkdir("again", 0o755))
	t.Chdir("again")
	program.Succeed(t, append(words[1:], "--report", "0", "--workers", "1")...)
	if readFile(t, "fitness.txt") != f {
		t.Errorf("%s gives a different file", tables.Command)
	}
}

// TestTrainCFRResumes checks that a run that goes on from a checkpoint gives the same file as one that does not stop, and
// that it needs the seed that it began with.
func TestTrainCFRResumes(t *testing.T) {
	dir := t.TempDir()
	whole, parts, checkpoint := filepath.Join(dir, "whole", "t.txt"), filepath.Join(dir, "parts", "t.txt"), filepath.Join(dir, "checkpoint")
	for _, path := range []string{whole, parts} {
		must.Do(t, os.Mkdir(filepath.Dir(path), 0o755))
	}
	program.Succeed(t, shortRun("--out", whole)...)
	half := shortRun("--out", parts, "--checkpoint", checkpoint)
	half[3] = "200"
	program.Succeed(t, half...)
	rest := shortRun("--out", parts, "--overwrite", "--resume", checkpoint)
	clitest.WantAll(t, program.Fail(t, append(rest, "--seed", "4")...), "seed 3 and batches of 40, want")
	if program.Succeed(t, rest...); readFile(t, parts) != readFile(t, whole) {
		t.Error("the resumed run gives a different file")
	}
}
