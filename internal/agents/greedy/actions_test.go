package greedy_test

import (
	"math"
	"slices"
	"testing"

	"rummygym/env"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// actionsOf returns a game and its encoder of what actions lead to, with some groups of fields.
func actionsOf(t testing.TB, name, rules, fields string) (game.Game, catalog.Afterstates, *greedy.Actions) {
	t.Helper()
	r := must.Get(catalog.ParseRules(name, rules))(t)
	g, of := must.Get(r.NewGame())(t), must.Get(r.Afterstates(fields))(t)
	return g, of, of.Encoder(g.Players())
}

// actionGames are games with afterstates, and groups of their fields.
var actionGames = [][3]string{
	{"gin", "eaai", ""}, {"gin", "classic", "cards,card,table"}, {"gin", "openspiel", "cards"},
	{"indian", "paper", ""}, {"indian", "club seats=4", "cards,card,table,others,previous"}, {"indian-match", "pool-101 seats=3", "match,cards,table"}, {"gin-match", "hollywood target=20", "match,cards,card"},
}

// TestActions checks that each row is the afterstate of a choice of a reader that follows the same seat, scaled to [0, 1], that actions
// are legal, and that all entries are written.
func TestActions(t *testing.T) {
	known := 0
	for _, of := range actionGames {
		g, after, x := actionsOf(t, of[0], of[1], of[2])
		e := must.Get(env.New(g, env.Config{Encoder: x}))(t)
		layout, size := x.Layout(), after.Layout.Size()
		rows := layout[1].Size()
		dst, one := make([]float32, layout.Size()), make([]float32, size)
		open := 0
		for episode := range uint64(3) {
			e.ResetEpisode(5, episode)
			src := game.DealSource(6, episode)
			var readers []greedy.Reader
			for range g.Players() {
				readers = append(readers, after.Reader())
				readers[len(readers)-1].Reset()
			}
			for obs := g.NewObservation(); e.Current() != game.NoPlayer && e.Steps() < 300; {
				p := e.Current()
				for i := range dst {
					dst[i] = -7
				}
				e.Encode(p, dst)
				var legal game.Mask
				e.Legal(&legal)
				e.Observe(p, obs)
				choices := readers[p].Read(nil, obs, &legal)
				for i := range rows {
					action, wins, costs := dst[rows*size+i], dst[rows*size+rows+i], dst[rows*size+2*rows+i]
					clear(one)
					want := greedy.Choice{Action: game.NoAction}
					if i < len(choices) {
						want = choices[i]
						if !legal.Has(want.Action) || game.Action(action) != want.Action {
							t.Fatalf("%v: row %d is of action %v, want %d, a legal one", of, i, action, want.Action)
						}
						known++
						if want.Certainty == greedy.Open {
							readers[p].Encode(one, want)
							open++
							known--
						}
					} else if action != -1 {
						t.Fatalf("%v: row %d of %d choices is of action %v, want -1", of, i, len(choices), action)
					}
					if (wins == 1) != (want.Certainty == greedy.Wins) || want.Certainty == greedy.Costs && costs != float32(want.Cost) || want.Certainty != greedy.Costs && costs != 0 {
						t.Fatalf("%v: row %d wins %v and costs %v, want %+v", of, i, wins, costs, want)
					}
					at := 0
					for _, f := range after.Layout {
						for k := range f.Size() {
							v := dst[i*size+at+k]
							scaled := (one[at+k] - float32(f.Low)) / max(float32(f.High-f.Low), 1e-9)
							if want.Certainty != greedy.Open || i >= len(choices) {
								scaled = 0
							}
							if math.Abs(float64(v-scaled)) > 1e-6 || v < 0 || v > 1 {
								t.Fatalf("%v: entry %d of %s of row %d is %v, want %v in [0, 1]", of, k, f.Name, i, v, scaled)
							}
						}
						at += f.Size()
					}
				}
				must.Do(t, e.Step(legal.Nth(int(card.Below(src, uint64(legal.Count()))))))
			}
			e.Encode(0, dst)
			if slices.Max(dst) > 0 && e.Current() == game.NoPlayer {
				t.Fatalf("%v: after the end there are choices", of)
			}
		}
		if open == 0 {
			t.Errorf("%v: no choice has an afterstate: this test has seen nothing", of)
		}
	}
	if known == 0 {
		t.Error("no choice wins or costs: this test has seen nothing of them")
	}
}

// TestActionsOfCopies checks that a clone, and a table that a history restores, show the same as the table, of what the seats saw before
// too.
func TestActionsOfCopies(t *testing.T) {
	g, _, x := actionsOf(t, "indian", "club", "table,card")
	e := must.Get(env.New(g, env.Config{Encoder: x}))(t)
	restored := must.Get(env.New(g, env.Config{Encoder: x}))(t)
	e.Reset(3)
	src := game.DealSource(4, 0)
	rows := [3][]float32{}
	for i := range rows {
		rows[i] = make([]float32, x.Layout().Size())
	}
	for e.Current() != game.NoPlayer {
		must.Do(t, restored.Restore(e.History()))
		for i, of := range []*env.Env{e, e.Clone(), restored} {
			of.Encode(e.Current(), rows[i])
		}
		if !slices.Equal(rows[0], rows[1]) || !slices.Equal(rows[0], rows[2]) {
			t.Fatalf("after %d actions a copy shows something else", e.Steps())
		}
		var legal game.Mask
		e.Legal(&legal)
		if legal.Count() > 1 {
			legal.Unset(0) // a drop
		}
		must.Do(t, e.Step(legal.Nth(int(card.Below(src, uint64(legal.Count()))))))
	}
}

func TestActionsAllocateNothing(t *testing.T) {
	g, _, x := actionsOf(t, "gin", "eaai", "")
	e := must.Get(env.New(g, env.Config{Encoder: x}))(t)
	e.Reset(1)
	dst := make([]float32, x.Layout().Size())
	e.Encode(e.Current(), dst)
	must.Equal(t, int(testing.AllocsPerRun(20, func() { e.Encode(e.Current(), dst) })), 0, "allocations")
}
