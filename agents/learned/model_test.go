package learned_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rummygym/agents/arena"
	"rummygym/agents/learned"
	"rummygym/agents/network"
	"rummygym/agents/network/networktest"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/features"
)

// place is a game with an encoder.
type place struct {
	game   game.Game
	x      learned.Encoder
	fields string
}

func indianPlace(t testing.TB, r indian.Rules, groups features.Groups) place {
	t.Helper()
	g, err := indian.New(r)
	if err != nil {
		t.Fatal(err)
	}
	x, err := features.NewExtractor(r, groups)
	if err != nil {
		t.Fatal(err)
	}
	return place{g, x, groups.String()}
}

func ginPlace(t testing.TB, r gin.Rules, groups features.GinGroups) place {
	t.Helper()
	g, err := gin.New(r)
	if err != nil {
		t.Fatal(err)
	}
	x, err := features.NewGinExtractor(r, groups)
	if err != nil {
		t.Fatal(err)
	}
	return place{g, x, groups.String()}
}

// model writes a network of random weights for a game to a file.
func (p place) model(t testing.TB, seed uint64, hidden ...int) (path string) {
	t.Helper()
	d := network.Description{
		Format: network.Format, Game: p.game.Name(), Fields: p.fields, Inputs: network.Inputs(p.x.Layout()),
		Heads: []network.Head{{Name: "value", Size: 1}, {Name: network.Policy, Size: p.game.NumActions()}},
	}
	for i, size := range hidden {
		d.Layers = append(d.Layers, network.Layer{Name: fmt.Sprint("hidden", i), Size: size, Activation: network.ReLU})
	}
	return networktest.Write(t, networktest.Random(t, d, seed))
}

