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
	"rummygym/internal/must"
)

// TestScaleOutPage runs the Makefile and the scripts of docs/scale-out.md, with fewer games, and
// compares what they make with what one run makes.
func TestScaleOutPage(t *testing.T) {
	text := must.Get(os.ReadFile(filepath.Join("..", "..", "docs", "scale-out.md")))(t)
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
	must.Do(t, os.Mkdir(bin, 0o777))
	self := must.Get(os.Executable())(t)
	must.Do(t, os.WriteFile(filepath.Join(bin, "rummygym"), []byte("#!/bin/sh\nexec '"+self+"' rummygym \"$@\"\n"), 0o777))
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
		must.Do(t, os.RemoveAll(data))
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
	must.Do(t, os.WriteFile(filepath.Join(dir, "Makefile"), []byte(block("makefile")), 0o666))
	clitest.WantAll(t, run(dir, nil, "make", "-j2"), "dataset seal data", "--shards 9:")
	same()
}

// TestOtherBuildsAreRefused mixes shards, parts and resumed runs of two programs of the same version
// that differ by one byte.
func TestOtherBuildsAreRefused(t *testing.T) {
	self := must.Get(os.Executable())(t)
	binary := must.Get(os.ReadFile(self))(t)
	dir := t.TempDir()
	other := filepath.Join(dir, "other")
	must.Do(t, os.WriteFile(other, append(binary, 0), 0o777))
	run := func(program, line string) (string, error) {
		cmd := exec.CommandContext(t.Context(), program, append([]string{"rummygym"}, strings.Fields(line)...)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	succeeds := func(program, line string) {
		t.Helper()
		if out, err := run(program, line); err != nil {
			t.Errorf("%s: %v: %s", line, err, out)
		}
	}
	refuses := func(program, line, says string) {
		t.Helper()
		if out, err := run(program, line); err == nil || !strings.Contains(out, says) {
			t.Errorf("%s: %v: %s, want an error that contains %q", line, err, out, says)
		}
	}
	const (
		collect    = "collect --agents random,random --games 4 --shard-games 2 "
		tournament = "tournament --agents random,min-dist --games 4 "
	)
	succeeds(self, collect+"--out mixed --shards 0:1")
	refuses(other, collect+"--out mixed --shards 1:2", "build of the program")
	refuses(other, collect+"--out mixed --resume", "build of the program")
	succeeds(other, collect+"--out rest --shards 1:2")
	for _, name := range []string{"decisions/shard-00001.arrow", "results/shard-00001.arrow", "shard-00001.json"} {
		must.Do(t, os.Rename(filepath.Join(dir, "rest", name), filepath.Join(dir, "mixed", name)))
	}
	refuses(self, "dataset seal mixed", "build of the program")

	succeeds(self, tournament+"--part 1/2 --checkpoint one.arrow")
	succeeds(other, tournament+"--part 2/2 --checkpoint two.arrow")
	refuses(self, tournament+"--merge one.arrow,two.arrow", "with the same version")

	// Finished datasets do not tell builds apart.
	succeeds(self, collect+"--out a")
	succeeds(other, collect+"--out b")
	if out, err := exec.CommandContext(t.Context(), "diff", "-r", filepath.Join(dir, "a"), filepath.Join(dir, "b")).CombinedOutput(); err != nil {
		t.Errorf("datasets of two builds differ: %s (%v)", out, err)
	}
}
