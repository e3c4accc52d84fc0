package catalog_test

import (
	"strings"
	"testing"

	"rummygym/agents/belief"
	"rummygym/agents/network"
	"rummygym/agents/network/networktest"
	"rummygym/cmd/internal/catalog"
)

// A network whose fields were made by another belief than what is built in does not play,
// and one that was trained without one plays without.
func TestBeliefOfAfterstates(t *testing.T) {
	for _, c := range []struct{ fields, belief, want string }{
		{"card,odds", belief.StandardSum(), ""},
		{"card", "", ""},
		{"card,odds", "", `learned from the belief ""`},
		{"card,odds", "0123456789ab", `learned from the belief "0123456789ab", and what is built in is "` + belief.StandardSum()},
		{"card", "0123456789ab", `and what is built in is ""`},
	} {
		x, err := catalog.Indian.Defaults().Afterstates(c.fields)
		if err != nil {
			t.Fatal(err)
		}
		path := networktest.Write(t, networktest.Biased(t, network.Description{
			Format: network.Format, Kind: network.AfterstateKind, Game: "indian", Fields: x.Fields, Belief: c.belief,
			Inputs: network.Inputs(x.Layout), Heads: []network.Head{{Name: network.Win, Size: 1}},
		}, nil))
		for _, spec := range []string{"learned:" + path, "search:goal=win:horizon=1:value={learned:" + path + "}"} {
			_, _, err := catalog.NewAgent(catalog.Indian.Defaults(), spec)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("fields %s, belief %q, %s: error %v, want %q", c.fields, c.belief, spec, err, c.want)
			}
		}
	}
}
