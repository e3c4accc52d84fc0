package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"rummygym/datasets"
)

// newDatasetCommand returns the command for looking into datasets.
func newDatasetCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dataset",
		Short: "Look into recorded games, check, merge and convert them",
		Long: `dataset works on the folders that "rummygym collect" writes: info and head show
what is in one, validate checks it, merge joins several, convert changes the file
format, schema prints the columns.`,
	}
	cmd.AddCommand(newDatasetInfoCommand(), newDatasetHeadCommand(), newDatasetValidateCommand(),
		newDatasetMergeCommand(), newDatasetConvertCommand(), newDatasetSchemaCommand())
	return cmd
}

// A datasetFact is one line of info.
type datasetFact struct{ name, value string }

// datasetFacts returns what the manifest of a dataset says, for reading.
func datasetFacts(m *datasets.Manifest) []datasetFact {
	facts := []datasetFact{
		{"environment", m.Meta.Env},
		{"rules", string(m.Meta.Rules)},
		{"episodes", strconv.FormatInt(m.Episodes, 10)},
		{"decisions and final observations", strconv.FormatInt(m.Rows, 10)},
		{"shards", strconv.Itoa(len(m.Shards))},
		{"bytes", strconv.FormatInt(m.Bytes, 10)},
		{"format", string(m.Meta.Format)},
		{"compression", string(m.Meta.Compression)},
		{"fields", m.Meta.Fields},
		{"final observations", string(m.Meta.Final)},
		{"schema version", strconv.Itoa(m.Meta.Schema)},
		{"generator", m.Meta.Generator},
	}
	for _, r := range m.Meta.Runs {
		limit := ""
		if r.MaxSteps > 0 {
			limit = fmt.Sprintf(", cut off after %d decisions", r.MaxSteps)
		}
		facts = append(facts, datasetFact{
			fmt.Sprintf("episodes %d to %d", r.First, r.First+r.Games-1),
			fmt.Sprintf("%s, seating %s, seed %d%s", strings.Join(r.Agents, " "), r.Seating, r.Seed, limit),
		})
	}
	return facts
}

func newDatasetInfoCommand() *cobra.Command {
	format := formatFlag{allowed: []string{"table", "json", "csv"}}
	cmd := &cobra.Command{
		Use:   "info DIR",
		Short: "Print what a dataset holds and how it was made",
		Example: `  rummygym dataset info data
  rummygym dataset info data --format json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := datasets.Open(args[0])
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			switch format.value() {
			case "json":
				e := json.NewEncoder(out)
				e.SetIndent("", "  ")
				e.SetEscapeHTML(false)
				return e.Encode(d.Manifest)
			case "csv":
				records := [][]string{{"name", "value"}}
				for _, f := range datasetFacts(d.Manifest) {
					records = append(records, []string{f.name, f.value})
				}
				return writeDatasetCSV(out, records)
			}
			tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
			for _, f := range datasetFacts(d.Manifest) {
				fmt.Fprintf(tab, "%s\t%s\n", f.name, f.value)
			}
			return tab.Flush()
		},
	}
	format.register(cmd.Flags())
	return cmd
}

func newDatasetValidateCommand() *cobra.Command {
	var replay bool
	format := formatFlag{allowed: []string{"table", "json"}}
	cmd := &cobra.Command{
		Use:   "validate DIR",
		Short: "Check a dataset: files, episodes, rows, and with --replay every move",
		Long: `validate reads a dataset through and checks files against the manifest, that
every episode is there once and in order, that actions are within their masks, and
that rewards, returns, flags and outcome agree. With --replay it also plays every
game again from seed, deal and actions, and compares all that was recorded. Faults
are listed, up to 20, and the exit status is then 1.`,
		Example: `  rummygym dataset validate data --replay`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := datasets.Open(args[0])
			if err != nil {
				return err
			}
			var again *datasets.Replay
			if replay {
				t, err := datasetTableOf(d.Meta())
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
			if format.value() == "json" {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(report)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %d shards, %d episodes, %d rows, %d episodes replayed: all as they should be\n",
				args[0], report.Shards, report.Episodes, report.Rows, report.Replayed)
			return err
		},
	}
	cmd.Flags().BoolVar(&replay, "replay", false, "play every episode again and compare")
	format.register(cmd.Flags())
	return cmd
}

// datasetOutput are the flags of commands that write a dataset from others.
type datasetOutput struct{ out, format, compression string }

func (o *datasetOutput) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&o.out, "out", "", "folder to write to; it must be empty or not there")
	fs.StringVar(&o.format, "format", "", "arrow, stream or parquet (default that of the first DIR)")
	fs.StringVar(&o.compression, "compression", "", "zstd or none (default that of the first DIR)")
	if err := cmd.MarkFlagRequired("out"); err != nil {
		panic("rummygym: " + err.Error())
	}
}

// formats returns the format and compression to write, those of m by default.
func (o *datasetOutput) formats(m *datasets.Meta) (f datasets.Format, c datasets.Compression, err error) {
	f, c = m.Format, m.Compression
	if o.format != "" {
		if f, err = datasets.ParseFormat(o.format); err != nil {
			return f, c, fmt.Errorf("--format: %w", err)
		}
	}
	if o.compression != "" {
		if c, err = datasets.ParseCompression(o.compression); err != nil {
			return f, c, fmt.Errorf("--compression: %w", err)
		}
	}
	return f, c, nil
}

func (o *datasetOutput) report(w io.Writer, m *datasets.Manifest) error {
	_, err := fmt.Fprintf(w, "%s: %d episodes, %d rows, %d shards, %.1f MB\n", o.out, m.Episodes, m.Rows, len(m.Shards), float64(m.Bytes)/1e6)
	return err
}

func newDatasetMergeCommand() *cobra.Command {
	var o datasetOutput
	cmd := &cobra.Command{
		Use:   "merge --out DIR DIR...",
		Short: "Join datasets of the same rules and fields into one",
		Long: `merge writes the episodes of the datasets, in the order of the arguments, to a new
folder. Episodes are numbered anew from 0; seed and deal stay, so that they can
still be replayed, and the metadata lists which episodes come from which run.

The datasets must have the same environment, rules, observation fields and final
observations. Format and compression may differ. Two runs of the same agents,
seating and seed hold the same games, and are refused.`,
		Example: `  rummygym dataset merge --out all data-a data-b`,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var srcs []*datasets.Dataset
			for _, dir := range args {
				d, err := datasets.Open(dir)
				if err != nil {
					return err
				}
				srcs = append(srcs, d)
			}
			f, c, err := o.formats(srcs[0].Meta())
			if err != nil {
				return err
			}
			m, err := datasets.Merge(cmd.Context(), srcs, o.out, f, c)
			if err != nil {
				return err
			}
			return o.report(cmd.OutOrStdout(), m)
		},
	}
	o.register(cmd)
	return cmd
}

func newDatasetConvertCommand() *cobra.Command {
	var o datasetOutput
	cmd := &cobra.Command{
		Use:     "convert --out DIR --format F DIR",
		Short:   "Write a dataset in another file format or compression",
		Example: `  rummygym dataset convert --format parquet --out data-parquet data`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := datasets.Open(args[0])
			if err != nil {
				return err
			}
			f, c, err := o.formats(d.Meta())
			if err != nil {
				return err
			}
			m, err := datasets.Convert(cmd.Context(), d, o.out, f, c)
			if err != nil {
				return err
			}
			return o.report(cmd.OutOrStdout(), m)
		},
	}
	o.register(cmd)
	return cmd
}
