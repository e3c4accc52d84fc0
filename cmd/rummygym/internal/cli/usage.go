package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rummygym/internal/agents/spec"
	"rummygym/internal/options"
	"rummygym/internal/safefile"
)

// Usage is [options.Usage]: an error of the command line, with which the program ends with exit status
// 2. An error whose text begins with the name of a flag, or with agent "SPEC", is one anyway, and an
// error of a file never is.
func Usage(err error) error { return options.Usage(err) }

// FileFault is [options.FileFault]: an error of a file, with which the program ends with exit status 1.
func FileFault(err error) error { return options.FileFault(err) }

// isUsage reports whether err is of the command line. The spec of an outside program is right even
// if the program fails, and that of a network even if its file is missing.
func isUsage(err error) bool {
	if errors.As(err, new(options.FileError)) || errors.As(err, new(*fs.PathError)) || errors.As(err, new(*spec.UnavailableError)) ||
		errors.Is(err, safefile.ErrDamaged) || errors.Is(err, safefile.ErrUnreadable) {
		return false
	}
	text := err.Error()
	return errors.As(err, new(options.UsageError)) || strings.HasPrefix(text, "--") || strings.HasPrefix(text, `agent "`)
}

// prepare makes c and the commands below it check the values of their options before they run, and
// set started when they do. A command without Args takes none. A command without a function has
// only subcommands: it prints its help, or the version if it has [VersionFlag].
func prepare(c *cobra.Command, started *bool) {
	for _, sub := range c.Commands() {
		prepare(sub, started)
	}
	check := c.Args
	if check == nil {
		check = cobra.NoArgs
	}
	c.Args = func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return fmt.Errorf("%w: want %q", err, cmd.UseLine())
		}
		return nil
	}
	switch run := c.RunE; {
	case run != nil:
		c.RunE = func(cmd *cobra.Command, args []string) error {
			if err := checkValues(cmd, args); err != nil {
				return Usage(err)
			}
			*started = true
			return run(cmd, args)
		}
	case c.Run == nil:
		c.Args = subcommand
		c.RunE = func(cmd *cobra.Command, _ []string) error {
			if asked, err := cmd.Flags().GetBool(VersionFlag); err != nil || !asked {
				return cmd.Help()
			}
			_, err := fmt.Fprintln(cmd.OutOrStdout(), ThisBuild())
			return err
		}
	}
}

// subcommand returns an error for a word that names no subcommand.
func subcommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range cmd.Commands() {
		if !sub.Hidden {
			names = append(names, sub.Name())
		}
	}
	return fmt.Errorf("%q has no command %q%s: %q lists the commands", cmd.CommandPath(), args[0], options.Suggest(args[0], names), cmd.CommandPath()+" --help")
}

// checkValues returns an error for the first option whose value no command can mean, for a file in
// place of a folder, and for the first argument that is the address of a place that is not on this
// machine. Commands check the rest.
func checkValues(cmd *cobra.Command, args []string) (err error) {
	var all options.List
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		o := OptionOf(flag)
		if o == nil {
			return
		}
		all = append(all, o)
		if info, failed := os.Stat(o.String()); err == nil && o.Folder && failed == nil && !info.IsDir() {
			err = options.FileFault(fmt.Errorf("--%s: %s is a file: want a folder", o.Name, o))
		}
	})
	if err != nil {
		return err
	}
	for _, word := range args {
		if err := options.CheckPath(word); err != nil {
			return err
		}
	}
	return all.Check()
}

// flagError returns an error of parsing flags in words for users.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "":
		var names []string
		cmd.Flags().VisitAll(func(flag *pflag.Flag) { names = append(names, flag.Name) })
		name := unknown.GetSpecifiedName()
		return fmt.Errorf("%q has no flag --%s%s: %q lists the flags", cmd.CommandPath(), name, options.Suggest(name, names), cmd.CommandPath()+" --help")
	case errors.As(err, &missing) && OptionOf(missing.GetFlag()) != nil:
		want := strings.ReplaceAll(OptionOf(missing.GetFlag()).Wanted(), "`", "") // which name a value in the help
		return fmt.Errorf("--%s has no value: want %s", missing.GetFlag().Name, want)
	case errors.As(err, &invalid) && OptionOf(invalid.GetFlag()) != nil:
		return OptionOf(invalid.GetFlag()).Refused("--"+invalid.GetFlag().Name, invalid.GetValue(), invalid.Unwrap())
	}
	return err
}
