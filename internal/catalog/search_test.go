package catalog_test

import (
	"path/filepath"
	"strings"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/agents/network"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// TestNewSearch makes search agents of both games, checks their names, and lets them play.
func TestNewSearch(t *testing.T) {
	path := model(t, catalog.Indian.Defaults(), "own-cards")
	value := modelOf(t, catalog.Indian.Defaults(), "own-cards", network.ValueKind, network.Win, 1)
	base := "search:"
	if testing.Short() {
		base = "search:playout=simple:" // which is faster
	}
	for _, c := range []struct {
		game       *catalog.GameType
		spec, name string
	}{
		{catalog.Indian, "search:rollouts=8", ""},
		{catalog.Gin, "search:rollouts=8:goal=win", ""},
		{catalog.Gin, "search:rollouts=8:playout=simple:margin=0:horizon=0", "search:playout=simple:rollouts=8:margin=0:horizon=0"},
		{catalog.Indian, "search:playout={min-dist-opp:drop=off}", "search:playout=min-dist-opp"},
		{catalog.Indian, "search:playout=min-dist-opp:opponent=min-dist-opp:rollouts=8", "search:playout=min-dist-opp:rollouts=8"},
		{catalog.Indian, "search:rollouts=8:playout={min-dist:drop=5:free=any}", "search:playout={min-dist:drop=5}:rollouts=8"},
		{catalog.Indian, "search:playout=min-dist:rollouts=8:belief=learned:horizon=2", "search:playout=min-dist:rollouts=8:belief=learned:horizon=2"},
		{catalog.Gin, "search:playout=simple:rollouts=8:belief=standard", "search:playout=simple:rollouts=8:belief=standard"},
		{catalog.Gin, "search:playout=simple:rollouts=8:belief=uniform", "search:playout=simple:rollouts=8:belief=uniform"},
		{catalog.Gin, base + "rollouts=8:horizon=1:margin=2", ""},
		{catalog.Gin, base + "rollouts=8:horizon=1:value={learned:" + afterstates(t, catalog.Gin) + "}", ""},
		{catalog.Indian, "search:playout=min-dist:rollouts=8:belief=best", "search:playout=min-dist:rollouts=8:belief=learned"},
		{catalog.Indian, "search:playout=min-dist:drop=on:rollouts=8:margin=1", "search:playout=min-dist:rollouts=8:drop=on:margin=1"},
		{catalog.Indian, "search:rollouts=4:playout={search:playout=min-dist:rollouts=3}", "search:playout={search:playout=min-dist:rollouts=3}:rollouts=4"},
		{catalog.Indian, "search:rollouts=8:opponent={learned:" + path + "}", ""},
		{catalog.Indian, "search:rollouts=8:goal=win:horizon=2:value={learned:" + value + "}", ""},
		{catalog.Indian, "search:rollouts=8:horizon=1:value={learned:" + afterstates(t, catalog.Indian) + "}", ""},
		{catalog.Gin, "search:playout=simple:rollouts=8:opponent=sigra", "search:playout=simple:opponent=sigra:rollouts=8"},
	} {
		r := c.game.Defaults()
		create, name, err := catalog.OpenAgent(r, c.spec)
		if err != nil || c.name != "" && name != c.name {
			t.Errorf("%s: name %q, want %q; %v", c.spec, name, c.name, err)
			continue
		}
		_, again := must.Get2(catalog.OpenAbsolute(r, c.spec))(t)
		if _, same, err := catalog.OpenAgent(r, again); err != nil || same != name || c.name != "" && again != name {
			t.Errorf("%s: its absolute spec %s gives the name %q, want %q; %v", c.spec, again, same, name, err)
		}
		g := must.Get(r.NewGame())(t)
		s, obs, a := g.NewState(), g.NewObservation(), create()
		var legal game.Mask
		g.Deal(s, game.DealSource(1, 1))
		a.Reset(1)
		for range 6 {
			if s.Current() == game.NoPlayer {
				break
			}
			s.Observe(s.Current(), obs)
			s.Legal(&legal)
			action, _ := a.Act(obs, &legal)
			if err := s.Apply(action); err != nil {
				t.Fatalf("%s: %v", c.spec, err)
			}
		}
	}
}

func TestNewSearchErrors(t *testing.T) {
	path := model(t, catalog.Indian.Defaults(), "own-cards")
	value := modelOf(t, catalog.Indian.Defaults(), "own-cards", network.ValueKind, network.Win, 1)
	for _, c := range []struct {
		game       *catalog.GameType
		spec, want string
	}{
		{catalog.Indian, "search:playout=sigra", "playout: agent \"sigra\""},
		{catalog.Indian, "search:opponent={min-dist:drop=x}", "opponent: agent \"min-dist:drop=x\""},
		{catalog.Indian, "search:belief=certain", `belief="certain": want best, uniform or learned`},
		{catalog.Indian, "search:playout=min-dist:horizon=2:value=outlok", "want outlook, or a network"},
		{catalog.Indian, "search:horizon=2:value={learned:" + path + "}", "of the kind policy, want value or afterstate"},
		{catalog.Indian, "search:horizon=2:value={learned:" + value + "}", "the network has no head \"gain\""},
		{catalog.Gin, "search:drop=on", `no option "drop"`},
		{catalog.Gin, "search:horizon=1:value=outlook", "want learned:standard, or a network"},
		{catalog.Gin, "search:belief=certain", `belief="certain": want best, uniform or standard`},
		{catalog.Indian, "search:playout=search", "product of at most 1000"},
		{catalog.Indian, "search:rollouts=100:opponent={search:rollouts=11}", "product of at most 1000"},
		{catalog.Indian, "search:rollouts=10:playout={search:rollouts=10:playout={search:rollouts=11}}", "product of at most 1000"},
		{catalog.Gin, "search:rollouts=2:playout={search:milliseconds=5}", "product of at most 1000"},
		{catalog.Indian, "search:playout={learned:" + filepath.Join(t.TempDir(), "no.safetensors") + "}", "there is no file"},
	} {
		if _, _, err := catalog.OpenAgent(c.game.Defaults(), c.spec); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one that says %q", c.spec, err, c.want)
		}
	}
}

func TestRepeatable(t *testing.T) {
	for spec, want := range map[string]bool{
		"search":                true,
		"search:milliseconds=5": false,
		"min-dist":              true,
	} {
		_, name, err := catalog.OpenAgent(catalog.Indian.Defaults(), spec)
		if err != nil || catalog.Repeatable(name) != want {
			t.Errorf("%s: repeatable %t, %v", spec, catalog.Repeatable(name), err)
		}
	}
	if catalog.Repeatable("search:opponent={search:milliseconds=5}") {
		t.Error("a search whose opponents have a budget of time is repeatable")
	}
}
