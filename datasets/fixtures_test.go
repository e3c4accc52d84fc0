package datasets

import (
	"maps"
	"os"
	"path/filepath"
	"rummygym/env/game"
	"slices"
	"strings"
	"testing"
)

// toyConfig returns the settings of a small run to dir: two seats, 53 games with
// seed 7 in shards of 10, in batches of about 120 rows.
func toyConfig(dir string) Config {
	c := DefaultConfig()
	c.Table, c.Agents = toyTable(2), []Agent{toyChancy, toyLowest}
	c.Games, c.Seed, c.Dir = 53, 7, dir
	c.ShardGames, c.BatchRows = 10, 120
	return c
}

// calmConfig returns toyConfig with agents that never fold.
func calmConfig(dir string) Config {
	c := toyConfig(dir)
	c.Agents[0] = Agent{"calm", func() game.Agent { return &chancy{} }}
	return c
}

// playsConfig returns toyConfig with rows of plays and agents that fold now and then, so that
// some players have no play.
func playsConfig(dir string) Config {
	c := toyConfig(dir)
	c.Table.After, c.Table.NewAfter = "toy", func() game.ActionEncoder { return toyAfter{} }
	c.Agents = []Agent{{"bold", func() game.Agent { return &chancy{fold: 0.3} }}, toyChancy}
	c.Rows, c.Discount = PlayRows, 0.9
	return c
}

// playVariants returns the settings of small runs with the optional columns.
func playVariants() map[string]func(*Config) {
	plays := func(more func(*Config)) func(*Config) {
		return func(c *Config) {
			*c = playsConfig(c.Dir)
			more(c)
		}
	}
	all := map[string]func(*Config){
		"plays":           plays(func(c *Config) {}),
		"plays-none":      plays(func(c *Config) { c.Compression = Uncompressed }),
		"plays-stream":    plays(func(c *Config) { c.Format = ArrowStream }),
		"plays-parquet":   plays(func(c *Config) { c.Format = Parquet }),
		"plays-first":     plays(func(c *Config) { c.RowsOf, c.Discount = RowsOfFirst, 1 }),
		"last-play":       plays(func(c *Config) { c.Rows, c.BestOf = LastPlayRows, 3 }),
		"redeal":          plays(func(c *Config) { c.BestOf, c.Redeal = 4, true }),
		"ended-by":        plays(func(c *Config) { c.EndedBy = []string{"folded"} }),
		"last-play-first": plays(func(c *Config) { c.Rows, c.RowsOf, c.Format = LastPlayRows, RowsOfFirst, Parquet }),
		"last-play-three": plays(func(c *Config) {
			c.Rows = LastPlayRows
			table := toyTable(3)
			table.After, table.NewAfter = c.Table.After, c.Table.NewAfter
			c.Table, c.Agents = table, []Agent{toyChancy, toyLowest, toyChancy}
		}),
		"cut":             plays(func(c *Config) { c.MaxSteps = 18 }), // only games in which somebody folds have a winner
		"no-rows":         plays(func(c *Config) { c.MaxSteps = 1; c.Agents = []Agent{toyLowest, toyLowest} }),
		"no-rows-stream":  plays(func(c *Config) { c.MaxSteps = 1; c.Agents, c.Format = []Agent{toyLowest, toyLowest}, ArrowStream }),
		"no-rows-parquet": plays(func(c *Config) { c.MaxSteps = 1; c.Agents, c.Format = []Agent{toyLowest, toyLowest}, Parquet }),
		"after":           plays(func(c *Config) { c.Rows, c.Discount, c.Final = AllRows, 1, FinalRows }),
		"best-of":         func(c *Config) { c.BestOf = 5 },
	}
	if testing.Short() {
		maps.DeleteFunc(all, func(name string, _ func(*Config)) bool {
			return name != "plays" && name != "last-play" && name != "no-rows" && name != "plays-parquet"
		})
	}
	return all
}

func replayOf(t *testing.T, c *Config, d *Dataset) *Replay {
	t.Helper()
	r, err := NewReplay(&c.Table, d.Meta())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// variants returns the settings of small runs in every format and compression, or
// only three of them with -short.
func variants() map[string]func(*Config) {
	all := map[string]func(*Config){
		"arrow":        func(c *Config) {},
		"arrow-none":   func(c *Config) { c.Compression = Uncompressed },
		"stream":       func(c *Config) { c.Format = ArrowStream },
		"stream-none":  func(c *Config) { c.Format, c.Compression = ArrowStream, Uncompressed },
		"parquet":      func(c *Config) { c.Format = Parquet },
		"parquet-none": func(c *Config) { c.Format, c.Compression = Parquet, Uncompressed },
		"final":        func(c *Config) { c.Final = FinalRows },
		"truncated":    func(c *Config) { c.MaxSteps, c.Final = 7, FinalRows },
		"fixed":        func(c *Config) { c.Seating = Fixed },
		"parquet-3-same": func(c *Config) {
			c.Format = Parquet
			c.Table = toyTable(3)
			c.Agents = []Agent{toyChancy, toyLowest, toyChancy}
		},
		"six": func(c *Config) { c.Table = toyTable(6); c.Agents = slices.Repeat([]Agent{toyChancy}, 6) },
	}
	if testing.Short() {
		maps.DeleteFunc(all, func(name string, _ func(*Config)) bool {
			return name != "arrow" && name != "stream-none" && name != "parquet"
		})
	}
	return all
}

// digests returns the SHA-256 of every file in a folder by name.
func digests(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := listFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	sums := make(map[string]string)
	for _, f := range files {
		found, err := digestFile(filepath.Join(dir, f))
		if err != nil {
			t.Fatal(err)
		}
		sums[f] = found.SHA256
	}
	return sums
}

// collect runs Collect and fails the test if it returns an error.
func collect(t *testing.T, c Config) *Summary {
	t.Helper()
	s, err := Collect(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// open opens a dataset or fails the test.
func open(t *testing.T, dir string, options ...Option) *Dataset {
	t.Helper()
	d, err := Open(dir, options...)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// refusal reports an error that is not the one wanted: one that contains says, or none for "".
func refusal(t *testing.T, what string, err error, says string) {
	t.Helper()
	if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
		t.Errorf("%s: error %v, want %q", what, err, says)
	}
}

func mustRead(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// written calls write with a new folder. If it fails, the folder must be empty.
func written(t *testing.T, write func(dir string) error) error {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "out")
	err := write(dir)
	if files, _ := os.ReadDir(dir); err != nil && len(files) > 0 {
		t.Errorf("after the error %v, %s is left behind", err, files[0].Name())
	}
	return err
}

// last returns the last error of a sequence.
func last[T any](seq func(func(T, error) bool)) (err error) {
	for _, err = range seq {
	}
	return err
}

// toyMeta returns the metadata of toyConfig.
func toyMeta(tb testing.TB) *Meta {
	c := toyConfig("nowhere")
	m, err := c.Meta()
	if err != nil {
		tb.Fatal(err)
	}
	return m
}
