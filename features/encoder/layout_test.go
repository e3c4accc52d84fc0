package encoder_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/features/encoder"
)

var update = flag.Bool("update", false, "rewrite the golden layouts in testdata; review the diff")

// TestLayoutNeverChangesUnnoticed compares the layouts with golden files: datasets, trained
// networks and Python spaces depend on them. A change of a name, shape, type or range needs
// a new version of the environments; a change of a meaning's wording does not.
func TestLayoutNeverChangesUnnoticed(t *testing.T) {
	layouts := map[string]game.Layout{"gin": newGin(t, gin.EAAI(), encoder.AllGinGroups).Layout()}
	for name, r := range map[string]indian.Rules{"paper": indian.Paper(), "club4": indian.Club(4)} {
		layouts[name] = newIndian(t, r, encoder.AllIndianGroups).Layout()
	}
	for name, layout := range layouts {
		got := layout.Markdown()
		file := filepath.Join("testdata", "layout-"+name+".md")
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("the layout of %s differs from %s; if the change is intended, run with -update and say why\n%s", name, file, got)
		}
	}
}
