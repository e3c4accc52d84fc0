package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"rummygym/agents"
	"rummygym/internal/options"
	"rummygym/internal/recipe"
	"rummygym/internal/table"
)

// Command returns the constructor of the command of a recipe; see [Recipe].
func Command(name string) func() *cobra.Command {
	return func() *cobra.Command { return Recipe(name) }
}

// Recipe makes a command of the recipe with a name: its options are the flags and arguments. The
// command runs it, shows its progress, and prints its result, in one of the formats if there are any.
func Recipe(name string) *cobra.Command {
	r, err := recipe.New(name)
	if err != nil {
		panic("rummygym: " + err.Error())
	}
	help := recipe.HelpOf(name)
	cmd := &cobra.Command{Use: help.Use, Short: help.Short, Long: help.Long, Example: help.Example}
	var arguments options.List
	for _, o := range r.Options() {
		if o.Argument {
			arguments = append(arguments, o)
		} else {
			AddOptions(cmd, o)
		}
	}
	format := Format{Allowed: help.Formats}
	if help.Formats != nil {
		AddOptions(cmd, format.Options()...)
	}
	if r.Rules() != nil {
		HideRules(cmd)
	}
	cmd.Args = countArguments(arguments, strings.Contains(help.Use, "["))
	cmd.RunE = func(cmd *cobra.Command, words []string) error {
		for i, word := range words {
			o := arguments[min(i, len(arguments)-1)] // a list takes the rest
			if err := o.Set(word); err != nil {
				return Usage(o.Refused(o.Name, word, err))
			}
		}
		if r, ok := r.(interface{ CheckFormat(f table.Format) error }); ok && format.Chosen != "" {
			if err := r.CheckFormat(table.Format(format.Chosen)); err != nil {
				return Usage(err)
			}
		}
		return resumable(cmd, runRecipe(cmd, r, &format))
	}
	return cmd
}

// countArguments returns the check of the number of arguments: one for each option, at most that many if they may be left
// out, and any number for a list.
func countArguments(arguments options.List, optional bool) cobra.PositionalArgs {
	for _, o := range arguments {
		if _, list := o.Value.(options.Slice); list {
			return cobra.ArbitraryArgs
		}
	}
	if optional {
		return cobra.MaximumNArgs(len(arguments))
	}
	return cobra.ExactArgs(len(arguments))
}

// runRecipe runs a recipe, and prints its progress and its result.
func runRecipe(cmd *cobra.Command, r recipe.Recipe, format *Format) error {
	shown := newProgress(cmd.ErrOrStderr(), r)
	defer shown.close()
	result, err := r.Run(cmd.Context(), &recipe.Host{
		Version: ThisBuild().Version, Log: shown, In: cmd.InOrStdin(), Progress: shown.step,
	})
	shown.close()
	if result == nil {
		return err
	}
	if failed := printResult(cmd, shown, result, format); failed != nil {
		err = errors.Join(err, failed)
	}
	return err
}

// resumable returns the error of a recipe, with the command line that resumes it if it was stopped.
func resumable(cmd *cobra.Command, err error) error {
	var stopped *recipe.StoppedError
	if !errors.As(err, &stopped) {
		return err
	}
	if all, ok := err.(interface{ Unwrap() []error }); ok { // stopped, and then more has failed
		return errors.Join(resumable(cmd, stopped), errors.Join(all.Unwrap()[1:]...))
	}
	text := stopped.Error()
	switch {
	case stopped.Resume == "":
	case stopped.Whole:
		text += fmt.Sprintf("; resume with:\n%s", ResumeLine(cmd, stopped.Resume))
	default:
		text += fmt.Sprintf("; resume with:\n%s --resume %s", cmd.CommandPath(), options.Quote(stopped.Resume))
	}
	if errors.As(err, new(*agents.HostError)) {
		return fmt.Errorf("%w; %s", stopped.Err, text)
	}
	return &StoppedError{Text: text}
}

// printResult prints a result.
func printResult(cmd *cobra.Command, shown *progress, result recipe.Result, format *Format) error {
	if trained, ok := result.(*recipe.TrainingResult); ok {
		shown.rows(trained.Columns, trained.Rows, trained.Epoch)
	}
	if format.Allowed == nil {
		return result.Write(cmd.OutOrStdout(), table.Readable)
	}
	return result.Write(format.Output(cmd), table.Format(format.Value()))
}
