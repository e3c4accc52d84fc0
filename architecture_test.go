package rummygym_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"rummygym/internal/golden"
	"rummygym/internal/page"
)

// The diagram of docs/architecture.md is made from the imports as they are.
func TestArchitectureDiagram(t *testing.T) {
	const path = "docs/architecture.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := page.Replace(string(text), "floors", floors(packages(t)))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if golden.Update() {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(text) {
		t.Errorf("%s is stale: go test -run Architecture -update . rewrites it", path)
	}
}

// floors returns the packages by floor, and the imports between them as a Mermaid diagram.
// A package stands one floor above the highest that it imports. An import that others
// imply is left out.
func floors(all []pkg) string {
	sees := map[string][]string{}
	for _, p := range all {
		path := inModule(p.ImportPath)
		if strings.HasSuffix(path, "test") || strings.Contains(path, "train/internal") {
			continue // helpers of tests, and a benchmark
		}
		sees[path] = []string{}
		for _, imp := range p.Imports {
			if in := inModule(imp); in != "" {
				sees[path] = append(sees[path], in)
			}
		}
	}
	floor := map[string]int{}
	var climb func(string) int
	climb = func(path string) int {
		if n, ok := floor[path]; ok {
			return n
		}
		n := 0
		for _, in := range sees[path] {
			n = max(n, climb(in)+1)
		}
		floor[path] = n
		return n
	}
	var under func(path, below string) bool
	under = func(path, below string) bool {
		return slices.ContainsFunc(sees[path], func(in string) bool { return in == below || under(in, below) })
	}
	paths := slices.Sorted(maps.Keys(sees))
	top := 0
	for _, path := range paths {
		top = max(top, climb(path))
	}
	var b strings.Builder
	b.WriteString("```mermaid\nflowchart BT\n")
	id := func(path string) string { return "p" + strings.NewReplacer("/", "_", ".", "root").Replace(path) }
	name := func(path string) string {
		if path == "." {
			return "rummygym"
		}
		return path
	}
	for n := range top + 1 {
		fmt.Fprintf(&b, "  subgraph floor%d [floor %d]\n", n, n)
		for _, path := range paths {
			if floor[path] == n {
				fmt.Fprintf(&b, "    %s[%q]\n", id(path), name(path))
			}
		}
		b.WriteString("  end\n")
	}
	for _, path := range paths {
		for _, in := range sees[path] {
			implied := slices.ContainsFunc(sees[path], func(other string) bool { return other != in && under(other, in) })
			if !implied {
				fmt.Fprintf(&b, "  %s --> %s\n", id(path), id(in))
			}
		}
	}
	b.WriteString("```\n\n")
	for n := top; n >= 0; n-- {
		var names []string
		for _, path := range paths {
			if floor[path] == n {
				names = append(names, "`"+name(path)+"`")
			}
		}
		fmt.Fprintf(&b, "%d. %s\n", n, strings.Join(names, ", "))
	}
	return b.String()
}
