package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rummygym/env/game"
	"rummygym/internal/catalog"
	"rummygym/internal/options"
)

// Options gives a command the options of a struct as flags; see [options.Bind].
func Options(cmd *cobra.Command, to any) { AddOptions(cmd, options.Bind(to)...) }

// AddOptions gives a command the options as flags. Shells complete the words that a value can be.
func AddOptions(cmd *cobra.Command, list ...*options.Option) {
	for _, o := range list {
		cmd.Flags().AddFlag(flagOf(o))
		words := o.Words
		if words == nil && strings.Contains(o.Type(), "|") {
			words = strings.Split(o.Type(), "|")
		}
		if words != nil {
			_ = cmd.RegisterFlagCompletionFunc(o.Name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)) // fails for a flag that is not there
		}
	}
}

// HideRules leaves the options of rules out of the help of a command, which says where they are listed.
func HideRules(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if o := OptionOf(flag); o != nil && catalog.IsRule(o) {
			flag.Hidden = true
		}
	})
	cmd.Long += "\n\nFlags also set single rules, for example --seats 4: \"rummygym rules --help\" lists these flags."
}

// flagOf returns an option as a flag.
func flagOf(o *options.Option) *pflag.Flag {
	flag := &pflag.Flag{Name: o.Name, Usage: o.Doc, Value: o, DefValue: strings.TrimSuffix(o.Default, "[]"), NoOptDefVal: o.Bare}
	if s, ok := o.Value.(options.Slice); ok {
		flag.Value = listFlag{o, s}
	}
	return flag
}

// listFlag is the value of a flag of a list.
type listFlag struct {
	*options.Option
	slice options.Slice
}

func (f listFlag) GetSlice() []string           { return f.slice.GetSlice() }
func (f listFlag) Append(text string) error     { return f.slice.Append(text) }
func (f listFlag) Replace(texts []string) error { return f.slice.Replace(texts) }

// OptionOf returns the option behind a flag, nil for the flags of package cobra.
func OptionOf(flag *pflag.Flag) *options.Option {
	switch v := flag.Value.(type) {
	case *options.Option:
		return v
	case listFlag:
		return v.Option
	}
	return nil
}

// Game is the option game. The zero value is ready for Options.
type Game struct{ Format }

// Options returns the option.
func (f *Game) Options() options.List {
	f.Allowed = catalog.GameNames()
	return options.List{options.New(f, "game", "game to play (default "+f.Allowed[0]+")").In("Rules")}
}

// GameType returns the chosen game, or the default game without the flag.
func (f *Game) GameType() *catalog.GameType {
	if g, err := catalog.GameByName(f.Chosen); err == nil {
		return g
	}
	return catalog.Games()[0]
}

// Seat returns the option seat, of one seat from 0. Without it *seat is [game.NoPlayer], a value
// that the help leaves out: doc says what it means.
func Seat(seat *int, doc string) *options.Option {
	*seat = int(game.NoPlayer)
	o := options.New(seat, "seat", doc)
	o.Default = "0"
	return o
}
