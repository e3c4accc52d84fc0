package rummygym_test

import (
	"path/filepath"
	"strings"
	"testing"

	"rummygym"
	"rummygym/agents/network"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// TestNewSearch makes search agents of both games, checks their names, and lets them play.
func TestNewSearch(t *testing.T) {
	path := model(t, rummygym.Indian.Defaults(), "own-cards")
	value := modelOf(t, rummygym.Indian.Defaults(), "own-cards", network.ValueKind, network.Win, 1)
	base := "search:"
	if testing.Short() {
		base = "search:playout=simple:" // which is faster
	}
	for _, c := range []struct {
		game       *rummygym.GameType
		spec, name string
	}{
		{rummygym.Indian, "search:rollouts=8", ""},
		{rummygym.Gin, "search:rollouts=8:goal=win", ""},
		{rummygym.Gin, "search:rollouts=8:playout=simple:margin=0:horizon=0", "search:playout=simple:rollouts=8:margin=0:horizon=0"},
		{rummygym.Indian, "search:playout={min-dist-opp:drop=off}", "search:playout=min-dist-opp"},
		{rummygym.Indian, "search:playout=min-dist-opp:opponent=min-dist-opp:rollouts=8", "search:playout=min-dist-opp:rollouts=8"},
		{rummygym.Indian, "search:rollouts=8:playout={min-dist:drop=5:free=any}", "search:playout={min-dist:drop=5}:rollouts=8"},
		{rummygym.Indian, "search:playout=min-dist:rollouts=8:belief=learned:horizon=2", "search:playout=min-dist:rollouts=8:belief=learned:horizon=2"},
		{rummygym.Gin, "search:playout=simple:rollouts=8:belief=standard", "search:playout=simple:rollouts=8:belief=standard"},
		{rummygym.Gin, "search:playout=simple:rollouts=8:belief=uniform", "search:playout=simple:rollouts=8:belief=uniform"},
		{rummygym.Gin, base + "rollouts=8:horizon=1:margin=2", ""},
		{rummygym.Gin, base + "rollouts=8:horizon=1:value={learned:" + afterstates(t, rummygym.Gin) + "}", ""},
		{rummygym.Indian, "search:playout=min-dist:rollouts=8:belief=best", "search:playout=min-dist:rollouts=8:belief=learned"},
		{rummygym.Indian, "search:playout=min-dist:drop=on:rollouts=8:margin=1", "search:playout=min-dist:rollouts=8:drop=on:margin=1"},
		{rummygym.Indian, "search:rollouts=4:playout={search:playout=min-dist:rollouts=3}", "search:playout={search:playout=min-dist:rollouts=3}:rollouts=4"},
		{rummygym.Indian, "search:rollouts=8:opponent={learned:" + path + "}", ""},
		{rummygym.Indian, "search:rollouts=8:goal=win:horizon=2:value={learned:" + value + "}", ""},
		{rummygym.Indian, "search:rollouts=8:horizon=1:value={learned:" + afterstates(t, rummygym.Indian) + "}", ""},
		{rummygym.Gin, "search:playout=simple:rollouts=8:opponent=sigra", "search:playout=simple:opponent=sigra:rollouts=8"},
	} {
		r := c.game.Defaults()
		create, name, err := rummygym.OpenAgent(r, c.spec)
		if err != nil || c.name != "" && name != c.name {
			t.Errorf("%s: name %q, want %q; %v", c.spec, name, c.name, err)
			continue
		}
		_, again := must.Get2(rummygym.OpenAbsolute(r, c.spec))(t)
		if _, same, err := rummygym.OpenAgent(r, again); err != nil || same != name || c.name != "" && again != name {
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
	path := model(t, rummygym.Indian.Defaults(), "own-cards")
	value := modelOf(t, rummygym.Indian.Defaults(), "own-cards", network.ValueKind, network.Win, 1)
	for _, c := range []struct {
		game       *rummygym.GameType
		spec, want string
	}{
		{rummygym.Indian, "search:playout=sigra", "playout: agent \"sigra\""},
		{rummygym.Indian, "search:opponent={min-dist:drop=x}", "opponent: agent \"min-dist:drop=x\""},
		{rummygym.Indian, "search:belief=certain", `belief="certain": want best, uniform or learned`},
		{rummygym.Indian, "search:playout=min-dist:horizon=2:value=outlok", "want outlook, or a network"},
		{rummygym.Indian, "search:horizon=2:value={learned:" + path + "}", "of the kind policy, want value or afterstate"},
		{rummygym.Indian, "search:horizon=2:value={learned:" + value + "}", "the network has no head \"gain\""},
		{rummygym.Gin, "search:drop=on", `no option "drop"`},
		{rummygym.Gin, "search:horizon=1:value=outlook", "want learned:standard, or a network"},
		{rummygym.Gin, "search:belief=certain", `belief="certain": want best, uniform or standard`},
		{rummygym.Indian, "search:playout=search", "product of at most 1000"},
		{rummygym.Indian, "search:rollouts=100:opponent={search:rollouts=11}", "product of at most 1000"},
		{rummygym.Indian, "search:rollouts=10:playout={search:rollouts=10:playout={search:rollouts=11}}", "product of at most 1000"},
		{rummygym.Gin, "search:rollouts=2:playout={search:milliseconds=5}", "product of at most 1000"},
		{rummygym.Indian, "search:playout={learned:" + filepath.Join(t.TempDir(), "no.safetensors") + "}", "there is no file"},
	} {
		if _, _, err := rummygym.OpenAgent(c.game.Defaults(), c.spec); err == nil || !strings.Contains(err.Error(), c.want) {
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
		_, name, err := rummygym.OpenAgent(rummygym.Indian.Defaults(), spec)
		if err != nil || rummygym.Repeatable(name) != want {
			t.Errorf("%s: repeatable %t, %v", spec, rummygym.Repeatable(name), err)
		}
	}
	if rummygym.Repeatable("search:opponent={search:milliseconds=5}") {
		t.Error("a search whose opponents have a budget of time is repeatable")
	}
}
