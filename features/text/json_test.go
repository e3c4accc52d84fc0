package text_test

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rummygym/env/game"
	"rummygym/features/text"
	"rummygym/internal/must"
)

// TestMembersAreDocumented compares the members of positions with those of the documentation.
func TestMembersAreDocumented(t *testing.T) {
	found := []map[string]bool{{}, {}, {}} // of positions, of seats and of moves
	note := func(place int, object map[string]any) {
		for name := range object {
			found[place][name] = true
		}
	}
	o := text.Default()
	o.Numbers = true
	for _, of := range tables() {
		x := deal(t, of[0], of[1], 8)
		w, n := x.writer(t, o), 0
		x.play(t, x.mixed(t, specOf(of[0]), 8, 3), func(p game.Player) {
			if n++; n > 400 {
				return
			}
			var all map[string]any
			must.Do(t, json.Unmarshal(w.AppendJSON(nil, x.moment(max(p, 0))), &all))
			note(0, all)
			for i, list := range []string{"seats", "legal"} {
				entries, _ := all[list].([]any)
				for _, e := range entries {
					note(i+1, e.(map[string]any))
				}
			}
		})
	}
	name := regexp.MustCompile("(?m)^\\| `(\\w+)` \\|")
	parts := strings.Split(text.Markdown(), "Each entry")
	for i, part := range parts {
		var documented []string
		for _, m := range name.FindAllStringSubmatch(part, -1) {
			documented = append(documented, m[1])
		}
		slices.Sort(documented)
		if is := slices.Sorted(maps.Keys(found[i])); !slices.Equal(is, documented) {
			t.Errorf("part %d has the members\n%v\nand the documentation\n%v", i, is, documented)
		}
	}
}
