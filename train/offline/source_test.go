package offline_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rummygym/datasets"
	"rummygym/env/game"
	"rummygym/features"
	"rummygym/train/offline"
)

// What is damaged is found, by the survey as by the stream, and its place is named.
func TestDamagedDatasets(t *testing.T) {
	for _, format := range []datasets.Format{datasets.ArrowFile, datasets.ArrowStream, datasets.Parquet} {
		for what, damage := range map[string]func(t *testing.T, dir, name string){
			"a bit": func(t *testing.T, dir, name string) {
				b, err := os.ReadFile(filepath.Join(dir, name))
				if err != nil {
					t.Fatal(err)
				}
				b[len(b)/2] ^= 1
				if err := os.WriteFile(filepath.Join(dir, name), b, 0o666); err != nil {
					t.Fatal(err)
				}
			},
			"half": func(t *testing.T, dir, name string) {
				if err := os.Truncate(filepath.Join(dir, name), 1000); err != nil {
					t.Fatal(err)
				}
			},
			"gone": func(t *testing.T, dir, name string) {
				if err := os.Remove(filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			},
		} {
			d := collect(t, indianTable(t, features.Counts), []string{"min-dist", "random"}, 20, func(c *datasets.Config) { c.Format = format })
			name := d.Manifest.Shards[2].File
			damage(t, d.Path, name)
			s, err := offline.Open([]*datasets.Dataset{open(t, d.Path)}, offline.Config{})
			if err == nil {
				_, err = s.Survey(t.Context(), 10, 2)
				if err == nil || !strings.Contains(err.Error(), name) {
					t.Errorf("%s: %s: the survey says %v", format, what, err)
				}
				var st *offline.Stream
				if st, err = s.Stream(offline.Order{Buffer: 50, Workers: 2}, offline.Position{}); err != nil {
					t.Fatal(err)
				}
				var b offline.Batch
				for range 1000 {
					if err = st.Next(&b, 100); err != nil {
						break
					}
				}
				st.Close()
			}
			if err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%s: %s: error %v does not name %s", format, what, err, name)
			}
		}
	}
}

// A shard without a manifest has no digest: its batches are looked at.
func TestDamagedShard(t *testing.T) {
	d := collect(t, indianTable(t, features.Counts), []string{"min-dist", "random"}, 20, func(c *datasets.Config) { c.Compression = datasets.Uncompressed })
	path := filepath.Join(d.Path, d.Manifest.Shards[1].File)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for at := 10000; at < len(whole)-8; at += len(whole) / 60 {
		b := slices.Clone(whole)
		for i := range 8 {
			b[at+i] ^= 0xff
		}
		if err := os.WriteFile(path, b, 0o666); err != nil {
			t.Fatal(err)
		}
		one, err := datasets.Open(path)
		if err == nil {
			var s *offline.Source
			if s, err = offline.Open([]*datasets.Dataset{one}, offline.Config{}); err == nil {
				_, err = s.Survey(t.Context(), 10, 1)
			}
		}
		if err != nil {
			found++
			if !strings.Contains(err.Error(), path) {
				t.Errorf("error %v does not name %s", err, path)
			}
		}
	}
	if found < 5 { // numbers of observations may be anything
		t.Errorf("%d damages are found", found)
	}
}

func TestOpenRefuses(t *testing.T) {
	table := indianTable(t, features.Counts)
	a := collect(t, table, []string{"min-dist", "random"}, 3, nil)
	foreign := collect(t, ginTable(t, features.GinCounts), []string{"simple", "random"}, 3, nil)
	none := collect(t, indianTable(t, 0), []string{"min-dist", "random"}, 3, nil)
	fields := collect(t, indianTable(t, features.Score), []string{"min-dist", "random"}, 3, nil)
	other := collect(t, table, []string{"min-dist", "random"}, 3, nil)
	other.Manifest.Shards[0].File = filepath.Join("..", filepath.Base(a.Path)+"-not-there")
	wanted := indianTable(t, features.Counts|features.Score).NewEncoder().Layout()
	for says, c := range map[string]struct {
		ds     []*datasets.Dataset
		config offline.Config
	}{
		"no dataset": {nil, offline.Config{}},
		"cannot be learned from together: they are of GinRummy-v0 and IndianRummy-v0": {[]*datasets.Dataset{a, foreign}, offline.Config{}},
		"there are no fields to learn from":                                           {[]*datasets.Dataset{none}, offline.Config{}},
		"their fields differ":                                                         {[]*datasets.Dataset{a, fields}, offline.Config{}},
		"-not-there":                                                                  {[]*datasets.Dataset{other}, offline.Config{}},
		"collected with --fields counts, has no fields min_score, min_score_uncapped": {[]*datasets.Dataset{a}, offline.Config{Maker: func(d *datasets.Dataset) (offline.Maker, error) { return offline.NewRecorded(d.Meta(), wanted) }}},
		`no game was recorded of agent "min-dist-opp": there are min-dist, random`:    {[]*datasets.Dataset{a}, offline.Config{Selection: offline.Selection{Agents: []string{"random", "min-dist-opp"}}}},
		"seat 2: want 0 to 1":                              {[]*datasets.Dataset{a}, offline.Config{Selection: offline.Selection{Seats: []int{0, 2}}}},
		"share 1 of held-out episodes: want one in [0, 1)": {[]*datasets.Dataset{a}, offline.Config{Split: offline.Split{Share: 1}}},
	} {
		if _, err := offline.Open(c.ds, c.config); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v, want one that says %q", err, says)
		}
	}
}

