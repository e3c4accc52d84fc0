package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rummygym/env/indian"
)

// defaultPreset is the preset that --preset starts from.
const defaultPreset = "paper"

// A ruleFlag is one option of [indian.Rules] as a flag: its name, what it says
// of itself, and how its text changes the rules.
type ruleFlag struct {
	name, doc string
	kind      string // "int", or the words that are allowed, parted by "|"
	set       func(*indian.Rules, int)
	get       func(indian.Rules) int
}

// ruleTable lists the options of the rules in the order of the struct.
var ruleTable = []ruleFlag{
	number("seats", "players, 2 to 6", func(r *indian.Rules) *int { return &r.Seats }),
	number("packs", "packs of 52 cards, 1 to 3", func(r *indian.Rules) *int { return &r.Packs }),
	number("jokers", "printed jokers in the whole deck, 0 to 8", func(r *indian.Rules) *int { return &r.Jokers }),
	number("hand-size", "cards dealt to each player and declared, 13 or 10", func(r *indian.Rules) *int { return &r.HandSize }),
	number("first-drop", "points paid for a drop at one's first turn", func(r *indian.Rules) *int { return &r.FirstDrop }),
	number("middle-drop", "points paid for a later drop", func(r *indian.Rules) *int { return &r.MiddleDrop }),
	number("cap", "most points that a hand or a wrong declaration costs", func(r *indian.Rules) *int { return &r.Cap }),
	number("max-rounds", "rounds after which the lower MinScore wins", func(r *indian.Rules) *int { return &r.MaxRounds }),
	choice("dealing", "order of the deal", indian.Blocks, func(r *indian.Rules) *indian.Dealing { return &r.Dealing }),
	choice("wildcard", "the card that names the wild rank; a printed joker makes aces wild, or is passed over", indian.NextNatural, func(r *indian.Rules) *indian.Wildcard { return &r.Wildcard }),
	choice("recycling", "what becomes a new closed deck: the pile but its top, all of it, or nothing", indian.NoRecycling, func(r *indian.Rules) *indian.Recycling { return &r.Recycling }),
	choice("counting", "how turns make rounds", indian.HalfTurns, func(r *indian.Rules) *indian.Counting { return &r.Counting }),
	choice("relief", "what a loser pays who has had no turn yet", indian.NoRelief, func(r *indian.Rules) *indian.Relief { return &r.Relief }),
	choice("taking", "what may be drawn from the open pile", indian.TakeNoJokers, func(r *indian.Rules) *indian.Taking { return &r.Taking }),
	choice("throwing-back", "whether the card just taken from the pile may be thrown", indian.ThrowBackForbidden, func(r *indian.Rules) *indian.ThrowingBack { return &r.ThrowingBack }),
	choice("declaring", "which declarations are legal actions", indian.AnyCards, func(r *indian.Rules) *indian.Declaring { return &r.Declaring }),
}

// number returns the flag of a rule that is a count or an amount.
func number(name, doc string, field func(*indian.Rules) *int) ruleFlag {
	return ruleFlag{
		name: name, doc: doc, kind: "int",
		set: func(r *indian.Rules, v int) { *field(r) = v },
		get: func(r indian.Rules) int { return *field(&r) },
	}
}

// choice returns the flag of a rule that is one of some words: those of the
// constants from 0 to last.
func choice[T interface {
	~uint8
	fmt.Stringer
}](name, doc string, last T, field func(*indian.Rules) *T) ruleFlag {
	var words []string
	for v := range last + 1 {
		words = append(words, v.String())
	}
	return ruleFlag{
		name: name, doc: doc, kind: strings.Join(words, "|"),
		set: func(r *indian.Rules, v int) { *field(r) = T(v) },
		get: func(r indian.Rules) int { return int(*field(&r)) },
	}
}

