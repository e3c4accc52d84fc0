package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rummygym"
	"rummygym/env/game"
	"rummygym/options"
)

// Options gives a command the options of a struct as flags; see [options.Bind].
func Options(cmd *cobra.Command, to any) { AddOptions(cmd, options.Bind(to)...) }

// AddOptions gives a command the options as flags.
func AddOptions(cmd *cobra.Command, list ...*options.Option) {
	for _, o := range list {
		cmd.Flags().AddFlag(flagOf(o))
		if o.Required {
			if err := cmd.MarkFlagRequired(o.Name); err != nil {
				panic("rummygym: " + err.Error())
			}
		}
	}
}

// flagOf returns an option as a flag.
func flagOf(o *options.Option) *pflag.Flag {
	flag := &pflag.Flag{Name: o.Name, Shorthand: o.Short, Usage: o.Doc, Value: o, DefValue: o.Default, NoOptDefVal: o.Bare}
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

// wanted describes the values that a flag takes.
func wanted(flag *pflag.Flag) string {
	if o := OptionOf(flag); o != nil {
		return o.Wanted()
	}
	return flag.Usage
}

// checkFlags returns an error for the first flag given whose value no command can mean; see
// [options.Option.Check]. Commands check the rest.
func checkFlags(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		o := OptionOf(flag)
		if err != nil || o == nil {
			return
		}
		if err = o.Check(); err != nil || o.Complete != options.Folders {
			return
		}
		if info, statErr := os.Stat(o.String()); statErr == nil && !info.IsDir() {
			err = options.FileFault(fmt.Errorf("--%s: %s is a file: want a folder", o.Name, o))
		}
	})
	return err
}

// checkArguments returns an error for the first argument that is the address of a place that is
// not on this machine.
func checkArguments(args []string) error {
	for _, v := range args {
		if err := options.CheckPath(v); err != nil {
			return err
		}
	}
	return nil
}

// Game is the option game. The zero value is ready for Options.
type Game struct{ Format }

// Options returns the option.
func (f *Game) Options() options.List {
	f.Allowed = rummygym.GameNames()
	return options.List{options.New(f, "game", "game to play (default "+f.Allowed[0]+")").In("Rules")}
}

// GameType returns the chosen game, or the default game without the flag.
func (f *Game) GameType() *rummygym.GameType {
	if g, err := rummygym.GameByName(f.Chosen); err == nil {
		return g
	}
	return rummygym.Games()[0]
}

// Seat returns the option seat, of one seat from 0. Without it *seat is [game.NoPlayer], a value
// that the help leaves out: doc says what it means.
func Seat(seat *int, doc string) *options.Option {
	*seat = int(game.NoPlayer)
	o := options.New(seat, "seat", doc)
	o.Default = "0"
	return o
}
