package catalog_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"

	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/networktest"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// model writes a policy without hidden layers, and with weights 0, for a table.
func model(t *testing.T, r catalog.Rules, fields string) (path string) {
	t.Helper()
	g := must.Get(r.NewGame())(t)
	return modelOf(t, r, fields, network.PolicyKind, network.Policy, g.NumActions())
}

// modelOf writes a network of a kind with one head.
func modelOf(t *testing.T, r catalog.Rules, fields string, kind network.Kind, head string, out int) (path string) {
	t.Helper()
	g := must.Get(r.NewGame())(t)
	x, _ := must.Get2(r.Encoder(fields))(t)
	return networktest.Write(t, networktest.Biased(t, network.Description{
		Format: network.Format, Kind: kind, Game: g.Name(), Fields: fields, Rules: catalog.RulesJSON(r),
		Inputs: network.Inputs(x.Layout()), Heads: []network.Head{{Name: head, Size: out}},
	}, nil))
}

func TestOpenAbsolute(t *testing.T) {
	table := must.Get(os.ReadFile("../../baselines/ginrummy/fitness.txt"))(t)
	t.Chdir(t.TempDir())
	dir := must.Get(os.Getwd())(t)
	must.Do(t, os.Mkdir("a", 0o755))
	must.Do(t, os.WriteFile("a/t.txt", table, 0o644))
	digits := fmt.Sprintf("%x", sha256.Sum256(table))[:12]
	for text, want := range map[string]string{
		"fitness:variant=released:table=a/t.txt":                 "fitness:variant=released:table=DIR/a/t.txt@" + digits,
		"search:playout={fitness:table=a/t.txt}":                 "search:playout={fitness:table=DIR/a/t.txt@" + digits + "}",
		"search:playout=simple:opponent={fitness:table=a/t.txt}": "search:playout=simple:opponent={fitness:table=DIR/a/t.txt@" + digits + "}",
		"fitness:table=off":                                      "fitness:table=off",
	} {
		if _, got, err := catalog.OpenAbsolute(catalog.Gin.Defaults(), text); err != nil || got != strings.ReplaceAll(want, "DIR", dir) {
			t.Errorf("%s is absolutely %s, %v, want %s", text, got, err, want)
		}
	}
}

// In a race of Gin Rummy a network with both heads plays by the score, unless its head is named.
func TestLearnedPlaysByTheScore(t *testing.T) {
	for _, c := range []struct {
		rules, agent, name string
		byScore            bool
	}{
		{"eaai", "learned:standard", "learned:standard@", true},
		{"race", "learned:standard", "learned:standard@", true},
		{"hollywood", "learned:standard", "learned:standard@", false},
		{"eaai target=2000", "learned:standard", "learned:standard@", false},
		{"eaai", "learned:standard:head=gain", ":head=gain", false},
		{"eaai", "learned:standard:head=win", ":head=win", false},
	} {
		r := must.Get(catalog.ParseRules("gin-match", c.rules))(t)
		create, name := must.Get2(catalog.OpenAgent(r, c.agent))(t)
		if _, ok := create().(*greedy.Race); ok != c.byScore || !strings.Contains(name, c.name) {
			t.Errorf("%s, %s: by the score: %t, the name is %s", c.rules, c.agent, ok, name)
		}
		if _, again := must.Get2(catalog.OpenAgent(r, name))(t); again != name {
			t.Errorf("%s is opened as %s", name, again)
		}
	}
}

// A network does not play with other cards than it was trained with, nor does a rule-based player that asks one.
func TestNetworksNeedTheirCards(t *testing.T) {
	tiny := must.Get(catalog.ParseRules("gin", "tiny"))(t)
	const want = "was trained with the rules ranks=13 suits=4 hand-size=10, and the table has ranks=4 suits=2 hand-size=3: train one"
	path := model(t, catalog.Gin.Defaults(), "cards-and-counts")
	for _, agent := range []string{"learned:" + path, "learned:standard", "data-driven", "search:playout=simple:horizon=2", "search:playout=data-driven"} {
		_, _, err := catalog.OpenAgent(tiny, agent)
		must.Fail(t, err, "agent", want)
	}
	for _, agent := range []string{"learned:" + model(t, tiny, "cards-and-counts"), "data-driven:offence=off", "search:rollouts=4", catalog.DefaultAgent(tiny)} {
		create, _ := must.Get2(catalog.OpenAgent(tiny, agent))(t)
		create()
	}
}

