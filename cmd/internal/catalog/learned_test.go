package catalog_test

import (
	"os"
	"strings"
	"testing"

	"rummygym/agents/network"
	"rummygym/agents/network/networktest"
	"rummygym/cmd/internal/catalog"
)

// model writes a policy without hidden layers, and with weights 0, for a table.
func model(t *testing.T, r catalog.Rules, fields string) (path string) {
	t.Helper()
	g, err := r.NewGame()
	if err != nil {
		t.Fatal(err)
	}
	return modelOf(t, r, fields, network.PolicyKind, network.Policy, g.NumActions())
}

// modelOf writes a network of a kind with one head.
func modelOf(t *testing.T, r catalog.Rules, fields string, kind network.Kind, head string, out int) (path string) {
	t.Helper()
	g, err := r.NewGame()
	if err != nil {
		t.Fatal(err)
	}
	x, _, err := r.Encoder(fields)
	if err != nil {
		t.Fatal(err)
	}
	return networktest.Write(t, networktest.Biased(t, network.Description{
		Format: network.Format, Kind: kind, Game: g.Name(), Fields: fields,
		Inputs: network.Inputs(x.Layout()), Heads: []network.Head{{Name: head, Size: out}},
	}, nil))
}

func TestSpecAgain(t *testing.T) {
	if got := catalog.SpecAgain(catalog.Indian, "min-dist:drop=5", "min-dist:drop=5"); got != "min-dist:drop=5" {
		t.Error(got)
	}
	t.Chdir(t.TempDir())
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := catalog.SpecAgain(catalog.Indian, "learned:a/b.safetensors", "learned:b.safetensors@0123456789ab"), "learned:"+dir+"/a/b.safetensors@0123456789ab"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A network plays at all tables of its game that have its fields.
func TestLearnedAgents(t *testing.T) {
	for _, g := range catalog.Rummies() {
		path := model(t, g.Defaults(), "cards-and-counts")
		for _, preset := range g.Presets {
			r, err := g.Preset(preset)
			if err != nil {
				t.Fatal(err)
			}
			create, name, err := catalog.NewAgent(r, "learned:"+path+":temperature=1")
			if err != nil {
				t.Errorf("%s %s: %v", g.Name, preset, err)
				continue
			}
			if create() == nil || !strings.HasPrefix(name, "learned:model.safetensors@") || !strings.HasSuffix(name, ":temperature=1") {
				t.Errorf("%s %s: name %s", g.Name, preset, name)
			}
			again := catalog.SpecAgain(catalog.Indian, "learned:"+path+":temperature=1", name)
			if _, same, err := catalog.NewAgent(r, again); err != nil || same != name || !strings.HasPrefix(again, "learned:"+path+"@") {
				t.Errorf("%s again is %s, which makes %s: %v", name, again, same, err)
			}
		}
	}
}

// afterstates writes a network of afterstates of a game without hidden layers, and with
// weights 0.
func afterstates(t *testing.T, g *catalog.Rummy) (path string) {
	t.Helper()
	x, err := g.Defaults().Afterstates("progress,cards")
	if err != nil {
		t.Fatal(err)
	}
	return networktest.Write(t, networktest.Biased(t, network.Description{
		Format: network.Format, Kind: network.AfterstateKind, Game: g.Name, Fields: x.Fields, Inputs: network.Inputs(x.Layout),
		Heads: []network.Head{{Name: network.Win, Size: 1}, {Name: network.Gain, Size: 1}},
	}, nil))
}

// A network of afterstates plays by its first head or the one that the spec names, and
// its name says which.
func TestAfterstateAgents(t *testing.T) {
	for _, g := range catalog.Rummies() {
		path := afterstates(t, g)
		for _, preset := range g.Presets {
			r, err := g.Preset(preset)
			if err != nil {
				t.Fatal(err)
			}
			for option, named := range map[string]bool{"": false, ":head=win": false, ":head=gain": true} {
				spec := "learned:" + path + option
				create, name, err := catalog.NewAgent(r, spec)
				if err != nil || create() == nil || strings.HasSuffix(name, ":head=gain") != named {
					t.Fatalf("%s%s: name %s, error %v", preset, option, name, err)
				}
				again := catalog.SpecAgain(g, spec, name)
				if _, same, err := catalog.NewAgent(r, again); err != nil || same != name {
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
		if _, _, err := catalog.NewAgent(catalog.Indian.Defaults(), "learned:"+path+option); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v does not say %q", option, err, want)
		}
	}
	if _, _, err := catalog.NewAgent(catalog.Indian.Defaults(), "learned:"+model(t, catalog.Indian.Defaults(), "counts")+":head=win"); err == nil || !strings.Contains(err.Error(), "of the kind policy") {
		t.Errorf("error %v", err)
	}
}

func TestLearnedAgentsRefused(t *testing.T) {
	path := model(t, catalog.Gin.Defaults(), "counts")
	club := catalog.Indian.Defaults()
	if err := catalog.Change(club, map[string]any{"seats": "3", "packs": "2"}); err != nil {
		t.Fatal(err)
	}
	for spec, c := range map[string]struct {
		rules catalog.Rules
		want  string
	}{
		"learned:" + path:          {catalog.Indian.Defaults(), "the table plays Indian Rummy; Gin Rummy knows it: add --game gin"},
		"learned:none.safetensors": {catalog.Indian.Defaults(), "there is no file"},
		"learned:" + model(t, catalog.Indian.Defaults(), "counts"): {club, "cannot play here: it takes hand_sizes[2] as field 2"},
		"learned": {catalog.Gin.Defaults(), "want learned:FILE"},
	} {
		if _, _, err := catalog.NewAgent(c.rules, spec); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v does not say %q", spec, err, c.want)
		}
	}
}

// The built-in network plays Indian Rummy under all rules for two, by both heads, and its
// name makes it again in any folder.
func TestStandard(t *testing.T) {
	for _, preset := range catalog.Indian.Presets {
		r, err := catalog.Indian.Preset(preset)
		if err != nil {
			t.Fatal(err)
		}
		for spec, end := range map[string]string{"learned:standard": "", "learned:standard:head=win": ":head=win"} {
			_, name, err := catalog.NewAgent(r, spec)
			if err != nil {
				t.Errorf("%s: %s: %v", preset, spec, err)
				continue
			}
			if again := catalog.SpecAgain(catalog.Indian, spec, name); again != name || !strings.HasPrefix(name, "learned:standard@") || !strings.HasSuffix(name, end) {
				t.Errorf("%s: %s is called %s, and %s again", preset, spec, name, again)
			}
			if _, same, err := catalog.NewAgent(r, name); err != nil || same != name {
				t.Errorf("%s: %s makes %s: %v", preset, name, same, err)
			}
		}
	}
	_, _, err := catalog.NewAgent(catalog.Gin.Defaults(), "learned:standard")
	if err == nil || !strings.Contains(err.Error(), "for the game \"indian\"") {
		t.Errorf("at a table of Gin Rummy: %v", err)
	}
}
