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

	"rummygym/arena"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/features/encoder"
	"rummygym/internal/agents/learned"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/networktest"
	"rummygym/internal/must"
)

// place is a game with an encoder.
type place struct {
	game   game.Game
	x      game.Encoder
	fields string
}

func indianPlace(t testing.TB, r indian.Rules, groups encoder.IndianGroups) place {
	t.Helper()
	g := must.Get(indian.New(r))(t)
	x := must.Get(encoder.NewIndian(r, groups))(t)
	return place{g, x, groups.String()}
}

func ginPlace(t testing.TB, r gin.Rules, groups encoder.GinGroups) place {
	t.Helper()
	g := must.Get(gin.New(r))(t)
	x := must.Get(encoder.NewGin(r, groups))(t)
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

// tryOpen opens the network of a spec for Indian Rummy.
func tryOpen(text string) (*learned.Model, error) {
	s, err := learned.Parse(text)
	if err != nil {
		return nil, err
	}
	return learned.Open(learned.Standard, s)
}

func TestModelNames(t *testing.T) {
	path := ginPlace(t, gin.EAAI(), encoder.GinCounts).model(t, 1)
	data := must.Get(os.ReadFile(path))(t)
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
		must.Equal(t, must.Get(tryOpen(spec))(t).Name(), name, "%s is called", spec)
	}
	t.Chdir(filepath.Dir(path)) // the name is a spec of the same agent
	if got := must.Get(tryOpen(want + ":temperature=2"))(t).Name(); got != want+":temperature=2" {
		t.Errorf("the agent of that name is called %s", got)
	}
	other := strings.Map(func(r rune) rune { return map[bool]rune{true: '1', false: '0'}[r == '0'] }, hash[:12])
	for spec, want := range map[string]string{
		"learned:model.safetensors@" + other: "it is another file",
		"learned:none.safetensors":           "there is no file none.safetensors",
		"learned:model.npz":                  "has to end in",
	} {
		must.Refuse(tryOpen(spec))(t, want)
	}
	must.Do(t, os.WriteFile("cut.safetensors", data[:len(data)-3], 0o666))
	must.Refuse(tryOpen("learned:cut.safetensors"))(t, "cut.safetensors: ")
}

func TestModelFits(t *testing.T) {
	paper := indianPlace(t, indian.Paper(), encoder.Counts|encoder.Progress)
	three := indian.Paper()
	three.Seats, three.Packs = 3, 2
	longer := indian.Paper()
	longer.MaxRounds++
	m := must.Get(tryOpen("learned:" + paper.model(t, 1)))(t)
	for name, c := range map[string]struct {
		place place
		want  string // "": it fits
	}{
		"its own table":             {paper, ""},
		"a field of another range":  {indianPlace(t, longer, encoder.Counts|encoder.Progress), ""},
		"another game":              {ginPlace(t, gin.EAAI(), encoder.GinCounts), `for the game "indian", and the table plays "gin"`},
		"another number of players": {indianPlace(t, three, encoder.Counts|encoder.Progress), "at this table field 2 of \"counts,progress\" is hand_sizes[3]"},
		"fewer fields":              {indianPlace(t, indian.Paper(), encoder.Counts), "has the input phase[3]"},
		"more fields":               {indianPlace(t, indian.Paper(), encoder.Counts|encoder.Progress|encoder.Score), "no input min_score[]"},
		"other fields":              {indianPlace(t, indian.Paper(), encoder.WildRank|encoder.Progress), "input 0 of the network is stock_size[]"},
	} {
		_, err := m.Agent(c.place.game, c.place.x)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

// TestModelsPlay plays whole games of both games, with temperature 0 and above. The
// results must not depend on the number of workers.
func TestModelsPlay(t *testing.T) {
	hand := gin.OpenSpiel()
	for name, p := range map[string]place{
		"indian": indianPlace(t, indian.Paper(), encoder.CardsAndCounts|encoder.Distance),
		"gin":    ginPlace(t, hand, encoder.GinCardsAndCounts|encoder.GinDeadwood),
	} {
		t.Run(name, func(t *testing.T) {
			path := p.model(t, 3, 16, 8)
			c := arena.Config{Game: p.game, Games: 20, Seed: 1, Drop: game.NoAction}
			for _, spec := range []string{path, path + ":temperature=0.7"} {
				m := must.Get(tryOpen("learned:" + spec))(t)
				create := must.Get(m.Agent(p.game, p.x))(t)
				if got := create().(fmt.Stringer).String(); got != m.Name() {
					t.Errorf("the agent is called %s, the model %s", got, m.Name())
				}
				c.Entrants = append(c.Entrants, arena.Entrant{Name: m.Name(), New: create})
			}
			var results []*arena.Result
			for _, workers := range []int{1, 3} {
				c.Workers = workers
				res := must.Get(arena.Tournament(t.Context(), c))(t)
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

// TestModelAllocatesNothing checks that a decision of a network 200-128-128-109, encoding
// included, does not allocate.
func TestModelAllocatesNothing(t *testing.T) {
	obs, legal, agent := decision(t)
	must.Equal(t, testing.AllocsPerRun(100, func() { agent.Act(obs, legal) }), 0, "allocations")
}

// decision returns a decision of Indian Rummy and a player for it.
func decision(t testing.TB) (game.Observation, *game.Mask, *learned.Player) {
	t.Helper()
	p := indianPlace(t, indian.Paper(), encoder.OwnCards|encoder.Counts|encoder.Progress|encoder.Distance)
	create := must.Get(must.Get(tryOpen("learned:"+p.model(t, 1, 128, 128)))(t).Agent(p.game, p.x))(t)
	state, obs, legal := p.game.NewState(), p.game.NewObservation(), &game.Mask{}
	p.game.Deal(state, game.DealSource(1, 0))
	must.Do(t, state.Apply(indian.DrawStock))
	state.Legal(legal)
	state.Observe(state.Current(), obs)
	agent := create().(*learned.Player)
	agent.Reset(1)
	return obs, legal, agent
}
