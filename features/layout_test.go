package features_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/features"
)

var update = flag.Bool("update", false, "rewrite the golden layouts in testdata; review the diff")

// The layout is what datasets, trained networks and Python spaces are made for.
// A change of the golden file moves the version of the environments.
func TestLayoutNeverChangesUnnoticed(t *testing.T) {
	layouts := map[string]game.Layout{"gin": newGinExtractor(t, gin.EAAI(), features.AllGinGroups).Layout()}
	for name, r := range map[string]indian.Rules{"paper": indian.Paper(), "club4": indian.Club(4)} {
		layouts[name] = newExtractor(t, r, features.AllGroups).Layout()
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
			t.Errorf("the layout of %s is not %s; if it has to change, run with -update and say why\n%s", name, file, got)
		}
	}
}
