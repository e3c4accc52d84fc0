package offline_test

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/env/game"
	"rummygym/features/encoder"
	"rummygym/internal/must"
	"rummygym/internal/train/offline"
)

// TestDamagedDatasets checks that survey and stream find damage and name the file.
func TestDamagedDatasets(t *testing.T) {
	for what, damage := range map[string]func(t *testing.T, dir, name string){
		"a bit": func(t *testing.T, dir, name string) {
			b := must.Get(os.ReadFile(filepath.Join(dir, name)))(t)
			b[len(b)/2] ^= 1
			must.Do(t, os.WriteFile(filepath.Join(dir, name), b, 0o666))
		},
		"half": func(t *testing.T, dir, name string) {
			must.Do(t, os.Truncate(filepath.Join(dir, name), 1000))
		},
		"gone": func(t *testing.T, dir, name string) {
			must.Do(t, os.Remove(filepath.Join(dir, name)))
		},
	} {
		d := recorded(t, indianTable(t, encoder.Counts), []string{"min-dist", "random"}, 20, nil)
		name := d.Manifest.Shards[2].File
		damage(t, d.Path, name)
		s, err := offline.Open([]*datasets.Dataset{open(t, d.Path)}, offline.Config{})
		if err == nil {
			_, err = s.Survey(t.Context(), 10, 2)
			if err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%s: the survey returns %v", what, err)
			}
			st := must.Get(s.Stream(offline.Order{Buffer: 50, Workers: 2}, offline.Position{}))(t)
			var b offline.Batch
			for range 1000 {
				if err = st.Next(&b, 100); err != nil {
					break
				}
			}
			st.Close()
		}
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v does not name %s", what, err, name)
		}
	}
}

// TestDamagedShard checks that the batches of a shard are checked whose manifest has the
// digest of the damaged file.
func TestDamagedShard(t *testing.T) {
	d := recorded(t, indianTable(t, encoder.Counts), []string{"min-dist", "random"}, 20, func(c *collect.Config) { c.Compression = datasets.Uncompressed })
	path := filepath.Join(d.Path, d.Manifest.Shards[1].File)
	whole := must.Get(os.ReadFile(path))(t)
	// The schema at the start and the footer stay undamaged: Arrow 15 allocates the sizes
	// in them before it checks anything. The last ten bytes are the length of the footer
	// and the magic word.
	footer := len(whole) - 10 - int(binary.LittleEndian.Uint32(whole[len(whole)-10:]))
	found := 0
	for at := 10000; at < footer-8; at += len(whole) / 60 {
		b := slices.Clone(whole)
		for i := range 8 {
			b[at+i] ^= 0xff
		}
		must.Do(t, os.WriteFile(path, b, 0o666))
		entry := d.Manifest.Shards[1]
		entry.Digest = must.Get(datasets.DigestFile(path))(t)
		must.Do(t, datasets.NewManifest(d.Meta(), []datasets.ShardEntry{entry}).Write(d.Path)) // of the damaged file
		s, err := offline.Open([]*datasets.Dataset{open(t, d.Path)}, offline.Config{})
		if err == nil {
			_, err = s.Survey(t.Context(), 10, 1)
		}
		if err != nil {
			found++
			if !strings.Contains(err.Error(), path) {
				t.Errorf("error %v does not name %s", err, path)
			}
		}
	}
	if found < 5 { // values of observations may be anything
		t.Errorf("%d damages are found", found)
	}
}

func TestOpenRefuses(t *testing.T) {
	table := indianTable(t, encoder.Counts)
	a := recorded(t, table, []string{"min-dist", "random"}, 3, nil)
	foreign := recorded(t, ginTable(t, encoder.GinCounts), []string{"simple", "random"}, 3, nil)
	none := recorded(t, indianTable(t, 0), []string{"min-dist", "random"}, 3, nil)
	fields := recorded(t, indianTable(t, encoder.Score), []string{"min-dist", "random"}, 3, nil)
	other := recorded(t, table, []string{"min-dist", "random"}, 3, nil)
	other.Manifest.Shards[0].File = filepath.Join("..", filepath.Base(a.Path)+"-not-there")
	wanted := indianTable(t, encoder.Counts|encoder.Score).NewEncoder().Layout()
	for says, c := range map[string]struct {
		ds     []*datasets.Dataset
		config offline.Config
	}{
		"no dataset": {nil, offline.Config{}},
		"cannot be used together: one is of GinRummy-v1, the other of IndianRummy-v1": {[]*datasets.Dataset{a, foreign}, offline.Config{}},
		"there are no fields to learn from":                                           {[]*datasets.Dataset{none}, offline.Config{}},
		"their fields differ":                                                         {[]*datasets.Dataset{a, fields}, offline.Config{}},
		"-not-there":                                                                  {[]*datasets.Dataset{other}, offline.Config{}},
		"has no fields min_score, min_score_uncapped: it was collected with --fields counts": {[]*datasets.Dataset{a}, offline.Config{Maker: func(d *datasets.Dataset) (offline.Maker, error) { return offline.NewRecorded(d.Meta(), wanted) }}},
		`no game was recorded of agent "min-dist-opp": want one of min-dist, random`:         {[]*datasets.Dataset{a}, offline.Config{Selection: offline.Selection{Agents: []string{"random", "min-dist-opp"}}}},
		"seat 2: want 0 to 1": {[]*datasets.Dataset{a}, offline.Config{Selection: offline.Selection{Seats: []int{0, 2}}}},
		"share 1 of held-out episodes: want a number in [0, 1)": {[]*datasets.Dataset{a}, offline.Config{Split: offline.Split{Share: 1}}},
	} {
		must.Refuse(offline.Open(c.ds, c.config))(t, says)
	}
}

