package play

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/must"
)

// ladderArgs returns the arguments of a small ladder of Indian Rummy.
func ladderArgs(agents string, more ...string) []string {
	return append([]string{"ladder", "--agents", agents, "--games", "40", "--seed", "3", "--resamples", "50"}, more...)
}

// The output is the same for any number of workers, and the scores are those of eval.
func TestLadder(t *testing.T) {
	const agents = "min-dist-opp,min-score,random"
	dir := filepath.Join(t.TempDir(), "plots")
	out := program.Succeed(t, ladderArgs(agents, "--format", "csv", "--workers", "1", "--plots", dir)...)
	if again := program.Succeed(t, ladderArgs(agents, "--format", "csv", "--workers", "3")...); again != out {
		t.Errorf("three workers give\n%s, want\n%s", again, out)
	}
	for _, name := range []string{"ladder.png", "ladder.svg", "ladder-scores.png", "ladder-scores.svg"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	rows := records(t, out)
	eval := records(t, program.Succeed(t, "eval", rows[0]["agent"], "--against", rows[1]["agent"]+","+rows[2]["agent"], "--games", "40", "--seed", "3", "--format", "csv"))
	for k, r := range eval {
		if got := rows[0][[]string{"score_2", "score_3"}[k]]; got != r["win_rate"] {
			t.Errorf("%s takes %s from %s, in eval %s", rows[0]["agent"], got, r["opponent"], r["win_rate"])
		}
	}
	if rows[2]["agent"] != "random" || rows[0]["rank"] != "1" || rows[0]["games"] != "80" {
		t.Errorf("rows %v", rows)
	}
	table := program.Succeed(t, ladderArgs(agents, "--anchor", "min-score", "--slow", "random", "--slow-games", "10", "--adaptive", "5")...)
	clitest.WantAll(t, table, "3 agents, rules paper", "min-score is 0.", "Score of the row against the column", "cycle")
	for _, format := range []string{"json", "arrow"} {
		if out := program.Succeed(t, ladderArgs("min-dist,random", "--format", format)...); len(out) < 500 {
			t.Errorf("%s: %q", format, out)
		}
	}
}

// A ladder to which an agent is added later prints and stores what one of all agents does.
func TestLadderAddsAgents(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ladder.arrow")
	whole := filepath.Join(t.TempDir(), "whole.arrow")
	program.Succeed(t, ladderArgs("min-dist,random", "--checkpoint", path)...)
	got := program.Succeed(t, ladderArgs("min-score,min-dist,random", "--resume", path)...)
	if want := program.Succeed(t, ladderArgs("min-score,min-dist,random", "--checkpoint", whole)...); got != want {
		t.Errorf("added later:\n%s, want\n%s", got, want)
	}
	a := must.Get(os.ReadFile(path))(t)
	b, err := os.ReadFile(whole)
	if err != nil || !bytes.Equal(a, b) {
		t.Errorf("the files differ (%v)", err)
	}
	clitest.WantAll(t, program.Fail(t, ladderArgs("min-score,min-dist", "--resume", path)...), path, `games of the agent "random"`, "name all agents, old and new")
	clitest.WantAll(t, program.Fail(t, ladderArgs("min-score,min-dist,random", "--resume", path, "--seed", "4")...), path, "seed 3 (want 4)")
	a[len(a)/2] ^= 1
	must.Do(t, os.WriteFile(path, a, 0o666))
	clitest.WantAll(t, program.Fail(t, ladderArgs("min-score,min-dist,random", "--resume", path)...), path, "the file is damaged")
}

func TestLadderErrors(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"--agents min-dist", "a ladder needs at least 2 agents, and has 1"},
		{"--agents min-dist,nobody", `no agent "nobody"`},
		{"--agents min-dist,min-dist", "named twice"},
		{"--games 3", "--games 3: want an even number"},
		{"--slow-games 0", "--slow-games 0: want an even number"},
		{"--slow random --slow-games 2000", "--slow-games 2000: want at most 1000"},
		{"--agents min-dist,min-score --slow random", `--slow: the agent "random" does not take part`},
		{"--anchor x", `--anchor: agent "x": no agent "x"`},
		{"--adaptive 501", "--adaptive 501: want 1 to 500"},
		{"--prior 0", "--prior 0: want a number from"},
		{"--confidence 1", "--confidence 1: want a number between"},
		{"--resamples 0", "--resamples 0: want a whole number"},
		{"--seats 3 --agents min-dist,random", "3 seats: a ladder needs games with 2 seats"},
	} {
		if message := program.Fail(t, append([]string{"ladder"}, strings.Fields(c.args)...)...); !strings.Contains(message, c.want) {
			t.Errorf("ladder %s: message %s, want one that contains %s", c.args, message, c.want)
		}
	}
}
