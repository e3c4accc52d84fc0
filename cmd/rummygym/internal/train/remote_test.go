package train

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
)

// onePlays runs a learner with --actors stdio and one actor with the settings of its run, and returns what
// the learner prints besides requests.
func onePlays(t *testing.T, learner []string, actor ...string) string {
	t.Helper()
	requests, ask := io.Pipe()
	replies, answer := io.Pipe()
	ended := make(chan string, 1)
	go func() {
		var errs bytes.Buffer
		status := program.Execute(context.Background(), actor, requests, answer, &errs)
		requests.Close()
		answer.Close()
		if status != 0 {
			ended <- errs.String()
		}
		close(ended)
	}()
	var errs bytes.Buffer
	status := program.Execute(context.Background(), learner, replies, ask, &errs)
	ask.Close()
	go io.Copy(io.Discard, replies) // the end of the stream
	if status != 0 {
		t.Fatalf("status %d: %s", status, &errs)
	}
	if text := <-ended; text != "" {
		t.Fatalf("the actor: %s", text)
	}
	return errs.String()
}

// TestTrainMCActors checks that the files of a run do not depend on who plays, and that a run with
// --staleness has columns of ages.
func TestTrainMCActors(t *testing.T) {
	args := []string{"--steps", "4", "--fields", "progress,card", "--opponents", "self,past,min-dist"}
	_, want := trainMC(t, args...)
	args = append(args, fewGames...)
	dir := filepath.Join(t.TempDir(), "run")
	out := onePlays(t, append([]string{"train", "mc", "--actors", "stdio", "--out", dir}, args...), append([]string{"train", "mc", "--act", "--workers", "1"}, args...)...)
	clitest.WantAll(t, out, "4 steps, all steps are made", "last: ")
	mustAgree(t, "an actor", folder(t, dir), want)
	// resumed, with the settings of the actor from the run
	onePlays(t, []string{"train", "mc", "--resume", dir, "--steps", "5", "--actors", "stdio"}, "train", "mc", "--act", "--config", filepath.Join(dir, "config.json"))

	dir = filepath.Join(t.TempDir(), "stale")
	onePlays(t, append([]string{"train", "mc", "--actors", "stdio", "--out", dir, "--staleness", "2"}, args...), append([]string{"train", "mc", "--act"}, args...)...)
	if lines := strings.Split(folder(t, dir)["metrics.csv"], "\n"); !strings.Contains(lines[0], ",staleness,staleness/max,dropped,") || len(lines) != 6 {
		t.Errorf("metrics %q", lines)
	}
	clitest.WantAll(t, program.Fail(t, append([]string{"train", "mc", "--out", dir + "2", "--staleness", "1"}, args...)...), "--staleness 1", "--actors stdio")
}

// TestTrainPPOActors checks that the files of a run do not depend on who plays, also when it is resumed,
// and that a run with --staleness ends.
func TestTrainPPOActors(t *testing.T) {
	args := []string{"--fields", "own-cards,distance", "--opponents", "self,past,min-dist"}
	_, want := trainPPO(t, append(args, "--steps", "4")...)
	args = append(args, small...)
	dir := filepath.Join(t.TempDir(), "run")
	onePlays(t, append([]string{"train", "ppo", "--actors", "stdio", "--out", dir, "--steps", "4"}, args...), append([]string{"train", "ppo", "--act", "--workers", "1"}, args...)...)
	mustAgree(t, "an actor", folder(t, dir), want)
	onePlays(t, []string{"train", "ppo", "--resume", dir, "--steps", "5", "--actors", "stdio"}, "train", "ppo", "--act", "--config", filepath.Join(dir, "config.json"))

	dir = filepath.Join(t.TempDir(), "stale")
	out := onePlays(t, append([]string{"train", "ppo", "--actors", "stdio", "--out", dir, "--steps", "3", "--staleness", "1"}, args...), append([]string{"train", "ppo", "--act"}, args...)...)
	clitest.WantAll(t, out, "3 steps, all steps are made")
	clitest.WantAll(t, program.Fail(t, append([]string{"train", "ppo", "--out", dir + "2", "--staleness", "1"}, args...)...), "--staleness 1", "--actors stdio")
	clitest.WantAll(t, program.Fail(t, append([]string{"train", "ppo", "--out", dir + "2", "--staleness", "2", "--actors", "stdio"}, args...)...), "staleness is 2: want 0 or 1")
}
