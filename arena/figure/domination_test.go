package figure_test

import (
	"slices"
	"testing"

	"rummygym/arena"
	"rummygym/arena/figure"
)

// The made-up agents beat the earlier ones, by more the farther apart they are: with few
// games only the last beats the first significantly.
func TestDomination(t *testing.T) {
	names := []string{"weak", "middle", "strong"}
	wantTexts(t, "the graph", figure.Domination(madeUp(names, 2, 1000)), "weak", "middle", "strong", "0.600", "0.700",
		"arrows where the win rate differs from .5 at a joint level of 5 %")
	have := texts(t, svg(t, figure.Domination(madeUp(names, 2, 30))))
	if !slices.Contains(have, "0.700") || slices.Contains(have, "0.600") {
		t.Errorf("with 30 games the graph has the texts %q, want an arrow for .7 and none for .6", have)
	}
	all := madeUp(names, 2, 100)
	for l, lineup := range all.Lineups {
		for i := range all.Records[l] {
			if lineup[0] != lineup[1] {
				all.Records[l][i].Winner = 0
				if lineup[1] > lineup[0] {
					all.Records[l][i].Winner = 1
				}
			}
		}
	}
	wantTexts(t, "the graph of certain wins", figure.Domination(arena.Summarize(all.Result, arena.Settings{Resamples: 1})), "1.000")
	for what, s := range map[string]*arena.Summary{"three seats": madeUp([]string{"a", "b"}, 3, 4), "one agent": madeUp([]string{"a"}, 2, 4)} {
		if figure.Domination(s) != nil {
			t.Errorf("%s have a graph", what)
		}
	}
}
