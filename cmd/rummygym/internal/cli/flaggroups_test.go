package cli

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// Many flags are listed in groups, each once; few are not.
func TestGroupedUsages(t *testing.T) {
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	for i := range minGrouped - 3 {
		set.Int(fmt.Sprintf("own-%d", i), 0, "a flag of the command")
	}
	set.Int("eval-games", 0, "games of the evaluation")
	set.Int("hidden", 0, "a flag of the rules")
	if err := set.MarkHidden("hidden"); err != nil {
		t.Fatal(err)
	}
	set.String("format", "", "output format")
	if text := groupedUsages(set, 80); strings.Contains(text, "Output:") || !strings.HasPrefix(text, "Flags:\n") {
		t.Errorf("few flags are in groups:\n%s", text)
	}
	set.String("resume", "", "go on")
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
