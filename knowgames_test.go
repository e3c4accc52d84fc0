package rummygym_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
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
var ofGames = []string{"env/gin/...", "env/indian/...", "internal/env/foreign", "features/...", "internal/features/...", "baselines/..."}

// knows returns the first word by which a file of a package shows that it knows a single game, or "".
func knows(path string, f *ast.File) (word string) {
	root := "" // the name of package catalog in this file
	for _, imp := range f.Imports {
		switch in := inModule(strings.Trim(imp.Path.Value, `"`)); {
		case in == "internal/catalog":
			root = "catalog"
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
			if path == "internal/catalog" && (n.Name == "Gin" || n.Name == "Indian") {
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

// knowing are the other packages that tell games apart, each with its reason: they refuse or skip the games that they do
// not know.
var knowing = map[string]string{
	"internal/agents/search":         "samplers of hidden cards, candidates and evaluators, with a file for each game",
	"internal/agents/greedy":         "readers of afterstates, with a file for each game",
	"internal/session":               "has lessons, which are hands of one game",
	"internal/agents/pool":           "plays pools of Indian Rummy by the match score: when to drop, and how strong a hand is",
	"internal/agents/belief":         "a network that estimates hidden hands of Indian Rummy, and its learner",
	"internal/train/discard":         "trains the network of the Gin Rummy player data-driven",
	"internal/train/cfr":             "computes tables of the Gin Rummy player fitness",
	"internal/recipe":                "measurements and estimates of hands in one game, hand tables of Gin Rummy, and the tables of fitness",
	"cmd/rummygym/internal/commands": "analyses of hands, with different flags for each game; reads records of two other programs that play Gin Rummy",
	"internal/tools/docgen":          "tables of the documentation, of both games",
}

// naming are the files of Python that name games, each with its reason.
var naming = map[string]string{
	"python/rummygym/envs.py":                       "the Gymnasium classes of each game",
	"python/rummygym/vector.py":                     "the Gymnasium classes of each game",
	"python/rummygym/rllib.py":                      "the classes of each game for RLlib and PettingZoo",
	"python/rummygym/pettingzoo/indian_rummy_v0.py": "the classes of each game for RLlib and PettingZoo",
	"python/rummygym/pettingzoo/gin_rummy_v0.py":    "the classes of each game for RLlib and PettingZoo",
	"python/rummygym/hands.py":                      "analyses of hands, like rummygym solve",
	"python/rummygym/arena.py":                      "the default game of evaluate",
	"python/rummygym/openspiel/actions.py":          "OpenSpiel's own game of Gin Rummy",
	"python/rummygym/openspiel/bot.py":              "OpenSpiel's own game of Gin Rummy",
	"python/rummygym/options.py":                    "the type of the names",
	"python/rummygym/openspiel/games.py":            "the names of games in OpenSpiel",
	"python/rummygym/text/inspect.py":               "the default game of tasks for language models",
	"python/rummygym/text/openenv.py":               "the default game of tasks for language models",
	"python/rummygym/text/verifiers.py":             "the default game of tasks for language models",
}

// The packages that know single games are those that knowing names: above the rules, the features, the players and the
// file of a game in package catalog, nothing else tells games apart.
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
			if path == "internal/catalog" && slices.Contains([]string{"gin.go", "indian.go", "match.go", "games.go"}, name) {
				continue
			}
			f := must.Get(parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, 0))(t)
			if word := knows(path, f); word != "" {
				found[path] = name + ": " + word
			}
		}
	}
	for path, word := range found {
		if knowing[path] == "" {
			t.Errorf("%s knows a game (%s): ask catalog.GameType or record.Described, or name it in this file with the reason", path, word)
		}
	}
	for path := range knowing {
		if found[path] == "" {
			t.Errorf("this file names %s, which knows no single game", path)
		}
	}
}

// namesGame finds a line of Python that names a game in its code, or of JavaScript.
var namesGame = regexp.MustCompile(`(?m)^[^#">]*[=(\[{,] ?"(gin|indian)"|"(gin|indian)":`)

// The files of Python that name single games are those of naming. The pages of package web name none.
func TestFilesThatNameGames(t *testing.T) {
	var found []string
	for _, root := range []string{"python/rummygym", "internal/web/page"} {
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
	named := slices.Sorted(maps.Keys(naming))
	slices.Sort(found)
	if !slices.Equal(found, named) {
		t.Errorf("single games are named in\n%q, and this file names\n%q: ask games() of the engine", found, named)
	}
}
