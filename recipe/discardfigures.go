package recipe

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"rummygym/arena/figure"
	"rummygym/internal/safefile"
	"rummygym/options"
	"rummygym/table"
	"rummygym/train"
	"rummygym/train/discard"
)

// DiscardFigures draws the losses of runs of train discard and the scores of recorded games. Its result is a [*FigureFiles].
type DiscardFigures struct {
	optionList `options:"-"`
	Runs       []string `option:"runs" doc:"comma-separated folders of runs"`
	Data       []string `option:"data" doc:"comma-separated folders or shards of recorded games"`
	Out        string   `option:"out" group:"Output" doc:"folder of the figures"`
	Title      string   `option:"title" default:"losses" doc:"title of the figure of losses"`
}

// NewDiscardFigures returns the recipe of "train discard figures" with its defaults.
func NewDiscardFigures() *DiscardFigures {
	f := new(DiscardFigures)
	f.list = options.Bind(f)
	return f
}

// FigureFiles are the files of figures.
type FigureFiles struct{ Paths []string }

// Write writes a row for each file.
func (r *FigureFiles) Write(w io.Writer, f table.Format) error {
	var cols table.Columns[string]
	cols.Text("file", "path of the figure", func(path *string) string { return *path })
	out := table.Output[string]{Table: table.New(cols, r.Paths), Text: func(w *bufio.Writer) {
		for _, path := range r.Paths {
			fmt.Fprintln(w, path)
		}
	}}
	return out.Write(w, f)
}

// Validate returns an error if there is nothing to draw, or no place for it.
func (f *DiscardFigures) Validate() error {
	switch {
	case f.Out == "":
		return errors.New("--out: want the folder of the figures")
	case len(f.Runs)+len(f.Data) == 0:
		return errors.New("--runs and --data: want folders of runs of train discard, of recorded games, or both")
	}
	return f.list.Check()
}

// Run draws the figures.
func (f *DiscardFigures) Run(ctx context.Context, _ *Host) (Result, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	var figures []figure.Named
	if len(f.Runs) > 0 {
		var curves []figure.LossCurve
		for _, dir := range f.Runs {
			c, err := lossCurve(dir)
			if err != nil {
				return nil, fmt.Errorf("--runs: %w", err)
			}
			curves = append(curves, *c)
		}
		figures = append(figures, figure.Losses(f.Title, curves).Named("losses"))
	}
	if len(f.Data) > 0 {
		sets, err := scoreSets(ctx, f.Data)
		if err != nil {
			return nil, err
		}
		figures = append(figures, figure.Scores(sets).Named("scores"))
	}
	r := new(FigureFiles)
	for _, drawn := range figures {
		paths, err := figure.Save(f.Out, drawn.Name, drawn.Figure)
		if err != nil {
			return nil, err
		}
		r.Paths = append(r.Paths, paths...)
	}
	return r, nil
}

// lossCurve reads the losses of a run from its folder.
func lossCurve(dir string) (*figure.LossCurve, error) {
	var c Config
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
	if m.Identity != c.Identity() {
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

// scoreSets reads the scores of datasets.
func scoreSets(ctx context.Context, paths []string) ([]figure.ScoreSet, error) {
	all, _, err := openData(paths)
	if err != nil {
		return nil, err
	}
	var sets []figure.ScoreSet
	for i := range all {
		read, err := discard.Read(ctx, all[i:i+1], discard.Config{})
		if err != nil {
			return nil, fmt.Errorf("--data: %w", err)
		}
		s := figure.ScoreSet{Name: filepath.Base(filepath.Clean(paths[i]))}
		for _, r := range read.Training {
			s.Scores = append(s.Scores, float64(r.Score))
		}
		sets = append(sets, s)
	}
	return sets, nil
}
