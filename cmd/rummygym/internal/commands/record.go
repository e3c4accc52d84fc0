package commands

import (
	"fmt"
	"io"
	"rummygym/internal/catalog"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/datasets/open"
	"rummygym/internal/env/foreign"
	"rummygym/internal/options"
	"rummygym/internal/recipe"
	"rummygym/internal/table"
)

// NewRecordCommand returns the command record, whose subcommands work on records of games.
func NewRecordCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "record",
		Short: "Check and convert records of games",
		Long:  `record works on files of game records, which play, watch and "dataset export" write.`,
	}
	cmd.AddCommand(newRecordCheckCommand(), newRecordConvertCommand(), &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON schema of one line of a record file",
		Example: `  rummygym record schema > record.schema.json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write(record.Schema())
			return err
		},
	})
	return cmd
}

// newRecordCheckCommand returns the command record check.
func newRecordCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE",
		Args:  cobra.ExactArgs(1),
		Short: "Replay records under the rules and check every event",
		Long: `check reads a file of records, deals the cards of each game, plays its moves and checks every event
against the rules, and a seed against its deal. At the first difference it stops with an error that names
the line and the event. "-" is standard input.`,
		Example: `  rummygym record check games.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error {
			games, events, unfinished := 0, 0, 0
			err := open.Records(cmd.InOrStdin(), args[0], nil, func(rec *record.Record, g record.Game) error {
				if err := rec.Play(g, nil); err != nil {
					return err
				}
				games++
				events += len(rec.Events)
				if !rec.Over() {
					unfinished++
				}
				return nil
			})
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %s, %d of them without an end, %s: no errors\n", args[0], table.Plural(games, "game"), unfinished, table.Plural(events, "event"))
			return err
		},
	}
}

// newRecordConvertCommand returns the command record convert.
func newRecordConvertCommand() *cobra.Command {
	var out recipe.OutFile
	from := cli.Format{Allowed: []string{"records", "openspiel", "kaggle", "eaai", "eaai-log"}}
	var seat int
	cmd := &cobra.Command{
		Use:   "convert FILE",
		Args:  cobra.ExactArgs(1),
		Short: "Write what one seat saw of records, or records of games of other programs",
		Long: `convert reads games, checks them by the rules and writes them as records. With --seat, it writes
only what that seat saw: it also leaves out the seed and the episode's place in a dataset, and the
hidden cards cannot be recovered from the output.

--from names the format of the file. openspiel is the output of pyspiel.serialize_game_and_state for
a state of gin_rummy. kaggle is a replay of Kaggle's open_spiel_gin_rummy. eaai-log is what the Java
framework of the EAAI 2021 Gin Rummy challenge prints after setPlayVerbose(true); eaai is a file with
one JSON object for each of its hands; docs/records.md describes this format.`,
		Example: `  rummygym record convert --seat 0 games.jsonl
  rummygym record convert --from openspiel --out games.jsonl state.txt
  rummygym record convert --from kaggle --out games.jsonl replay.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			seated := cmd.Flags().Changed("seat")
			write := func(w io.Writer) error {
				return open.Records(cmd.InOrStdin(), args[0], foreignForms[from.Value()], func(rec *record.Record, g record.Game) error {
					if seated && (seat < 0 || seat >= len(rec.Seats)) {
						return fmt.Errorf("--seat: %d is not a seat of the game: want 0 to %d", seat, len(rec.Seats)-1)
					}
					if err := rec.Play(g, nil); err != nil {
						return err
					}
					if seated {
						rec = rec.View(game.Player(seat))
					}
					_, err := w.Write(rec.AppendJSON(nil))
					return err
				})
			}
			if out.Path == "" {
				return write(cmd.OutOrStdout())
			}
			return out.Stream(write)
		},
	}
	cli.AddOptions(cmd, out.Options("out", "file to write (default standard output)")...)
	cli.AddOptions(cmd,
		options.New(&from, "from", "format of the file (default records)").In("Network"),
	)
	cli.AddOptions(cmd, cli.Seat(&seat, "write only what this seat saw (default the whole game)"))
	return cmd
}

// foreignForms reads the games of other programs.
var foreignForms = map[string]func(text []byte) ([]*record.Record, error){
	"openspiel": func(text []byte) ([]*record.Record, error) { return foreign.OpenSpiel(text, catalog.Gin.Env) },
	"kaggle":    func(text []byte) ([]*record.Record, error) { return foreign.Kaggle(text, catalog.Gin.Env) },
	"eaai":      func(text []byte) ([]*record.Record, error) { return foreign.EAAI(text, catalog.Gin.Env) },
	"eaai-log":  func(text []byte) ([]*record.Record, error) { return foreign.EAAILog(text, catalog.GinMatch.Env) },
}
