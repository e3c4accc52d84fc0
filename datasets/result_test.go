package datasets_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/env/game"
	"rummygym/internal/datasets/datasettest"
	"rummygym/internal/datasets/shard"
	"rummygym/internal/must"
)

// resultsOf returns the results of a dataset.
func resultsOf(t *testing.T, d *datasets.Dataset) []datasets.Result {
	t.Helper()
	var all []datasets.Result
	for r, err := range d.Results() {
		must.Do(t, err)
		all = append(all, r)
	}
	return all
}

// TestResultsOfEverySeat sums the gains of every episode to zero, also of those in which a seat
// never moved.
func TestResultsOfEverySeat(t *testing.T) {
	all := datasettest.Variants()
	for name, set := range all {
		t.Run(name, func(t *testing.T) {
			c := datasettest.ToyConfig(t.TempDir())
			set(&c)
			c.Agents[0] = collect.Agent{Name: "folder", New: func() game.Agent { return &datasettest.Chancy{Fold: 0.5} }}
			seats := c.Table.Game.Players()
			datasettest.Collect(t, c)
			d := datasettest.Open(t, c.Dir)
			results := resultsOf(t, d)
			if len(results) != seats*int(c.Games) {
				t.Fatalf("%d results of %d games of %d seats", len(results), c.Games, seats)
			}
			unmoved := 0
			for ends := range slices.Chunk(results, seats) {
				gains, decisions := int32(0), int32(0)
				for _, r := range ends {
					gains, decisions = gains+r.Gain, decisions+r.Decisions
					if r.Decisions == 0 {
						unmoved++
					}
				}
				if gains != 0 || decisions != ends[0].Steps {
					t.Errorf("episode %d ends with %+v", ends[0].Episode, ends)
				}
			}
			if unmoved == 0 {
				t.Error("no seat that never moved: the test shows nothing")
			}
			if _, err := d.Validate(t.Context(), nil); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestNoReaderTakesDamagedResults damages a file of results in many ways.
func TestNoReaderTakesDamagedResults(t *testing.T) {
	everyCompression(t, func(t *testing.T, z datasets.Compression) {
		c := small(t, z)
		datasettest.Collect(t, c)
		path := filepath.Join(c.Dir, datasets.ResultsName(datasets.ShardName(1)))
		whole := datasettest.MustRead(t, path)
		for what, bad := range map[string][]byte{
			"cut": whole[:len(whole)-9], "of another shard": datasettest.MustRead(t, filepath.Join(c.Dir, datasets.ResultsName(datasets.ShardName(0)))),
			"a bit": flipped(whole, len(whole)/2), "empty": {},
		} {
			must.Do(t, os.WriteFile(path, bad, 0o666))
			d := datasettest.Open(t, c.Dir)
			for name, read := range map[string]func() error{
				"results":  func() error { return datasettest.Last(d.Results()) },
				"validate": func() error { _, err := d.Validate(t.Context(), nil); return err },
				"files":    func() error { return d.CheckFiles(t.Context()) },
			} {
				if err := read(); err == nil || !strings.Contains(err.Error(), path) {
					t.Errorf("%s: %s gives %v, want an error that names %s", what, name, err, path)
				}
			}
			if err := datasettest.Last(d.Batches()); err != nil {
				t.Errorf("the decisions are whole: %v", err)
			}
		}
		must.Do(t, os.WriteFile(path, whole, 0o666))
		if _, err := datasets.Open(filepath.Dir(path)); err == nil || !strings.Contains(err.Error(), "name the folder of the dataset, "+c.Dir) {
			t.Errorf("the folder opened: %v", err)
		}
	})
}

// TestValidateComparesResults writes results that are not those of the rows, with digests that fit.
func TestValidateComparesResults(t *testing.T) {
	for says, change := range map[string]func(r []datasets.Result){
		"the seats gain 1 together":                      func(r []datasets.Result) { r[0].Gain++ },
		"winner, ending, rounds, gain or attempt differ": func(r []datasets.Result) { r[0].Gain++; r[1].Gain-- },
		"rows of decisions, but its result counts":       func(r []datasets.Result) { r[0].Decisions++; r[1].Decisions-- },
		"make 20 decisions, want 0 and 21":               func(r []datasets.Result) { r[0].Steps++; r[1].Steps++ },
		"differ from those of seat 0":                    func(r []datasets.Result) { r[1].Winner = 1 - r[0].Winner },
		"do not match the ending":                        func(r []datasets.Result) { r[0].Terminated = false },
		"agent lowest in seat":                           func(r []datasets.Result) { r[0].Agent = "lowest" },
		"seed 9, deal 0, want":                           func(r []datasets.Result) { r[0].Seed = 9 },
		"is that of seat 1 in episode 0, want one":       func(r []datasets.Result) { r[0].Player = 1 },
		"want one for each of the 2 seats of the 3":      func(r []datasets.Result) { r[5].Episode = 3 },
	} {
		c := small(t, datasets.Zstd)
		s := datasettest.Collect(t, c)
		d := datasettest.Open(t, c.Dir)
		w, err := shard.Create(c.Dir, d.Meta(), datasets.ShardInfo{Episodes: 3})
		must.Do(t, err)
		for b, err := range d.ShardBatches(0) {
			if err == nil {
				err = w.Write(b.Record())
			}
			must.Do(t, err)
		}
		results := resultsOf(t, d)[:6]
		change(results)
		for _, r := range results {
			must.Do(t, w.Add(r))
		}
		entry, err := w.Commit()
		must.Do(t, err)
		must.Do(t, shard.WriteManifest(c.Dir, datasets.NewManifest(d.Meta(), []datasets.ShardEntry{entry, s.Manifest.Shards[1]})))
		_, err = datasettest.Open(t, c.Dir).Validate(t.Context(), nil)
		datasettest.Refusal(t, "results", err, says)
	}
}
