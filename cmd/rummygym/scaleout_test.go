//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/internal/must"
)

// TestScaleOutPage runs the scripts of docs/scale-out.md, with fewer games, and compares what they make
// with what one run makes.
func TestScaleOutPage(t *testing.T) {
	text := must.Get(os.ReadFile(filepath.Join("..", "..", "docs", "scale-out.md")))(t)
	block := func(name string) string { // without the fences, with fewer games
		_, part, ok := strings.Cut(string(text), "<!-- begin "+name+" -->\n```")
		if !ok {
			t.Fatalf("the page has no %s", name)
		}
		_, part, _ = strings.Cut(part, "\n")
		part, _, _ = strings.Cut(part, "```")
		return strings.NewReplacer("10000", "40", "5000", "20", "collect ", "collect --shard-games 10 ").Replace(part)
	}
	dir := t.TempDir()
	bin := filepath.Join(dir, "bin")
	must.Do(t, os.Mkdir(bin, 0o777))
	self := must.Get(os.Executable())(t)
	must.Do(t, os.WriteFile(filepath.Join(bin, "rummygym"), []byte("#!/bin/sh\nexec '"+self+"' rummygym \"$@\"\n"), 0o777))
	run := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"))
		var messages strings.Builder
		cmd.Stderr = &messages
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s %q: %v: %s%s", name, args, err, out, messages.String())
		}
		return string(out)
	}
	run("sh", "-ec", block("deals"))
	program.Succeed(t, "collect", "--agents", "min-dist-opp,random", "--games", "40", "--shard-games", "10", "--out", filepath.Join(dir, "one"))
	run("diff", "-r", "one", "data")
	lines := strings.SplitAfter(run("sh", "-ec", block("parts")), "\n")
	if merged, want := strings.Join(lines[4:], ""), program.Succeed(t, "eval", "min-dist-opp", "--against", "random", "--games", "40"); merged != want {
		t.Errorf("the parts print\n%s\nand one run\n%s", merged, want)
	}
}
