package review_test

import (
	"testing"

	"rummygym/internal/agents/search"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// The review of a match of one deal is that of the deal as a game of its own. In a longer one each decision is of the deal with its
// number, and those between deals have none; players who are out are not reviewed.
func TestMatchesByDeals(t *testing.T) {
	for _, c := range []struct{ game, deal, match, agent string }{
		{"indian", "club seats=3", "pool-101 seats=3 max-deals=1", "min-dist-opp"},
		{"gin", "classic starter=first-seat", "hollywood max-deals=1", "simple"},
	} {
		of := func(name, rules string) *table {
			x := newTable(t, name, rules, c.agent, search.Gain)
			x.config, _ = must.Get2(catalog.ReviewConfig(must.Get(catalog.ParseRules(name, rules))(t), c.agent, search.Gain))(t)
			x.config.Search.Rollouts = 100
			return x
		}
		deal, match := of(c.game, c.deal), of(c.game+"-match", c.match)
		alone, within := deal.play(t, 2, nil), match.play(t, 2, nil)
		a, b := deal.review(t, alone, 1), match.review(t, within, 1)
		if len(a.Decisions) == 0 || len(a.Decisions) != len(b.Decisions) {
			t.Fatalf("%s: %d and %d decisions", c.match, len(a.Decisions), len(b.Decisions))
		}
		for i, x := range a.Decisions {
			y := b.Decisions[i]
			if y.Deal != 1 || x.Event != y.Event || x.Seat != y.Seat || x.Best != y.Best || x.Cost != y.Cost || x.Made.Estimate != y.Made.Estimate || x.Mistake != y.Mistake {
				t.Errorf("%s: decision %d costs %+v, and in the match %+v", c.match, i, x.Cost, y.Cost)
			}
		}
	}
	x := newTable(t, "indian-match", "pool-101 seats=3 rejoins=1 max-rounds=3", "min-dist-opp", search.Gain)
	x.config.Search.Rollouts = 100
	rec := x.play(t, 1, nil)
	deals := map[int]bool{}
	for _, d := range x.review(t, rec, 1).Decisions {
		deals[d.Deal] = true
		if d.Seat != d.Obs.Observer() || len(d.Made.Line) == 0 || d.Made.Line[0].Seat != d.Seat {
			t.Fatalf("a decision of seat %d has the observation of seat %d and the line %v", d.Seat, d.Obs.Observer(), d.Made.Line)
		}
	}
	if len(deals) < 3 || deals[0] {
		t.Errorf("decisions of the deals %v", deals)
	}
}
