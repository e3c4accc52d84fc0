package catalog_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

func TestEveryWordIsKnown(t *testing.T) {
	for _, g := range catalog.Games() {
		if got, err := catalog.GameByName(g.Name); err != nil || got != g {
			t.Errorf("ByName(%q): %v, %v", g.Name, got, err)
		}
		for _, name := range g.Presets {
			r := must.Get(g.Preset(name))(t)
			if r.Type() != g {
				t.Errorf("preset %s of %s is of another game", name, g.Name)
			}
			played, err := r.NewGame()
			if err != nil || played.Name() != g.Name {
				t.Errorf("preset %s of %s makes %v, %v", name, g.Name, played, err)
			}
			if got := catalog.RulesName(name, r); got != name {
				t.Errorf("rules of preset %s are called %q", name, got)
			}
		}
		for _, fields := range append(g.Fields, catalog.AllFields) {
			if x, names, err := g.Defaults().Encoder(fields); err != nil || names != fields || x.Layout().Size() == 0 {
				t.Errorf("fields %s of %s: canonical name %q, %v", fields, g.Name, names, err)
			}
		}
		if x, _, err := g.Defaults().Encoder(strings.Join(g.Fields, ",")); err != nil {
			t.Errorf("all fields of %s: %v", g.Name, err)
		} else if all, _, _ := g.Defaults().Encoder(catalog.AllFields); !reflect.DeepEqual(x.Layout(), all.Layout()) {
			t.Errorf("the groups of %s are not all fields", g.Name)
		}
		for _, name := range g.PotentialNames() {
			if of, err := g.Potential(name); err != nil || of == nil {
				t.Errorf("potential %s of %s: %v", name, g.Name, err)
			}
		}
		for _, e := range g.Agents() {
			if e.Argument != "" {
				if _, _, err := catalog.OpenAgent(g.Defaults(), e.Name); err == nil || !strings.Contains(err.Error(), e.Argument) {
					t.Errorf("agent %s of %s without its argument: %v", e.Name, g.Name, err)
				}
				continue
			}
			create, name, err := catalog.OpenAgent(g.Defaults(), e.Name)
			if e.Name == "search" { // its name tells the network that it improves
				name, _, _ = strings.Cut(name, ":playout={learned:standard@")
			}
			if err != nil || name != e.Name || create() == nil {
				t.Errorf("agent %s of %s: canonical name %q, %v", e.Name, g.Name, name, err)
			}
		}
		played := must.Get(g.Defaults().NewGame())(t)
		state, seen := played.NewState(), played.NewObservation()
		played.Deal(state, game.DealSource(1, 0))
		state.Observe(state.Current(), seen)
		if p := g.Phase(seen); p < 0 || p >= len(g.Phases) || !g.Opens(g.Phases[p]) {
			t.Errorf("phase %d of a new deal of %s, of %v", p, g.Name, g.Phases)
		}
	}
	for _, c := range []struct {
		g          *catalog.GameType
		name, want string
	}{
		{catalog.Indian, "luck", "want min-dist or min-score"},
		{catalog.Indian, "deadwood", "not a potential of indian"},
		{catalog.Gin, "deadwod", `did you mean "deadwood"`},
	} {
		must.Refuse(c.g.Potential(c.name))(t, c.want)
	}
	must.Refuse(catalog.GameByName("bridge"))(t, "indian or gin")
	if _, _, err := catalog.OpenAgent(catalog.Indian.Defaults(), "sigra"); err == nil || !strings.Contains(err.Error(), "Gin Rummy knows it") {
		t.Errorf("agent of the other game: %v", err)
	}
}

// An option of rules is there for a preset, which has another value than the first preset, or for the reason given here.
func TestEveryOptionOfRulesIsUsed(t *testing.T) {
	reasons := map[string]string{
		"seats":      "clubs play with up to six players",
		"knock-card": "OpenSpiel has it as the parameter oklahoma",
	}
	for _, g := range []*catalog.GameType{catalog.Indian, catalog.Gin} {
		for i, o := range g.Defaults().Options() {
			used := reasons[o.Name] != ""
			for _, preset := range g.Presets {
				used = used || must.Get(g.Preset(preset))(t).Options()[i].String() != o.String()
			}
			if !used {
				t.Errorf("%s: no preset has another value of %s than %s, and no reason is given", g.Name, o.Name, o)
			}
		}
	}
}

// TestValuesChangeRules sets the options of each preset from their JSON values.
func TestValuesChangeRules(t *testing.T) {
	for _, g := range catalog.Games() {
		for _, name := range g.Presets {
			want := must.Get(g.Preset(name))(t)
			text := must.Get(json.Marshal(want.Options().Values()))(t)
			var values map[string]any
			must.Do(t, json.Unmarshal(text, &values))
			got := g.Defaults()
			if err := got.Options().Change(values); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s %s: %v, %+v, want %+v", g.Name, name, err, got, want)
			}
		}
	}
}

func TestChangeRefuses(t *testing.T) {
	for _, c := range []struct {
		values map[string]any
		says   string
	}{
		{map[string]any{"sets": 3.0}, "option sets is not known"},
		{map[string]any{"seats": 2.5}, `option seats: "2.5" is not a whole number`},
		{map[string]any{"seats": "many"}, `option seats: "many" is not a whole number`},
		{map[string]any{"seats": nil}, "option seats"},
		{map[string]any{"seats": 1e300}, "option seats"},
		{map[string]any{"dealing": "sideways"}, `option dealing: "sideways" is not known: want alternate or blocks`},
		{map[string]any{"dealing": 1.0}, `option dealing: "1" is not known`},
	} {
		must.Fail(t, catalog.Indian.Defaults().Options().Change(c.values), c.says)
	}
}
