package discard_test

import (
	"path/filepath"
	"slices"
	"testing"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/env/game"
	"rummygym/internal/agents/network"
	"rummygym/internal/catalog"
	"rummygym/internal/features/afterstate"
	"rummygym/internal/must"
	"rummygym/internal/train/discard"
	"rummygym/internal/train/offline"
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

// recorded plays games between players who move at random, and returns them as a dataset without observations.
func recorded(t testing.TB, gameName string, games int64, seed uint64) (*game.Table, *datasets.Dataset) {
	t.Helper()
	agent := "random"
	if gameName == "gin" {
		agent = "random-unmelded"
	}
	g := must.Get(catalog.NewGame(gameName))(t)
	table := must.Get(catalog.NewTable(g, catalog.NoFields))(t)
	rules := must.Get(catalog.RulesOf(g))(t)
	create, name := must.Get2(catalog.OpenAgent(rules, agent))(t)
	c := collect.DefaultConfig()
	c.Games, c.Seed, c.Dir, c.ShardGames, c.BatchRows = games, seed, filepath.Join(t.TempDir(), "data"), max(1, games/3), 50
	c.Agents = []collect.Agent{{Name: name, New: create}, {Name: name, New: create}}
	c.Table = table
	must.Get(collect.Run(t.Context(), c))(t)
	return &table, must.Get(datasets.Open(c.Dir))(t)
}

// TestRows compares the rows, and what networks take from them, with what an encoder writes when the games are played again, and
// checks that the split is by deals.
func TestRows(t *testing.T) {
	table, d := recorded(t, "gin", 300, 1)
	x := must.Get(afterstate.NewDiscards(afterstate.AllDiscardGroups, nil))(t)
	description := must.Get(discard.Describe("mlp-i"))(t)
	v := must.Get(discard.NewView(description.Inputs, false))(t)
	split := offline.Split{Seed: 5, Share: 0.2}
	for _, last := range []bool{true, false} {
		s := must.Get(offline.Open([]*datasets.Dataset{d}, offline.Config{Split: split, Maker: func(d *datasets.Dataset) (offline.Maker, error) {
			return discard.NewMaker(table, d.Meta(), last)
		}}))(t)
		rows, held := must.Get2(s.Load(t.Context(), 3))(t)
		row, got := make([]float32, width), make([]float32, v.Size)
		at, of := map[bool]int{}, map[bool]*offline.Rows{false: rows, true: held}
		replay, obs := must.Get(datasets.NewReplay(table, d.Meta()))(t), table.Game.NewObservation()
		for e, err := range d.Episodes() {
			must.Do(t, err)
			var hands [][]float32 // after the discards of the agent named first: hand, belief, macros, interactions
			first, gain := game.Player(e.Deal[e.From]%2), float32(0)
			must.Do(t, replay.Moves(e, func(m datasets.Move, s game.State) error {
				if m.Player != first {
					gain = float32(s.Outcome().Gains[first])
					return nil
				}
				s.Observe(first, obs)
				after := make([]float32, x.Layout().Size())
				if x.Encode(after, obs, m.Action) {
					hands = append(hands, after)
				}
				return nil
			}))
			if end := e.Ending(e.From); end != "knock" && end != "gin" {
				continue
			}
			if last {
				hands = hands[max(0, len(hands)-1):]
			}
			side := split.HeldOut(e.Seed[e.From], e.Deal[e.From])
			for _, after := range hands {
				of[side].Inputs(row, at[side])
				v.Inputs(got, row, 0)
				if x := of[side].Samples[at[side]]; !slices.Equal(row, after[:width]) || !slices.Equal(got, after[belief:]) || x.Gain != gain {
					t.Fatalf("row %d of episode %d: %v and %v with score %v, want %v with %v", at[side], e.Number(), row, got, x.Gain, after, gain)
				}
				at[side]++
			}
		}
		if at[false] != rows.Len() || at[true] != held.Len() || held.Len() < rows.Len()/10 || held.Len() > rows.Len()/2 {
			t.Errorf("%d and %d rows, the dataset has %d and %d", rows.Len(), held.Len(), at[false], at[true])
		}
	}
	table, d = recorded(t, "indian", 3, 1)
	must.Refuse(discard.NewMaker(table, d.Meta(), true))(t, "of the game indian: want gin")
}
