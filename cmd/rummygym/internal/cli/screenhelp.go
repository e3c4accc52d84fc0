package cli

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// screen is the maximum number of lines of a help text that --help prints whole.
const screen = 45

// shortenHelp makes --help print a help text of more than a screen in short: what the command does, its
// examples, and the flags in them. "help COMMAND" prints it whole.
func shortenHelp(root *cobra.Command, args []string, columns int) {
	if c, _, err := root.Find(args); err == nil && c.Name() == "help" {
		return
	}
	whole := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, words []string) {
		var text strings.Builder
		out := cmd.OutOrStdout()
		cmd.SetOut(&text)
		whole(cmd, words)
		cmd.SetOut(out)
		if strings.Count(text.String(), "\n") > screen {
			text.Reset()
			shortHelp(&text, cmd, columns)
		}
		_, _ = io.WriteString(out, text.String()) // as cobra does
	})
}

// shortHelp writes the short help of a command in lines that fit columns; 0 is any width.
func shortHelp(w io.Writer, cmd *cobra.Command, columns int) {
	paragraph := func(text string) {
		if columns > 0 {
			text = reflow(text, columns)
		}
		fmt.Fprintln(w, text)
	}
	about, _, _ := strings.Cut(cmd.Long, "\n\n")
	paragraph(about)
	use := cmd.UseLine()
	if cmd.HasAvailableSubCommands() {
		use = cmd.CommandPath() + " COMMAND"
	}
	fmt.Fprintf(w, "\nUsage:\n  %s\n", use)
	if cmd.HasAvailableSubCommands() {
		listCommands(w, cmd, columns)
		fmt.Fprintln(w)
		paragraph(fmt.Sprintf("%q describes a command. %q says more.", cmd.CommandPath()+" COMMAND --help", helpOf(cmd)))
		return
	}
	fmt.Fprintln(w, "\nExamples:")
	paragraph(cmd.Example)
	flags, all, rules := exampleFlags(cmd)
	if text := strings.TrimRight(flags.FlagUsagesWrapped(columns), " \n"); text != "" {
		fmt.Fprintf(w, "\nFlags of the examples:\n%s\n", text)
	}
	fmt.Fprintln(w)
	more := fmt.Sprintf("%q says more, and lists all %d flags.", helpOf(cmd), all)
	if rules {
		more += fmt.Sprintf(" Flags also set single rules, for example --seats 4: \"%s help rules\" lists these flags.", cmd.Root().Name())
	}
	paragraph(more)
}

// helpOf returns the command line that prints the whole help of a command.
func helpOf(cmd *cobra.Command) string {
	root := cmd.Root().Name()
	return root + " help" + strings.TrimPrefix(cmd.CommandPath(), root)
}

// listCommands writes the commands below a command, by groups.
func listCommands(w io.Writer, cmd *cobra.Command, columns int) {
	groups := cmd.Groups()
	if !cmd.AllChildCommandsHaveGroup() {
		groups = append(groups, &cobra.Group{Title: "Commands:"})
	}
	for _, g := range groups {
		fmt.Fprintf(w, "\n%s\n", g.Title)
		for _, c := range cmd.Commands() {
			if c.GroupID == g.ID && (c.IsAvailableCommand() || c.Name() == "help") {
				line := fmt.Sprintf("  %-*s %s", c.NamePadding(), c.Name(), c.Short)
				if columns > 0 {
					line = wrap(line, columns, 3+c.NamePadding())
				}
				fmt.Fprintln(w, line)
			}
		}
	}
}

// clauseEnd matches the end of the first clause of a usage.
var clauseEnd = regexp.MustCompile(`[;:] `)

// flagName matches the name of a flag in the text of a command line.
var flagName = regexp.MustCompile(`(?:^|[\s\[])--([a-z][a-z-]*)`)

// exampleFlags returns the flags that the examples of a command or its usage line have, each with the
// first clause of its usage, and the number of all flags. The options of rules are not among them; rules
// reports whether there are any.
func exampleFlags(cmd *cobra.Command) (flags *pflag.FlagSet, all int, rules bool) {
	named := map[string]bool{}
	for _, match := range flagName.FindAllStringSubmatch(cmd.Use+"\n"+cmd.Example, -1) {
		named[match[1]] = true
	}
	flags = pflag.NewFlagSet("", pflag.ContinueOnError)
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if rule := isRule(f); rule || f.Hidden {
			rules = rules || rule
			return
		}
		all++
		if named[f.Name] {
			brief := shownFlag(f)
			brief.Usage = clauseEnd.Split(f.Usage, 2)[0]
			flags.AddFlag(brief)
		}
	})
	return flags, all, rules
}
