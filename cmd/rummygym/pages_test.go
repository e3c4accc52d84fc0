package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rummygym"
	"rummygym/cmd/rummygym/internal/bench"
	"rummygym/cmd/rummygym/internal/play"
	"rummygym/datasets"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/golden"
	"rummygym/internal/page"
)

//go:generate go test -count=1 -run ^(TestRecordedTournament|TestRecordedGinTournament|TestPages)$ -update .

// pages holds the functions that generate the regions of pages between the comments
// "begin NAME" and "end NAME". Each region comes from the code or from a file of results, so
// that the pages cannot contradict them.
var pages = map[string]map[string]func() (string, error){
	"README.md": {
		"go":     pageGo,
		"agents": pageRatings,
		"peers":  pagePeers,
	},
	"docs/indian-rummy.md": {
		"rules":        func() (string, error) { return play.PresetTable(rummygym.Indian), nil },
		"actions":      pageActions,
		"observations": func() (string, error) { return pageObservations(rummygym.Indian) },
		"endings":      func() (string, error) { return pageEndings(rummygym.Indian) },
		"rewards": func() (string, error) {
			return play.PresetTable(rummygym.Indian, "first-drop", "middle-drop", "cap", "relief"), nil
		},
	},
	"docs/gin-rummy.md": {
		"rules-gin":        func() (string, error) { return play.PresetTable(rummygym.Gin), nil },
		"actions-gin":      pageGinActions,
		"observations-gin": func() (string, error) { return pageObservations(rummygym.Gin) },
		"endings-gin":      func() (string, error) { return pageEndings(rummygym.Gin) },
		"rewards-gin": func() (string, error) {
			return play.PresetTable(rummygym.Gin, "gin-bonus", "big-gin-bonus", "undercut-bonus", "tie", "target", "game-bonus", "box-bonus"), nil
		},
	},
	"docs/agents.md": {
		"baselines":     pageBaselines,
		"ladder":        func() (string, error) { return pageLadder(rummygym.Indian) },
		"agents":        func() (string, error) { return pageAgents(rummygym.Indian) },
		"baselines-gin": pageGinBaselines,
		"ladder-gin":    func() (string, error) { return pageLadder(rummygym.Gin) },
		"agents-gin":    func() (string, error) { return pageAgents(rummygym.Gin) },
	},
	"docs/datasets.md": {"python": pagePython, "columns": pageColumns, "results": pageResults},
	"docs/speed.md":    {"speed": pageSpeed, "training": pageTraining},
	"docs/packages.md": {"map": pageMap},
	"docs/cli.md":      {"commands": pageCommands},
}

// TestRecordedTournament plays the tournament that docs/agents.md reports again and compares
// the results: the same seed gives the same file.
func TestRecordedTournament(t *testing.T) {
	golden.Equal(t, "testdata/tournament.csv", program.Succeed(t, "tournament", "--agents", "min-dist-outs,min-dist-opp,min-dist-avail,min-dist-score,min-dist,min-score,defeat-seeking,random", "--games", "1000", "--seed", "1", "--format", "csv"))
}

// TestRecordedGinTournament does the same for the tournament of Gin Rummy, which takes
// longer.
func TestRecordedGinTournament(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of matches")
	}
	golden.Equal(t, "testdata/tournament-gin.csv", program.Succeed(t, "tournament", "--game", "gin", "--agents", "fitness,sigra,independent-heuristics,stubborn,late-knock,medium,simple,random-unmelded", "--games", "500", "--seed", "1", "--format", "csv"))
}