// TestReplayedFields checks that fields that were not recorded are made by replaying the
// games, and equal those that would have been recorded.
func TestReplayedFields(t *testing.T) {
	agents, all := []string{"min-dist", "random"}, encoder.CardsAndCounts|encoder.Distance|encoder.Outs
	poor, rich := indianTable(t, encoder.Counts), indianTable(t, all)
	read := func(d *datasets.Dataset, maker func(*datasets.Dataset) (offline.Maker, error)) []row {
		s := must.Get(offline.Open([]*datasets.Dataset{d}, offline.Config{Maker: maker, Selection: offline.Selection{Agents: []string{"random"}}, Split: offline.Split{Share: 0.5}}))(t)
		st := must.Get(s.Stream(offline.Order{Buffer: 100, Workers: 2}, offline.Position{}))(t)
		defer st.Close()
		return epoch(t, s, st, 50)
	}
	want := read(recorded(t, rich, agents, 20, nil), nil)
	got := read(recorded(t, poor, agents, 20, nil), func(d *datasets.Dataset) (offline.Maker, error) {
		return offline.NewReplayed(&poor, d.Meta(), offline.Observations(rich.NewEncoder()))
	})
	slices.SortFunc(want, compare)
	slices.SortFunc(got, compare)
	if !slices.Equal(got, want) || len(got) < 50 {
		t.Errorf("%d replayed decisions differ from the %d recorded ones", len(got), len(want))
	}
	if m := offline.Missing(open(t, recorded(t, poor, agents, 2, nil).Path).Meta(), rich.NewEncoder().Layout()); len(m) < 20 || slices.Contains(m, "stock_size") || !slices.Contains(m, "outs") {
		t.Errorf("missing fields %v", m)
	}
}

// actionEncoder encodes the action, and the number of decisions before it. It leaves out
// decisions whose number is odd.
type actionEncoder struct{ before int }

func (*actionEncoder) Layout() game.Layout {
	return game.Layout{{Name: "action", DType: game.Int16}, {Name: "before", DType: game.Int16}}
}

func (x *actionEncoder) Reset() { x.before = -1 }

func (x *actionEncoder) Follow(_ game.Observation, _ *game.Mask) { x.before++ }

func (x *actionEncoder) Encode(dst []float32, obs game.Observation, a game.Action) bool {
	dst[0], dst[1] = float32(a)-1000*float32(obs.Observer()), float32(x.before)
	return a%2 == 0
}

// TestReplayedDecisions checks that an encoder of decisions follows all of them, in order,
// and encodes the selected ones with the observation and the action.
func TestReplayedDecisions(t *testing.T) {
	table := indianTable(t, 0)
	s := must.Get(offline.Open([]*datasets.Dataset{recorded(t, table, []string{"min-dist", "random"}, 30, nil)}, offline.Config{
		Selection: offline.Selection{Agents: []string{"random"}},
		Maker: func(d *datasets.Dataset) (offline.Maker, error) {
			return offline.NewReplayed(&table, d.Meta(), &actionEncoder{})
		},
	}))(t)
	st := must.Get(s.Stream(offline.Order{Buffer: 100, Workers: 2}, offline.Position{}))(t)
	defer st.Close()
	var b offline.Batch
	for range 3 {
		must.Do(t, st.Next(&b, 50))
		for i, x := range b.Samples {
			if want := float32(x.Action) - 1000*float32(x.Player); b.Inputs[2*i] != want || b.Inputs[2*i+1] != float32(x.Step) || x.Action%2 != 0 {
				t.Errorf("%v of step %d, want %v", b.Inputs[2*i:2*i+2], x.Step, want)
			}
		}
	}
}

func TestFingerprint(t *testing.T) {
	table := indianTable(t, encoder.Counts)
	a := recorded(t, table, []string{"min-dist", "random"}, 3, nil)
	b := recorded(t, table, []string{"min-dist", "random"}, 3, func(c *collect.Config) { c.Seed = 8 })
	same := recorded(t, table, []string{"min-dist", "random"}, 3, nil)
	fingerprint := func(c offline.Config, ds ...*datasets.Dataset) string {
		s := must.Get(offline.Open(ds, c))(t)
		return s.Fingerprint()
	}
	seen := map[string]bool{}
	for _, p := range []string{
		fingerprint(offline.Config{}, a), fingerprint(offline.Config{}, b), fingerprint(offline.Config{}, a, b),
		fingerprint(offline.Config{Split: offline.Split{Share: 0.5}}, a), fingerprint(offline.Config{Selection: offline.Selection{Winners: true}}, a),
	} {
		if seen[p] {
			t.Error("two sources have the same fingerprint")
		}
		seen[p] = true
	}
	if !seen[fingerprint(offline.Config{}, same)] || !seen[fingerprint(offline.Config{Selection: offline.Selection{Agents: []string{}}}, a)] {
		t.Error("the same games have a different fingerprint in another folder")
	}
}
