package discard_test

import (
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

func TestSuitOrders(t *testing.T) {
	orders := discard.SuitOrders()
	seen := map[discard.SuitOrder]bool{}
	for _, o := range orders {
		seen[o] = true
		if sorted := slices.Sorted(slices.Values(o[:])); !slices.Equal(sorted, []uint8{0, 1, 2, 3}) {
			t.Errorf("order %v is not one of the suits", o)
		}
	}
	if len(seen) != 24 || len(orders) != 24 || orders[0] != (discard.SuitOrder{0, 1, 2, 3}) {
		t.Errorf("%d orders, %d of them different, the first %v: want 24 with the identity first", len(orders), len(seen), orders[0])
	}
}

// TestView compares with the definitions, in every order of the suits and for inputs in another order.
func TestView(t *testing.T) {
	v := must.Get(discard.NewView([]network.Input{
		{Name: "interactions", Shape: []int{126}, Scale: 1}, {Name: "macros", Shape: []int{4}, Scale: 1},
		{Name: "belief_matrix", Shape: []int{4, 13}, Scale: 1}, {Name: "hand_matrix", Shape: []int{4, 13}, Scale: 1},
	}, true))(t)
	row, got := make([]float32, width), make([]float32, v.Size)
	random(t, 5, 1, 0).Inputs(row, 0)
	for turn, o := range discard.SuitOrders() {
		v.Inputs(got, row, turn)
		var x, o4, within, across []float32
		for i := range 4 {
			x = append(x, row[hand+13*int(o[i]):][:13]...)
			o4 = append(o4, row[belief+13*int(o[i]):][:13]...)
		}
		for r := range 13 {
			for i := range 4 {
				for j := i + 1; j < 4; j++ {
					across = append(across, x[13*i+r]*x[13*j+r])
				}
			}
		}
		for i := range 4 {
			for r := range 12 {
				within = append(within, x[13*i+r]*x[13*i+r+1])
			}
		}
		if want := slices.Concat(across, within, row[macros:], o4, x); !slices.Equal(got, want) {
			t.Errorf("order %v: %v, want %v", o, got, want)
		}
	}
	if n := testing.AllocsPerRun(100, func() { v.Inputs(got, row, 23) }); n > 0 || v.Turns != 24 {
		t.Errorf("%v allocations, want 0; %d turns", n, v.Turns)
	}
	for _, bad := range []network.Input{{Name: "hand", Shape: []int{52}}, {Name: "macros", Shape: []int{5}}} {
		must.Refuse(discard.NewView([]network.Input{bad}, false))(t, "input "+bad.Name)
	}
}

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

// TestRows compares the rows, and what networks take from them, with the columns of the dataset, in its order, and
// checks that the split is by deals.
func TestRows(t *testing.T) {
	d := recorded(t, "gin", "interactions,macros,hand,belief", 300, 1)
	split := offline.Split{Seed: 5, Share: 0.2}
	s := must.Get(offline.Open([]*datasets.Dataset{d}, offline.Config{Split: split, Maker: discard.Maker, Scores: true}))(t)
	rows, held := must.Get2(s.Load(t.Context(), 3))(t)
	description := must.Get(discard.Describe("mlp-i"))(t)
	v := must.Get(discard.NewView(description.Inputs, false))(t)
	after, row, got := make([]float32, d.Meta().AfterLayout().Size()), make([]float32, width), make([]float32, v.Size)
	at, of := map[bool]int{}, map[bool]*offline.Rows{false: rows, true: held}
	for b, err := range d.Batches() {
		must.Do(t, err)
		for i := range b.Rows() {
			side := split.HeldOut(b.Seed[i], b.Deal[i])
			of[side].Inputs(row, at[side])
			v.Inputs(got, row, 0)
			b.After(after, i) // hand, belief, macros, interactions
			if x := of[side].Samples[at[side]]; !slices.Equal(row, after[:width]) || !slices.Equal(got, after[belief:]) || x.Gain != b.Score[i] {
				t.Fatalf("row %d of batch: %v and %v with score %v, want %v with %v", i, row, got, x.Gain, after, b.Score[i])
			}
			at[side]++
		}
	}
	if at[false] != rows.Len() || at[true] != held.Len() || held.Len() < rows.Len()/10 || held.Len() > rows.Len()/2 {
		t.Errorf("%d and %d rows, the dataset has %d and %d", rows.Len(), held.Len(), at[false], at[true])
	}
	for want, d := range map[string]*datasets.Dataset{
		"of the game indian: want gin": recorded(t, "indian", "", 3, 1),
		"has no fields hand_matrix":    recorded(t, "gin", "", 3, 1),
		"has no fields belief_matrix":  recorded(t, "gin", "hand,macros", 3, 1),
	} {
		must.Refuse(discard.Maker(d))(t, want)
	}
}
