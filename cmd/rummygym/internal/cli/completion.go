package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rummygym"
	"rummygym/agents/spec"
)

// agentFlags are the flags whose values are specs of agents.
var agentFlags = []string{"agents", "agent", "against", "eval-against", "slow", "anchor", "ztest", "chooser", "of", "start"}

// addCompletions makes shells complete the values of flags and the arguments of all commands below
// c: the words of formats and rules, presets, and agents with their options.
func addCompletions(c *cobra.Command) {
	for _, sub := range c.Commands() {
		addCompletions(sub)
	}
	c.Flags().VisitAll(func(flag *pflag.Flag) {
		if complete := completionOf(flag); complete != nil {
			_ = c.RegisterFlagCompletionFunc(flag.Name, complete) // an error if a command has its own
		}
	})
	if c.ValidArgsFunction != nil || c.HasSubCommands() {
		return
	}
	switch words := strings.Fields(c.Use); {
	case slices.ContainsFunc(words, func(w string) bool { return strings.Trim(w, "[].") == "AGENT" }):
		c.ValidArgsFunction = completeAgents
	case slices.ContainsFunc(words[1:], func(w string) bool { return strings.Contains(w, "DIR") || strings.Contains(w, "FILE") }):
	default:
		c.ValidArgsFunction = cobra.NoFileCompletions
	}
}

// completionOf returns the function that completes the values of a flag, nil for files.
func completionOf(flag *pflag.Flag) cobra.CompletionFunc {
	kind := flag.Value.Type()
	switch {
	case strings.Contains(kind, "|"):
		return cobra.FixedCompletions(strings.Split(kind, "|"), cobra.ShellCompDirectiveNoFileComp)
	case flag.Name == "preset":
		return completePresets
	case slices.Contains(agentFlags, flag.Name):
		return completeAgents
	case !strings.HasPrefix(kind, "string"):
		return cobra.NoFileCompletions
	}
	return nil
}

// gamesOf returns the game that the flag --game of a command chooses, or all games if the command
// has no such flag.
func gamesOf(cmd *cobra.Command) []*rummygym.GameType {
	flag := cmd.Flags().Lookup("game")
	if flag == nil {
		return rummygym.Games()
	}
	if g, err := rummygym.GameByName(flag.Value.String()); err == nil {
		return []*rummygym.GameType{g}
	}
	return rummygym.Games()[:1]
}

// completePresets completes the name of a preset.
func completePresets(cmd *cobra.Command, _ []string, _ string) (names []string, _ cobra.ShellCompDirective) {
	for _, g := range gamesOf(cmd) {
		names = append(names, g.Presets...)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completeAgents completes a spec of an agent, the last of several in a list: its name, the names
// of its options after a colon, and their values after an equals sign.
func completeAgents(cmd *cobra.Command, _ []string, text string) (specs []string, _ cobra.ShellCompDirective) {
	before, word := "", text
	if i := strings.LastIndexByte(text, ','); i > strings.LastIndexByte(text, '}') {
		before, word = text[:i+1], text[i+1:]
	}
	for _, g := range gamesOf(cmd) {
		for _, s := range completeSpec(g.Agents(), word) {
			specs = append(specs, before+s)
		}
	}
	return specs, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// completeSpec returns the specs that begin with the given text, each followed by a tab and what
// the last word of it means.
func completeSpec(list spec.List, text string) (specs []string) {
	name, _, options := strings.Cut(text, ":")
	if !options {
		for _, e := range list {
			specs = append(specs, e.Name+"\t"+e.Doc)
		}
		return specs
	}
	i := slices.IndexFunc(list, func(e spec.Entry) bool { return e.Name == name })
	if i < 0 {
		return nil
	}
	at := strings.LastIndexByte(text, ':') + 1
	option, _, values := strings.Cut(text[at:], "=")
	for _, o := range list[i].Options {
		switch {
		case !values:
			specs = append(specs, text[:at]+o.Name+"=\t"+o.Doc)
		case o.Name == option:
			for _, v := range o.Values {
				if !strings.ContainsAny(v, " .") { // a word, not the description of values
					specs = append(specs, text[:at]+option+"="+v)
				}
			}
		}
	}
	return specs
}
