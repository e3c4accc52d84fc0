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

// script returns the spec of a program, a shell script.
func script(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	return "exec:sh " + path
}

// hello answers the hello of the engine.
const hello = `read line; echo '{"type":"hello","protocol":1,"name":"x"}'; `

// TestBotCheck checks programs that are right, that fail in a game, and that do not start.
func TestBotCheck(t *testing.T) {
	out := program.Succeed(t, "bot", "check", fmt.Sprintf("exec:{%s bot run simple}", os.Args[0]), "--game", "gin")
	clitest.WantAll(t, out, "simple plays at 64 tables at once: 10 games against random, 10 won, ", "0 failed.")
	for text, want := range map[string][]string{
		hello + `echo trouble >&2; read line; echo "my hand"`:                                  {"10 of 10 games failed:", `the line "my hand" is not JSON`, "other output on standard error", "ends with:\n  trouble"},
		hello + `read line; echo '{"type":"act","table":0,"action":"fly"}'; read line; exit 3`: {`the action "fly" is not an action of the game`},
		`echo first >&2; echo "no module" >&2; exit 1`:                                         {"the program ended (exit status 1)", "ends with:\n  first\n  no module"},
	} {
		status, _, errs := program.Run(t, "", "bot", "check", script(t, "bot.sh", text), "--game", "gin")
		if status != 1 {
			t.Errorf("%s: exit status %d, want 1", text, status)
		}
		clitest.WantAll(t, errs, want...)
	}
	clitest.WantAll(t, program.Fail(t, "bot", "check", "simple"), "exec:COMMAND")
}

// A tournament of a class names all programs that do not start, and goes on without them if told.
func TestTournamentOfAClass(t *testing.T) {
	one, two := script(t, "one.sh", `echo "no module" >&2; exit 1`), script(t, "two.sh", `echo "hello, teacher"`)
	three, four := script(t, "three.sh", hello+`read line; echo "my hand"`), script(t, "four.sh", hello+`while read line; do echo '{"type":"act","table":0,"action":"fly"}'; read line; done`)
	reasons := []string{`the program ended (exit status 1); its standard error ends with "no module"`, `the line "hello, teacher" is not JSON`}
	for _, command := range []string{"tournament", "ladder"} {
		args := []string{command, "--game", "gin", "--agents", strings.Join([]string{"simple", one, "random", two, three, four}, ","), "--games", "2", "--format", "csv"}
		status, out, errs := program.Run(t, "", args...)
		if status != 1 || out != "" {
			t.Errorf("%s: exit status %d, %s", command, status, out)
		}
		clitest.WantAll(t, errs, append(reasons, "2 of 6 agents cannot play", "--on-failure skip", one, two)...)
		status, out, errs = program.Run(t, "", append(args, "--on-failure", "skip")...)
		if status != 0 || !strings.Contains(out, "simple") || strings.Contains(out, one) || !strings.Contains(out, four) {
			t.Errorf("%s: exit status %d, %s", command, status, out)
		}
		clitest.WantAll(t, errs, append(reasons, "left out: agent ", one, two, three+": ", four+": ", `the line "my hand" is not JSON`, `the action "fly" is not an action`)...)
	}
	status, out, errs := program.Run(t, "", "eval", "simple", "--game", "gin", "--against", one+",random", "--games", "2", "--on-failure", "skip")
	if status != 0 || !strings.Contains(out, "random") || !strings.Contains(errs, "left out: ") {
		t.Errorf("eval: exit status %d, %s, %s", status, out, errs)
	}
	clitest.WantAll(t, program.Fail(t, "eval", "simple", "--game", "gin", "--against", one, "--games", "2", "--on-failure", "skip"), "--against: ", "no module")
}

// crashing returns the spec of a program that ends at its first question.
func crashing(t *testing.T) string {
	t.Helper()
	return script(t, "bot.sh", hello+`read line; exit 3`)
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
		if status != 0 || !strings.Contains(errs, bot+": ") || !strings.Contains(errs, " games failed: the program ended (exit status 3); the reasons are in ") {
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
