package equilibrium_test

import (
	"flag"
	"testing"

	"rummygym/env/indian"
	"rummygym/internal/must"
	"rummygym/train/equilibrium"
)

var long = flag.Bool("long", false, "count the positions of the preset small, which takes a minute")

// The sizes of the presets of Indian Rummy are those of docs/rules-indian.md, and do not change.
func TestIndianPresets(t *testing.T) {
	for name, want := range map[string]equilibrium.Counts{
		"tiny":  {Deals: 148, Positions: 10_576, Endings: 7516, Sets: [2]int64{252, 1224}, Sequences: [2]int64{852, 4206}, Depth: 4, Stake: 20},
		"small": {Deals: 644, Positions: 4_394_600, Endings: 3_181_772, Sets: [2]int64{47_384, 303_664}, Sequences: [2]int64{166_710, 1_073_412}, Depth: 8, Stake: 20},
	} {
		if name == "small" && !*long {
			continue
		}
		g := must.Get(indian.New(must.Get(indian.Preset(name))(t)))(t)
		tree := must.Get(equilibrium.New(t.Context(), g, equilibrium.Options{}))(t)
		must.Equal(t, tree.Counts, want, "%s", name)
	}
}
