package recipe

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"rummygym/arena/figure"
	"rummygym/internal/safefile"
	"rummygym/train"
	"rummygym/train/discard"
)

// LossFigure draws the losses of runs.
func LossFigure(title string, runs []string) (*figure.Figure, error) {
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

// ScoreFigure draws the scores of datasets.
func ScoreFigure(ctx context.Context, paths []string) (*figure.Figure, error) {
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
	return figure.Scores(sets), nil
}
