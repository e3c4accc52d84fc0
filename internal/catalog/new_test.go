package catalog_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rummygym/env"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

func TestParseRules(t *testing.T) {
	for _, c := range []struct{ game, text, name string }{
		{"indian", "", "paper"},
		{"indian", "club", "club"},
		{"indian", "club seats=4", "club seats=4"},
		{"indian", "seats=2 max-rounds=50", "paper max-rounds=50"},
		{"indian", " released  dealing=alternate ", "released dealing=alternate"},
		{"gin", "openspiel", "openspiel"},
		{"gin", "eaai", "eaai"},
	} {
		r, err := catalog.ParseRules(c.game, c.text)
		if err != nil {
			t.Errorf("%s %q: %v", c.game, c.text, err)
			continue
		}
		preset, _, _ := strings.Cut(c.name, " ")
		must.Equal(t, catalog.RulesName(preset, r), c.name, "%s %q", c.game, c.text)
		g := must.Get(catalog.NewGame(c.game, c.text))(t)
		again, err := catalog.RulesOf(g)
		if err != nil || fmt.Sprint(again.Options().Values()) != fmt.Sprint(r.Options().Values()) {
			t.Errorf("%s %q: the game has the rules %v, %v", c.game, c.text, again, err)
		}
	}
}

func TestParseRulesRefuses(t *testing.T) {
	for _, c := range []struct{ game, text, want string }{
		{"indain", "", `"indain" is not a game, did you mean "indian"?: want indian or gin`},
		{"indian", "papper", `there is no preset "papper", did you mean "paper"?: want paper`},
		{"indian", "paper seat=3", `option seat is not known, did you mean "seats"?`},
		{"indian", "paper seats", `"seats" has no value`},
		{"indian", "paper seats=two", `option seats: "two" is not a whole number`},
		{"indian", "paper seats=9", "9"},
		{"indian", "paper dealing=block", `"block" is not known, did you mean "blocks"?`},
	} {
		must.Refuse(catalog.ParseRules(c.game, c.text))(t, c.want)
	}
}

// Rules that are read have every option.
func TestReadRulesRefuses(t *testing.T) {
	for _, g := range catalog.Games() {
		for _, o := range g.Defaults().Options() {
			values := map[string]any{}
			must.Do(t, json.Unmarshal(catalog.RulesJSON(g.Defaults()), &values))
			delete(values, o.Name)
			must.Refuse(g.ReadRules(must.Get(json.Marshal(values))(t)))(t, "option "+o.Name+" is missing")
		}
	}
}

// TestRulesAsJSON checks that the rules of both games marshal to the words of the CLI and
// back, and that some of the options change a preset.
func TestRulesAsJSON(t *testing.T) {
	for _, g := range catalog.Games() {
		for _, name := range g.Presets {
			r := must.Get(g.Preset(name))(t)
			text := must.Get(json.Marshal(r))(t)
			again, err := g.ReadRules(text)
			if err != nil || catalog.RulesName(name, again) != name {
				t.Errorf("%s of %s: %s comes back as %v, %v", name, g.Name, text, again, err)
			}
		}
	}
	r := indian.Paper()
	must.Do(t, json.Unmarshal([]byte(`{"seats": 3, "packs": 2, "dealing": "blocks"}`), &r))
	want := indian.Paper()
	want.Seats, want.Packs, want.Dealing = 3, 2, indian.Blocks
	must.Equal(t, r, want, "rules")
	x := gin.EAAI()
	if err := json.Unmarshal([]byte(`{"undercut-bonus": 50}`), &x); err != nil || x.UndercutBonus != 50 || x.GinBonus != gin.EAAI().GinBonus {
		t.Errorf("rules %+v, %v", x, err)
	}
	if err := json.Unmarshal([]byte(`{"seats": 3}`), &x); err == nil {
		t.Error("no error for an option of Indian Rummy in rules of Gin Rummy")
	}
	before := r
	if err := json.Unmarshal([]byte(`{"dealing": "alternate", "seats": "many"}`), &r); err == nil || r != before {
		t.Errorf("rules %+v, %v: want an error and no change", r, err)
	}
}

func TestNewAgentRefuses(t *testing.T) {
	g := must.Get(catalog.NewGame("gin"))(t)
	for spec, want := range map[string]string{
		"min-dist":               "Indian Rummy knows it",
		"serch:rollouts=5":       `did you mean "search"?`,
		"search:rollout=5":       `did you mean "rollouts"?`,
		"lerned:standard":        `did you mean "learned"?`,
		"simple:tie=any":         `did you mean "ties"?`,
		"search:playout={smple}": `did you mean "simple"?`,
	} {
		must.Refuse(catalog.NewAgent(spec, g))(t, want)
	}
	if _, err := catalog.NewAgent("simple", g, g); err == nil {
		t.Error("no error for an agent for two games")
	}
	if a, err := catalog.NewAgent("sigra"); err != nil || fmt.Sprint(a) != "sigra" {
		t.Errorf("sigra without a game: %v, %v", a, err)
	}
	if _, err := catalog.NewAgent("sigr"); err == nil {
		t.Error("no error for the agent sigr")
	}
}

// A game by its name and options, and an agent and an encoder for its rules.
// Environments of the games have the default encoder under all rules, so that a loop without an encoder
// has the observations of Python.
func TestGamesHaveADefaultEncoder(t *testing.T) {
	for _, of := range []*catalog.GameType{catalog.Indian, catalog.Gin} {
		for _, preset := range of.Presets {
			g := must.Get(catalog.NewGame(of.Name, preset))(t)
			want := must.Get(catalog.NewEncoder(g, catalog.DefaultFields))(t)
			e := must.Get(env.New(g, env.Config{}))(t)
			if !reflect.DeepEqual(e.Layout(), want.Layout()) {
				t.Errorf("%s %s: the layout is not that of the default fields", of.Name, preset)
			}
			e.Reset(1)
			got, numbers, seen := make([]float32, want.Layout().Size()), make([]float32, want.Layout().Size()), g.NewObservation()
			e.Encode(0, got)
			e.Observe(0, seen)
			if want.Encode(numbers, seen); !slices.Equal(got, numbers) {
				t.Errorf("%s %s: the environment encodes %v, the encoder %v", of.Name, preset, got, numbers)
			}
		}
	}
	bare := must.Get(indian.New(indian.Paper()))(t)
	must.Refuse(env.New(bare, env.Config{}))(t, "rummygym.NewEncoder")
}

func ExampleNewGame() {
	g, _ := catalog.NewGame("indian", "club seats=4")
	agent, _ := catalog.NewAgent("min-dist-opp:drop=5", g)
	x, _ := catalog.NewEncoder(g, "cards-and-counts,distance")
	fmt.Println(g.Name(), g.Players(), agent, x.Layout()[0].Name)
	_, err := catalog.NewAgent("min-dist-op", g)
	fmt.Println(err)
	// Output:
	// indian 4 min-dist-opp:drop=5 hand
	// agent "min-dist-op": no agent "min-dist-op", did you mean "min-dist-opp"?; agents for indian: random, defeat-seeking, min-score, min-dist, min-dist-score, min-dist-opp, min-dist-outs, min-dist-avail, learned, tabular, search, mix
}

func ExampleNewAgent() {
	agent, _ := catalog.NewAgent("learned:standard:head=win")
	fmt.Printf("%T\n", agent)
	// Output: *greedy.Player
}