// TestPages checks that the generated regions of the pages are up to date; -update
// rewrites them.
func TestPages(t *testing.T) {
	for name, parts := range pages {
		path := filepath.Join("..", "..", name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		fresh := string(text)
		for name, write := range parts {
			part, err := write()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			fresh, err = page.Replace(fresh, name, part)
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
		}
		if fresh == string(text) {
			continue
		}
		if !golden.Update() {
			t.Errorf("%s is stale: run make generate and commit it", name)
		} else if err := os.WriteFile(path, []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// pageGo returns the package Example, which is tested, as a program, and its output.
func pageGo() (string, error) {
	text, err := os.ReadFile("../../example_test.go")
	if err != nil {
		return "", err
	}
	head, body, ok := strings.Cut(string(text), "func Example() {\n")
	body, output, closed := strings.Cut(body, "\t// Output:\n")
	output, _, ended := strings.Cut(output, "}\n")
	_, imports, _ := strings.Cut(head, "import (")
	imports, _, imported := strings.Cut(imports, ")\n")
	if !ok || !closed || !ended || !imported {
		return "", errors.New("example_test.go: want imports and func Example with its output")
	}
	program := "package main\n\nimport (" + imports + ")\n\nfunc main() {\n" + body + "}\n"
	output = strings.ReplaceAll(output, "\t// ", "")
	return "```go\n" + strings.ReplaceAll(program, "\t", "    ") + "```\n\n```text\n" + output + "```\n", nil
}

// pagePython returns the Python script that .ci/run runs.
func pagePython() (string, error) {
	text, err := os.ReadFile("testdata/read_dataset.py")
	return "```python\n" + string(text) + "```\n", err
}

// pageSpeed returns the table of the last recorded bench, or "" if there is none.
func pageSpeed() (string, error) {
	text, err := os.ReadFile("testdata/speed.json")
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	var r bench.Report
	if err := json.Unmarshal(text, &r); err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Best of %d repetitions, %s, %s, %d cores; single core, except `tournament` and `collect`.\n\n", bench.Repetitions, r.Build.Go, r.Build.CPU, r.Build.Cores)
	b.WriteString("| what | measured | unit | target |\n|---|---:|---|---:|\n")
	for _, row := range r.Rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", row.Name, bench.Thousands(row.Best), row.Unit, row.Bound())
	}
	return b.String(), nil
}

// pageBaselines returns the win rates of the last recorded tournament of Indian
// Rummy, or "" if there is none.
func pageBaselines() (string, error) {
	return pageRates("tournament.csv", "win_rate", "Share of games that the agent of the row, which moves first, wins against the agent of the column; %s games per pair, preset `paper`, no drops.")
}

// pageRates returns one column of a tournament's CSV file as a matrix of agents, below
// a sentence with the number of games.
func pageRates(file, of, about string) (string, error) {
	text, err := os.ReadFile(filepath.Join("testdata", file))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	lines, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return "", err
	}
	column := map[string]int{}
	for i, name := range lines[0] {
		column[name] = i
	}
	var agents []string
	rate := map[[2]string]float64{}
	games := lines[1][column["games"]]
	for _, l := range lines[1:] {
		first, second := l[column["first"]], l[column["second"]]
		if !slices.Contains(agents, first) {
			agents = append(agents, first)
		}
		if rate[[2]string{first, second}], err = strconv.ParseFloat(l[column[of]], 64); err != nil {
			return "", err
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, about+"\n\n| |", games)
	for _, a := range agents {
		fmt.Fprintf(&b, " %s |", a)
	}
	b.WriteString("\n|---|" + strings.Repeat("---:|", len(agents)) + "\n")
	for _, row := range agents {
		fmt.Fprintf(&b, "| **%s** |", row)
		for _, col := range agents {
			fmt.Fprintf(&b, " %.3f |", rate[[2]string{row, col}])
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// pageAgents returns the table of the agents of a game.
func pageAgents(g *rummygym.GameType) (string, error) {
	var b strings.Builder
	b.WriteString("| agent | what it does | options |\n|---|---|---|\n")
	for _, e := range g.Agents() {
		var options []string
		for _, o := range e.Options {
			options = append(options, fmt.Sprintf("`%s=%s`", o.Name, strings.Join(o.Values, "\\|")))
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", e.Name, e.Doc, strings.Join(options, ", "))
	}
	return b.String(), nil
}

// pageMap returns the packages in reading order, with the first sentence of
// their documentation.
func pageMap() (string, error) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}}\t{{.Doc}}", "rummygym/...").Output()
	if err != nil {
		return "", err
	}
	order := []string{".", "env/card", "env/meld", "env/deadwood", "env/game", "env/game/wire", "env/game/gametest", "env/indian", "env/gin", "env", "features", "features/mindist", "features/ginhand", "features/analysis", "features/opponent", "features/encoder", "features/afterstate", "agents", "agents/spec", "baselines", "baselines/indianrummy", "baselines/ginrummy", "arena", "agents/network", "agents/network/safetensors", "agents/learned", "agents/greedy", "agents/search", "datasets", "cmd/rummygym"}
	place := func(path string) int {
		if i := slices.Index(order, path); i >= 0 {
			return i
		}
		return len(order)
	}
	type room struct{ path, doc string }
	var rooms []room
	for line := range strings.Lines(string(out)) {
		path, doc, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if path, _ = strings.CutPrefix(path, "rummygym/"); path == "rummygym" {
			path = "."
		}
		if doc == "" {
			return "", fmt.Errorf("package %s has no documentation", path)
		}
		rooms = append(rooms, room{path, strings.NewReplacer("[", "", "]", "").Replace(doc)})
	}
	slices.SortStableFunc(rooms, func(x, y room) int { return place(x.path) - place(y.path) })
	var b strings.Builder
	b.WriteString("| folder | contents |\n|---|---|\n")
	for _, r := range rooms {
		fmt.Fprintf(&b, "| [`%s`](../%s) | %s |\n", r.path, r.path, r.doc)
	}
	return b.String(), nil
}

// pageActions returns the table of the action space.
func pageActions() (string, error) {
	g, err := indian.New(indian.Paper())
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "`Discrete(%d)`\n\n| action | meaning | phase |\n|---|---|---|\n", g.NumActions())
	for _, a := range []game.Action{indian.Drop, indian.DrawStock, indian.DrawPile} {
		fmt.Fprintf(&b, "| %d | %s | %v |\n", a, g.ActionString(a), indian.Draw)
	}
	for _, of := range []func(card.Card) game.Action{indian.DiscardOf, indian.DeclareWith} {
		first, last := of(card.FromIndex(0)), of(card.Joker)
		fmt.Fprintf(&b, "| %d … %d | %s … %s | %v |\n", first, last, g.ActionString(first), g.ActionString(last), indian.Discard)
	}
	return b.String(), nil
}

// pageObservations returns the table of observation fields for two players.
func pageObservations(g *rummygym.GameType) (string, error) {
	x, _, err := g.Defaults().Encoder(rummygym.AllFields)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("`Box(%d)`, float32, the fields in this order:\n\n%s", x.Layout().Size(), x.Layout().Markdown()), nil
}

// pageEndings returns the ways in which a game ends.
func pageEndings(g *rummygym.GameType) (string, error) {
	var words []string
	for _, e := range g.Endings {
		words = append(words, fmt.Sprintf("`%s`", e))
	}
	return strings.Join(words, ", ") + "\n", nil
}

// pageResults returns the table of the columns of results.
func pageResults() (string, error) {
	return datasets.Markdown(datasets.ResultColumns(&datasets.Meta{})), nil
}

// pageColumns returns the table of the columns of a dataset except the observation
// columns.
func pageColumns() (string, error) {
	columns := slices.DeleteFunc(datasets.Columns(&datasets.Meta{Actions: indian.NumActions}), func(c datasets.Column) bool {
		return strings.HasPrefix(c.Name, datasets.ObservationPrefix)
	})
	return datasets.Markdown(columns), nil
}

// pageCommands returns the table of the subcommands.
func pageCommands() (string, error) {
	var b strings.Builder
	b.WriteString("| command | what it does |\n|---|---|\n")
	for _, c := range newRootCommand().Commands() {
		if c.IsAvailableCommand() {
			fmt.Fprintf(&b, "| `rummygym %s` | %s |\n", c.Name(), c.Short)
		}
	}
	return b.String(), nil
}
