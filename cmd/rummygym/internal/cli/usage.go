package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rummygym/agents/spec"
	"rummygym/internal/safefile"
	"rummygym/options"
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

// prepare makes the commands below root check their arguments and flags. Commands without a
// function Args of their own, or with one of cobra, take the arguments that their Use line names. For a command line of a shell that asks
// for completions it adds these.
func prepare(root *cobra.Command, args []string) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	completeBash(root)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		addCompletions(root)
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return Usage(flagError(cmd, err)) })
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		if c.Name() == "help" {
			return
		}
		args, before := c.Args, c.PreRunE
		if args == nil || strings.HasPrefix(runtime.FuncForPC(reflect.ValueOf(args).Pointer()).Name(), "github.com/spf13/cobra.") {
			args = countArguments
		}
		c.Args = func(cmd *cobra.Command, words []string) error {
			err := args(cmd, words)
			if err == nil {
				err = errors.Join(checkArguments(words), checkFlags(cmd))
			}
			return Usage(err)
		}
		c.PreRunE = func(cmd *cobra.Command, words []string) error {
			if before != nil {
				if err := before(cmd, words); err != nil {
					return err
				}
			}
			return Usage(cmp.Or(checkRequired(cmd), checkExclusive(cmd)))
		}
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	for _, c := range root.Commands() {
		visit(c)
	}
}

// checkCommands returns an error if args name a command or a topic of the help that does not
// exist.
func checkCommands(root *cobra.Command, args []string) error {
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return nil
	}
	cmd, rest, err := root.Find(args)
	if err != nil {
		cmd, rest = root, slices.DeleteFunc(slices.Clone(args), func(word string) bool { return strings.HasPrefix(word, "-") })
	}
	if cmd.Name() == "help" && cmd.Parent() == root {
		of, more, err := root.Find(rest)
		if err == nil && !of.HasSubCommands() && len(more) > 0 && !strings.HasPrefix(more[0], "-") {
			return Usage(fmt.Errorf("%q has no command %q: want \"%s help%s\"", of.CommandPath(), more[0], root.Name(), strings.TrimPrefix(of.CommandPath(), root.Name())))
		}
		return checkCommands(root, rest)
	}
	if !cmd.HasSubCommands() || len(rest) == 0 || strings.HasPrefix(rest[0], "-") {
		return nil
	}
	var names []string
	for _, sub := range cmd.Commands() {
		if !sub.Hidden {
			names = append(names, sub.Name())
		}
	}
	return Usage(fmt.Errorf("%q has no command %q%s: %q lists the commands", cmd.CommandPath(), rest[0], options.Suggest(rest[0], names), cmd.CommandPath()+" --help"))
}

// checkValues returns an error for the first flag without a value whose place another flag has taken, as in
// "--final --out DIR". A value that looks like a flag follows an equals sign.
func checkValues(root *cobra.Command, args []string) error {
	cmd, rest, err := root.Find(args)
	if err != nil {
		return nil // checkCommands tells
	}
	flagOf := func(word string) *pflag.Flag {
		name, ok := strings.CutPrefix(word, "--")
		if name, _, _ = strings.Cut(name, "="); !ok || name == "" {
			return nil
		}
		return cmd.Flag(name)
	}
	for i := 0; i+1 < len(rest) && rest[i] != "--"; i++ {
		flag := flagOf(rest[i])
		if flag == nil || flag.NoOptDefVal != "" || strings.Contains(rest[i], "=") {
			continue
		}
		if i++; flagOf(rest[i]) != nil {
			return Usage(fmt.Errorf("--%s has no value, and %s follows: want %s", flag.Name, rest[i], wanted(flag)))
		}
	}
	return nil
}

