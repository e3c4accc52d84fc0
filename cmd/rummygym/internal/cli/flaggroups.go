package cli

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rummygym"
)

// flagGroups are the groups of flags in help texts, in their order. Flags in none are those of the command
// itself, and come first.
var flagGroups = []string{"", "Rules", "Network", "Optimizer", "Opponents", "Evaluation", "Statistics", "Leaderboard", "Output", "Checkpoints and parts", "Running"}

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
	var texts []string
	for _, group := range flagGroups {
		part := pflag.NewFlagSet("", pflag.ContinueOnError)
		set.VisitAll(func(f *pflag.Flag) {
			if of := groupOf(f); of == group || group == "" && shown < minGrouped {
				part.AddFlag(shownFlag(f))
			}
		})
		if text := strings.TrimRight(part.FlagUsagesWrapped(columns), " \n"); text != "" {
			texts = append(texts, cmp.Or(group, "Flags")+":\n"+text)
		}
		if shown < minGrouped {
			break
		}
	}
	return strings.Join(texts, "\n\n")
}

// groupOf returns the group of a flag. The flags of package cobra are about running.
func groupOf(flag *pflag.Flag) string {
	if o := OptionOf(flag); o != nil {
		return o.Group
	}
	return "Running"
}

// shownFlag returns a flag as help shows it: an empty list is no default.
func shownFlag(flag *pflag.Flag) *pflag.Flag {
	f := *flag
	if f.DefValue == "[]" {
		f.DefValue = ""
	}
	return &f
}

// ListRules makes the help of the command rules list the options of the rules, by game, and that of other
// commands say so.
func ListRules(cmd *cobra.Command, f *rummygym.RuleOptions) {
	games := f.Games()
	groups := make([]*pflag.FlagSet, len(games))
	for i, g := range games {
		groups[i] = pflag.NewFlagSet(g.Name, pflag.ContinueOnError)
		groups[i].SortFlags = false
		for _, o := range f.Of(g) {
			groups[i].AddFlag(flagOf(o))
		}
	}
	usage, owner := cmd.UsageFunc(), cmd
	cmd.SetUsageFunc(func(cmd *cobra.Command) error {
		if cmd != owner { // a command below, which has no rules
			return usage(cmd)
		}
		hide := func(hidden bool) {
			for _, g := range groups {
				g.VisitAll(func(flag *pflag.Flag) { cmd.Flags().Lookup(flag.Name).Hidden = hidden })
			}
		}
		hide(true)
		defer hide(false)
		if err := usage(cmd); err != nil {
			return err
		}
		if cmd.Name() != "rules" {
			_, err := fmt.Fprint(cmd.OutOrStderr(), "\nFlags also set single rules, for example --seats 4: \"rummygym help rules\" lists these flags.\n")
			return err
		}
		for i, g := range games {
			fmt.Fprintf(cmd.OutOrStderr(), "\nRules of %s (defaults: those of the preset):\n%s", g.Title, groups[i].FlagUsagesWrapped(widthOf(Binary(cmd.Root())) /* that of cmd is a buffer */))
		}
		return nil
	})
}

// isRule reports whether a flag is an option of the rules.
func isRule(flag *pflag.Flag) bool {
	o := OptionOf(flag)
	return o != nil && rummygym.IsRule(o)
}
