package discard_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"rummygym"
	"rummygym/agents/network"
	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/env/game"
	"rummygym/features/afterstate"
	"rummygym/internal/must"
	"rummygym/train/discard"
	"rummygym/train/offline"
)

// collect plays hands between players who discard at random, and returns them as a dataset
// with the last plays, with groups of fields after the action; "" is none, with all rows.
func recorded(t testing.TB, gameName, groups string, games int64, seed uint64) *datasets.Dataset {
	t.Helper()
	options, agent := []string{}, "random"
	if gameName == "gin" {
		options, agent = []string{"episode=hand"}, "random-unmelded"
	}
	g := must.Get(rummygym.NewGame(gameName, options...))(t)
	table := must.Get(rummygym.NewTable(g, rummygym.NoFields))(t)
	rules := must.Get(rummygym.RulesOf(g))(t)
	create, name := must.Get2(rummygym.OpenAgent(rules, agent))(t)
	c := collect.DefaultConfig()
	c.Games, c.Seed, c.Dir, c.ShardGames, c.BatchRows = games, seed, filepath.Join(t.TempDir(), "data"), max(1, games/3), 50
	c.Agents = []collect.Agent{{Name: name, New: create}, {Name: name, New: create}}
	if groups != "" {
		set := must.Get(afterstate.ParseDiscardGroups(groups))(t)
		x := must.Get(afterstate.NewDiscards(set, nil))(t)
		table.After, table.NewAfter, c.Rows = set.String(), func() game.ActionEncoder { return x }, datasets.LastPlayRows
	}
	c.Table = table
	must.Get(collect.Run(t.Context(), c))(t)
	return must.Get(datasets.Open(c.Dir))(t)
}

func mustRead(t testing.TB, c discard.Config, ds ...*datasets.Dataset) *discard.Data {
	t.Helper()
	return must.Get(discard.Read(t.Context(), ds, c))(t)
}

// TestRead compares the rows with the columns of the dataset, and checks that the split is by
// deals.
func TestRead(t *testing.T) {
	d := recorded(t, "gin", "interactions,macros,hand,belief", 300, 1)
	split := offline.Split{Seed: 5, Share: 0.2}
	data := mustRead(t, discard.Config{Split: split}, d)
	e := must.Get(discard.NewEncoder(inputsOf(t, "mlp-i")))(t)
	x := must.Get(discard.NewEncoder(inputsOf(t, "mlp")))(t)
	training, validation := data.Training, data.Validation
	var after, got, more []float32 = make([]float32, d.Meta().AfterLayout().Size()), make([]float32, x.Size()), make([]float32, e.Size())
	sides := map[int64]bool{}
	for b, err := range d.Batches() {
		must.Do(t, err)
		for i := range b.Rows() {
			rows := &training
			held := split.HeldOut(b.Seed[i], b.Deal[i])
			if held {
				rows = &validation
			}
			sides[b.Deal[i]] = held
			r := (*rows)[0]
			*rows = (*rows)[1:]
			b.After(after, i) // hand, belief, macros, interactions
			x.Encode(got, &r.State, discard.SuitOrder{0, 1, 2, 3})
			e.Encode(more, &r.State, discard.SuitOrder{0, 1, 2, 3})
			if !slices.Equal(got, after[:108]) || !slices.Equal(more, after[52:]) || r.Score != b.Score[i] {
				t.Fatalf("row %d of batch: %v and %v with score %v, want %v with %v", i, got, more, r.Score, after, b.Score[i])
			}
		}
	}
	if len(training) > 0 || len(validation) > 0 || data.Merged != 0 || data.Read != len(data.Training)+len(data.Validation) {
		t.Errorf("%d and %d rows are in no batch, %d merged", len(training), len(validation), data.Merged)
	}
	held := 0
	for _, h := range sides {
		if h {
			held++
		}
	}
	if held < 35 || held > 85 {
		t.Errorf("%d of %d deals are held out, want about a fifth", held, len(sides))
	}
	if part := mustRead(t, discard.Config{Split: split, Rows: 100}, d); part.Read != 100 || !slices.Equal(part.Training, data.Training[:len(part.Training)]) {
		t.Errorf("%d rows, want the first 100", part.Read)
	}
}

// The same games twice are averaged to the rows of once, on each side of the split.
func TestReadAverages(t *testing.T) {
	d, other := recorded(t, "gin", "hand,belief,macros", 100, 1), recorded(t, "gin", "hand,belief,macros", 100, 2)
	c := discard.Config{Split: offline.Split{Seed: 1, Share: 0.3}, Average: true}
	once, twice := mustRead(t, c, d, other), mustRead(t, c, d, other, d, other)
	if !slices.Equal(once.Training, twice.Training) || !slices.Equal(once.Validation, twice.Validation) || twice.Read != 2*once.Read || twice.Merged != once.Read+2*once.Merged {
		t.Errorf("%d rows, %d merged; of the same games twice %d, %d merged", once.Read, once.Merged, twice.Read, twice.Merged)
	}
	if again := mustRead(t, c, d, other); discard.Digest(again.Training) != discard.Digest(once.Training) || discard.Digest(once.Training) == discard.Digest(once.Validation) {
		t.Error("equal rows have different digests, or other rows equal ones")
	}
}

func inputsOf(t testing.TB, name string) (all []network.Input) {
	t.Helper()
	d := must.Get(discard.Describe(name))(t)
	return d.Inputs
}

func TestReadRefuses(t *testing.T) {
	good := recorded(t, "gin", "hand,belief,macros", 20, 1)
	damaged := recorded(t, "gin", "hand,belief,macros", 20, 1)
	path := filepath.Join(damaged.Path, damaged.Manifest.Shards[0].File)
	text := must.Get(os.ReadFile(path))(t)
	text[len(text)/2] ^= 1
	must.Do(t, os.WriteFile(path, text, 0o644))
	for want, try := range map[string]func() ([]*datasets.Dataset, discard.Config){
		"no dataset": func() ([]*datasets.Dataset, discard.Config) { return nil, discard.Config{} },
		"of the game indian: want gin": func() ([]*datasets.Dataset, discard.Config) {
			return []*datasets.Dataset{good, recorded(t, "indian", "", 3, 1)}, discard.Config{}
		},
		"no column score": func() ([]*datasets.Dataset, discard.Config) {
			return []*datasets.Dataset{recorded(t, "gin", "", 3, 1)}, discard.Config{}
		},
		"no field belief_matrix of shape [4 13]": func() ([]*datasets.Dataset, discard.Config) {
			return []*datasets.Dataset{recorded(t, "gin", "hand,macros", 3, 1)}, discard.Config{}
		},
		"share 1 of held-out": func() ([]*datasets.Dataset, discard.Config) {
			return []*datasets.Dataset{good}, discard.Config{Split: offline.Split{Share: 1}}
		},
		"-1 rows": func() ([]*datasets.Dataset, discard.Config) {
			return []*datasets.Dataset{good}, discard.Config{Rows: -1}
		},
		"XXH3": func() ([]*datasets.Dataset, discard.Config) { return []*datasets.Dataset{damaged}, discard.Config{} },
	} {
		ds, c := try()
		must.Refuse(discard.Read(t.Context(), ds, c))(t, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := discard.Read(ctx, []*datasets.Dataset{good}, discard.Config{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that the context is canceled", err)
	}
}
