package commands

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/datasets"
	"rummygym/internal/datasets/open"
	"rummygym/internal/options"
	"rummygym/internal/table"
)

// NewDatasetCommand returns the command dataset, whose subcommands inspect, check, export and
// import datasets.
func NewDatasetCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dataset",
		Short: "Inspect, check, export and import datasets",
		Long:  `dataset works on the folders that "rummygym collect" writes.`,
	}
	cmd.AddCommand(newDatasetInfoCommand(), newDatasetValidateCommand(),
		newDatasetExportCommand(), newDatasetImportCommand(), newDatasetSchemaCommand())
	return cmd
}

// A fact is one line of the output of info.
type fact struct{ name, value string }

// manifestFacts returns the contents of a manifest as readable lines.
func manifestFacts(m *datasets.Manifest) []fact {
	facts := []fact{
		{"environment", m.Meta.Env},
		{"rules", string(m.Meta.Rules)},
		{"episodes", strconv.FormatInt(m.Episodes, 10)},
		{"decisions and final observations", strconv.FormatInt(m.Rows, 10)},
		{"shards", strconv.Itoa(len(m.Shards))},
		{"results", strconv.FormatInt(m.Episodes*int64(m.Meta.Seats), 10)},
		{"bytes", strconv.FormatInt(m.Bytes, 10)},
		{"compression", string(m.Meta.Compression)},
		{"fields", m.Meta.Fields},
		{"final observations", string(m.Meta.Final)},
		{"schema version", strconv.Itoa(m.Meta.Schema)},
		{"generator", m.Meta.Generator},
	}
	if m.Meta.BestOf > 1 {
		which := ""
		if m.Meta.EndedBy != nil {
			which = ", of those ended by " + strings.Join(m.Meta.EndedBy, " or ")
		}
		facts = append(facts, fact{"best of", fmt.Sprintf("%d attempts at each first hand%s", m.Meta.BestOf, which)})
	}
	for i, r := range m.Meta.Runs {
		first, end := max(r.First, m.First()), m.First()+m.Episodes
		if i+1 < len(m.Meta.Runs) {
			end = m.Meta.Runs[i+1].First
		}
		more := ""
		if r.MaxSteps > 0 {
			more = fmt.Sprintf(", cut off after %d decisions", r.MaxSteps)
		}
		facts = append(facts, fact{
			fmt.Sprintf("episodes %d to %d", first, end-1),
			fmt.Sprintf("%s, seating %s, seed %d%s", strings.Join(r.Agents, " "), r.Seating, r.Seed, more),
		})
	}
	return facts
}

// newDatasetInfoCommand returns the command dataset info.
func newDatasetInfoCommand() *cobra.Command {
	var check bool
	format := cli.Format{Allowed: []string{"table", "json", "csv"}}
	cmd := &cobra.Command{
		Use:   "info DIR",
		Args:  cobra.ExactArgs(1),
		Short: "Print the contents of a dataset and how it was recorded",
		Long: `info prints the contents of a dataset's manifest. With --check, it first reads all files and
compares their digests with the manifest; if a digest differs, info prints only the difference.`,
		Example: `  rummygym dataset info data
  rummygym dataset info data --check --format json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := datasets.Open(args[0])
			if err != nil {
				return err
			}
			if check {
				if err := d.CheckFiles(cmd.Context()); err != nil {
					return err
				}
			}
			if format.Value() == "json" {
				e := json.NewEncoder(format.Output(cmd))
				e.SetIndent("", "  ")
				e.SetEscapeHTML(false)
				return e.Encode(d.Manifest)
			}
			var v table.View[fact]
			v.Add(func(f *fact) []string { return []string{f.name, f.value} }, "name", "value")
			facts := manifestFacts(d.Manifest)
			out := table.Output[fact]{Table: table.New(nil, facts), View: &v, Text: func(out *bufio.Writer) {
				out.WriteString(strings.Join(v.Lines(table.Left, facts)[1:], "")) // without headings
			}}
			return out.Write(format.Output(cmd), table.Format(format.Value()))
		},
	}
	cli.AddOptions(cmd, options.New(&check, "check", "compare the SHA-256 of every file with the manifest"))
	cli.AddOptions(cmd, format.Options()...)
	return cmd
}

// newDatasetValidateCommand returns the command dataset validate.
func newDatasetValidateCommand() *cobra.Command {
	var replay bool
	format := cli.Format{Allowed: []string{"table", "json"}}
	cmd := &cobra.Command{
		Use:   "validate DIR",
		Args:  cobra.ExactArgs(1),
		Short: "Check a dataset: files, rows and, with --replay, every move",
		Long: `validate reads a whole dataset and checks that the files match the manifest, that every episode is there
exactly once and in order, and that actions, rewards, returns and outcomes agree with each other. With
--replay it also replays every game and compares all values. It prints the first 20 errors.`,
		Example: `  rummygym dataset validate data --replay`,
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := datasets.Open(args[0])
			if err != nil {
				return err
			}
			var again *datasets.Replay
			if replay {
				t, err := open.Table(d.Meta())
				if err != nil {
					return err
				}
				if again, err = datasets.NewReplay(&t, d.Meta()); err != nil {
					return err
				}
			}
			report, err := d.Validate(cmd.Context(), again)
			if err != nil {
				return err
			}
			if format.Value() == "json" {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(report)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %s, %s, %s, %s replayed: no errors\n",
				args[0], table.Plural(report.Shards, "shard"), table.Plural(report.Episodes, "episode"), table.Plural(report.Rows, "row"), table.Plural(report.Replayed, "episode"))
			return err
		},
	}
	cli.AddOptions(cmd, options.New(&replay, "replay", "replay every episode and compare"))
	cli.AddOptions(cmd, format.Options()...)
	return cmd
}