func open(t testing.TB, spec string) *learned.Model {
	t.Helper()
	m, err := learned.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestModelNames(t *testing.T) {
	path := ginPlace(t, gin.EAAI(), features.GinCounts).model(t, 1)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	digest := sha256.Sum256(data)
	hash := hex.EncodeToString(digest[:])
	want := "learned:model.safetensors@" + hash[:12]
	for spec, name := range map[string]string{
		"learned:" + path:                                         want,
		"learned:" + path + ":temperature=0":                      want, // as the file has it
		"learned:" + path + ":temperature=0.50":                   want + ":temperature=0.5",
		"learned:" + path + "@" + hash[:8] + ":temperature=1e100": want + ":temperature=1e+100",
		"learned:" + path + "@" + hash:                            want,
	} {
		if got := open(t, spec).Name(); got != name {
			t.Errorf("%s is called %s, want %s", spec, got, name)
		}
	}
	t.Chdir(filepath.Dir(path)) // the name is a spec of the same agent
	if got := open(t, want+":temperature=2").Name(); got != want+":temperature=2" {
		t.Errorf("its name names %s", got)
	}
	other := strings.Map(func(r rune) rune { return map[bool]rune{true: '1', false: '0'}[r == '0'] }, hash[:12])
	for spec, want := range map[string]string{
		"learned:model.safetensors@" + other: "it is another file",
		"learned:none.safetensors":           "there is no file none.safetensors",
		"learned:model.npz":                  "has to end in",
	} {
		if _, err := learned.Open(spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v does not say %q", spec, err, want)
		}
	}
	if err := os.WriteFile("cut.safetensors", data[:len(data)-3], 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := learned.Open("learned:cut.safetensors"); err == nil || !strings.Contains(err.Error(), "cut.safetensors: ") {
		t.Errorf("a file cut off: %v", err)
	}
}

func TestModelFits(t *testing.T) {
	paper := indianPlace(t, indian.Paper(), features.Counts|features.Progress)
	three := indian.Paper()
	three.Seats, three.Packs = 3, 2
	longer := indian.Paper()
	longer.MaxRounds++
	m := open(t, "learned:"+paper.model(t, 1))
	for name, c := range map[string]struct {
		place place
		want  string // "": it fits
	}{
		"its own table":             {paper, ""},
		"a field of another range":  {indianPlace(t, longer, features.Counts|features.Progress), ""},
		"another game":              {ginPlace(t, gin.EAAI(), features.GinCounts), `for the game "indian", and the table plays "gin"`},
		"another number of players": {indianPlace(t, three, features.Counts|features.Progress), "at this table is"},
		"fewer fields":              {indianPlace(t, indian.Paper(), features.Counts), "after all"},
		"more fields":               {indianPlace(t, indian.Paper(), features.Counts|features.Progress|features.Score), "does not take the field min_score[]"},
		"other fields":              {indianPlace(t, indian.Paper(), features.WildRank|features.Progress), "as field 0"},
	} {
		_, err := m.Agent(c.place.game, c.place.x)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

// Both games, greedy and drawn: whole games by networks, the same with any number
// of workers.
func TestModelsPlay(t *testing.T) {
	hand := gin.OpenSpiel()
	for name, p := range map[string]place{
		"indian": indianPlace(t, indian.Paper(), features.CardsAndCounts|features.Distance),
		"gin":    ginPlace(t, hand, features.GinCardsAndCounts|features.GinDeadwood),
	} {
		t.Run(name, func(t *testing.T) {
			path := p.model(t, 3, 16, 8)
			c := arena.Config{Game: p.game, Games: 20, Seed: 1, Drop: game.NoAction}
			for _, spec := range []string{path, path + ":temperature=0.7"} {
				m := open(t, "learned:"+spec)
				create, err := m.Agent(p.game, p.x)
				if err != nil {
					t.Fatal(err)
				}
				if got := create().(fmt.Stringer).String(); got != m.Name() {
					t.Errorf("the agent is called %s, the model %s", got, m.Name())
				}
				c.Entrants = append(c.Entrants, arena.Entrant{Name: m.Name(), New: create})
			}
			var results []*arena.Result
			for _, workers := range []int{1, 3} {
				c.Workers = workers
				res, err := arena.Tournament(t.Context(), c)
				if err != nil {
					t.Fatal(err)
				}
				results = append(results, res)
			}
			for l := range results[0].Records {
				if !slices.Equal(results[0].Records[l], results[1].Records[l]) {
					t.Errorf("lineup %d differs with the number of workers", l)
				}
			}
		})
	}
}

// Decisions of a network 200-128-128-109 in play, encoding included, allocate
// nothing.
func TestModelAllocatesNothing(t *testing.T) {
	obs, legal, agent := decision(t)
	if n := testing.AllocsPerRun(100, func() { agent.Act(obs, legal) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// decision returns a decision of Indian Rummy and a player for it.
func decision(t testing.TB) (game.Observation, *game.Mask, *learned.Player) {
	t.Helper()
	p := indianPlace(t, indian.Paper(), features.OwnCards|features.Counts|features.Progress|features.Distance)
	create, err := open(t, "learned:"+p.model(t, 1, 128, 128)).Agent(p.game, p.x)
	if err != nil {
		t.Fatal(err)
	}
	state, obs, legal := p.game.NewState(), p.game.NewObservation(), &game.Mask{}
	p.game.Deal(state, game.DealSource(1, 0))
	if err := state.Apply(indian.DrawStock); err != nil {
		t.Fatal(err)
	}
	state.Legal(legal)
	state.Observe(state.Current(), obs)
	agent := create().(*learned.Player)
	agent.Reset(1)
	return obs, legal, agent
}

// What a decision costs in play: encoding of some 180 entries, a network with two
// layers of 128, and the logits of the 14 legal discards.
func BenchmarkAct(b *testing.B) {
	obs, legal, agent := decision(b)
	for b.Loop() {
		if a, _ := agent.Act(obs, legal); !legal.Has(a) {
			b.Fatal(a)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "decisions/s")
}
