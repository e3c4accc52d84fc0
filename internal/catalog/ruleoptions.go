package catalog

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rummygym/internal/options"
)

// RuleOptions choose the game and the rules of a table: a preset, and single options that
// change it. The zero value is ready for Options.
type RuleOptions struct {
	Only *GameType // the only game of the command, which then has no --game; nil: all games

	PresetName string // "": the default of the game
	Game       string // "": the default game

	chosen options.List // the options game and preset
	given  []ruleChange // options of rules, in the order in which they were set
}

// A ruleChange is one option as given on the command line.
type ruleChange struct{ name, text string }

// Options returns the options that choose the game and the rules. Options of rules with the same name
// are one.
func (f *RuleOptions) Options() (all options.List) {
	if f.Only == nil {
		all = options.List{gameOption(&f.Game)}
	}
	var presets []string
	for _, g := range f.Games() {
		presets = append(presets, fmt.Sprintf("%s (default %s): %s", g.Title, g.Presets[0], strings.Join(g.Presets, ", ")))
	}
	all = append(all, options.New(&f.PresetName, "preset", "preset rules to start from; "+strings.Join(presets, "; ")).In("Rules"))
	f.chosen = all[:len(all):len(all)]
	for _, g := range f.Games() {
		for _, o := range f.Of(g) {
			if all.Find(o.Name) == nil {
				all = append(all, o)
			}
		}
	}
	return all
}

// Of returns the options of the rules of one game.
func (f *RuleOptions) Of(g *GameType) (all options.List) {
	for _, o := range g.Defaults().Options() {
		all = append(all, options.New(&ruleValue{name: o.Name, kind: o.Type(), to: f}, o.Name, o.Doc))
	}
	return all
}

// Games returns the games that can be chosen.
func (f *RuleOptions) Games() []*GameType {
	if f.Only != nil {
		return []*GameType{f.Only}
	}
	return slices.Clone(games)
}

// GameType returns the chosen game.
func (f *RuleOptions) GameType() *GameType {
	if f.Only != nil {
		return f.Only
	}
	if g, err := GameByName(f.Game); err == nil {
		return g
	}
	return games[0]
}

// SetRules sets the flags as if every option of the rules r had been given.
func (f *RuleOptions) SetRules(r Rules) {
	f.Only, f.PresetName, f.given = r.Type(), "", nil
	for _, o := range r.Options() {
		f.given = append(f.given, ruleChange{o.Name, o.String()})
	}
}

// Given returns the names of the options that were given.
func (f *RuleOptions) Given() (names []string) {
	for _, o := range f.chosen {
		if o.Given {
			names = append(names, o.Name)
		}
	}
	for _, c := range f.given {
		names = append(names, c.name)
	}
	return names
}

// Preset returns the name of the preset: that of the flag, or the default of the game.
func (f *RuleOptions) Preset() string { return cmp.Or(f.PresetName, f.GameType().Presets[0]) }

// Rules returns the rules that the flags choose. It fails if a word or number is not
// allowed or the rules are not valid.
func (f *RuleOptions) Rules() (Rules, error) {
	g := f.GameType()
	r, err := g.Preset(f.Preset())
	if err != nil {
		return nil, fmt.Errorf("--preset: %w%s", err, g.Hint(func(o *GameType) bool { return slices.Contains(o.Presets, f.PresetName) }))
	}
	if err := f.change(r); err != nil {
		return nil, err
	}
	if err := r.Validate(); err != nil {
		var fit []string
		for _, name := range g.Presets {
			if r, err := g.Preset(name); err == nil && f.change(r) == nil && r.Validate() == nil {
				fit = append(fit, "--preset "+name)
			}
		}
		if len(fit) > 0 {
			err = fmt.Errorf("%w; these options fit %s", err, strings.Join(fit, ", "))
		}
		return nil, options.Usage(fmt.Errorf("rules: %w", err))
	}
	return r, nil
}

// change sets the given options of rules.
func (f *RuleOptions) change(r Rules) error {
	g, all := r.Type(), r.Options()
	for _, c := range f.given {
		o := all.Find(c.name)
		if o == nil {
			return fmt.Errorf("--%s is not an option of %s%s", c.name, g.Title, g.Hint(func(other *GameType) bool { return other.Defaults().Options().Find(c.name) != nil }))
		}
		if err := o.Set(c.text); err != nil {
			return fmt.Errorf("--%s: %w", c.name, err)
		}
	}
	return nil
}

// ruleValue is the flag value of an option. It records the given text.
type ruleValue struct {
	name, kind string
	to         *RuleOptions
	text       string
}

// String returns the text last set, "" if none was.
func (v *ruleValue) String() string { return v.text }

// Type returns the placeholder that the help shows for the value.
func (v *ruleValue) Type() string { return v.kind }

// JSON returns the text last set, nil if none was.
func (v *ruleValue) JSON() any {
	if v.text == "" {
		return nil
	}
	return v.text
}

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

// IsRule reports whether an option is one of rules of [RuleOptions].
func IsRule(o *options.Option) bool {
	_, ok := o.Value.(*ruleValue)
	return ok
}

// gameOption returns the option game, whose value is the name of a game, "" for the default.
func gameOption(game *string) *options.Option {
	return options.OneOf(game, GameNames(), "game", "game to play (default "+GameNames()[0]+")").In("Rules")
}

// RulesJSON returns the rules as one JSON object.
func RulesJSON(r Rules) json.RawMessage {
	b, err := r.MarshalJSON()
	if err != nil {
		panic("rummygym: rules are numbers and words: " + err.Error())
	}
	return b
}
