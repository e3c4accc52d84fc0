package catalog_test

import (
	"slices"
	"strings"
	"testing"

	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// Levels ascend in strength, and each plays at every table for people.
func TestLevels(t *testing.T) {
	tables := map[string][]string{"indian": {"paper", "club seats=2", "club seats=6", "app seats=4"}, "gin": {"eaai", "openspiel", "classic", "uk"}}
	for _, g := range catalog.Games() {
		if !slices.IsSortedFunc(g.Levels, func(a, b catalog.Level) int { return a.Elo - b.Elo }) {
			t.Errorf("the levels of %s are %v", g.Title, g.Levels)
		}
		for _, text := range tables[g.Name] {
			r := must.Get(catalog.ParseRules(g.Name, text))(t)
			for _, name := range []string{"beginner", "easy", "medium", "hard", "expert"} {
				if l, err := catalog.LevelOf(r, name); err != nil || l.Name != name {
					t.Errorf("%s, %s: level %s is %v (%v)", g.Title, text, name, l, err)
				}
			}
			if got, want := catalog.ProposedAgent(r), g.Levels[2].Agent; got != want {
				t.Errorf("%s, %s: %s is proposed, want %s, the agent of medium", g.Title, text, got, want)
			}
			if _, err := catalog.LevelOf(r, "begginer"); err == nil || !strings.Contains(err.Error(), `did you mean "beginner"?`) {
				t.Errorf("%s: the error is %v", g.Title, err)
			}
		}
	}
}
