package main

import (
	"os"
	"strings"
	"testing"

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
