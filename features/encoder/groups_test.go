package encoder_test

import (
	"fmt"
	"testing"

	"rummygym/features/encoder"
	"rummygym/internal/must"
)

// checkGroupsText checks that groups are read as they are written: the given ones, and each alone. Presets are read too.
func checkGroupsText[G interface {
	~uint32
	fmt.Stringer
}](t *testing.T, all G, parse func(string) (G, error), texts map[string]G, read map[string]G, bad ...string) {
	t.Helper()
	for one := G(1); one < all; one <<= 1 {
		texts[one.String()] = one
	}
	for text, groups := range texts {
		must.Equal(t, groups.String(), text, "%#x", uint32(groups))
		must.Equal(t, must.Get(parse(" "+text+" "))(t), groups, "groups %q", text)
	}
	for text, groups := range read {
		must.Equal(t, must.Get(parse(text))(t), groups, "groups %q", text)
	}
	for _, text := range bad {
		must.Refuse(parse(text))(t, "not a group of fields", (all &^ (all >> 1)).String())
	}
}

func TestGroupsText(t *testing.T) {
	checkGroupsText(t, encoder.AllIndianGroups, encoder.ParseIndianGroups, map[string]encoder.IndianGroups{
		"all": encoder.AllIndianGroups, "cards-and-counts": encoder.CardsAndCounts, "own-cards,relations": encoder.OwnCards | encoder.Relations,
		"cards-and-counts,score,outs": encoder.CardsAndCounts | encoder.Score | encoder.Outs,
	}, map[string]encoder.IndianGroups{
		"distance,cards-and-counts": encoder.CardsAndCounts | encoder.Distance, "default,outs": encoder.DefaultIndianGroups | encoder.Outs,
	}, "", "cards", "score,,outs", "score,luck")
	checkGroupsText(t, encoder.AllGinGroups, encoder.ParseGinGroups, map[string]encoder.GinGroups{
		"all": encoder.AllGinGroups, "cards-and-counts": encoder.GinCardsAndCounts, "own-cards,matrices": encoder.GinOwnCards | encoder.GinMatrices,
		"cards-and-counts,deadwood,belief": encoder.DefaultGinGroups | encoder.GinBelief,
	}, map[string]encoder.GinGroups{"default": encoder.DefaultGinGroups}, "", "distance", "belief,,deadwood")
	must.Equal(t, (encoder.AllIndianGroups + 1).String(), "Groups(0x8000)", "unknown groups")
}
