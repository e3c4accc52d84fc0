package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rummygym"
	"rummygym/options"
)

// RuleFlags holds the flags that choose the game and the rules of the table: a preset,
// and single options that change it. The zero value is ready for Register.
type RuleFlags struct {
	Only *rummygym.GameType // the only game of the command, which then has no --game; nil: all games

	game       Game
	PresetName string       // value of --preset; "": the default of the game
	given      []ruleChange // options, in the order of the command line
}

// A ruleChange is one option as given on the command line.
type ruleChange struct{ name, text string }

// Options returns the options that choose the game and the rules. Options of rules with the same name
// are one.
func (f *RuleFlags) Options() (all options.List) {
	if f.Only == nil {
		all = f.game.Options()
	}
	var presets []string
	for _, g := range f.games() {
		presets = append(presets, fmt.Sprintf("%s (default %s): %s", g.Title, g.Presets[0], strings.Join(g.Presets, ", ")))
	}
	all = append(all, options.New(&f.PresetName, "preset", "preset rules to start from; "+strings.Join(presets, "; ")).In("Rules").Completes(options.PresetNames))
	for _, g := range f.games() {
		for _, o := range f.rulesOf(g) {
			if all.Find(o.Name) == nil {
				all = append(all, o)
			}
		}
	}
	return all
}

// rulesOf returns the options of the rules of a game.
func (f *RuleFlags) rulesOf(g *rummygym.GameType) (all options.List) {
	for _, o := range g.Defaults().Options() {
		all = append(all, options.New(&ruleValue{name: o.Name, kind: o.Type(), to: f}, o.Name, o.Doc))
	}
	return all
}

// List makes the help of the command rules list the options of the rules, by game, and that of other commands
// say so.
func (f *RuleFlags) List(cmd *cobra.Command) {
	games := f.games()
	groups := make([]*pflag.FlagSet, len(games))
	for i, g := range games {
		groups[i] = pflag.NewFlagSet(g.Name, pflag.ContinueOnError)
		groups[i].SortFlags = false
		for _, o := range f.rulesOf(g) {
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

// games returns the games that the flags can choose.
func (f *RuleFlags) games() []*rummygym.GameType {
	if f.Only != nil {
		return []*rummygym.GameType{f.Only}
	}
	return rummygym.Games()
}

// GameType returns the chosen game.
func (f *RuleFlags) GameType() *rummygym.GameType {
	if f.Only != nil {
		return f.Only
	}
	return f.game.GameType()
}

// SetRules sets the flags as if every option of the rules r had been given.
func (f *RuleFlags) SetRules(r rummygym.Rules) {
	f.Only, f.PresetName, f.given = r.Type(), "", nil
	for _, o := range r.Options() {
		f.given = append(f.given, ruleChange{o.Name, o.String()})
	}
}

// Given returns the names of the flags of the rules that the command line of cmd has.
func (f *RuleFlags) Given(cmd *cobra.Command) (names []string) {
	for _, name := range []string{"game", "preset"} {
		if cmd.Flags().Changed(name) {
			names = append(names, name)
		}
	}
	for _, c := range f.given {
		names = append(names, c.name)
	}
	return names
}

// Preset returns the name of the preset: that of the flag, or the default of the game.
func (f *RuleFlags) Preset() string { return cmp.Or(f.PresetName, f.GameType().Presets[0]) }

// Rules returns the rules that the flags choose. It fails if a word or number is not
// allowed or the rules are not valid.
func (f *RuleFlags) Rules() (rummygym.Rules, error) {
	g := f.GameType()
	r, err := g.Preset(f.Preset())
	if err != nil {
		return nil, fmt.Errorf("--preset: %w%s", err, g.Hint(func(o *rummygym.GameType) bool { return slices.Contains(o.Presets, f.PresetName) }))
	}
	all := r.Options()
	for _, c := range f.given {
		o := all.Find(c.name)
		if o == nil {
			return nil, fmt.Errorf("--%s is not an option of %s%s", c.name, g.Title, g.Hint(func(other *rummygym.GameType) bool { return other.Defaults().Options().Find(c.name) != nil }))
		}
		if err := o.Set(c.text); err != nil {
			return nil, fmt.Errorf("--%s: %w", c.name, err)
		}
	}
	if err := r.Validate(); err != nil {
		return nil, Usage(fmt.Errorf("rules: %w", err))
	}
	return r, nil
}

// isRule reports whether a flag is an option of the rules.
func isRule(flag *pflag.Flag) bool {
	o := OptionOf(flag)
	if o == nil {
		return false
	}
	_, ok := o.Value.(*ruleValue)
	return ok
}

// ruleValue is the flag value of an option. It records the given text.
type ruleValue struct {
	name, kind string
	to         *RuleFlags
	text       string
}

// String returns the text last set, "" if none was.
func (v *ruleValue) String() string { return v.text }

// Type returns the placeholder that the help shows for the value.
func (v *ruleValue) Type() string { return v.kind }

// Set records the text given on the command line. Rules checks it later, because the
// allowed values depend on the game, which may not be known yet.
func (v *ruleValue) Set(text string) error {
	if text == "" {
		return errors.New("it has no value")
	}
	v.text = text
	v.to.given = append(v.to.given, ruleChange{v.name, text})
	return nil
}
