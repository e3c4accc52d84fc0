package cli

import (
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rummygym"
	"rummygym/agents/learned"
	"rummygym/agents/spec"
	"rummygym/datasets"
	"rummygym/options"
)

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

// Bash replaces only what follows the last of its word breaks. The script of cobra cuts what stands before
// a colon and then what stands before an equals sign, which fails for words with both, such as
// min-dist:drop=off.
const (
	cobraCuts = `    __rummygym_handle_special_char "$cur" :
    __rummygym_handle_special_char "$cur" =
`
	ourCut  = "    __rummygym_cut \"$cur\"\n"
	cutWord = `
__rummygym_cut()
{
    local breaks='' i=${#COMPREPLY[*]}
    [[ $COMP_WORDBREAKS == *:* ]] && breaks+=:
    [[ $COMP_WORDBREAKS == *=* ]] && breaks+==
    [[ -n $breaks ]] || return 0
    local word=${1%"${1##*[$breaks]}"}
    while ((--i >= 0)); do
        COMPREPLY[i]=${COMPREPLY[i]#"$word"}
    done
}
`
)

// completeBash makes "completion bash" print a script that completes options of agents.
func completeBash(root *cobra.Command) {
	bash, _, err := root.Find([]string{"completion", "bash"})
	if err != nil || bash.Name() != "bash" {
		return
	}
	bash.RunE = func(cmd *cobra.Command, _ []string) error {
		brief, err := cmd.Flags().GetBool("no-descriptions")
		if err != nil {
			return err
		}
		var script strings.Builder
		if err := root.GenBashCompletionV2(&script, !brief); err != nil {
			return err
		}
		_, err = io.WriteString(cmd.OutOrStdout(), strings.Replace(script.String(), cobraCuts, ourCut, 1)+cutWord)
		return err
	}
}

// completionOf returns the function that completes the values of a flag, nil for files.
func completionOf(flag *pflag.Flag) cobra.CompletionFunc {
	o := OptionOf(flag)
	if o == nil {
		return cobra.NoFileCompletions
	}
	switch kind := o.Type(); {
	case strings.Contains(kind, "|"):
		return cobra.FixedCompletions(strings.Split(kind, "|"), cobra.ShellCompDirectiveNoFileComp)
	case o.Words != nil:
		return cobra.FixedCompletions(o.Words, cobra.ShellCompDirectiveDefault)
	case o.Complete == options.PresetNames:
		return completePresets
	case o.Complete == options.Agents:
		return completeAgents
	case o.Complete == options.Episodes:
		return completeEpisodes
	case o.Complete == options.AgentOptions:
		return completeOptions
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

// completeEpisodes completes the number of an episode of the dataset that the first argument names. Of
// many episodes it lists those with one more digit.
func completeEpisodes(_ *cobra.Command, args []string, text string) (numbers []string, _ cobra.ShellCompDirective) {
	const most = 100
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	d, err := datasets.Open(args[0])
	if err != nil || len(d.Manifest.Shards) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	for _, s := range d.Manifest.Shards {
		for n := s.First; n < s.First+s.Episodes; n++ {
			number := strconv.FormatInt(n, 10)
			if strings.HasPrefix(number, text) && (d.Manifest.Episodes <= most || len(number) <= len(text)+1) {
				numbers = append(numbers, number)
			}
		}
	}
	return numbers, cobra.ShellCompDirectiveNoFileComp
}

// completeOptions completes the name of an option of the agent that the first argument names, the last
// of several in a list.
func completeOptions(cmd *cobra.Command, args []string, text string) (names []string, _ cobra.ShellCompDirective) {
	before := text[:strings.LastIndexByte(text, ',')+1]
	for _, g := range gamesOf(cmd) {
		for _, e := range g.Agents() {
			if len(args) > 0 && e.Is(args[0]) {
				for _, o := range e.Options {
					names = append(names, before+o.Name+"\t"+o.Doc)
				}
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// weight matches the weight of an opponent, as in 2:min-dist.
var weight = regexp.MustCompile(`^[0-9.]+:`)

// completeAgents completes a spec of an agent, the last of several in a list: its name, the names
// of its options after a colon, and their values after an equals sign. It may have a weight.
func completeAgents(cmd *cobra.Command, _ []string, text string) (specs []string, _ cobra.ShellCompDirective) {
	before, word := "", text
	if i := strings.LastIndexByte(text, ','); i > strings.LastIndexByte(text, '}') {
		before, word = text[:i+1], text[i+1:]
	}
	share := weight.FindString(word)
	before, word = before+share, word[len(share):]
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
	if i := strings.LastIndexByte(text, '{') + 1; i > 0 && !strings.Contains(text[i:], "}") { // an agent within an option
		for _, s := range completeSpec(list, text[i:]) {
			specs = append(specs, text[:i]+s)
		}
		return specs
	}
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
	if learned.Is(text) && !strings.Contains(text[len(name)+1:], ":") {
		return []string{name + ":" + learned.Standard + "\tthe built-in network"}
	}
	at := strings.LastIndexByte(text, ':') + 1
	option, _, values := strings.Cut(text[at:], "=")
	for _, o := range list[i].Options {
		switch {
		case !values:
			specs = append(specs, text[:at]+o.Name+"=\t"+o.Doc)
		case o.Name == option:
			if slices.Equal(o.Values, []string{"an agent"}) {
				for _, e := range list {
					specs = append(specs, text[:at]+option+"="+e.Name+"\t"+e.Doc)
				}
			}
			for _, v := range o.Values {
				if !strings.ContainsAny(v, " .") { // a word, not the description of values
					specs = append(specs, text[:at]+option+"="+v)
				}
			}
		}
	}
	return specs
}
