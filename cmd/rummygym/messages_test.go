package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/internal/must"
)

// TestMessagesAreShort gives long words on the command line and in files: a message quotes at most 100 characters of them.
func TestMessagesAreShort(t *testing.T) {
	t.Chdir(t.TempDir())
	long := strings.Repeat("x", 20_000)
	for name, text := range map[string]string{
		"word": long, "type": `{"type":"` + long + `"}`, "id": `{"id":"` + long + `","answer":"TH"}`,
		"array": "[" + strings.Repeat("0, ", 5000) + "0]", "spaces": strings.Repeat("x x ", 5000),
	} {
		must.Do(t, os.WriteFile(name+".jsonl", []byte(text+"\n"), 0o666))
	}
	lines := []string{"record check FILE", "record convert --from openspiel --out o.jsonl FILE", "review FILE"}
	all := []string{"positions score id.jsonl --positions gin"}
	for _, line := range lines {
		for _, name := range []string{"word", "type", "id", "array", "spaces"} {
			all = append(all, strings.Replace(line, "FILE", name+".jsonl", 1))
		}
	}
	for _, line := range []string{"LONG", "eval LONG", "eval random --games LONG", "eval random --LONG", "solve --wild 7 LONG", "solve --wild LONG AS",
		"rules --preset LONG", "rules --seats LONG", "eval min-dist:drop=LONG", "eval learned:LONG", "record check LONG", "positions LONG"} {
		all = append(all, strings.Replace(line, "LONG", long[:5000], 1))
	}
	for _, line := range all {
		status, _, errs := run(t.Context(), strings.Fields(line)...)
		if status == 0 || len(errs) > 1000 || strings.Contains(errs, long[:101]) || strings.Contains(errs, strings.Repeat("0, ", 40)) {
			t.Errorf("%.80s: exit status %d, a message of %d bytes: %.200s", line, status, len(errs), errs)
		}
		if strings.Contains(errs, "writing") || strings.Count(errs, ".jsonl") > 1 {
			t.Errorf("%.80s: a fault of the input is told as another: %s", line, errs)
		}
	}
}

// TestFaultsOfOutput writes to files that are full: the error is said once, and names the file that is written.
func TestFaultsOfOutput(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	t.Chdir(t.TempDir())
	for _, line := range []string{"collect --agents random,random --games 200 --out data", "dataset export data --records games.jsonl"} {
		if status, _, errs := run(t.Context(), strings.Fields(line)...); status != 0 {
			t.Fatal(line, errs)
		}
	}
	for _, line := range []string{"record convert games.jsonl", "dataset export data --records -"} {
		var errs bytes.Buffer
		status := cli.Execute(t.Context(), newRootCommand(), strings.Fields(line), strings.NewReader(""), full, &errs)
		must.Equal(t, errs.String(), "rummygym: /dev/full: no space left on device\n", "%s: exit status %d", line, status)
	}
	dir := must.Get(os.Getwd())(t)
	for _, line := range []string{"record convert games.jsonl --out o.jsonl", "dataset export data --records o.jsonl", "dataset import games.jsonl --out o"} {
		status, out := start(t, dir, line, 8, never)
		if status != 1 || !strings.HasPrefix(out, "rummygym: writing o") || strings.Count(out, "file too large") != 1 || strings.Contains(out, "games.jsonl") {
			t.Errorf("%s: %s", line, out)
		}
	}
}

// TestOtherFilesAreNamed gives a state of OpenSpiel where records are read.
func TestOtherFilesAreNamed(t *testing.T) {
	status, _, errs := run(t.Context(), "record", "check", "../../env/gin/foreign/testdata/openspiel.txt")
	if status != 1 || !strings.Contains(errs, "a state of OpenSpiel: rummygym record convert --from openspiel") {
		t.Errorf("exit status %d: %s", status, errs)
	}
}

// TestHelpIsWhole reads the help of every command: it has the whole text of each flag. "exploit" takes agents beside its flags.
func TestHelpIsWhole(t *testing.T) {
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			visit(sub)
		}
		_, out, _ := run(t.Context(), append(strings.Fields(c.CommandPath())[1:], "--help")...)
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if _, usage := pflag.UnquoteUsage(f); !f.Hidden && !strings.Contains(out, usage) {
				t.Errorf("%s: the help lacks %q of --%s", c.CommandPath(), usage, f.Name)
			}
		})
	}
	visit(newRootCommand())
	if status, out, errs := run(t.Context(), "exploit", "--game", "gin", "--preset", "tiny", "random"); status != 0 || !strings.Contains(out, "\nrandom ") {
		t.Errorf("exploit AGENT: exit status %d, %s%s", status, out, errs)
	}
}
