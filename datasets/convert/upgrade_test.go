package convert_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/datasets/convert"
	"rummygym/datasets/internal/datasettest"
	"rummygym/datasets/internal/shard"
	"rummygym/env/game"
	"strings"
	"testing"
)

// TestResultsOfOlderDatasets reads and upgrades datasets in the layout of older programs.
func TestResultsOfOlderDatasets(t *testing.T) {
	for name, set := range datasettest.Variants() {
		t.Run(name, func(t *testing.T) {
			c := datasettest.ToyConfig(t.TempDir())
			set(&c)
			datasettest.Collect(t, c)
			old := flattened(t, c.Dir)
			d := datasettest.Open(t, old)
			var none *datasets.NoResultsError
			for _, err := range d.Results() {
				if !errors.As(err, &none) || !strings.Contains(err.Error(), "rummygym dataset convert --out NEW "+old) {
					t.Fatalf("the results give %v", err)
				}
			}
			if report, err := d.Validate(t.Context(), nil); err != nil || report.Episodes != 53 || report.Results != 0 {
				t.Errorf("report %+v (%v)", report, err)
			}
			shard := datasettest.Open(t, filepath.Join(old, "shard-00001"+c.Format.Extension()))
			if err := datasettest.Last(shard.Batches()); err != nil {
				t.Error(err)
			}
			rules := func(*datasets.Meta) (game.Game, error) { return c.Table.Game, nil }
			dir := t.TempDir()
			if _, err := convert.Copy(t.Context(), d, dir, c.Format, c.Compression, rules); err != nil {
				t.Fatal(err)
			}
			if !maps.Equal(datasettest.SumsOf(t, dir), datasettest.SumsOf(t, c.Dir)) {
				t.Error("converting gives other bytes than collecting")
			}
			c.Resume, c.Dir = true, old
			if _, err := collect.Run(t.Context(), c); !errors.As(err, &none) {
				t.Errorf("resuming gives %v", err)
			}
			if _, err := convert.Copy(t.Context(), d, t.TempDir(), c.Format, c.Compression, func(*datasets.Meta) (game.Game, error) { return nil, errors.New("mine") }); err == nil || !strings.Contains(err.Error(), "cannot be played again: mine") {
				t.Errorf("without rules: %v", err)
			}
		})
	}
	c := datasettest.ToyConfig(t.TempDir())
	datasettest.PlayVariants()["plays"](&c)
	datasettest.Collect(t, c)
	old := datasettest.Open(t, flattened(t, c.Dir))
	if err := datasettest.Written(t, func(dir string) error {
		_, err := convert.Copy(t.Context(), old, dir, c.Format, c.Compression, nil)
		return err
	}); err == nil || !strings.Contains(err.Error(), "collect it again") {
		t.Errorf("plays: %v", err)
	}
}

// flattened returns a copy of a dataset in the layout of older programs.
func flattened(t *testing.T, dir string) string {
	t.Helper()
	m, err := datasets.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	old := t.TempDir()
	for i := range m.Shards {
		s := &m.Shards[i]
		b := datasettest.MustRead(t, filepath.Join(dir, s.File))
		s.File, s.Results = filepath.Base(s.File), datasets.ResultsEntry{}
		if err := os.WriteFile(filepath.Join(old, s.File), b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := shard.WriteManifest(old, datasets.NewManifest(m.Meta, m.Shards)); err != nil {
		t.Fatal(err)
	}
	return old
}
