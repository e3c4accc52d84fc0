package train

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"rummygym/arena/figure"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/internal/safefile"
	"rummygym/options"
	"rummygym/train"
	"rummygym/train/discard"
)

// newDiscardFiguresCommand returns the command train discard figures.
func newDiscardFiguresCommand() *cobra.Command {
	var runs, data []string
	var out, title string
	cmd := &cobra.Command{
		Use:   "figures --out DIR [--runs RUN,...] [--data DIR,...]",
		Short: "Draw the losses of runs and the scores of recorded games",
		Long: `figures draws, as PNG and SVG:

  losses  training loss (solid) and validation loss (dashed) of runs of "train discard" over
          the epochs, with vertical lines where the learning rate falls (Figure 4 of
          truong2021datadriven), from the metrics of --runs
  scores  the distribution of the scores of each of --data, with mean and standard deviation
          (Figure 2), without averaging of equal states

The residuals of a network (Figure 5) are drawn by "train discard" at the end of a run.`,
		Example: `  rummygym train discard figures --runs mlp,mlp-i,dual --title Random-256 --out figures
  rummygym train discard figures --data simple,random-16,random-256 --out figures`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" {
				return errors.New("--out: want the folder of the figures")
			}
			if len(runs)+len(data) == 0 {
				return errNoFigures
			}
			var figures []namedFigure
			if len(runs) > 0 {
				f, err := lossFigure(title, runs)
				if err != nil {
					return fmt.Errorf("--runs: %w", err)
				}
				figures = append(figures, namedFigure{"losses", f})
			}
			if len(data) > 0 {
				f, err := scoreFigure(cmd, data)
				if err != nil {
					return err
				}
				figures = append(figures, namedFigure{"scores", f})
			}
			for _, f := range figures {
				paths, err := figure.Save(out, f.name, f.Figure)
				if err != nil {
					return err
				}
				for _, path := range paths {
					fmt.Fprintln(cmd.OutOrStdout(), path)
				}
			}
			return nil
		},
	}
	title = "losses"
	cli.AddOptions(cmd,
		options.New(&runs, "runs", "comma-separated folders of runs"),
		options.New(&data, "data", "comma-separated folders or shards of recorded games"),
		options.New(&out, "out", "folder of the figures").In("Output"),
		options.New(&title, "title", "title of the figure of losses"),
	)
	return cmd
}

// namedFigure is a figure and its file without the extension.
type namedFigure struct {
	name string
	*figure.Figure
}

// lossFigure draws the losses of runs.
func lossFigure(title string, runs []string) (*figure.Figure, error) {
	var curves []figure.LossCurve
	for _, dir := range runs {
		c, err := lossCurve(dir)
		if err != nil {
			return nil, err
		}
		curves = append(curves, *c)
	}
	return figure.Losses(title, curves), nil
}

// lossCurve reads the losses of a run from its folder.
func lossCurve(dir string) (*figure.LossCurve, error) {
	var c runConfig
	path := filepath.Join(dir, train.ConfigFile)
	if err := safefile.ReadJSON(path, &c); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no run in %s: %w", dir, err)
	} else if err != nil {
		return nil, err
	}
	epochs := 0
	if v := c.Flags["epochs"]; len(v) == 1 {
		epochs, _ = strconv.Atoi(v[0])
	}
	if epochs < 1 {
		return nil, fmt.Errorf("the run in %s was started by %q: want one of train discard", dir, c.Command)
	}
	curve := &figure.LossCurve{Name: filepath.Base(filepath.Clean(dir))}
	for e := discard.FallEvery(epochs); e < epochs; e += discard.FallEvery(epochs) {
		curve.Falls = append(curve.Falls, e)
	}
	m, err := train.ReadMetrics(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: want a run that has made a checkpoint", err)
	} else if err != nil {
		return nil, err
	}
	if m.Identity != c.identity() {
		return nil, fmt.Errorf("%s and the checkpoint beside it are of different runs: restore the one that was replaced", path)
	}
	for _, losses := range []struct {
		column string
		to     *[]float64
	}{{"loss", &curve.Training}, {"validation/loss", &curve.Validation}} {
		i := slices.Index(m.Columns, losses.column)
		if i < 0 {
			return nil, fmt.Errorf("the metrics of %s have no column %s", dir, losses.column)
		}
		for _, row := range m.Rows {
			if math.IsNaN(row[i]) {
				return nil, fmt.Errorf("the metrics of %s have no %s at step %v", dir, losses.column, row[0])
			}
			*losses.to = append(*losses.to, row[i])
		}
	}
	return curve, nil
}

// scoreFigure draws the scores of datasets.
func scoreFigure(cmd *cobra.Command, paths []string) (*figure.Figure, error) {
	all, _, err := openData(paths)
	if err != nil {
		return nil, err
	}
	var sets []figure.ScoreSet
	for i := range all {
		read, err := discard.Read(cmd.Context(), all[i:i+1], discard.Config{})
		if err != nil {
			return nil, fmt.Errorf("--data: %w", err)
		}
		s := figure.ScoreSet{Name: filepath.Base(filepath.Clean(paths[i]))}
		for _, r := range read.Training {
			s.Scores = append(s.Scores, float64(r.Score))
		}
		sets = append(sets, s)
	}
	return figure.Scores(sets), nil
}
