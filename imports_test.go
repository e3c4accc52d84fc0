// Package rummygym_test checks the module as a whole.
package rummygym_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"rummygym/internal/must"
)

const module = "rummygym"

// room is a package of the module, or with "/..." a package and all packages below it, with
// the packages of the module that it may import.
type room struct {
	path string
	sees []string
}

// The layers that several rooms see.
var (
	input = []string{"internal/plaintext", "internal/strictjson", "internal/options"} // checks of what others wrote
	cards = slices.Concat(input, []string{"env/card", "env/meld", "env/deadwood", "env/game", "env/record"})
	games = slices.Concat(cards, []string{"env/indian", "env/gin", "env/series"})

	library = []string{"internal/catalog", "internal/options", "internal/table", "internal/safefile", "internal/plaintext", "internal/strictjson", "env/...", "internal/env/...", "features/...", "internal/features/...", "agents", "internal/agents/...", "arena/...", "internal/arena/...", "baselines/...", "datasets/...", "internal/datasets/...", "internal/train/...", "internal/recipe", "internal/advice", "internal/session", "internal/web/..."}
	compare = slices.Concat(games, []string{"env", "features/...", "internal/features/...", "agents", "internal/agents/...", "arena/...", "internal/arena/...", "internal/table", "internal/arrowfile", "internal/safefile"})
	numbers = []string{"internal/features/field", "features/mindist", "internal/features/ginhand", "internal/features/opponent"}
)

