package train

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/train"
	"rummygym/train/recipe"
)

// command makes a command of a recipe: its options are the flags.
func command(name string, cmd *cobra.Command) *cobra.Command {
	r, err := recipe.New(name)
	if err != nil {
		panic("rummygym: " + err.Error())
	}
	cli.AddOptions(cmd, r.Options()...)
	if rules := r.Rules(); rules != nil {
		cli.ListRules(cmd, rules)
	}
	if cmd.Flags().Lookup("passes") != nil {
		cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
			return pflag.NormalizedName(recipe.Renamed(name))
		})
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return run(cmd, r) }
	return cmd
}

// run runs a recipe, and shows its progress.
func run(cmd *cobra.Command, r recipe.Recipe) error {
	shown := newProgress(cmd.ErrOrStderr(), r.Watched())
	defer shown.bar.Close()
	err := r.Run(cmd.Context(), &recipe.Host{
		Version: cli.ThisBuild().Version, Out: cmd.OutOrStdout(), Log: cmd.ErrOrStderr(), In: cmd.InOrStdin(), Messages: cli.Binary(cmd),
		Progress: shown.step, Finished: func(p recipe.Progress) {
			shown.bar.Close()
			shown.rows(&p)
		},
	})
	shown.bar.Close()
	var stopped *train.StoppedError
	if !errors.As(err, &stopped) {
		return err
	}
	text := fmt.Sprintf("stopped after %d of %d steps", stopped.Step, stopped.Steps)
	if !r.Served() { // otherwise the program that started this one says how to resume
		text += fmt.Sprintf("; resume with:\n%s --resume %s", cmd.CommandPath(), cli.Quote(r.Folder()))
	}
	return &cli.StoppedError{Text: text}
}
