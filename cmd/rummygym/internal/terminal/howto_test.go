package terminal

import (
	"strings"
	"testing"

	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// How to play a deal is one screen of 80 columns and 24 lines, under all presets for people; a match has at most 8 lines more.
func TestHowToIsOneScreen(t *testing.T) {
	for _, g := range catalog.Games() {
		for _, preset := range g.Presets {
			guide := catalog.GuideOf(must.Get(g.Preset(preset))(t))
			p := picture{width: 80, height: 24}
			n := 0
			for _, line := range howTo(&guide, 80) {
				n += len(p.wrap(line))
			}
			most := 23 // the last line is that of the keys
			if g.Deal != nil {
				most += 8
			}
			if n > most {
				t.Errorf("%s, %s: how to play has %d lines:\n%s", g.Title, preset, n, strings.Join(howTo(&guide, 80), "\n"))
			}
		}
	}
}
