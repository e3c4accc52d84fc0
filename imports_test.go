// Package rummygym_test checks the house as a whole.
package rummygym_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "rummygym"

// room is a package of the module, or with "/..." a package and all below it,
// and the packages of the module that it may import.
type room struct {
	path string
	sees []string
}

// The layers that several rooms see.
var (
	cards = []string{"env/card", "env/meld", "env/game", "env/game/wire"}
	games = slices.Concat(cards, []string{"env/indian", "env/gin"})
)

// rooms is the order "card → meld → game → {indian, gin} → env" and what lies
// above it (shared design page, "One direction"). The first room that fits a
// package counts. Everything has a room: a new package needs a line here, and a
// reason.
var rooms = []room{
	{"env/card", nil},
	{"env/meld", []string{"env/card"}},
	{"env/game", []string{"env/card", "env/meld"}},
	{"env/game/wire", []string{"env/card"}},
	{"env/game/gametest", cards},
	{"env/indian", cards},
	{"env/gin", cards},
	{"env", cards}, // works on any game, so it sees none
	{"features", games},
	{"agents/...", slices.Concat(games, []string{"env", "features", "agents/..."})},
	{"baselines", slices.Concat(games, []string{"features", "agents"})},
	{"datasets/...", slices.Concat(games, []string{"features", "datasets/..."})},
	{"train/...", []string{"env/...", "features", "agents/...", "baselines", "datasets/...", "train/..."}},
	{"cmd/...", []string{"..."}},
}

// tensors are the libraries that only train may link, cmd through it.
var tensors = []string{"gorgonia.org/", "gonum.org/v1/netlib"}

// covers reports whether pattern is path, or is above it and ends in "/...".
func covers(pattern, path string) bool {
	if pattern == "..." {
		return true
	}
	if below, ok := strings.CutSuffix(pattern, "/..."); ok {
		return path == below || strings.HasPrefix(path, below+"/")
	}
	return pattern == path
}

// pkg is what go list tells of a package.
type pkg struct {
	ImportPath string
	Imports    []string // of its own files, tests apart
	Deps       []string // all that it links
}

// packages returns all packages of the module.
func packages(t *testing.T) []pkg {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,Deps", "./...").Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("go list: %v\n%s", err, exit.Stderr)
		}
		t.Fatalf("go list: %v", err)
	}
	var all []pkg
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := d.Decode(&p); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatalf("output of go list: %v", err)
		}
		all = append(all, p)
	}
}

func TestImportsKeepOneDirection(t *testing.T) {
	seen := 0
	for _, p := range packages(t) {
		path, ok := strings.CutPrefix(p.ImportPath, module+"/")
		if !ok {
			continue // this package: it has only tests
		}
		seen++
		for _, bad := range breaches(path, p.Imports) {
			t.Errorf("%s %s", path, bad)
		}
	}
	if seen < 5 {
		t.Fatalf("go list names %d packages of the module, so this test has seen nothing", seen)
	}
}

// breaches returns what is wrong with the imports of the package at path.
func breaches(path string, imports []string) []string {
	i := slices.IndexFunc(rooms, func(r room) bool { return covers(r.path, path) })
	if i < 0 {
		return []string{"is in none of the rooms: give it a line in imports_test.go"}
	}
	var bad []string
	for _, imp := range imports {
		if imp == module {
			bad = append(bad, "imports the root")
		}
		if in, ok := strings.CutPrefix(imp, module+"/"); ok &&
			!slices.ContainsFunc(rooms[i].sees, func(s string) bool { return covers(s, in) }) {
			bad = append(bad, "imports "+in+", which its room does not see")
		}
		if isTensor(imp) && !covers("train/...", path) {
			bad = append(bad, "imports "+imp+", which only train may")
		}
	}
	return bad
}

func isTensor(path string) bool {
	return slices.ContainsFunc(tensors, func(s string) bool { return strings.HasPrefix(path, s) })
}

// The test itself must be able to fail.
func TestBreachesAreFound(t *testing.T) {
	for _, c := range []struct {
		path, imp string
		want      bool
	}{
		{"env/indian", "rummygym/env/game", false},
		{"env/indian", "rummygym/env", true},
		{"env/indian", "rummygym/env/gin", true},
		{"env/meld", "rummygym/env/game", true},
		{"env", "rummygym/env/indian", true},
		{"env", "rummygym/features", true},
		{"features", "rummygym/env/indian", false},
		{"features", "rummygym/agents", true},
		{"agents/arena", "rummygym/baselines", true},
		{"datasets", "rummygym/agents", true},
		{"baselines", "gorgonia.org/tensor", true},
		{"train/cfr", "gorgonia.org/gorgonia", false},
		{"cmd/rummygym", "rummygym/datasets", false},
		{"helpers", "fmt", true},
	} {
		if bad := breaches(c.path, []string{c.imp}); (len(bad) > 0) != c.want {
			t.Errorf("%s importing %s: breaches %q", c.path, c.imp, bad)
		}
	}
}

// Rule-based play, datasets and the C library link no tensor library, not through others
// either.
func TestNoTensorsBelowTrain(t *testing.T) {
	for _, p := range packages(t) {
		path := strings.TrimPrefix(p.ImportPath, module+"/")
		if covers("train/...", path) || covers("cmd/...", path) && path != "cmd/librummygym" {
			continue
		}
		for _, d := range p.Deps {
			if isTensor(d) {
				t.Errorf("%s links %s: only train may", path, d)
			}
		}
	}
}
