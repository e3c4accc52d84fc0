package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strings"
)

// pkg is what go list says of a package of the module. The path of the root is ".".
type pkg struct {
	ImportPath, Doc string
	Imports         []string // without those of tests
	Module          struct{ Path string }
}

// packages returns the packages of the module, with paths in the module.
func packages() (all []pkg, err error) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Doc,Imports,Module", "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p pkg
		if err := d.Decode(&p); err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		within := func(path string) string { // "" for packages of other modules
			if path == p.Module.Path {
				return "."
			}
			in, ok := strings.CutPrefix(path, p.Module.Path+"/")
			if !ok {
				return ""
			}
			return in
		}
		p.ImportPath = within(p.ImportPath)
		for i, path := range p.Imports {
			p.Imports[i] = within(path)
		}
		p.Imports = slices.DeleteFunc(p.Imports, func(path string) bool { return path == "" })
		all = append(all, p)
	}
	return all, nil
}

// floors returns the packages by floor, and the imports between them as a Mermaid diagram. A package stands
// one floor above the highest that it imports. An import that others imply is left out.
func floors() (string, error) {
	all, err := packages()
	if err != nil {
		return "", err
	}
	sees := map[string][]string{}
	for _, p := range all {
		if path := p.ImportPath; !strings.HasSuffix(path, "test") && !strings.Contains(path, "train/internal") { // helpers of tests, and a benchmark
			sees[path] = p.Imports
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
	return b.String(), nil
}

// packageMap returns the packages in reading order, with the first sentence of their documentation.
func packageMap() (string, error) {
	all, err := packages()
	if err != nil {
		return "", err
	}
	order := []string{".", "env/card", "env/meld", "env/deadwood", "env/game", "env/game/wire", "env/game/gametest", "env/indian", "env/gin", "env", "features", "features/mindist", "features/ginhand", "features/analysis", "features/opponent", "features/encoder", "features/afterstate", "agents", "agents/spec", "baselines", "baselines/indianrummy", "baselines/ginrummy", "table", "arena", "agents/network", "agents/network/safetensors", "agents/learned", "agents/greedy", "agents/search", "datasets", "cmd/rummygym"}
	place := func(p pkg) int {
		if i := slices.Index(order, p.ImportPath); i >= 0 {
			return i
		}
		return len(order)
	}
	slices.SortStableFunc(all, func(x, y pkg) int { return place(x) - place(y) })
	var b strings.Builder
	b.WriteString("| folder | contents |\n|---|---|\n")
	for _, p := range all {
		if p.Doc == "" {
			return "", fmt.Errorf("package %s has no documentation", p.ImportPath)
		}
		fmt.Fprintf(&b, "| [`%s`](../%s) | %s |\n", p.ImportPath, p.ImportPath, strings.NewReplacer("[", "", "]", "").Replace(p.Doc))
	}
	return b.String(), nil
}
