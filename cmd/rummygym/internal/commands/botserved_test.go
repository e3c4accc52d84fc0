package commands

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/must"
)

// TestServedAgents plays an agent and the same agent served by a process of this program against
// random on the same deals.
func TestServedAgents(t *testing.T) {
	for _, args := range [][]string{
		{"--game", "gin-match", "--max-deals", "2", "simple", "stubborn"},
		{"min-dist-opp:drop=5", "random"},
	} {
		last := len(args) - 2
		agent, rival := args[last], args[last+1]
		served := fmt.Sprintf("exec:{%s bot run %s}", os.Args[0], agent)
		var got [2]string
		for i, spec := range []string{agent, served} {
			out := program.Succeed(t, append([]string{"eval", spec, "--against", rival, "--games", "20", "--format", "csv"}, args[:last]...)...)
			rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
			if err != nil || len(rows) != 2 {
				t.Fatalf("%s: %v", out, err)
			}
			got[i] = fmt.Sprint(rows[1][2:]) // without the rules and the name
		}
		if got[0] != got[1] || len(got[0]) < 50 {
			t.Errorf("%s plays\n%s\nand served\n%s", agent, got[0], got[1])
		}
	}
}

func TestAgentRefuses(t *testing.T) {
	clitest.WantAll(t, program.Fail(t, "bot", "run"), "run AGENT")
	clitest.WantAll(t, program.Fail(t, "bot", "run", "exec:bot"), "a program already")
	clitest.WantAll(t, program.Fail(t, "bot", "run", "simple", "--tables", "0"), "--tables 0")
	for line, want := range map[string]string{"{\n": "line 1: ", "{}\n": `the type "" is not known`, "{": "the input ends within it"} {
		if status, out, errs := program.Run(t, line, "bot", "run", "simple"); status != 1 || out != "" || !strings.Contains(errs, want) {
			t.Errorf("%q: exit status %d, %q, %q, want %q", line, status, out, errs, want)
		}
	}
	if status, out, errs := program.Run(t, "", "bot", "run", "simple"); status != 0 || out+errs != "" {
		t.Errorf("no input: exit status %d, %q, %q", status, out, errs)
	}
}

// crashing returns the spec of a program that ends at its first question.
func crashing(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bot.sh")
	script := `read line; echo '{"type":"hello","protocol":1,"name":"x"}'; read line; exit 3`
	must.Do(t, os.WriteFile(path, []byte(script), 0o600))
	return "exec:sh " + path
}

// TestOnFailure has a program fail, with both values of the flag.
func TestOnFailure(t *testing.T) {
	bot := crashing(t)
	for _, args := range [][]string{
		{"tournament", "--game", "gin", "--agents", "simple," + bot},
		{"ladder", "--game", "gin", "--agents", "simple," + bot},
		{"eval", bot, "--game", "gin", "--against", "simple"},
	} {
		args = append(args, "--games", "2", "--format", "csv")
		status, out, errs := program.Run(t, "", args...)
		if status != 0 || !strings.Contains(errs, bot+": ") || !strings.Contains(errs, " games failed; the reasons are in ") {
			t.Errorf("%s: exit status %d, %s, %s", args[0], status, out, errs)
		}
		if args[0] != "ladder" && !strings.Contains(out, "forfeit") {
			t.Errorf("%s: no forfeit in\n%s", args[0], out)
		}
		status, out, errs = program.Run(t, "", append(args, "--on-failure", "stop")...)
		if status != 1 || out != "" || !strings.Contains(errs, "the program ended (exit status 3)") {
			t.Errorf("%s --on-failure stop: exit status %d, %s, %s", args[0], status, out, errs)
		}
	}
}
