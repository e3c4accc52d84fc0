package play

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"rummygym/arena"
	"rummygym/arena/figure"
	"rummygym/arena/report"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/table"
)

// calibrationFlags holds the flags of eval that compare estimates of winning with results.
type calibrationFlags struct {
	on    bool   `option:"calibration" group:"Statistics" doc:"compare the agent's estimates of its chance of winning with what happened, instead of the results"`
	plots string `option:"plots" group:"Output" complete:"folder" doc:"with --calibration, write the reliability diagram as PNG and SVG to this folder"`
}

// exclude makes flags exclude each other that do not fit together.
func (f *calibrationFlags) exclude(cmd *cobra.Command) {
	for _, other := range []string{"sprt", "sprt-gain", "checkpoint", "resume", "confidence", "part", "merge"} {
		cmd.MarkFlagsMutuallyExclusive("calibration", other)
	}
}

// check returns an error if the flags do not fit together.
func (f *calibrationFlags) check() error {
	if f.plots != "" && !f.on {
		return errors.New("--plots draws the reliability diagram of --calibration: add that flag")
	}
	return nil
}

// calibrate plays the games and prints the calibrations, one for each preset.
func (f *EvalFlags) calibrate(cmd *cobra.Command, configs []arena.Config) error {
	total, done := 0, 0
	for i := range configs {
		total += configs[i].Games * len(configs[i].Lineups)
	}
	bar := cli.NewGamesBar(cmd.ErrOrStderr())
	defer bar.Close()
	var all []*arena.Calibration
	var stopped error
	for i := range configs {
		before := done
		configs[i].Progress = func(n, _ int) { done = before + n; bar.Set(done, total) }
		c, err := arena.Calibrate(cmd.Context(), configs[i])
		if c != nil {
			all = append(all, c)
		}
		if errors.Is(err, context.Canceled) && cmd.Context().Err() != nil {
			stopped = &cli.StoppedError{Text: fmt.Sprintf("stopped after %d of %d games", done, total)}
			break
		}
		if err != nil {
			return err
		}
	}
	bar.Close()
	if err := report.WriteCalibrations(f.format.Output(cmd), all, table.Format(f.format.Value())); err != nil {
		return err
	}
	if f.calibration.plots != "" && len(all) > 0 {
		var figures []figure.Named
		for i, c := range all {
			name := "reliability"
			if len(all) > 1 {
				name += "-" + f.presets()[i]
			}
			figures = append(figures, figure.Reliability(c).Named(name))
		}
		if err := figure.SaveAll(cmd.ErrOrStderr(), f.calibration.plots, figures...); err != nil {
			return err
		}
	}
	return stopped
}
