package commands

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/internal/datasets/convert"
	"rummygym/internal/datasets/open"
	"rummygym/internal/options"
	"rummygym/internal/recipe"
	"rummygym/internal/table"
)

// newDatasetExportCommand returns the command dataset export.
func newDatasetExportCommand() *cobra.Command {
	var out recipe.OutFile
	var episode int64
	cmd := &cobra.Command{
		Use:   "export --records FILE DIR",
		Args:  cobra.ExactArgs(1),
		Short: "Write the games of a dataset as human-readable records",
		Long: `export writes every game of a dataset as a record: one line of JSON with the rules, the players and the
deal, then one line for each event (docs/records.md). The first line of the file holds the rest of the
dataset, so that import can make the same dataset again. With --episode, the file has one game. "-" is
standard output.`,
		Example: `  rummygym dataset export --records games.jsonl data
  rummygym dataset export --records - --episode 12 data`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if out.Path == "" {
				return errors.New("--records is missing: name the file to write, or - for standard output")
			}
			d, err := datasets.Open(args[0])
			if err != nil {
				return err
			}
			t, err := open.Table(d.Meta())
			if err != nil {
				return err
			}
			again, err := datasets.NewReplay(&t, d.Meta())
			if err != nil {
				return err
			}
			write := func(w io.Writer) error { return convert.Export(cmd.Context(), d, again, w) }
			if cmd.Flags().Changed("episode") {
				write = func(w io.Writer) error {
					return d.Find(episode, func(e datasets.Episode) error {
						rec, err := again.Record(e)
						if err != nil {
							return err
						}
						_, err = w.Write(rec.AppendJSON(nil))
						return err
					})
				}
			}
			if out.Path == "-" {
				return write(cmd.OutOrStdout())
			}
			return out.Stream(write)
		},
	}
	cli.AddOptions(cmd, out.Options("records", "file to write, with one line for each event; - for standard output")...)
	cli.AddOptions(cmd, options.New(&episode, "episode", "number of the only episode to write (default all)"))
	return cmd
}

// newDatasetImportCommand returns the command dataset import.
func newDatasetImportCommand() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "import --out DIR FILE",
		Args:  cobra.ExactArgs(1),
		Short: "Make a dataset from the records that export wrote",
		Long: `import reads a file that "dataset export" wrote for a whole dataset, replays every game, checks every
event, computes the observations, and writes the dataset: the same bytes. Games of
other programs cannot become a dataset, because a dataset identifies every deal by a seed. arena.record of
Python passes its games as deals and moves, one JSON document.`,
		Example: `  rummygym dataset import --out data games.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error {
			in, err := open.Input(cmd.InOrStdin(), args[0])
			if err != nil {
				return err
			}
			defer in.Close()
			m, err := importRecords(cmd, in, out)
			if err != nil {
				return open.Fault(args[0], err)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %s, %s, %s, %.1f MB\n", out, table.Plural(m.Episodes, "episode"), table.Plural(m.Rows, "row"), table.Plural(len(m.Shards), "shard"), float64(m.Bytes)/1e6)
			return err
		},
	}
	cli.AddOptions(cmd,
		options.New(&out, "out", "folder to write to; it must be empty or not exist").In("Output").Require(),
	)
	return cmd
}

// importRecords writes the dataset of records, or of moves.
func importRecords(cmd *cobra.Command, from io.Reader, out string) (*datasets.Manifest, error) {
	in := bufio.NewReader(from)
	const moves = `{"type":"moves"`
	if start, _ := in.Peek(len(moves)); string(start) == moves {
		m, err := open.ReadMoves(in)
		if err != nil {
			return nil, err
		}
		c, err := m.Config()
		if err != nil {
			return nil, err
		}
		c.Dir, c.Generator = out, "rummygym "+cli.ThisBuild().Version
		s, err := collect.Run(cmd.Context(), c)
		if err != nil {
			return nil, err
		}
		return s.Manifest, nil
	}
	rs, err := convert.OpenRecords(in)
	if err != nil {
		return nil, err
	}
	t, err := open.Table(rs.Meta())
	if err != nil {
		return nil, err
	}
	return convert.Import(cmd.Context(), rs, &t, out)
}
