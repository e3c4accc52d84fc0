package features_test

import (
	"fmt"
	"strings"
	"testing"

	"rummygym/features"
)

func TestGroupsText(t *testing.T) {
	for _, c := range []struct {
		groups features.Groups
		text   string
	}{
		{features.AllGroups, "all"},
		{features.CardsAndCounts, "cards-and-counts"},
		{features.CardsAndCounts | features.Score | features.Outs, "cards-and-counts,score,outs"},
		{features.OwnCards | features.Relations, "own-cards,relations"},
	} {
		if got := c.groups.String(); got != c.text {
			t.Errorf("%#x is %q, want %q", uint32(c.groups), got, c.text)
		}
		if got, err := features.ParseGroups(c.text); err != nil || got != c.groups {
			t.Errorf("ParseGroups(%q) = %v, %v", c.text, got, err)
		}
	}
	for one := features.Groups(1); one < features.AllGroups; one <<= 1 {
		if got, err := features.ParseGroups(" " + one.String() + " "); err != nil || got != one {
			t.Errorf("ParseGroups(%q) = %v, %v", one, got, err)
		}
	}
	if got, err := features.ParseGroups("distance,cards-and-counts"); err != nil || got != features.CardsAndCounts|features.Distance {
		t.Errorf("a group and a preset: %v, %v", got, err)
	}
	for _, bad := range []string{"", "cards", "score,,outs", "score,luck"} {
		if _, err := features.ParseGroups(bad); err == nil || !strings.Contains(err.Error(), "not a group of fields") || !strings.Contains(err.Error(), "discard-scores") {
			t.Errorf("ParseGroups(%q): error %v", bad, err)
		}
	}
	if got := (features.AllGroups + 1).String(); got != "Groups(0x2000)" {
		t.Errorf("an unknown group is %q", got)
	}
}

func TestGinGroupsText(t *testing.T) {
	for _, c := range []struct {
		groups features.GinGroups
		text   string
	}{
		{features.AllGinGroups, "all"},
		{features.GinCardsAndCounts, "cards-and-counts"},
		{features.GinCardsAndCounts | features.GinDeadwood | features.GinBelief, "cards-and-counts,deadwood,belief"},
		{features.GinOwnCards | features.GinMatrices, "own-cards,matrices"},
	} {
		if got := c.groups.String(); got != c.text {
			t.Errorf("%#x is %q, want %q", uint32(c.groups), got, c.text)
		}
		if got, err := features.ParseGinGroups(c.text); err != nil || got != c.groups {
			t.Errorf("ParseGinGroups(%q) = %v, %v", c.text, got, err)
		}
	}
	for one := features.GinGroups(1); one < features.AllGinGroups; one <<= 1 {
		if got, err := features.ParseGinGroups(" " + one.String() + " "); err != nil || got != one {
			t.Errorf("ParseGinGroups(%q) = %v, %v", one, got, err)
		}
	}
	for _, bad := range []string{"", "distance", "belief,,deadwood"} {
		if _, err := features.ParseGinGroups(bad); err == nil || !strings.Contains(err.Error(), "almost-melds") {
			t.Errorf("ParseGinGroups(%q): error %v", bad, err)
		}
	}
	if got := (features.AllGinGroups + 1).String(); got != fmt.Sprintf("GinGroups(%#x)", uint32(features.AllGinGroups+1)) {
		t.Errorf("an unknown group is %q", got)
	}
}