// refusesNetworks reports whether a network, named by its spec, does not play under the rules, because other cards are dealt. The error of the
// agent then says so in one line. The built-in network of Gin Rummy was trained with hands of seven cards too.
func refusesNetworks(t *testing.T, r catalog.Rules, text string) bool {
	t.Helper()
	other, names := false, []string{"ranks", "hand-size"}
	if r.Type() == catalog.Gin && text == "learned:standard" {
		names = names[:1]
	}
	for _, name := range names {
		other = other || r.Options().Find(name).String() != r.Type().Defaults().Options().Find(name).String()
	}
	_, _, err := catalog.OpenAgent(r, text)
	if (err != nil) != other || err != nil && (!strings.Contains(err.Error(), "hand-size") || strings.Contains(err.Error(), "\n")) {
		t.Errorf("%s under %s: error %v, want one line that names the rules if other cards are dealt", text, catalog.RulesJSON(r), err)
	}
	return err != nil
}

// TestLearnedAgents checks that a network plays under all rules that have its fields, and deal its cards.
func TestLearnedAgents(t *testing.T) {
	for _, g := range catalog.Games() {
		path := model(t, g.Defaults(), "cards-and-counts")
		for _, preset := range g.Presets {
			r := must.Get(g.Preset(preset))(t)
			path := path
			if _, _, err := catalog.OpenAgent(r, "learned:"+path); err != nil {
				must.Fail(t, err, "was trained with the rules")
				path = model(t, r, "cards-and-counts")
			}
			create, name, err := catalog.OpenAgent(r, "learned:"+path+":temperature=1")
			if err != nil {
				t.Errorf("%s %s: %v", g.Name, preset, err)
				continue
			}
			if create() == nil || !strings.HasPrefix(name, "learned:model.safetensors@") || !strings.HasSuffix(name, ":temperature=1") {
				t.Errorf("%s %s: name %s", g.Name, preset, name)
			}
			_, again := must.Get2(catalog.OpenAbsolute(r, "learned:"+path+":temperature=1"))(t)
			if _, same, err := catalog.OpenAgent(r, again); err != nil || same != name || !strings.HasPrefix(again, "learned:"+path+"@") {
				t.Errorf("%s again is %s, which makes %s: %v", name, again, same, err)
			}
		}
	}
}

// afterstates writes a network of afterstates of a game without hidden layers, and with
// weights 0.
func afterstates(t *testing.T, g *catalog.GameType) (path string) {
	t.Helper()
	x := must.Get(g.Defaults().Afterstates("progress,cards"))(t)
	return networktest.Write(t, networktest.Biased(t, network.Description{
		Format: network.Format, Kind: network.AfterstateKind, Game: g.Name, Fields: x.Fields, Inputs: network.Inputs(x.Layout),
		Heads: []network.Head{{Name: network.Win, Size: 1}, {Name: network.Gain, Size: 1}},
	}, nil))
}