// rooms is the order "card → meld → game → {indian, gin} → env" and the packages above it
// (docs/architecture.md). The first room that matches a package counts. Every package has a
// room: a new package needs a line here, and a reason.
var rooms = []room{
	{"internal/safefile", nil},                         // what is stored by several rooms
	{"internal/arrowfile", nil},                        // Arrow files of datasets and of the arena
	{"internal/table", []string{"internal/arrowfile"}}, // writes tables of any rows
	{"internal/plaintext", nil},
	{"internal/builtin", nil}, // the files of networks
	{"internal/strictjson", nil},
	{"internal/options", []string{"internal/strictjson"}}, // settings of rules, runs and commands
	{"env/card", nil},
	{"env/meld", []string{"env/card", "internal/env/cardtest"}},
	{"env/deadwood", []string{"env/card", "internal/env/cardtest"}},
	{"internal/env/cardtest", []string{"env/card"}},
	{"env/game", []string{"env/card"}},
	{"env/record", slices.Concat(input, []string{"env/card", "env/game"})}, // the events that every game supplies
	{"internal/web", []string{"env/card", "env/game", "env/record"}},       // pages of records: it knows no rules
	{"internal/web/engine", slices.Concat(games, []string{"internal/advice", "internal/catalog", "agents", "internal/agents/...", "internal/arena/review", "internal/session", "internal/web"})}, // what stands behind the play page
	{"internal/must", nil}, // errors, golden files and JSON schemas in tests
	{"internal/env/gametest", slices.Concat(cards, []string{"internal/must"})},
	{"internal/env/foreign", games}, // games of other programs
	{"env/indian", cards},
	{"env/gin", slices.Concat(cards, []string{"env/series"})}, // the score of a match
	{"env/series", cards},                                     // matches of any game, so it imports none; its tests play those of the gym
	{"env", cards},                                            // works with any game, so it imports none
	{"internal/features/field", []string{"env/card", "env/game", "internal/options"}},
	{"internal/features/playtest", games},
	{"features/mindist", cards},
	{"internal/features/ginhand", slices.Concat(cards, []string{"env/gin"})},
	{"internal/features/opponent", slices.Concat(games, []string{"internal/builtin", "internal/features/field", "features/mindist"})}, // estimates of hidden cards
	{"features/encoder", slices.Concat(games, numbers)},
	{"internal/features/matchvalue", games}, // the value of a score
	{"internal/features/afterstate", slices.Concat(games, numbers)},
	{"internal/features/facts", slices.Concat(games, []string{"features/mindist", "internal/strictjson"})}, // what reviews, hints and solve count
	{"internal/features/text", slices.Concat(cards, []string{"internal/features/facts"})},                  // what a seat knows as text: it knows no game
	{"internal/agents/spec", slices.Concat(cards, []string{"internal/safefile"})},
	{"internal/agents/spec/spectest", []string{"internal/agents/spec"}},
	{"agents", slices.Concat(cards, []string{"env/series"})},                                                                                                   // the loop that plays a game, and agents of matches
	{"internal/agents/search", slices.Concat(games, []string{"env", "features/...", "internal/features/...", "agents", "internal/agents/...", "arena/stats"})}, // standard errors of roll-outs
	{"internal/agents/...", slices.Concat(games, []string{"internal/builtin", "env", "features/...", "internal/features/...", "agents", "internal/agents/...", "internal/safefile"})},
	{"internal/arena/contest", slices.Concat(games, []string{"internal/catalog", "agents", "internal/agents/...", "arena/...", "internal/arena/...", "internal/table"})}, // comparisons of agents by name
	{"internal/arena/...", compare},
	{"arena/...", compare}, // compares and judges agents
	{"baselines/ginrummy", slices.Concat(games, []string{"internal/builtin", "features/...", "internal/features/...", "internal/agents/spec", "internal/agents/network", "internal/baselines", "internal/safefile"})}, // the data-driven player asks a network; tables in files
	{"baselines/...", slices.Concat(games, []string{"features/...", "internal/features/...", "internal/agents/spec", "internal/agents/spec/spectest", "internal/baselines"})},
	{"datasets", slices.Concat(input, []string{"env/game", "env/record", "internal/table", "internal/arrowfile", "internal/safefile"})},                                                                                                    // reads: it knows no agents
	{"internal/datasets/shard", []string{"env/game", "datasets", "internal/arrowfile", "internal/safefile"}},                                                                                                                               // writes files
	{"internal/datasets/open", slices.Concat(games, []string{"internal/catalog", "agents", "internal/agents/...", "arena", "internal/arena/contest", "datasets/...", "internal/datasets/...", "internal/plaintext", "internal/safefile"})}, // what a dataset names, and files of records
	{"datasets/collect", slices.Concat(input, []string{"env/game", "agents", "datasets", "internal/datasets/shard", "internal/safefile"})},
	{"internal/datasets/convert", []string{"env/game", "env/record", "datasets", "internal/datasets/shard", "internal/safefile"}},
	{"internal/datasets/datasettest", []string{"env/card", "env/game", "datasets", "datasets/collect", "internal/datasets/shard"}},
	{"internal/recipe", library}, // trainings, comparisons and measurements by name
	{"internal/train/...", []string{"env/...", "internal/env/...", "features/...", "internal/features/...", "agents", "internal/agents/...", "arena/...", "internal/arena/...", "baselines/...", "datasets/...", "internal/datasets/...", "internal/train/...", "internal/arrowfile", "internal/safefile", "internal/strictjson"}},
	{"internal/baselines", []string{"internal/options"}},
	{"internal/advice", slices.Concat(games, []string{"internal/catalog", "internal/agents/...", "internal/features/facts"})},   // hints
	{".", slices.Concat(games, []string{"internal/catalog", "internal/advice", "internal/features/facts", "features/encoder"})}, // for apps
	{"internal/call", []string{".", "env/game", "internal/options", "internal/strictjson"}},                                     // the same as JSON
	{"train", []string{"internal/options", "internal/recipe"}},                                                                  // the learners by name
	{"internal/catalog", slices.Concat(games, []string{"env", "features/...", "internal/features/...", "agents", "internal/agents/...", "arena/...", "internal/arena/...", "baselines/..."})},
	{"internal/session", slices.Concat(games, []string{"internal/advice", "internal/catalog", "features/...", "internal/features/...", "agents", "internal/agents/...", "internal/arena/review", "internal/safefile"})}, // a person plays with agents by name; the file of records
	{"cmd/rummygym/internal/cli/...", slices.Concat(library, []string{"cmd/rummygym/internal/cli"})},
	{"cmd/rummygym/internal/...", slices.Concat(library, []string{"cmd/rummygym/internal/cli"})},
	{"cmd/rummygym", slices.Concat(library, []string{"internal/builtin", "cmd/rummygym/internal/..."})},
	{"internal/tools/docgen", library},                                                        // generated parts of pages, and the licences of what is linked
	{"internal/site", []string{"internal/builtin", "internal/web", "internal/safefile"}},      // writes the play page as a folder
	{"cmd/rummygym-wasm", []string{"internal/builtin", "internal/web/engine"}},                // the engine of the play page
	{"cmd/rummygym-npm", []string{"internal/builtin", "internal/call", "internal/plaintext"}}, // that of the npm package
	{"cmd/librummygym", []string{"internal/builtin", "internal/call", "internal/catalog", "env/...", "internal/env/...", "features/...", "internal/features/...", "agents", "internal/agents/...", "internal/arena/review", "arena/stats", "baselines/...", "internal/train/equilibrium", "internal/web", "internal/plaintext", "internal/strictjson"}}, // pages in notebooks
}

// tensors lists the libraries that only train may link, and recipe and cmd through it.
var tensors = []string{"gorgonia.org/", "gonum.org/v1/netlib"}

// covers reports whether pattern is path, or ends in "/..." and contains path.
func covers(pattern, path string) bool {
	if pattern == "..." {
		return true
	}
	if below, ok := strings.CutSuffix(pattern, "/..."); ok {
		return path == below || strings.HasPrefix(path, below+"/")
	}
	return pattern == path
}

// pkg is the output of go list for a package.
type pkg struct {
	ImportPath string
	Doc        string   // the first sentence of its comment
	Imports    []string // imports of its files, without tests
	Deps       []string // all packages that it links
}

// packages returns all packages of the module.
func packages(t *testing.T) []pkg {
	return must.Get(listed())(t)
}