// countArguments checks that the number of arguments is that of the Use line of the command.
func countArguments(cmd *cobra.Command, args []string) error {
	least, most := 1<<30, 0
	_, rest, _ := strings.Cut(cmd.Use, " ")
	for way := range strings.SplitSeq(rest, " | ") {
		l, m := namedArguments(strings.Fields(way))
		least, most = min(least, l), max(most, m)
	}
	got := strings.Join(args, " ")
	switch {
	case len(args) < least:
		return fmt.Errorf("%s: an argument is missing, it has %d: want %q", cmd.CommandPath(), len(args), cmd.UseLine())
	case len(args) > most && most == 0:
		if flag := flagWith(cmd, args[0]); flag != "" {
			return fmt.Errorf("%s takes no arguments, and has %q: did you mean --%s %s?", cmd.CommandPath(), got, flag, args[0])
		}
		return fmt.Errorf("%s takes no arguments, and has %q: remove it, or put it after a flag (%q lists them)", cmd.CommandPath(), got, cmd.CommandPath()+" --help")
	case len(args) > most:
		return fmt.Errorf("%s has too many arguments (%q): want %q", cmd.CommandPath(), got, cmd.UseLine())
	}
	return nil
}

// flagWith returns the name of the first flag of the command that chooses from words and has this one, "" if there is none.
func flagWith(cmd *cobra.Command, word string) (name string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if name == "" && slices.Contains(strings.Split(f.Value.Type(), "|"), word) {
			name = f.Name
		}
	})
	return name
}

// namedArguments returns the minimum and maximum number of arguments that the words of a Use line
// after the name of the command name. Flags and their values are no arguments. What stands in brackets may be left out, and what
// ends in ... may be repeated.
func namedArguments(words []string) (least, most int) {
	for i := 0; i < len(words); i++ {
		word := strings.TrimPrefix(words[i], "[")
		if strings.HasPrefix(word, "--") {
			if !strings.HasSuffix(word, "]") {
				i++ // its value
			}
			continue
		}
		if !strings.HasPrefix(words[i], "[") {
			least++
		}
		if most++; strings.Contains(word, "...") {
			most = 1 << 30
		}
	}
	return least, most
}

// checkRequired returns an error if a flag that the command needs is not given.
func checkRequired(cmd *cobra.Command) (err error) {
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if err == nil && len(flag.Annotations[cobra.BashCompOneRequiredFlag]) > 0 && !flag.Changed {
			err = fmt.Errorf("--%s is missing: %s", flag.Name, flag.Usage)
		}
	})
	return err
}

// setTogether matches the flags that cobra's error of flags that exclude each other names.
var setTogether = regexp.MustCompile(`; \[(.*)\] were all set`)

// checkExclusive returns an error if flags are given that exclude each other.
func checkExclusive(cmd *cobra.Command) error {
	err := cmd.ValidateFlagGroups()
	if err == nil {
		return nil
	}
	if m := setTogether.FindStringSubmatch(err.Error()); m != nil {
		return fmt.Errorf("--%s exclude each other: leave one out", strings.ReplaceAll(m[1], " ", " and --"))
	}
	return err
}

// flagError returns an error of parsing flags in words for users.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName()
		var names []string
		cmd.Flags().VisitAll(func(flag *pflag.Flag) { names = append(names, flag.Name) })
		hint := options.Suggest(name, names)
		if short := unknown.GetSpecifiedShortnames(); short != "" {
			name, hint = short, ", flags begin with two hyphens"
		} else {
			name = "-" + name
		}
		return fmt.Errorf("%q has no flag -%s%s: %q lists the flags", cmd.CommandPath(), name, hint, cmd.CommandPath()+" --help")
	case errors.As(err, &missing):
		return fmt.Errorf("--%s has no value: want %s", missing.GetFlag().Name, wanted(missing.GetFlag()))
	case errors.As(err, &invalid):
		flag := invalid.GetFlag()
		if o := OptionOf(flag); o != nil {
			return o.Refused("--"+flag.Name, invalid.GetValue(), invalid.Unwrap())
		}
	}
	return fmt.Errorf("%w: %q lists the flags", err, cmd.CommandPath()+" --help")
}
