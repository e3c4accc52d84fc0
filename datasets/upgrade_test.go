package datasets

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"rummygym/env/game"
	"strings"
	"testing"
)

// TestResultsOfOlderDatasets reads and upgrades datasets in the layout of older programs.
func TestResultsOfOlderDatasets(t *testing.T) {
	for name, set := range variants() {
		t.Run(name, func(t *testing.T) {
			c := toyConfig(t.TempDir())
			set(&c)
			collect(t, c)
			old := flattened(t, c.Dir)
			d := open(t, old)
			var none *NoResultsError
			for _, err := range d.Results() {
				if !errors.As(err, &none) || !strings.Contains(err.Error(), "rummygym dataset convert --out NEW "+old) {
					t.Fatalf("the results give %v", err)
				}
			}
			if report, err := d.Validate(t.Context(), nil); err != nil || report.Episodes != 53 || report.Results != 0 {
				t.Errorf("report %+v (%v)", report, err)
			}
			shard := open(t, filepath.Join(old, "shard-00001"+c.Format.Extension()))
			if err := last(shard.Batches()); err != nil {
				t.Error(err)
			}
			rules := func(*Meta) (game.Game, error) { return c.Table.Game, nil }
			dir := t.TempDir()
			if _, err := Convert(t.Context(), d, dir, c.Format, c.Compression, rules); err != nil {
				t.Fatal(err)
			}
			if !maps.Equal(digests(t, dir), digests(t, c.Dir)) {
				t.Error("converting gives other bytes than collecting")
			}
			c.Resume, c.Dir = true, old
			if _, err := Collect(t.Context(), c); !errors.As(err, &none) {
				t.Errorf("resuming gives %v", err)
			}
			if _, err := Convert(t.Context(), d, t.TempDir(), c.Format, c.Compression, func(*Meta) (game.Game, error) { return nil, errors.New("mine") }); err == nil || !strings.Contains(err.Error(), "cannot be played again: mine") {
				t.Errorf("without rules: %v", err)
			}
		})
	}
	c := toyConfig(t.TempDir())
	playVariants()["plays"](&c)
	collect(t, c)
	old := open(t, flattened(t, c.Dir))
	if err := written(t, func(dir string) error {
		_, err := Convert(t.Context(), old, dir, c.Format, c.Compression, nil)
		return err
	}); err == nil || !strings.Contains(err.Error(), "collect it again") {
		t.Errorf("plays: %v", err)
	}
}

// flattened returns a copy of a dataset in the layout of older programs.
func flattened(t *testing.T, dir string) string {
	t.Helper()
	m, err := readManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	old := t.TempDir()
	for i := range m.Shards {
		s := &m.Shards[i]
		b := mustRead(t, filepath.Join(dir, s.File))
		s.File, s.Results = filepath.Base(s.File), ResultsEntry{}
		if err := os.WriteFile(filepath.Join(old, s.File), b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := writeManifest(old, newManifest(m.Meta, m.Shards)); err != nil {
		t.Fatal(err)
	}
	return old
}