// listed asks go list once for all tests.
var listed = sync.OnceValues(func() (all []pkg, err error) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Doc,Imports,Deps", "./...").Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return nil, fmt.Errorf("go list: %w\n%s", err, exit.Stderr)
		}
		return nil, fmt.Errorf("go list: %w", err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := d.Decode(&p); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("output of go list: %w", err)
		}
		all = append(all, p)
	}
})

func TestImportsKeepOneDirection(t *testing.T) {
	seen := 0
	for _, p := range packages(t) {
		path := inModule(p.ImportPath)
		seen++
		if p.Doc == "" {
			t.Errorf("%s has no package comment", path)
		}
		for _, bad := range breaches(path, p.Imports) {
			t.Errorf("%s %s", path, bad)
		}
	}
	if seen < 5 {
		t.Fatalf("go list lists only %d packages of the module", seen)
	}
}

// breaches returns the forbidden imports of the package at path.
func breaches(path string, imports []string) []string {
	i := slices.IndexFunc(rooms, func(r room) bool { return covers(r.path, path) })
	if i < 0 {
		return []string{"is in none of the rooms: give it a line in imports_test.go"}
	}
	var bad []string
	for _, imp := range imports {
		if in := inModule(imp); in != "" && !slices.ContainsFunc(rooms[i].sees, func(s string) bool { return covers(s, in) }) {
			bad = append(bad, "imports "+in+", which its room does not see")
		}
		if isTensor(imp) && !covers("internal/train/...", path) {
			bad = append(bad, "imports "+imp+", which only train may")
		}
	}
	return bad
}

// inModule returns the folder of a package of the module, "." for the root package, or ""
// for a package of another module.
func inModule(path string) string {
	if path == module {
		return "."
	}
	in, _ := strings.CutPrefix(path, module+"/")
	if in == path {
		return ""
	}
	return in
}

func isTensor(path string) bool {
	return slices.ContainsFunc(tensors, func(s string) bool { return strings.HasPrefix(path, s) })
}

// TestNoTensorsBelowTrain checks that rule-based play, datasets and the C library link no
// tensor library, directly or through other packages.
func TestNoTensorsBelowTrain(t *testing.T) {
	for _, p := range packages(t) {
		path := inModule(p.ImportPath)
		if covers("internal/train/...", path) || path == "train" || path == "internal/recipe" || covers("cmd/...", path) && path != "cmd/librummygym" {
			continue
		}
		for _, d := range p.Deps {
			if isTensor(d) {
				t.Errorf("%s links %s: only train may", path, d)
			}
			if path == "." && strings.HasPrefix(d, "github.com/apache/arrow/") {
				t.Errorf("the root package links %s: it must not link Arrow", d)
			}
		}
	}
}

// TestNextGoStarts checks that a program that links gorgonia starts under this version of
// Go and the next ones. Gorgonia imports a package that panics at start under versions of
// Go that came after it, in a file untested.go with a build constraint. The version that
// model.go requires asks the runtime instead.
func TestNextGoStarts(t *testing.T) {
	var next []string
	for minor := 27; minor < 47; minor++ {
		next = append(next, fmt.Sprintf("go1.%d", minor))
	}
	for _, tags := range []string{"", strings.Join(next, ",")} {
		out := must.Get(exec.Command("go", "list", "-tags", tags, "-f", "{{.GoFiles}}", "go4.org/unsafe/assume-no-moving-gc").Output())(t)
		if got, want := strings.TrimSpace(string(out)), "[assume-no-moving-gc.go check.go]"; got != want {
			t.Errorf("go list -tags %q: files %s, want %s: require a version of the package that asks the runtime whether its heap moves", tags, got, want)
		}
	}
}

// TestOnlyTheProgramDraws checks that no library and no other program links what draws on
// terminals.
func TestOnlyTheProgramDraws(t *testing.T) {
	drawing := 0
	for _, p := range packages(t) {
		if !slices.ContainsFunc(p.Deps, func(d string) bool { return strings.HasPrefix(d, "charm.land/") }) {
			continue
		}
		drawing++
		if path := inModule(p.ImportPath); path != "cmd/rummygym" && path != "cmd/rummygym/internal/terminal" {
			t.Errorf("%s links Bubble Tea: only the commands play and watch may", path)
		}
	}
	if drawing != 2 {
		t.Errorf("%d packages draw, want 2: this test has seen nothing", drawing)
	}
}

// TestArchitectureNamesTheTree checks that the paths in docs/architecture.md exist.
func TestArchitectureNamesTheTree(t *testing.T) {
	page := must.Get(os.ReadFile("docs/architecture.md"))(t)
	tops := regexp.MustCompile("`((?:agents|arena|baselines|cmd|datasets|docs|env|features|internal|python|train)/[^` ,{}]*)`")
	paths := tops.FindAllStringSubmatch(string(page), -1)
	if len(paths) < 20 {
		t.Errorf("docs/architecture.md names %d paths: this test has seen nothing", len(paths))
	}
	for _, m := range paths {
		if found, err := filepath.Glob(m[1]); err != nil || len(found) == 0 {
			t.Errorf("docs/architecture.md names %s, which does not exist", m[1])
		}
	}
}