// parse returns the value that text stands for.
func (f ruleFlag) parse(text string) (int, error) {
	if f.kind == "int" {
		v, err := strconv.Atoi(text)
		if err != nil {
			return 0, fmt.Errorf("%q is not a whole number", text)
		}
		return v, nil
	}
	for i, w := range strings.Split(f.kind, "|") {
		if w == text {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%q is not known: want %s", text, strings.ReplaceAll(f.kind, "|", " or "))
}

// text returns the flag's value in the rules r as parse reads it.
func (f ruleFlag) text(r indian.Rules) string {
	v := f.get(r)
	if words := strings.Split(f.kind, "|"); f.kind != "int" && v < len(words) {
		return words[v]
	}
	return strconv.Itoa(v)
}

// ruleFlags are the flags by which a command chooses the rules of the table: a
// preset, and single options that change it. The zero value is ready for
// register.
type ruleFlags struct {
	preset string
	given  []ruleChange // in the order of the command line
}

// A ruleChange is one option as the command line gave it.
type ruleChange struct {
	flag  ruleFlag
	value int
}

// register adds the flags to fs.
func (f *ruleFlags) register(fs *pflag.FlagSet) {
	fs.StringVar(&f.preset, "preset", defaultPreset, "rules to start from: "+strings.Join(indian.PresetNames(), ", "))
	for _, r := range ruleTable {
		fs.Var(&ruleValue{flag: r, to: f}, r.name, r.doc+" (default: the preset's)")
	}
}

// rules returns the rules that the flags ask for, checked.
func (f *ruleFlags) rules() (indian.Rules, error) {
	r, err := indian.Preset(f.preset)
	if err != nil {
		return indian.Rules{}, fmt.Errorf("--preset: %w", err)
	}
	for _, c := range f.given {
		c.flag.set(&r, c.value)
	}
	if err := r.Validate(); err != nil {
		return indian.Rules{}, fmt.Errorf("rules: %w", err)
	}
	return r, nil
}

// ruleValue makes a ruleFlag a pflag.Value that notes changes in to.
type ruleValue struct {
	flag ruleFlag
	to   *ruleFlags
	text string
}

// String returns the text last set, "" before.
func (v *ruleValue) String() string { return v.text }

// Type returns what the help shows for the value.
func (v *ruleValue) Type() string { return v.flag.kind }

// Set reads the text of the command line.
func (v *ruleValue) Set(text string) error {
	n, err := v.flag.parse(text)
	if err != nil {
		return err
	}
	v.text = text
	v.to.given = append(v.to.given, ruleChange{v.flag, n})
	return nil
}

// newRulesCommand returns the command that prints rules.
func newRulesCommand() *cobra.Command {
	var flags ruleFlags
	format := formatFlag{allowed: []string{"text", "json", "markdown"}}
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "Print the rules that --preset and the flags beside it make",
		Long: `rules prints every option of the rules as the flags leave it, with the words and
numbers that it may have. The same flags choose the rules of tournament, collect
and bench. As markdown it prints all presets side by side.`,
		Example: `  rummygym rules --preset club --seats 4
  rummygym rules --preset released --format json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, err := flags.rules()
			if err != nil {
				return err
			}
			return printRules(cmd.OutOrStdout(), r, format.value())
		},
	}
	flags.register(cmd.Flags())
	format.register(cmd.Flags())
	return cmd
}

// printRules writes the rules r as a table for reading, as one JSON object, or
// as the markdown table of all presets.
func printRules(w io.Writer, r indian.Rules, format string) error {
	switch format {
	case "json":
		fields := make(map[string]any, len(ruleTable)) // written in the order of its keys
		for _, f := range ruleTable {
			if f.kind == "int" {
				fields[f.name] = f.get(r)
			} else {
				fields[f.name] = f.text(r)
			}
		}
		return json.NewEncoder(w).Encode(fields)
	case "markdown":
		_, err := io.WriteString(w, presetTable())
		return err
	}
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, f := range ruleTable {
		fmt.Fprintf(tab, "--%s\t%s\t%s\n", f.name, f.text(r), f.help())
	}
	return tab.Flush()
}

// help returns what the option means and which words it may have.
func (f ruleFlag) help() string {
	if f.kind == "int" {
		return f.doc
	}
	return f.doc + ": " + strings.ReplaceAll(f.kind, "|", " or ")
}

// presetTable returns all options of all presets as a markdown table.
func presetTable() string {
	var head, line, body strings.Builder
	head.WriteString("| option |")
	line.WriteString("|---|")
	var presets []indian.Rules
	for _, name := range indian.PresetNames() {
		r, err := indian.Preset(name)
		if err != nil {
			panic("rummygym: a listed preset is unknown: " + err.Error())
		}
		presets = append(presets, r)
		fmt.Fprintf(&head, " `%s` |", name)
		line.WriteString("---|")
	}
	for _, f := range ruleTable {
		fmt.Fprintf(&body, "| `--%s` |", f.name)
		for _, r := range presets {
			fmt.Fprintf(&body, " %s |", f.text(r))
		}
		fmt.Fprintf(&body, " %s |\n", f.help())
	}
	return head.String() + " meaning |\n" + line.String() + "---|\n" + body.String()
}
