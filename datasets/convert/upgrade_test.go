package convert_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/datasets/convert"
	"rummygym/datasets/internal/datasettest"
	"rummygym/datasets/internal/shard"
	"rummygym/env/game"
	"rummygym/internal/must"
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
			must.Get(convert.Copy(t.Context(), d, dir, c.Format, c.Compression, rules))(t)
			if !maps.Equal(datasettest.SumsOf(t, dir), datasettest.SumsOf(t, c.Dir)) {
				t.Error("converting gives other bytes than collecting")
			}
			c.Resume, c.Dir = true, old
			if _, err := collect.Run(t.Context(), c); !errors.As(err, &none) {
				t.Errorf("resuming gives %v", err)
			}
			must.Refuse(convert.Copy(t.Context(), d, t.TempDir(), c.Format, c.Compression, func(*datasets.Meta) (game.Game, error) { return nil, errors.New("mine") }))(t, "cannot be played again: mine")
		})
	}
	c := datasettest.ToyConfig(t.TempDir())
	datasettest.PlayVariants()["plays"](&c)
	datasettest.Collect(t, c)
	old := datasettest.Open(t, flattened(t, c.Dir))
	must.Fail(t, datasettest.Written(t, func(dir string) error {
		_, err := convert.Copy(t.Context(), old, dir, c.Format, c.Compression, nil)
		return err
	}), "collect it again")
}

// flattened returns a copy of a dataset in the layout of older programs.
func flattened(t *testing.T, dir string) string {
	t.Helper()
	m := must.Get(datasets.ReadManifest(dir))(t)
	old := t.TempDir()
	for i := range m.Shards {
		s := &m.Shards[i]
		b := datasettest.MustRead(t, filepath.Join(dir, s.File))
		s.File, s.Results = filepath.Base(s.File), datasets.ResultsEntry{}
		must.Do(t, os.WriteFile(filepath.Join(old, s.File), b, 0o666))
	}
	must.Do(t, shard.WriteManifest(old, datasets.NewManifest(m.Meta, m.Shards)))
	return old
}