// TestAfterstateAgents checks that a network of afterstates plays by its first head or by
// the head of the spec, and that its name contains the head.
func TestAfterstateAgents(t *testing.T) {
	for _, g := range catalog.Games() {
		if g.Deal != nil {
			continue // a match has no afterstates
		}
		path := afterstates(t, g)
		for _, preset := range g.Presets {
			r := must.Get(g.Preset(preset))(t)
			if refusesNetworks(t, r, "learned:"+path) {
				continue
			}
			for option, named := range map[string]bool{"": false, ":head=win": false, ":head=gain": true} {
				spec := "learned:" + path + option
				create, name, err := catalog.OpenAgent(r, spec)
				if err != nil || create() == nil || strings.HasSuffix(name, ":head=gain") != named {
					t.Fatalf("%s%s: name %s, error %v", preset, option, name, err)
				}
				_, again := must.Get2(catalog.OpenAbsolute(r, spec))(t)
				if _, same, err := catalog.OpenAgent(r, again); err != nil || same != name {
					t.Errorf("%s again is %s, which makes %s: %v", name, again, same, err)
				}
			}
		}
	}
	path := afterstates(t, catalog.Indian)
	for option, want := range map[string]string{
		":temperature=1": "takes the best action: want 0",
		":head=policy":   "want gain or win",
	} {
		if _, _, err := catalog.OpenAgent(catalog.Indian.Defaults(), "learned:"+path+option); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v does not say %q", option, err, want)
		}
	}
	if _, _, err := catalog.OpenAgent(catalog.Indian.Defaults(), "learned:"+model(t, catalog.Indian.Defaults(), "counts")+":head=win"); err == nil || !strings.Contains(err.Error(), "of the kind policy") {
		t.Errorf("error %v", err)
	}
}

func TestLearnedAgentsRefused(t *testing.T) {
	path := model(t, catalog.Gin.Defaults(), "counts")
	club := catalog.Indian.Defaults()
	must.Do(t, club.Options().Change(map[string]any{"seats": "3", "packs": "2"}))
	for spec, c := range map[string]struct {
		rules catalog.Rules
		want  string
	}{
		"learned:" + path:          {catalog.Indian.Defaults(), "the table plays Indian Rummy; Gin Rummy knows it: choose the game gin"},
		"learned:none.safetensors": {catalog.Indian.Defaults(), "there is no file"},
		"learned:" + model(t, catalog.Indian.Defaults(), "counts"): {club, "cannot play here: input 2 of the network is hand_sizes[2]"},
		"learned": {catalog.Gin.Defaults(), "want learned:FILE"},
	} {
		if _, _, err := catalog.OpenAgent(c.rules, spec); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v does not say %q", spec, err, c.want)
		}
	}
}

// TestStandard checks that the built-in networks play under all presets, by both heads, and
// that their names are specs of them in any folder. Indian Rummy has one network for two players and
// another for more.
func TestStandard(t *testing.T) {
	for _, g := range catalog.Games() {
		for _, preset := range g.Presets {
			if !refusesNetworks(t, must.Get(g.Preset(preset))(t), "learned:standard") {
				testStandard(t, g, preset)
			}
		}
	}
	two := testStandard(t, catalog.Indian, "club")
	for _, seats := range []string{"3", "4", "5", "6"} {
		name := testStandard(t, catalog.Indian, "club seats="+seats)
		if name == two || name != testStandard(t, catalog.Indian, "paper seats="+seats+" packs=2") {
			t.Errorf("at %s seats the network is %s, and at two %s", seats, name, two)
		}
	}
}

// testStandard returns the name of learned:standard under some rules.
func testStandard(t *testing.T, g *catalog.GameType, rules string) (name string) {
	r, err := catalog.ParseRules(g.Name, rules)
	must.Do(t, err)
	for _, end := range []string{":head=win", ""} {
		spec := "learned:standard" + end
		if _, name, err = catalog.OpenAgent(r, spec); err != nil {
			t.Errorf("%s: %s: %v", rules, spec, err)
			continue
		}
		if _, again, err := catalog.OpenAbsolute(r, spec); err != nil || again != name || !strings.HasPrefix(name, "learned:standard@") || !strings.HasSuffix(name, end) {
			t.Errorf("%s: %s is called %s, and %s again", rules, spec, name, again)
		}
		if _, same, err := catalog.OpenAgent(r, name); err != nil || same != name {
			t.Errorf("%s: %s makes %s: %v", rules, name, same, err)
		}
	}
	return name
}
