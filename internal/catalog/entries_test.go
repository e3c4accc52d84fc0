package catalog_test

import (
	"math"
	"testing"

	"rummygym/internal/agents/network"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// TestEntriesAreBounded checks the assumption under which a network has finite outputs: no entry
// of an observation is larger than network.MaxEntry.
func TestEntriesAreBounded(t *testing.T) {
	for _, g := range catalog.Games() {
		for _, preset := range g.Presets {
			r := must.Get(g.Preset(preset))(t)
			x, _ := must.Get2(r.Encoder(catalog.AllFields))(t)
			for _, f := range x.Layout() {
				if high := max(math.Abs(f.Low), math.Abs(f.High)); !(high <= network.MaxEntry) {
					t.Errorf("%s, %s: field %s is between %v and %v: want at most %d", g.Name, preset, f.Name, f.Low, f.High, network.MaxEntry)
				}
			}
		}
	}
}
