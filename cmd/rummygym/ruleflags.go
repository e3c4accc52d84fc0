package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rummygym/cmd/internal/catalog"
)

// ruleFlags are the flags by which a command chooses the game and the rules of
// the table: a preset, and single options that change it. The zero value is ready
// for register.
type ruleFlags struct {
	only *catalog.Rummy // the one game of the command, which then has no --game; nil for all

	game  gameFlag
	named string       // of --preset, "" for the default of the game
	given []ruleChange // in the order of the command line
}

// A ruleChange is one option as the command line gave it.
type ruleChange struct{ name, text string }

// register adds the flags to a command. Those of the rules are shown apart from
// the others in its help, under the name of their game.
func (f *ruleFlags) register(cmd *cobra.Command) {
	fs, games := cmd.Flags(), f.games()
	if f.only == nil {
		f.game.register(fs)
	}
	var presets []string
	for _, g := range games {
		presets = append(presets, fmt.Sprintf("%s (default %s): %s", g.Title, g.Presets[0], strings.Join(g.Presets, ", ")))
	}
	fs.StringVar(&f.named, "preset", "", "rules to start from; "+strings.Join(presets, "; "))
	groups := make([]*pflag.FlagSet, len(games))
	for i, g := range games {
		groups[i] = pflag.NewFlagSet(g.Name, pflag.ContinueOnError)
		groups[i].SortFlags = false
		for _, o := range g.Defaults().Options() {
			value := &ruleValue{name: o.Name, kind: o.Kind(), to: f}
			groups[i].Var(value, o.Name, o.Doc)
			if fs.Lookup(o.Name) == nil { // options of the same name are one flag
				fs.Var(value, o.Name, o.Doc)
			}
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
		for i, g := range games {
			fmt.Fprintf(cmd.OutOrStderr(), "\nRules of %s, by default those of the preset:\n%s", g.Title, groups[i].FlagUsages())
		}
		return nil
	})
}

// games returns the games whose rules the flags choose.
func (f *ruleFlags) games() []*catalog.Rummy {
	if f.only != nil {
		return []*catalog.Rummy{f.only}
	}
	return catalog.Rummies()
}

// rummy returns the game that the flags ask for.
func (f *ruleFlags) rummy() *catalog.Rummy {
	if f.only != nil {
		return f.only
	}
	return f.game.rummy()
}

// take sets the flags as if they had asked for rules.
func (f *ruleFlags) take(r catalog.Rules) {
	f.only, f.named, f.given = r.Rummy(), "", nil
	for _, o := range r.Options() {
		f.given = append(f.given, ruleChange{o.Name, o.Text()})
	}
}

// preset returns the name of the rules that the flags start from.
func (f *ruleFlags) preset() string { return cmp.Or(f.named, f.rummy().Presets[0]) }

// rules returns the rules that the flags ask for, checked.
func (f *ruleFlags) rules() (catalog.Rules, error) {
	g := f.rummy()
	r, err := g.Preset(f.preset())
	if err != nil {
		return nil, fmt.Errorf("--preset: %w%s", err, g.Hint(func(o *catalog.Rummy) bool { return slices.Contains(o.Presets, f.named) }))
	}
	options := r.Options()
	for _, c := range f.given {
		named := func(o catalog.Option) bool { return o.Name == c.name }
		i := slices.IndexFunc(options, named)
		if i < 0 {
			return nil, fmt.Errorf("--%s is no option of %s%s", c.name, g.Title, g.Hint(func(o *catalog.Rummy) bool { return slices.ContainsFunc(o.Defaults().Options(), named) }))
		}
		v, err := options[i].Parse(c.text)
		if err != nil {
			return nil, fmt.Errorf("--%s: %w", c.name, err)
		}
		options[i].Set(v)
	}
	if err := r.Validate(); err != nil {
		return nil, fmt.Errorf("rules: %w", err)
	}
	return r, nil
}

// ruleValue is the value of the flag of an option. It notes what is given.
type ruleValue struct {
	name, kind string
	to         *ruleFlags
	text       string
}

// String returns the text last set, "" before.
func (v *ruleValue) String() string { return v.text }

// Type returns what the help shows for the value.
func (v *ruleValue) Type() string { return v.kind }

// Set notes the text of the command line. What it may be depends on the game,
// which need not be known yet.
func (v *ruleValue) Set(text string) error {
	if text == "" {
		return errors.New("it has no value")
	}
	v.text = text
	v.to.given = append(v.to.given, ruleChange{v.name, text})
	return nil
}
