package cli

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"rummygym/internal/must"
	"rummygym/options"
)

// Many flags are listed in groups, each once; few are not.
func TestGroupedUsages(t *testing.T) {
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	add := func(name, doc, group string) { set.AddFlag(flagOf(options.New(new(int), name, doc).In(group))) }
	for i := range minGrouped - 3 {
		add(fmt.Sprintf("own-%d", i), "a flag of the command", "")
	}
	add("eval-games", "games of the evaluation", "Evaluation")
	add("hidden", "a flag of the rules", "Rules")
	must.Do(t, set.MarkHidden("hidden"))
	add("format", "output format", "Output")
	if text := groupedUsages(set, 80); strings.Contains(text, "Output:") || !strings.HasPrefix(text, "Flags:\n") {
		t.Errorf("few flags are in groups:\n%s", text)
	}
	add("resume", "go on", "Checkpoints and parts")
	text := groupedUsages(set, 80)
	for _, want := range []string{"Flags:\n", "Evaluation:\n      --eval-games", "Output:\n      --format", "Checkpoints and parts:\n      --resume"} {
		if strings.Count(text, want) != 1 {
			t.Errorf("the help has not once %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "hidden") || strings.Count(text, "--") != minGrouped {
		t.Errorf("not all flags are there once, or a hidden one is:\n%s", text)
	}
}
