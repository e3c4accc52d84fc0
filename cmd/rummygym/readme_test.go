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
	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/cmd/rummygym/internal/play"
	"rummygym/datasets"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/page"
)

//go:generate go test -count=1 -run ^(TestRecordedTournament|TestRecordedGinTournament|TestReadme)$ -update .

const readmePath = "../../README.md"

// readmeParts holds the functions that generate the regions of README.md between the
// comments "begin NAME" and "end NAME". Each region comes from the code or from a file of
// results, so that the README cannot contradict them.
var readmeParts = map[string]func() (string, error){
	"go":           readmeGo,
	"python":       readmePython,
	"speed":        readmeSpeed,
	"training":     readmeTraining,
	"baselines":    readmeBaselines,
	"ladder":       func() (string, error) { return readmeLadder(rummygym.Indian) },
	"agents":       func() (string, error) { return readmeAgents(rummygym.Indian) },
	"map":          readmeMap,
	"rules":        func() (string, error) { return play.PresetTable(rummygym.Indian), nil },
	"actions":      readmeActions,
	"observations": func() (string, error) { return readmeObservations(rummygym.Indian) },
	"endings":      func() (string, error) { return readmeEndings(rummygym.Indian) },
	"columns":      readmeColumns,
	"commands":     readmeCommands,

	"baselines-gin":    readmeGinBaselines,
	"ladder-gin":       func() (string, error) { return readmeLadder(rummygym.Gin) },
	"agents-gin":       func() (string, error) { return readmeAgents(rummygym.Gin) },
	"rules-gin":        func() (string, error) { return play.PresetTable(rummygym.Gin), nil },
	"actions-gin":      readmeGinActions,
	"observations-gin": func() (string, error) { return readmeObservations(rummygym.Gin) },
	"endings-gin":      func() (string, error) { return readmeEndings(rummygym.Gin) },
}

// TestRecordedTournament plays the tournament that the README reports again and compares
// the results: the same seed gives the same file.
func TestRecordedTournament(t *testing.T) {
	clitest.Golden(t, "tournament.csv", program.Succeed(t, "tournament", "--agents", "min-dist-outs,min-dist-opp,min-dist-avail,min-dist-score,min-dist,min-score,defeat-seeking,random", "--games", "1000", "--seed", "1", "--format", "csv"))
}

// TestRecordedGinTournament does the same for the tournament of Gin Rummy, which takes
// longer.
func TestRecordedGinTournament(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of matches")
	}
	clitest.Golden(t, "tournament-gin.csv", program.Succeed(t, "tournament", "--game", "gin", "--agents", "fitness,sigra,independent-heuristics,stubborn,late-knock,medium,simple,random-unmelded", "--games", "500", "--seed", "1", "--format", "csv"))
}

// TestReadme checks that the generated regions of the README are up to date; -update
// rewrites them.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile(readmePath)
	if err != nil {
		t.Fatal(err)
	}
	fresh := string(text)
	for name, write := range readmeParts {
		part, err := write()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		fresh, err = page.Replace(fresh, name, part)
		if err != nil {
			t.Fatalf("%s: %v", readmePath, err)
		}
	}
	if fresh == string(text) {
		return
	}
	if !*clitest.Update {
		t.Fatalf("%s is stale: run make generate and commit it", readmePath)
	}
	if err := os.WriteFile(readmePath, []byte(fresh), 0o644); err != nil {
		t.Fatal(err)
	}
}

// readmeGo returns the body of the package Example, which is tested.
func readmeGo() (string, error) {
	text, err := os.ReadFile("../../example_test.go")
	if err != nil {
		return "", err
	}
	_, body, ok := strings.Cut(string(text), "func Example() {\n")
	body, _, closed := strings.Cut(body, "\t// Output:")
	if !ok || !closed {
		return "", errors.New("example_test.go: want func Example with its output")
	}
	return "```go\n" + strings.ReplaceAll(strings.ReplaceAll("\n"+body, "\n\t", "\n"), "\t", "    ")[1:] + "```\n", nil
}

// readmePython returns the Python script that .ci/run runs.
func readmePython() (string, error) {
	text, err := os.ReadFile("testdata/read_dataset.py")
	return "```python\n" + string(text) + "```\n", err
}

// readmeSpeed returns the table of the last recorded bench, or "" if there is none.
func readmeSpeed() (string, error) {
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

// readmeBaselines returns the win rates of the last recorded tournament of Indian
// Rummy, or "" if there is none.
func readmeBaselines() (string, error) {
	return readmeRates("tournament.csv", "win_rate", "Share of games that the agent of the row, which moves first, wins against the agent of the column; %s games per pair, preset `paper`, no drops.")
}

// readmeRates returns one column of a tournament's CSV file as a matrix of agents, below
// a sentence with the number of games.
func readmeRates(file, of, about string) (string, error) {
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

// readmeAgents returns the table of the agents of a game.
func readmeAgents(g *rummygym.GameType) (string, error) {
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

// readmeMap returns the packages in reading order, with the first sentence of
// their documentation.
func readmeMap() (string, error) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}}\t{{.Doc}}", "rummygym/...").Output()
	if err != nil {
		return "", err
	}
	order := []string{".", "env/card", "env/meld", "env/deadwood", "env/game", "env/game/wire", "env/game/gametest", "env/indian", "env/gin", "env", "features", "features/mindist", "features/ginhand", "features/analysis", "features/opponent", "features/encoder", "features/afterstate", "agents", "agents/spec", "baselines", "baselines/indianrummy", "baselines/ginrummy", "agents/arena", "agents/network", "agents/network/safetensors", "agents/learned", "agents/greedy", "agents/search", "datasets", "cmd/rummygym"}
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
		if strings.HasPrefix(path, "agents/arena/") {
			continue // the documentation of the arena lists them
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
		fmt.Fprintf(&b, "| [`%s`](%s) | %s |\n", r.path, r.path, r.doc)
	}
	return b.String(), nil
}

// readmeActions returns the table of the action space.
func readmeActions() (string, error) {
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

// readmeObservations returns the table of observation fields for two players.
func readmeObservations(g *rummygym.GameType) (string, error) {
	x, _, err := g.Defaults().Encoder(rummygym.AllFields)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("`Box(%d)`, float32, the fields in this order:\n\n%s", x.Layout().Size(), x.Layout().Markdown()), nil
}

// readmeEndings returns the ways in which a game ends.
func readmeEndings(g *rummygym.GameType) (string, error) {
	var words []string
	for _, e := range g.Endings {
		words = append(words, fmt.Sprintf("`%s`", e))
	}
	return strings.Join(words, ", ") + "\n", nil
}

// readmeColumns returns the table of the columns of a dataset except the observation
// columns.
func readmeColumns() (string, error) {
	columns := slices.DeleteFunc(datasets.Columns(&datasets.Meta{Actions: indian.NumActions}), func(c datasets.Column) bool {
		return strings.HasPrefix(c.Name, datasets.ObservationPrefix)
	})
	return datasets.Markdown(columns), nil
}

// readmeCommands returns the table of the subcommands.
func readmeCommands() (string, error) {
	var b strings.Builder
	b.WriteString("| command | what it does |\n|---|---|\n")
	for _, c := range newRootCommand().Commands() {
		if c.IsAvailableCommand() {
			fmt.Fprintf(&b, "| `rummygym %s` | %s |\n", c.Name(), c.Short)
		}
	}
	return b.String(), nil
}
