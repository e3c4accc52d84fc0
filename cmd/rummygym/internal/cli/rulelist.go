package cli

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rummygym"
)

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
	usage := cmd.UsageFunc()
	cmd.SetUsageFunc(func(cmd *cobra.Command) error {
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
			_, err := fmt.Fprint(cmd.OutOrStderr(), "\nSingle rules are flags too, such as --seats 4: \"rummygym help rules\" lists them.\n")
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
