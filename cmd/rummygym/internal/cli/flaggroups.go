package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagGroups are the groups of flags in help texts: their titles and the names of their flags. A name
// that ends in a hyphen stands for all that begin so. Flags in none are those of the command itself,
// and come first.
var flagGroups = []struct {
	title string
	names []string
}{
	{"Rules", []string{"game", "preset", "drops", "tables"}},
	{"Network", []string{"fields", "layers", "activation", "from", "head", "network"}},
	{"Optimizer", []string{"batch", "updates", "learning-rate", "final-learning-rate", "schedule", "warmup", "optimizer", "decay", "clip"}},
	{"Opponents", []string{"opponents", "past-"}},
	{"Evaluation", []string{"eval-", "best", "patience", "validation", "held-out", "held-out-rows"}},
	{"Statistics", []string{"confidence", "resamples", "prior", "anchor", "compare", "ztest", "calibration", "sprt", "sprt-gain", "alpha", "beta", "gain-range"}},
	{"Output", []string{"format", "wide", "plain", "out", "html", "plots", "games-out", "save", "overwrite", "metrics-format", "compression"}},
	{"Checkpoints and parts", []string{"checkpoint", "checkpoint-every", "resume", "part", "merge", "shards"}},
	{"Running", []string{"seed", "workers", "on-failure", "config", "help"}},
}

// minGrouped is the number of flags from which they are listed in groups.
const minGrouped = 12

// groupFlags makes the help of root and its commands list many flags in groups, in lines that fit
// columns; 0 is any width.
func groupFlags(root *cobra.Command, columns int) {
	grouped := fmt.Sprintf("{{grouped .LocalFlags %d}}", columns)
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), "Flags:\n{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}", grouped))
}

// The functions of the templates are those of the process, where tests run several programs at once.
func init() {
	cobra.AddTemplateFunc("grouped", groupedUsages)
	cobra.AddTemplateFunc("fitted", func(columns int, text string) string { return reflow(text, columns) })
}

// groupedUsages returns the usages of flags under the titles of their groups.
func groupedUsages(set *pflag.FlagSet, columns int) string {
	shown := 0
	set.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			shown++
		}
	})
	parts := make([]*pflag.FlagSet, 1+len(flagGroups)) // the first is that of the command itself
	for i := range parts {
		parts[i] = pflag.NewFlagSet("", pflag.ContinueOnError)
	}
	set.VisitAll(func(f *pflag.Flag) {
		at := 0
		for i, g := range flagGroups {
			for _, name := range g.names {
				if shown >= minGrouped && (f.Name == name || strings.HasSuffix(name, "-") && strings.HasPrefix(f.Name, name)) {
					at = 1 + i
				}
			}
		}
		parts[at].AddFlag(f)
	})
	var texts []string
	for i, part := range parts {
		title := "Flags"
		if i > 0 {
			title = flagGroups[i-1].title
		}
		if text := strings.TrimRight(part.FlagUsagesWrapped(columns), " \n"); text != "" {
			texts = append(texts, title+":\n"+text)
		}
	}
	return strings.Join(texts, "\n\n")
}
