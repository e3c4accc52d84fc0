package collect_test

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/datasets/collect"
	"rummygym/internal/datasets/datasettest"
	"rummygym/internal/must"
)

// childDir and childWait are environment variables that make the test binary collect
// a dataset and exit: childDir is the folder. If childWait is set, the process
// reports on standard output when it has played half of its games, and then waits to
// be killed.
const (
	childDir  = "RUMMYGYM_TEST_COLLECT"
	childWait = "RUMMYGYM_TEST_WAIT"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		os.Exit(child(dir))
	}
	os.Exit(m.Run())
}

func child(dir string) int {
	c := killConfig(dir)
	games := int64(0)
	if os.Getenv(childWait) != "" {
		c.Progress = func(n int64) {
			if games += n; games == c.Games/2 {
				fmt.Println("half")
				select {}
			}
		}
	}
	if _, err := collect.Run(context.Background(), c); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// killConfig returns settings whose half-way point is in the middle of a shard.
func killConfig(dir string) collect.Config {
	c := datasettest.ToyConfig(dir)
	c.Games, c.ShardGames, c.BatchRows = 300, 40, 200
	return c
}

func TestKilledRunResumes(t *testing.T) {
	whole := killConfig(t.TempDir())
	datasettest.Collect(t, whole)

	c := killConfig(t.TempDir())
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childDir+"="+c.Dir, childWait+"=1")
	out := must.Get(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "half\n" {
		t.Fatalf("the child printed %q (%v)", line, err)
	}
	cmd.Process.Kill()
	if err := cmd.Wait(); err == nil || err.Error() != "signal: killed" {
		t.Fatalf("the child ended with %v, want signal: killed", err)
	}
	partial, shards := 0, 0 // of two files each
	for f := range datasettest.SumsOf(t, c.Dir) {
		if name := filepath.Base(f); strings.HasPrefix(name, ".shard-") {
			partial++
		} else if strings.HasPrefix(name, "shard-") {
			shards++
		}
	}
	if partial != 2 || shards != 6 {
		t.Fatalf("the killed run leaves %d partial files and %d files of shards, want 2 and 6", partial, shards)
	}
	c.Resume = true
	if s := datasettest.Collect(t, c); s.Kept != 120 || s.Played != 180 {
		t.Errorf("kept %d and played %d games, want 120 and 180", s.Kept, s.Played)
	}
	if !maps.Equal(datasettest.SumsOf(t, c.Dir), datasettest.SumsOf(t, whole.Dir)) {
		t.Error("the resumed run differs from an uninterrupted one")
	}
}
