package commands

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/must"
)

// TestCollectPrograms records games of an outside program that stops answering, resumes the run,
// and compares it with the games of the same agent in this process.
func TestCollectPrograms(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	served := fmt.Sprintf("exec:%s stopping-agent random %s", os.Args[0], path("whole"))
	collect := func(name, agent string, more ...string) []string {
		return append([]string{"collect", "--agents", agent + ",simple", "--game", "gin-match", "--max-deals", "2", "--games", "12", "--shard-games", "1", "--workers", "1", "--out", path(name)}, more...)
	}
	// A shard is finished before the program stops.
	clitest.WantAll(t, program.Fail(t, collect("served", served)...), "the program ended (exit status 0)", "deal 2")
	must.Do(t, os.WriteFile(path("whole"), nil, 0o600))
	clitest.WantAll(t, program.Succeed(t, collect("served", served, "--resume")...), "12 games", "games kept")
	program.Succeed(t, collect("inside", "random")...)
	program.Succeed(t, "dataset", "validate", "--replay", path("served"))
	var records [2]string
	for i, name := range []string{"served", "inside"} {
		program.Succeed(t, "dataset", "export", path(name), "--records", path(name+".jsonl"))
		text := must.Get(os.ReadFile(path(name + ".jsonl")))(t)
		records[i] = strings.ReplaceAll(string(text), served, "random")
	}
	if records[0] != records[1] {
		t.Errorf("the program has played other games")
	}
}
