package catalog_test

import (
	"path/filepath"
	"strings"
	"testing"

	"rummygym/agents/network"
	"rummygym/cmd/internal/catalog"
	"rummygym/env/game"
)

// TestNewSearch makes search agents of both games, which play, and names them.
func TestNewSearch(t *testing.T) {
	path := model(t, catalog.Indian.Defaults(), "own-cards")
	value := modelOf(t, catalog.Indian.Defaults(), "own-cards", network.ValueKind, network.Win, 1)
	for _, c := range []struct {
		game       *catalog.Rummy
		spec, name string
	}{
		{catalog.Indian, "search", "search"},
		{catalog.Indian, "search:playout={min-dist-opp:drop=off}", "search"},
		{catalog.Indian, "search:opponent=min-dist-opp:rollouts=8", "search:rollouts=8"},
		{catalog.Indian, "search:rollouts=8:playout={min-dist:drop=5:free=any}", "search:playout={min-dist:drop=5}:rollouts=8"},
		{catalog.Indian, "search:rollouts=8:belief=model:horizon=2", "search:rollouts=8:belief=model:horizon=2"},
		{catalog.Indian, "search:rollouts=8:belief=learned", "search:rollouts=8:belief=learned"},
		{catalog.Indian, "search:rollouts=8:belief={learned:../../../agents/belief/standard.safetensors}", ""},
		{catalog.Indian, "search:drop=on:rollouts=8:slack=1:margin=1", "search:rollouts=8:slack=1:drop=on:margin=1"},
		{catalog.Indian, "search:rollouts=4:playout={search:rollouts=3}", "search:playout={search:rollouts=3}:rollouts=4"},
		{catalog.Indian, "search:rollouts=8:opponent={learned:" + path + "}", ""},
		{catalog.Indian, "search:rollouts=8:goal=win:horizon=2:value={learned:" + value + "}", ""},
		{catalog.Indian, "search:rollouts=8:horizon=1:value={learned:" + afterstates(t, catalog.Indian) + "}", ""},
		{catalog.Gin, "search:rollouts=8:opponent=sigra", "search:opponent=sigra:rollouts=8"},
	} {
		r := c.game.Defaults()
		create, name, err := catalog.NewAgent(r, c.spec)
		if err != nil || c.name != "" && name != c.name {
			t.Errorf("%s: name %q, want %q; %v", c.spec, name, c.name, err)
			continue
		}
		again := catalog.SpecAgain(c.game, c.spec, name)
		if _, same, err := catalog.NewAgent(r, again); err != nil || same != name || c.name != "" && again != name {
			t.Errorf("%s: made again by %s it is %q, want %q; %v", c.spec, again, same, name, err)
		}
		g, err := r.NewGame()
		if err != nil {
			t.Fatal(err)
		}
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
		game       *catalog.Rummy
		spec, want string
	}{
		{catalog.Indian, "search:playout=sigra", "playout: agent \"sigra\""},
		{catalog.Indian, "search:opponent={min-dist:drop=x}", "opponent: agent \"min-dist:drop=x\""},
		{catalog.Indian, "search:belief=certain", `belief="certain": want uniform, model, learned, or a network`},
		{catalog.Indian, "search:belief={learned:" + path + "}", "belief"},
		{catalog.Indian, "search:horizon=2:value=outlok", "want outlook, or a network"},
		{catalog.Indian, "search:horizon=2:value={learned:" + path + "}", "of the kind policy, want value or afterstate"},
		{catalog.Indian, "search:horizon=2:value={learned:" + value + "}", "it has no head \"gain\""},
		{catalog.Gin, "search:slack=1", `no option "slack"`},
		{catalog.Gin, "search:belief=certain", `belief="certain": want uniform`},
		{catalog.Indian, "search:playout={learned:" + filepath.Join(t.TempDir(), "no.safetensors") + "}", "there is no file"},
	} {
		if _, _, err := catalog.NewAgent(c.game.Defaults(), c.spec); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one that says %q", c.spec, err, c.want)
		}
	}
}

func TestRepeatable(t *testing.T) {
	for spec, want := range map[string]bool{
		"search":                true,
		"search:milliseconds=5": false,
		"search:opponent={search:milliseconds=5}": false,
		"min-dist": true,
	} {
		_, name, err := catalog.NewAgent(catalog.Indian.Defaults(), spec)
		if err != nil || catalog.Repeatable(name) != want {
			t.Errorf("%s: repeatable %t, %v", spec, catalog.Repeatable(name), err)
		}
	}
}