// Fields that were not recorded are made by playing the games again, and are those
// that would have been recorded.
func TestReplayedFields(t *testing.T) {
	agents, all := []string{"min-dist", "random"}, features.CardsAndCounts|features.Distance|features.Outs
	poor, rich := indianTable(t, features.Counts), indianTable(t, all)
	read := func(d *datasets.Dataset, maker func(*datasets.Dataset) (offline.Maker, error)) []row {
		s, err := offline.Open([]*datasets.Dataset{d}, offline.Config{Maker: maker, Selection: offline.Selection{Agents: []string{"random"}}, Split: offline.Split{Share: 0.5}})
		if err != nil {
			t.Fatal(err)
		}
		st, err := s.Stream(offline.Order{Buffer: 100, Workers: 2}, offline.Position{})
		if err != nil {
			t.Fatal(err)
		}
		defer st.Close()
		return epoch(t, s, st, 50)
	}
	want := read(collect(t, rich, agents, 20, nil), nil)
	got := read(collect(t, poor, agents, 20, nil), func(d *datasets.Dataset) (offline.Maker, error) {
		return offline.NewReplayed(&poor, d.Meta(), offline.Observations(rich.NewEncoder()))
	})
	slices.SortFunc(want, compare)
	slices.SortFunc(got, compare)
	if !slices.Equal(got, want) || len(got) < 50 {
		t.Errorf("%d decisions that were played again are not the %d that were recorded", len(got), len(want))
	}
	if m := offline.Missing(open(t, collect(t, poor, agents, 2, nil).Path).Meta(), rich.NewEncoder().Layout()); len(m) < 20 || slices.Contains(m, "stock_size") || !slices.Contains(m, "outs") {
		t.Errorf("missing are %v", m)
	}
}

// deeds encodes what was done, and how many decisions were there before. It leaves out
// what has an odd number.
type deeds struct{ before int }

func (*deeds) Layout() game.Layout {
	return game.Layout{{Name: "deed", DType: game.Int16}, {Name: "before", DType: game.Int16}}
}

func (x *deeds) Reset() { x.before = -1 }

func (x *deeds) Follow(_ game.Observation, _ *game.Mask) { x.before++ }

func (x *deeds) Encode(dst []float32, obs game.Observation, a game.Action) bool {
	dst[0], dst[1] = float32(a)-1000*float32(obs.Observer()), float32(x.before)
	return a%2 == 0
}

// An encoder of decisions follows all of them, in order, and is asked for those that
// count: what the mover saw and what it did.
func TestReplayedDecisions(t *testing.T) {
	table := indianTable(t, 0)
	s, err := offline.Open([]*datasets.Dataset{collect(t, table, []string{"min-dist", "random"}, 30, nil)}, offline.Config{
		Selection: offline.Selection{Agents: []string{"random"}},
		Maker: func(d *datasets.Dataset) (offline.Maker, error) {
			return offline.NewReplayed(&table, d.Meta(), &deeds{})
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	st, err := s.Stream(offline.Order{Buffer: 100, Workers: 2}, offline.Position{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	var b offline.Batch
	for range 3 {
		if err := st.Next(&b, 50); err != nil {
			t.Fatal(err)
		}
		for i, x := range b.Samples {
			if want := float32(x.Action) - 1000*float32(x.Player); b.Inputs[2*i] != want || b.Inputs[2*i+1] != float32(x.Step) || x.Action%2 != 0 {
				t.Errorf("%v of step %d, want %v", b.Inputs[2*i:2*i+2], x.Step, want)
			}
		}
	}
}

func TestFingerprint(t *testing.T) {
	table := indianTable(t, features.Counts)
	a := collect(t, table, []string{"min-dist", "random"}, 3, nil)
	b := collect(t, table, []string{"min-dist", "random"}, 3, func(c *datasets.Config) { c.Seed = 8 })
	same := collect(t, table, []string{"min-dist", "random"}, 3, nil)
	print := func(c offline.Config, ds ...*datasets.Dataset) string {
		s, err := offline.Open(ds, c)
		if err != nil {
			t.Fatal(err)
		}
		return s.Fingerprint()
	}
	seen := map[string]bool{}
	for _, p := range []string{
		print(offline.Config{}, a), print(offline.Config{}, b), print(offline.Config{}, a, b),
		print(offline.Config{Split: offline.Split{Share: 0.5}}, a), print(offline.Config{Selection: offline.Selection{Winners: true}}, a),
	} {
		if seen[p] {
			t.Error("two sources have the same fingerprint")
		}
		seen[p] = true
	}
	if !seen[print(offline.Config{}, same)] || !seen[print(offline.Config{Selection: offline.Selection{Agents: []string{}}}, a)] {
		t.Error("the same games have another fingerprint in another folder")
	}
}
