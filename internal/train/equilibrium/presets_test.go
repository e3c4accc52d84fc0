package equilibrium_test

import (
	"encoding/json"
	"flag"
	"os"
	"testing"

	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/internal/must"
	"rummygym/internal/train/equilibrium"
)

var (
	long   = flag.Bool("long", false, "list the presets small too, which takes half a minute")
	medium = flag.Bool("medium", false, "count the presets medium too, which takes some 20 minutes each")
)

// preset returns a preset of a game.
func preset(t *testing.T, of, name string) game.Game {
	if of == "gin" {
		return must.Get(gin.New(must.Get(gin.Preset(name))(t)))(t)
	}
	return must.Get(indian.New(must.Get(indian.Preset(name))(t)))(t)
}

// The sizes of the presets are those of docs/rules-gin.md and docs/rules-indian.md, and do not change.
func TestPresets(t *testing.T) {
	for _, c := range []struct {
		game, preset string
		want         equilibrium.Counts
	}{
		{"gin", "tiny", equilibrium.Counts{Deals: 1120, Positions: 99_200, Endings: 61_920, Sets: [2]int64{11_510, 9310}, Sequences: [2]int64{33_100, 26_740}, Depth: 7, Stake: 16}},
		{"gin", "small", equilibrium.Counts{Deals: 5040, Positions: 6_936_480, Endings: 4_453_560, Sets: [2]int64{481_392, 190_638}, Sequences: [2]int64{1_408_824, 563_220}, Depth: 11, Stake: 13}},
		{"gin", "medium", equilibrium.Counts{Deals: 138_600, Positions: 942_505_200, Endings: 681_924_600, Sets: [2]int64{18_847_800, 3_083_760}, Sequences: [2]int64{71_046_720, 11_719_440}, Depth: 11, Stake: 19}},
		{"indian", "tiny", equilibrium.Counts{Deals: 148, Positions: 10_576, Endings: 7516, Sets: [2]int64{252, 1224}, Sequences: [2]int64{852, 4206}, Depth: 4, Stake: 20}},
		{"indian", "small", equilibrium.Counts{Deals: 644, Positions: 4_394_600, Endings: 3_181_772, Sets: [2]int64{47_384, 303_664}, Sequences: [2]int64{166_710, 1_073_412}, Depth: 8, Stake: 20}},
		{"indian", "medium", equilibrium.Counts{Deals: 50_400, Positions: 828_293_760, Endings: 619_637_760, Sets: [2]int64{5_619_600, 45_032_400}, Sequences: [2]int64{22_241_520, 176_586_480}, Depth: 8, Stake: 20}},
	} {
		g := preset(t, c.game, c.preset)
		if c.preset == "small" && !*long || c.preset == "medium" && !*medium {
			continue
		}
		must.Equal(t, must.Get(equilibrium.Count(t.Context(), g, equilibrium.Options{Limit: 2e9}))(t), c.want, "%s %s, counted", c.game, c.preset)
		if c.preset != "medium" {
			must.Equal(t, tree(t, g).Counts, c.want, "%s %s", c.game, c.preset)
		}
	}
}

// TestValues compares equilibria and their values with those that python/tests/openspiel/test_exact.py finds by a linear program.
func TestValues(t *testing.T) {
	var values map[string]float64
	must.Do(t, json.Unmarshal(must.Get(os.ReadFile("testdata/values.json"))(t), &values))
	for of, iterations := range map[string]int{"gin": 50, "indian": 150} {
		k := tree(t, preset(t, of, "tiny"))
		s := must.Get(equilibrium.NewSolver(k, equilibrium.PredictiveCFRPlus))(t)
		must.Do(t, s.Run(t.Context(), iterations, 2))
		found, nashConv := s.Best()
		must.Do(t, k.Check(found))
		near(t, nashConv, 0, 1e-9, "NashConv")
		want := values[of+" tiny"]
		near(t, k.Value(found), want, 1e-9, "the value")
		for p, gain := range k.Exploits(found) {
			near(t, gain, [2]float64{want, -want}[p], 1e-9, "a best response")
		}
	}
}
