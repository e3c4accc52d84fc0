package main

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rummygym/internal/agents/learned"
	"rummygym/internal/catalog"
	"rummygym/internal/must"

	"github.com/google/go-cmp/cmp"
)

// Every generated part is as the code, the program and the recorded results make it now.
func TestPartsAreFresh(t *testing.T) {
	t.Chdir("../../..")
	p := built(t)
	watch(t)
	for _, part := range p.parts() {
		t.Run(part.file+"/"+part.name, func(t *testing.T) {
			if testing.Short() && strings.HasSuffix(part.file, "gin.csv") {
				t.Skip("plays thousands of matches")
			}
			old, fresh := must.Get2(part.fresh())(t)
			if old != fresh {
				t.Errorf("%s, part %q is stale: make generate writes it\n%s", part.file, part.name, cmp.Diff(old, fresh))
			}
		})
	}
}

// built returns the program that RUMMYGYM_BINARY names, as "make test" does, or else builds one. It stands in a folder
// for files of the test.
func built(t *testing.T) program {
	t.Helper()
	named := os.Getenv("RUMMYGYM_BINARY")
	if named == "" {
		p, remove := must.Get2(build())(t)
		t.Cleanup(remove)
		return p
	}
	p := filepath.Join(t.TempDir(), "rummygym")
	must.Do(t, os.Symlink(named, p))
	return program(p)
}

// watch looks at all Go files of the module, so that the go command runs this test again after a change of
// any of them.
func watch(t *testing.T) {
	must.Do(t, filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != "." {
			return fs.SkipDir
		}
		if err == nil && filepath.Ext(path) == ".go" {
			_, err = os.Stat(path)
		}
		return err
	}))
}

// Every recorded result of a built-in network names the network that is built in now: "make results" makes those of an
// older one again.
func TestResultsAreOfTheNetworks(t *testing.T) {
	t.Chdir("../../..")
	built := map[string]bool{}
	for _, table := range []struct {
		game  *catalog.GameType
		seats int
	}{{catalog.Indian, 2}, {catalog.Indian, 3}, {catalog.Gin, 2}} {
		m := must.Get(learned.Open(table.game.Network(table.seats), must.Get(learned.Parse("learned:standard"))(t)))(t)
		built[m.Name()] = true
	}
	files := must.Get(filepath.Glob("cmd/rummygym/testdata/ladder-*.json"))(t)
	names := regexp.MustCompile(`learned:standard(@[0-9a-f]{12})?`)
	for _, path := range append(files, "docs/leaderboard.json", "docs/agents.md", "docs/review.md", "docs/language-models.md") {
		data := strings.Split(string(must.Get(os.ReadFile(path))(t)), "\n")
		for i, line := range data {
			row := strings.Contains(line, `"name":"learned:standard`)
			for _, name := range names.FindAllString(line, -1) {
				row = row && !built[name]
				if strings.Contains(name, "@") && !built[name] {
					t.Errorf("%s:%d: a result of %s, want of one of %v: make results", path, i+1, name, slices.Sorted(maps.Keys(built)))
				}
			}
			if row {
				t.Errorf("%s:%d: the row names no network: make results", path, i+1)
			}
		}
	}
}

func TestReplace(t *testing.T) {
	got := must.Get(replace("a <!-- begin x -->\nold <!-- end x --> b", "x", "new "))(t)
	must.Equal(t, got, "a <!-- begin x -->\nnew <!-- end x --> b", "the text with another part")
	for _, bad := range []string{"", "<!-- begin x -->\n", "<!-- end x --><!-- begin x -->\n", strings.Repeat("<!-- begin x -->\n<!-- end x -->\n", 2)} {
		must.Refuse(replace(bad, "x", ""))(t, "once each")
	}
}
