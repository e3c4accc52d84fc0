//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"rummygym/agents/external"
)

// clumsy plays by the agent protocol, and answers each decision first with an action that does not
// exist.
func clumsy() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var q external.Act
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			panic(err)
		}
		switch {
		case q.Type == external.HelloType:
			fmt.Println(`{"type":"hello","protocol":1,"name":"clumsy","tables":4}`)
		case q.Type == external.ActType && q.Refused == "":
			fmt.Printf(`{"type":"act","table":%d,"action":"fly"}`+"\n", q.Table)
		case q.Type == external.ActType:
			fmt.Printf(`{"type":"act","table":%d,"action":%q}`+"\n", q.Table, q.Legal[0])
		}
	}
}

// output runs rummygym in an empty folder and returns what it prints.
func output(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0], append([]string{"rummygym"}, args...)...)
	cmd.Dir = t.TempDir()
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	return string(out)
}

// TestRefusedAnswers has commands count the answers that were asked for again, and say who forfeits.
func TestRefusedAnswers(t *testing.T) {
	bot := fmt.Sprintf("exec:{%s clumsy}", os.Args[0])
	mended := bot + ":retries=1"
	rules := []string{"--game", "gin", "--target", "1", "--max-hands", "2", "--games", "4"}
	for _, c := range []struct {
		args     []string
		has      string
		forfeits bool
	}{
		{[]string{"eval", bot, "--against", "simple"}, ` forfeits 4 of 4 matches against simple, and no hand was scored\.`, true},
		{[]string{"eval", "simple", "--against", bot}, ` forfeits 4 of 4 matches against simple, and no hand was scored\.`, true},
		{[]string{"tournament", "--agents", bot + ",simple"}, `All 8 matches of .* were forfeits, and no hand was scored\.`, true},
		{[]string{"eval", mended, "--against", "simple"}, ` gives [0-9,]+ answers that were refused and asked for again`, false},
		{[]string{"eval", mended, "--against", "simple", "--format", "json"}, `"retries_agent": [1-9][0-9]*,\s+"retries_opponent": 0,`, false},
		{[]string{"eval", "simple", "--against", mended, "--format", "json"}, `"retries_agent": 0,\s+"retries_opponent": [1-9][0-9]*,`, false},
		{[]string{"tournament", "--agents", mended + ",simple"}, `answers refused\n`, false},
		{[]string{"tournament", "--agents", mended + ",simple", "--format", "json"}, `"retries": [1-9][0-9]*\s+}`, false},
		{[]string{"tournament", "--agents", mended + ",simple", "--format", "csv"}, `,retries_first,retries_second,`, false},
		{[]string{"ladder", "--agents", mended + ",simple", "--format", "json"}, `"retries": [1-9][0-9]*,`, false},
		{[]string{"ladder", "--agents", mended + ",simple"}, `answers refused\n`, false},
	} {
		out := output(t, append(c.args, rules...)...)
		if !regexp.MustCompile(c.has).MatchString(out) || strings.Contains(out, "forfeit") != c.forfeits {
			t.Errorf("%q prints\n%s\nwant %s", c.args, out, c.has)
		}
	}
}

// TestShortNames has text tables call an outside program as it calls itself, unless two call themselves alike, and say which
// command that is. JSON has the command only.
func TestShortNames(t *testing.T) {
	bot := fmt.Sprintf("exec:{%s clumsy}", os.Args[0])
	command := regexp.QuoteMeta(strings.NewReplacer("{", "", "}", "").Replace(bot))
	for _, c := range []struct {
		args []string
		has  string
	}{
		{[]string{"tournament", "--agents", bot + ",simple"}, `^[^/]*\bexec:clumsy v simple [^/]*\nexec:clumsy is ` + command + `\n$`},
		{[]string{"ladder", "--agents", bot + ",simple"}, `^[^/]*\bexec:clumsy [^/]*\nexec:clumsy is ` + command + `\n$`},
		{[]string{"eval", "simple", "--against", bot}, `^[^/]*\nexec:clumsy [^/]*\nexec:clumsy is ` + command + `\n$`},
		{[]string{"tournament", "--agents", bot + "," + bot + ":move=9s"}, `\n` + command + `:move=9s v ` + command + ` `},
		{[]string{"ladder", "--format", "json", "--agents", bot + ",simple"}, `"agents": \[\s+"` + command + `",\s+"simple"\s+\],(?s:.*)"agent": "` + command + `",`},
	} {
		args := append(c.args, "--game", "gin", "--episode", "hand", "--games", "4")
		if out := output(t, args...); !regexp.MustCompile(c.has).MatchString(out) {
			t.Errorf("%q prints\n%s\nwant %s", args, out, c.has)
		}
	}
}

// TestRefusedAnswersWorkers plays with answers that are asked for again by several processes, and
// resumes such games: the results are the same.
func TestRefusedAnswersWorkers(t *testing.T) {
	args := []string{"eval", fmt.Sprintf("exec:{%s clumsy}:retries=2", os.Args[0]), "--against", "min-dist,random", "--games", "6", "--format", "csv"}
	want := output(t, append(args, "--workers", "1")...)
	if got := output(t, append(args, "--workers", "3")...); got != want {
		t.Errorf("three workers:\n%s\nwant\n%s", got, want)
	}
	file := t.TempDir() + "/games.arrow"
	output(t, append(args, "--checkpoint", file)...)
	if got := output(t, append(args, "--resume", file)...); got != want {
		t.Errorf("resumed:\n%s\nwant\n%s", got, want)
	}
}
