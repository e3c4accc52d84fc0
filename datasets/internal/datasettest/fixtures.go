package datasettest

import (
	"maps"
	"os"
	"path/filepath"
	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/env/game"
	"slices"
	"strings"
	"testing"
)

// ToyConfig returns the settings of a small run to dir: two seats, 53 games with
// seed 7 in shards of 10, in batches of about 120 rows.
func ToyConfig(dir string) collect.Config {
	c := collect.DefaultConfig()
	c.Table, c.Agents = ToyTable(2), []collect.Agent{ToyChancy, ToyLowest}
	c.Games, c.Seed, c.Dir = 53, 7, dir
	c.ShardGames, c.BatchRows = 10, 120
	return c
}

// CalmConfig returns ToyConfig with agents that never fold.
func CalmConfig(dir string) collect.Config {
	c := ToyConfig(dir)
	c.Agents[0] = collect.Agent{Name: "calm", New: func() game.Agent { return &Chancy{} }}
	return c
}

// PlaysConfig returns ToyConfig with rows of plays and agents that fold now and then, so that
// some players have no play.
func PlaysConfig(dir string) collect.Config {
	c := ToyConfig(dir)
	c.Table.After, c.Table.NewAfter = "toy", func() game.ActionEncoder { return ToyAfter{} }
	c.Agents = []collect.Agent{{Name: "bold", New: func() game.Agent { return &Chancy{Fold: 0.3} }}, ToyChancy}
	c.Rows, c.Discount = datasets.PlayRows, 0.9
	return c
}

// PlayVariants returns the settings of small runs with the optional columns.
func PlayVariants() map[string]func(*collect.Config) {
	plays := func(more func(*collect.Config)) func(*collect.Config) {
		return func(c *collect.Config) {
			*c = PlaysConfig(c.Dir)
			more(c)
		}
	}
	all := map[string]func(*collect.Config){
		"plays":         plays(func(c *collect.Config) {}),
		"plays-none":    plays(func(c *collect.Config) { c.Compression = datasets.Uncompressed }),
		"plays-parquet": plays(func(c *collect.Config) { c.Format = datasets.Parquet }),
		"plays-first":   plays(func(c *collect.Config) { c.RowsOf, c.Discount = datasets.RowsOfFirst, 1 }),
		"last-play":     plays(func(c *collect.Config) { c.Rows, c.BestOf = datasets.LastPlayRows, 3 }),
		"redeal":        plays(func(c *collect.Config) { c.BestOf, c.Redeal = 4, true }),
		"ended-by":      plays(func(c *collect.Config) { c.EndedBy = []string{"folded"} }),
		"last-play-first": plays(func(c *collect.Config) {
			c.Rows, c.RowsOf, c.Format = datasets.LastPlayRows, datasets.RowsOfFirst, datasets.Parquet
		}),
		"last-play-three": plays(func(c *collect.Config) {
			c.Rows = datasets.LastPlayRows
			table := ToyTable(3)
			table.After, table.NewAfter = c.Table.After, c.Table.NewAfter
			c.Table, c.Agents = table, []collect.Agent{ToyChancy, ToyLowest, ToyChancy}
		}),
		"cut":     plays(func(c *collect.Config) { c.MaxSteps = 18 }), // only games in which somebody folds have a winner
		"no-rows": plays(func(c *collect.Config) { c.MaxSteps = 1; c.Agents = []collect.Agent{ToyLowest, ToyLowest} }),
		"no-rows-parquet": plays(func(c *collect.Config) {
			c.MaxSteps = 1
			c.Agents, c.Format = []collect.Agent{ToyLowest, ToyLowest}, datasets.Parquet
		}),
		"after":   plays(func(c *collect.Config) { c.Rows, c.Discount, c.Final = datasets.AllRows, 1, datasets.FinalRows }),
		"best-of": func(c *collect.Config) { c.BestOf = 5 },
	}
	if testing.Short() {
		maps.DeleteFunc(all, func(name string, _ func(*collect.Config)) bool {
			return name != "plays" && name != "last-play" && name != "no-rows" && name != "plays-parquet"
		})
	}
	return all
}

func ReplayOf(t *testing.T, c *collect.Config, d *datasets.Dataset) *datasets.Replay {
	t.Helper()
	r, err := datasets.NewReplay(&c.Table, d.Meta())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Variants returns the settings of small runs in every format and compression, or
// only three of them with -short.
func Variants() map[string]func(*collect.Config) {
	all := map[string]func(*collect.Config){
		"arrow":        func(c *collect.Config) {},
		"arrow-none":   func(c *collect.Config) { c.Compression = datasets.Uncompressed },
		"parquet":      func(c *collect.Config) { c.Format = datasets.Parquet },
		"parquet-none": func(c *collect.Config) { c.Format, c.Compression = datasets.Parquet, datasets.Uncompressed },
		"final":        func(c *collect.Config) { c.Final = datasets.FinalRows },
		"truncated":    func(c *collect.Config) { c.MaxSteps, c.Final = 7, datasets.FinalRows },
		"fixed":        func(c *collect.Config) { c.Seating = datasets.Fixed },
		"parquet-3-same": func(c *collect.Config) {
			c.Format = datasets.Parquet
			c.Table = ToyTable(3)
			c.Agents = []collect.Agent{ToyChancy, ToyLowest, ToyChancy}
		},
		"six": func(c *collect.Config) {
			c.Table = ToyTable(6)
			c.Agents = slices.Repeat([]collect.Agent{ToyChancy}, 6)
		},
	}
	if testing.Short() {
		maps.DeleteFunc(all, func(name string, _ func(*collect.Config)) bool {
			return name != "arrow-none" && name != "parquet"
		})
	}
	return all
}

// SumsOf returns the SHA-256 of every file in a folder by name.
func SumsOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := datasets.ListFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	sums := make(map[string]string)
	for _, f := range files {
		found, err := datasets.DigestFile(filepath.Join(dir, f))
		if err != nil {
			t.Fatal(err)
		}
		sums[f] = found.SHA256
	}
	return sums
}

// Collect runs collect.Run and fails the test if it returns an error.
func Collect(t *testing.T, c collect.Config) *collect.Summary {
	t.Helper()
	s, err := collect.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Open opens a dataset or fails the test.
func Open(t *testing.T, dir string) *datasets.Dataset {
	t.Helper()
	d, err := datasets.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Refusal reports an error that is not the one wanted: one that contains says, or none for "".
func Refusal(t *testing.T, what string, err error, says string) {
	t.Helper()
	if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
		t.Errorf("%s: error %v, want %q", what, err, says)
	}
}

func MustRead(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Written calls write with a new folder. If it fails, the folder must be empty.
func Written(t *testing.T, write func(dir string) error) error {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "out")
	err := write(dir)
	if files, _ := os.ReadDir(dir); err != nil && len(files) > 0 {
		t.Errorf("after the error %v, %s is left behind", err, files[0].Name())
	}
	return err
}

// Last returns the last error of a sequence.
func Last[T any](seq func(func(T, error) bool)) (err error) {
	for _, err = range seq {
	}
	return err
}

// ToyMeta returns the metadata of ToyConfig.
func ToyMeta(tb testing.TB) *datasets.Meta {
	c := ToyConfig("nowhere")
	m, err := c.Meta()
	if err != nil {
		tb.Fatal(err)
	}
	return m
}
