//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
)

// TestScaleOutPage runs the Makefile and the scripts of docs/scale-out.md, with fewer games, and
// compares what they make with what one run makes.
func TestScaleOutPage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "scale-out.md"))
	if err != nil {
		t.Fatal(err)
	}
	block := func(name string) string { // without the fences, with fewer games
		_, part, ok := strings.Cut(string(text), "<!-- begin "+name+" -->\n```")
		if !ok {
			t.Fatalf("the page has no %s", name)
		}
		_, part, _ = strings.Cut(part, "\n")
		part, _, _ = strings.Cut(part, "```")
		return strings.NewReplacer("10000", "40", "1000", "4").Replace(part)
	}
	dir := t.TempDir()
	bin := filepath.Join(dir, "bin")
	if err := os.Mkdir(bin, 0o777); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bin, "rummygym"), []byte("#!/bin/sh\nexec '"+self+"' rummygym \"$@\"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	run := func(dir string, env []string, name string, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = dir
		cmd.Env = append(append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH")), env...)
		var messages strings.Builder
		cmd.Stderr = &messages
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s %q: %v: %s%s", name, args, err, out, messages.String())
		}
		return string(out)
	}
	task := func(name string, number, count int) {
		t.Helper()
		run(dir, []string{"SLURM_ARRAY_TASK_ID=" + strconv.Itoa(number), "SLURM_ARRAY_TASK_COUNT=" + strconv.Itoa(count), "SLURM_CPUS_PER_TASK=1"}, "sh", "-c", block(name))
	}
	data := filepath.Join(dir, "data")
	program.Succeed(t, "collect", "--agents", "min-dist-opp,random", "--games", "40", "--shard-games", "4", "--out", filepath.Join(dir, "one"))
	same := func() {
		t.Helper()
		run(dir, nil, "diff", "-r", "one", "data")
		if err := os.RemoveAll(data); err != nil {
			t.Fatal(err)
		}
	}

	for i := range 10 {
		task("slurm", 9-i, 10)
	}
	program.Succeed(t, "dataset", "seal", data)
	same()

	for i := range 4 {
		task("slurm-tournament", i+1, 4)
	}
	merged := run(dir, nil, "sh", "-c", block("merge"))
	if want := program.Succeed(t, "tournament", "--agents", "min-dist-opp,min-dist,random", "--games", "40"); merged != want {
		t.Errorf("the merged parts print\n%s\nand one run\n%s", merged, want)
	}

	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("no make here")
	}
	if err := os.WriteFile(filepath.Join(dir, "Makefile"), []byte(block("makefile")), 0o666); err != nil {
		t.Fatal(err)
	}
	clitest.WantAll(t, run(dir, nil, "make", "-j2"), "dataset seal data", "--shards 9:")
	same()
}
