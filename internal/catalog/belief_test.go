package catalog_test

import (
	"strings"
	"testing"

	"rummygym/internal/agents/belief"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/networktest"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// TestBeliefOfAfterstates checks that a network is refused if its fields come from another
// belief network than the built-in one, and that a network without such fields plays.
func TestBeliefOfAfterstates(t *testing.T) {
	two := catalog.Indian.Defaults()
	four := must.Get(catalog.ParseRules("indian", "club seats=4"))(t)
	for _, c := range []struct {
		rules                catalog.Rules
		fields, belief, want string
	}{
		{two, "card,odds", belief.StandardSum(2), ""},
		{four, "card,odds", belief.StandardSum(4), ""},
		{four, "card,odds", belief.StandardSum(2), `and the built-in one is "` + belief.StandardSum(6)},
		{two, "card", "", ""},
		{two, "card,odds", "", `learned from the belief ""`},
		{two, "card,odds", "0123456789ab", `learned from the belief "0123456789ab", and the built-in one is "` + belief.StandardSum(2)},
		{two, "card", "0123456789ab", `and the built-in one is ""`},
	} {
		x := must.Get(c.rules.Afterstates(c.fields))(t)
		path := networktest.Write(t, networktest.Biased(t, network.Description{
			Format: network.Format, Kind: network.AfterstateKind, Game: "indian", Fields: x.Fields, Belief: c.belief,
			Inputs: network.Inputs(x.Layout), Heads: []network.Head{{Name: network.Win, Size: 1}},
		}, nil))
		for _, spec := range []string{"learned:" + path, "search:goal=win:horizon=1:value={learned:" + path + "}"} {
			_, _, err := catalog.OpenAgent(c.rules, spec)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v, fields %s, belief %q, %s: error %v, want %q", c.rules, c.fields, c.belief, spec, err, c.want)
			}
		}
	}
}
