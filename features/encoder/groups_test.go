package encoder_test

import (
	"fmt"
	"testing"

	"rummygym/features/encoder"
	"rummygym/internal/must"
)

func TestGroupsText(t *testing.T) {
	for _, c := range []struct {
		groups encoder.IndianGroups
		text   string
	}{
		{encoder.AllIndianGroups, "all"},
		{encoder.CardsAndCounts, "cards-and-counts"},
		{encoder.CardsAndCounts | encoder.Score | encoder.Outs, "cards-and-counts,score,outs"},
		{encoder.OwnCards | encoder.Relations, "own-cards,relations"},
	} {
		must.Equal(t, c.groups.String(), c.text, "%#x", uint32(c.groups))
		if got, err := encoder.ParseIndianGroups(c.text); err != nil || got != c.groups {
			t.Errorf("ParseGroups(%q) = %v, %v", c.text, got, err)
		}
	}
	for one := encoder.IndianGroups(1); one < encoder.AllIndianGroups; one <<= 1 {
		if got, err := encoder.ParseIndianGroups(" " + one.String() + " "); err != nil || got != one {
			t.Errorf("ParseGroups(%q) = %v, %v", one, got, err)
		}
	}
	if got, err := encoder.ParseIndianGroups("distance,cards-and-counts"); err != nil || got != encoder.CardsAndCounts|encoder.Distance {
		t.Errorf("a group and a preset: %v, %v", got, err)
	}
	if got, err := encoder.ParseIndianGroups("default,outs"); err != nil || got.String() != "cards-and-counts,score,distance,outs,relations" {
		t.Errorf("the default and a group: %v, %v", got, err)
	}
	for _, bad := range []string{"", "cards", "score,,outs", "score,luck"} {
		must.Refuse(encoder.ParseIndianGroups(bad))(t, "not a group of fields", "discard-scores")
	}
	if got := (encoder.AllIndianGroups + 1).String(); got != "Groups(0x8000)" {
		t.Errorf("an unknown group is %q", got)
	}
}

func TestGinGroupsText(t *testing.T) {
	for _, c := range []struct {
		groups encoder.GinGroups
		text   string
	}{
		{encoder.AllGinGroups, "all"},
		{encoder.GinCardsAndCounts, "cards-and-counts"},
		{encoder.GinCardsAndCounts | encoder.GinDeadwood | encoder.GinBelief, "cards-and-counts,deadwood,belief"},
		{encoder.GinOwnCards | encoder.GinMatrices, "own-cards,matrices"},
	} {
		must.Equal(t, c.groups.String(), c.text, "%#x", uint32(c.groups))
		if got, err := encoder.ParseGinGroups(c.text); err != nil || got != c.groups {
			t.Errorf("ParseGinGroups(%q) = %v, %v", c.text, got, err)
		}
	}
	for one := encoder.GinGroups(1); one < encoder.AllGinGroups; one <<= 1 {
		if got, err := encoder.ParseGinGroups(" " + one.String() + " "); err != nil || got != one {
			t.Errorf("ParseGinGroups(%q) = %v, %v", one, got, err)
		}
	}
	if got, err := encoder.ParseGinGroups("default"); err != nil || got.String() != "cards-and-counts,deadwood" {
		t.Errorf("the default: %v, %v", got, err)
	}
	for _, bad := range []string{"", "distance", "belief,,deadwood"} {
		must.Refuse(encoder.ParseGinGroups(bad))(t, "almost-melds")
	}
	if got := (encoder.AllGinGroups + 1).String(); got != fmt.Sprintf("GinGroups(%#x)", uint32(encoder.AllGinGroups+1)) {
		t.Errorf("an unknown group is %q", got)
	}
}
