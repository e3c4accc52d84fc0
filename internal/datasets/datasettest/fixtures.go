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

// BestOfConfig returns ToyConfig with agents that fold now and then, and the best of three attempts at each deal.
func BestOfConfig(dir string) collect.Config {
	c := ToyConfig(dir)
	c.Agents = []collect.Agent{{Name: "bold", New: func() game.Agent { return &Chancy{Fold: 0.3} }}, ToyChancy}
	c.BestOf = 3
	return c
}

func ReplayOf(t *testing.T, c *collect.Config, d *datasets.Dataset) *datasets.Replay {
	t.Helper()
	r, err := datasets.NewReplay(&c.Table, d.Meta())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Variants returns the settings of small runs with every compression, or
// only three of them with -short.
func Variants() map[string]func(*collect.Config) {
	all := map[string]func(*collect.Config){
		"arrow":      func(c *collect.Config) {},
		"arrow-none": func(c *collect.Config) { c.Compression = datasets.Uncompressed },
		"final":      func(c *collect.Config) { c.Final = datasets.FinalRows },
		"truncated":  func(c *collect.Config) { c.MaxSteps, c.Final = 7, datasets.FinalRows },
		"fixed":      func(c *collect.Config) { c.Seating = datasets.Fixed },
		"three-same": func(c *collect.Config) {
			c.Table = ToyTable(3)
			c.Agents = []collect.Agent{ToyChancy, ToyLowest, ToyChancy}
		},
		"best-of":  func(c *collect.Config) { *c = BestOfConfig(c.Dir) },
		"ended-by": func(c *collect.Config) { *c = BestOfConfig(c.Dir); c.EndedBy = []string{"folded"} },
		"six": func(c *collect.Config) {
			c.Table = ToyTable(6)
			c.Agents = slices.Repeat([]collect.Agent{ToyChancy}, 6)
		},
	}
	if testing.Short() {
		maps.DeleteFunc(all, func(name string, _ func(*collect.Config)) bool {
			return name != "arrow-none" && name != "final" && name != "best-of"
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

// Last returns the last error of a sequence.
func Last[T any](seq func(func(T, error) bool)) (err error) {
	for _, err = range seq {
	}
	return err
}
