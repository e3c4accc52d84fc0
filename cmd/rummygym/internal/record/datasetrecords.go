package record

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/datasets"
	"rummygym/datasets/convert"
	"rummygym/datasets/open"
	"rummygym/options"
	"rummygym/recipe"
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
	var o outputFlags
	cmd := &cobra.Command{
		Use:   "import --out DIR FILE",
		Args:  cobra.ExactArgs(1),
		Short: "Make a dataset from the records that export wrote",
		Long: `import reads a file that "dataset export" wrote for a whole dataset, replays every game, checks every
event, computes the observations, and writes the dataset: the same bytes in the same format. Games of
other programs cannot become a dataset, because a dataset identifies every deal by a seed.`,
		Example: `  rummygym dataset import --out data games.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, _, err := o.formats(new(datasets.Meta)); err != nil { // before the file
				return err
			}
			in, err := open.Input(cmd.InOrStdin(), args[0])
			if err != nil {
				return err
			}
			defer in.Close()
			m, err := importRecords(cmd, in, &o)
			if err != nil {
				return open.Fault(args[0], err)
			}
			return o.report(cmd.OutOrStdout(), m)
		},
	}
	o.register(cmd)
	return cmd
}

func importRecords(cmd *cobra.Command, in io.Reader, o *outputFlags) (*datasets.Manifest, error) {
	rs, err := convert.OpenRecords(in)
	if err != nil {
		return nil, err
	}
	f, c, err := o.formats(rs.Meta())
	if err != nil {
		return nil, err
	}
	t, err := open.Table(rs.Meta())
	if err != nil {
		return nil, err
	}
	return convert.Import(cmd.Context(), rs, &t, o.out, f, c)
}
