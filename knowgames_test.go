package rummygym_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rummygym/internal/must"
)

// Packages that may know single games: their rules, what is computed from them, and who plays them.
var ofGames = []string{"env/gin/...", "env/indian/...", "features/...", "baselines/..."}

// knows returns the first word by which a file of a package shows that it knows a single game, or "".
func knows(path string, f *ast.File) (word string) {
	root := "" // the name of the root package in this file
	for _, imp := range f.Imports {
		switch in := inModule(strings.Trim(imp.Path.Value, `"`)); {
		case in == ".":
			root = module[strings.LastIndexByte(module, '/')+1:]
		case in == "env/gin" || in == "env/indian":
			return in
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == root && root != "" && slices.Contains([]string{"Gin", "Indian", "GinRules", "IndianRules"}, n.Sel.Name) {
				word = root + "." + n.Sel.Name
			}
		case *ast.Ident:
			if path == "." && (n.Name == "Gin" || n.Name == "Indian") {
				word = n.Name
			}
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				if s, err := strconv.Unquote(n.Value); err == nil && slices.Contains([]string{"gin", "indian", "Gin Rummy", "Indian Rummy", "GinRummy-v1", "IndianRummy-v1"}, s) {
					word = n.Value
				}
			}
		}
		return word == ""
	})
	return word
}

// pageRows returns the code words in the first column of the table below a heading of docs/adding-a-game.md.
func pageRows(t *testing.T, heading string) (rows []string) {
	t.Helper()
	page := must.Get(os.ReadFile("docs/adding-a-game.md"))(t)
	_, section, ok := strings.Cut(string(page), heading+"\n")
	if !ok {
		t.Fatalf("the page has no heading %q", heading)
	}
	section, _, _ = strings.Cut(section, "\n#")
	for line := range strings.Lines(section) {
		if cell, ok := strings.CutPrefix(line, "| `"); ok {
			cell, _, _ = strings.Cut(cell, " |")
			for _, word := range strings.Split("`"+cell, ", ") {
				rows = append(rows, strings.Trim(word, "`"))
			}
		}
	}
	return rows
}

// The packages that know single games are those that docs/adding-a-game.md names, each with its reason: above the
// rules, the features, the players and the file of a game in the root package, nothing else tells games apart.
func TestPackagesThatKnowGames(t *testing.T) {
	out := must.Get(exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,CgoFiles", "./...").Output())(t)
	found := map[string]string{}
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p struct {
			ImportPath, Dir   string
			GoFiles, CgoFiles []string
		}
		must.Do(t, d.Decode(&p))
		path := inModule(p.ImportPath)
		if slices.ContainsFunc(ofGames, func(o string) bool { return covers(o, path) }) {
			continue
		}
		for _, name := range append(p.GoFiles, p.CgoFiles...) {
			if path == "." && slices.Contains([]string{"gin.go", "indian.go", "match.go", "games.go"}, name) {
				continue
			}
			f := must.Get(parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, 0))(t)
			if word := knows(path, f); word != "" {
				found[path] = name + ": " + word
			}
		}
	}
	named := pageRows(t, "## 7. Packages that know single games")
	for path, word := range found {
		if !slices.Contains(named, path) {
			t.Errorf("%s knows a game (%s), and docs/adding-a-game.md does not name it: ask rummygym.GameType or record.Described, or name it there with the reason", path, word)
		}
	}
	for _, path := range named {
		if found[path] == "" {
			t.Errorf("docs/adding-a-game.md names %s, which knows no single game", path)
		}
	}
	if len(named) < 5 {
		t.Errorf("the page names only %d packages", len(named))
	}
}

// namesGame finds a line of Python that names a game in its code, or of JavaScript.
var namesGame = regexp.MustCompile(`(?m)^[^#">]*[=(\[{,] ?"(gin|indian)"|"(gin|indian)":`)

// The files of Python that name single games are those of the page. The pages of package web name none.
func TestFilesThatNameGames(t *testing.T) {
	var found []string
	for _, root := range []string{"python/rummygym", "web/page"} {
		must.Do(t, filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !slices.Contains([]string{".py", ".js"}, filepath.Ext(path)) {
				return err
			}
			text, err := os.ReadFile(path)
			if namesGame.Match(text) {
				found = append(found, filepath.ToSlash(path))
			}
			return err
		}))
	}
	named := pageRows(t, "### In Python")
	slices.Sort(named)
	slices.Sort(found)
	if !slices.Equal(found, named) {
		t.Errorf("single games are named in\n%q, and docs/adding-a-game.md names\n%q: ask games() of the engine", found, named)
	}
}
