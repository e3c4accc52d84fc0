package encoder_test

import (
	"path/filepath"
	"testing"

	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/features/encoder"
	"rummygym/internal/must"
)

// TestLayoutNeverChangesUnnoticed compares the layouts with golden files: datasets, trained
// networks and Python spaces depend on them. A change of a name, shape, type or range needs
// a new version of the environments; a change of a meaning's wording does not.
func TestLayoutNeverChangesUnnoticed(t *testing.T) {
	layouts := map[string]game.Layout{"gin": newGin(t, gin.EAAI(), encoder.AllGinGroups).Layout()}
	for name, r := range map[string]indian.Rules{"paper": indian.Paper(), "club4": indian.Club(4)} {
		layouts[name] = newIndian(t, r, encoder.AllIndianGroups).Layout()
	}
	for name, layout := range layouts {
		must.Match(t, filepath.Join("testdata", "layout-"+name+".md"), layout.Markdown())
	}
}
