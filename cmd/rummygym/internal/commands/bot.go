package commands

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rummygym/arena"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/internal/agents/external"
	"rummygym/internal/arena/contest"
	"rummygym/internal/catalog"
	"rummygym/internal/options"
	"rummygym/internal/table"
)

// NewBotCommand returns the command bot, which checks and runs programs that speak the agent protocol.
func NewBotCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bot",
		Short: "Check a program that speaks the agent protocol, or run an agent as one",
		Long: `bot is for programs that play through the agent protocol (docs/protocol.md): "check" plays a few games with
your program, and "run" makes a program of an agent of this gym.`,
	}
	cmd.AddCommand(newBotCheckCommand(), newBotRunCommand())
	return cmd
}

// checkGames is the number of games of a check.
const checkGames = 10

// newBotCheckCommand returns the command bot check, which plays games with an outside program.
func newBotCheckCommand() *cobra.Command {
	var rules catalog.RuleOptions
	cmd := &cobra.Command{
		Use:   "check exec:COMMAND",
		Short: "Play ten games with a program, and show what it did wrong",
		Long: `check starts a program and plays ten games against the agent random, as many from each seat. It prints the
results. If the program does not start or a game fails, it prints why, with the last lines that the program wrote to
standard error, and exits with status 1.`,
		Example: `  rummygym bot check 'exec:python3 examples/bot/bot.py'
  rummygym bot check 'exec:python3 bot.py' --game gin`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !external.Is(args[0]) {
				return cli.Usage(fmt.Errorf("%q is not exec:COMMAND, a program to start, as in 'exec:python3 bot.py'", args[0]))
			}
			s, err := external.Parse(args[0])
			if err != nil {
				return cli.Usage(err)
			}
			checked, err := rules.Rules()
			if err != nil {
				return cli.Usage(err)
			}
			g, err := checked.NewGame()
			if err != nil {
				return cli.Usage(err)
			}
			program, err := catalog.OpenProgram(checked, s)
			if failed := (*external.StartError)(nil); errors.As(err, &failed) {
				return faulty(failed.Err.Error(), failed.StandardError)
			}
			if err != nil {
				return err
			}
			defer program.Close()
			m := contest.Match{Rules: rules, Against: []string{"random"}, Games: checkGames - checkGames%g.Players(), Seed: 1, Workers: 1}
			bot := arena.Entrant{Name: s.Canonical(), New: program.New, Tables: program.Tables(), Retries: program.MayRetry()}
			c, err := m.Config(func(catalog.Rules) (arena.Entrant, error) { return bot, nil }, rules.Preset())
			if err != nil {
				return cli.Usage(err)
			}
			res, err := arena.Tournament(cmd.Context(), c)
			if err != nil {
				return err
			}
			found, err := res.Evaluate(0.95, nil)
			if err != nil {
				return err
			}
			program.Close() // standard error is complete
			row := &found.Rows[0]
			fmt.Fprintf(cmd.OutOrStdout(), "%s plays at %s at once: %s against random, %d won, %+.1f points a game, %d failed.\n",
				program.Name(), table.Plural(program.Tables(), "table"), table.Plural(row.Rows, "game"), int(row.Win.Value*float64(row.Rows)+.5), row.Gain.Value, program.Failures())
			if n := program.Failures(); n > 0 {
				return faulty(fmt.Sprintf("%d of %d games failed:\n  %s", n, row.Rows, strings.Join(program.Reasons(), "\n  ")), program.StandardError())
			}
			return nil
		},
	}
	cli.AddOptions(cmd, rules.Options()...)
	cli.HideRules(cmd)
	return cmd
}

// faulty returns the error of a program, with the last lines of its standard error.
func faulty(text string, lines []string) error {
	if len(lines) > 0 {
		text += "\nThe standard error of the program ends with:\n  " + strings.Join(lines, "\n  ")
	}
	return errors.New(text)
}

// newBotRunCommand returns the command bot run, which serves an agent to other programs.
func newBotRunCommand() *cobra.Command {
	var tables int
	cmd := &cobra.Command{
		Use:   "run AGENT",
		Short: "Run an agent as a program that speaks the agent protocol on standard streams",
		Long: `run lets another program use an agent of this gym. It reads questions from standard input and writes
moves to standard output, one JSON object per line, until the input ends; docs/protocol.md describes the
messages. With the same seed the agent makes the same moves as in "rummygym tournament".`,
		Example: `  rummygym bot run min-dist-opp
  rummygym tournament --agents min-dist,'exec:rummygym bot run min-dist-opp' --games 100`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch err := known(args[0]); {
			case external.Is(args[0]):
				return cli.Usage(errors.New("exec:COMMAND is a program already: start it without rummygym bot run"))
			case err != nil:
				return cli.Usage(err)
			}
			return catalog.ServeAgent(cmd.InOrStdin(), cmd.OutOrStdout(), args[0], tables)
		},
	}
	tables = 64
	cli.AddOptions(cmd,
		options.New(&tables, "tables", "number of games played at once, 1 to 1024").In("Rules").Range(1, 65536),
	)
	return cmd
}

// known returns an error if no game has an agent with the name of a spec.
func known(text string) error {
	var names []string
	for _, g := range catalog.Games() {
		if _, err := g.Agents().Lookup(text); err == nil {
			return nil
		}
		names = append(names, g.Agents().Names()...)
	}
	slices.Sort(names)
	name, _, _ := strings.Cut(text, ":")
	return fmt.Errorf("agent %q: no game has an agent %q%s; agents: %s", text, name, options.Suggest(name, names), strings.Join(slices.Compact(names), ", "))
}
