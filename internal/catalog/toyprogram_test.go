package catalog_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"rummygym/internal/catalog"
	"rummygym/internal/must"
	"rummygym/internal/web/engine"
)

// toyFiles are the files of the module that the toy game changes or adds, with their texts: those that
// docs/adding-a-game.md names for a game without optional parts. The toy has its four parts in one file.
func toyFiles(t *testing.T) map[string]string {
	t.Helper()
	read := func(path string) string {
		text := must.Get(os.ReadFile(path))(t)
		return string(text)
	}
	list := read("games.go")
	with := strings.Replace(list, "[]*GameType{Indian, Gin, IndianMatch, GinMatch}", "[]*GameType{Indian, Gin, IndianMatch, GinMatch, five}", 1)
	if with == list {
		t.Fatal("games.go does not hold the list of games")
	}
	toy := strings.NewReplacer("package catalog_test", "package catalog", "\t\"rummygym/internal/catalog\"\n", "", "catalog.", "").Replace(read("toygame_test.go"))
	return map[string]string{"internal/catalog/games.go": with, "internal/catalog/five.go": toy}
}

// buildToy builds a program with the toy game in it.
func buildToy(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	root := must.Get(filepath.Abs("../.."))(t)
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for name, text := range toyFiles(t) {
		path := filepath.Join(dir, filepath.Base(name))
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
		overlay.Replace[filepath.Join(root, name)] = path
	}
	data := must.Get(json.Marshal(overlay))(t)
	must.Do(t, os.WriteFile(filepath.Join(dir, "overlay.json"), data, 0o644))
	program := filepath.Join(dir, "rummygym")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	build := exec.Command("go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-o", program, "rummygym/cmd/rummygym")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return program
}

// The toy game appears in every command without another line in the module, or is refused by one sentence.
func TestToyInTheProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	program, dir := buildToy(t), t.TempDir()
	for _, c := range []struct {
		args, in string
		says     []string // in this order
		fails    bool
	}{
		{"rules --game five", "", []string{"--hand-size  5  cards dealt to each player"}, false},
		{"agents --game five", "", []string{"discards its lowest card"}, false},
		{"eval --game five lowest-first --against random --games 50 --seed 1", "", []string{"Rules paper", "lowest-first wins 84.0"}, false},
		{"collect --game five --agents random,lowest-first --games 20 --seed 1 --out data", "", []string{"20 games, 160 decisions"}, false},
		{"replay data --episode 1", "", []string{"hands: 2C 9C TC 7D 7S and", "discard 2C", "shown: seat 0 wins"}, false},
		{"replay data --episode 1 --format json", "", []string{`"hand":["2C","9C","TC","7D","7S"],"top":null,"stock":0,"action":"discard 2C"`}, false},
		{"dataset export data --records games.jsonl", "", nil, false},
		{"replay games.jsonl --episode 1 --html page.html", "", nil, false},
		{"play --plain --game five --seed 1 --games 1 --save played.jsonl", "hint\n4D\n7D\nTS\ndiscard JC\n", []string{
			"Game 1 of Five, rules paper against random.", "The cards are dealt; you move first.", "round 1.", "Your hand, 5 cards: JC | 4D 7D JD | TS.",
			"Stock: 0 cards. Discard pile: empty.", "random: 5 cards.", "unmelded JC 4D 7D JD TS", "Discard which card?",
			"The adviser would discard ", "You discard 4D.", "round 2.", "Your hand, 4 cards: JC", "Discard pile: 2 cards.", "random: 4 cards; discarded 7C.", "unmelded JC 7D JD TS",
			"You: JD.", "The last cards are shown: ", "The record is in played.jsonl.",
		}, false},
		{"record check played.jsonl", "", nil, false},
		{"watch --plain --game five --agents random,lowest-first --seed 1", "", []string{"random discards JD.", "lowest-first: KD.", "The last cards are shown: lowest-first wins"}, false},
		{"review games.jsonl", "", []string{"Five has no search agents, which reviews need"}, true},
		{"solve --game five AS", "", []string{"solve does not support hands of Five"}, true},
		{"train mc --game five --out mc --steps 1", "", []string{"the game has no afterstates"}, true},
		{"train ppo --game five --out ppo --steps 1 --tables 2 --layers 8 --eval-games 4", "", nil, false},
	} {
		cmd := exec.Command(program, strings.Fields(c.args)...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(c.in)
		out, err := cmd.CombinedOutput()
		if (err != nil) != c.fails {
			t.Errorf("%s: %v\n%s", c.args, err, out)
		}
		rest := string(out)
		for _, want := range c.says {
			_, after, ok := strings.Cut(rest, want)
			if !ok {
				t.Errorf("%s: there is no %q in\n%s", c.args, want, rest)
			}
			rest = after
		}
		if strings.Contains(string(out), "deadwood") {
			t.Errorf("%s: five has no deadwood:\n%s", c.args, out)
		}
	}
}

// pageRows returns the code words in the first column of the table below a heading of docs/adding-a-game.md.
func pageRows(t *testing.T, heading string) (rows []string) {
	t.Helper()
	page := must.Get(os.ReadFile("../../docs/adding-a-game.md"))(t)
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

// The page names the files of the toy.
func TestPageNamesTheFilesOfAGame(t *testing.T) {
	named, files := pageRows(t, "### Files"), slices.Collect(maps.Keys(toyFiles(t)))
	slices.Sort(named)
	slices.Sort(files)
	if !slices.Equal(named, files) {
		t.Errorf("docs/adding-a-game.md names %v, and the toy needs %v", named, files)
	}
}

// The play page plays the toy.
func TestToyOnThePlayPage(t *testing.T) {
	catalog.Register(t, five)
	e := engine.New(engine.Config{})
	defer e.Close()
	var a engine.Answer
	do := func(request string) {
		t.Helper()
		a = engine.Answer{}
		e.Do(t.Context(), []byte(request), func(answer []byte) {
			must.Do(t, json.Unmarshal(answer, &a))
		})
		if a.Error != "" {
			t.Fatalf("%s: %s", request, a.Error)
		}
	}
	do(`{"do":"catalog"}`)
	if games := a.Catalog.Games; games[len(games)-1].Title != "Five" {
		t.Errorf("the catalog has no game five: %+v", games)
	}
	do(`{"do":"new","game":"five","agents":["lowest-first"],"seed":"1"}`)
	for a.State.Mover != nil {
		if a.State.Turn {
			c := a.State.Choices[0]
			if h := a.State.Hand; len(a.State.Choices) != len(h.Unmelded) || h.Measure != "" || h.Distance != nil || !c.Plays || c.Text != "discard "+symbol(c.Card) {
				t.Fatalf("the person has %+v and can do %+v", h, a.State.Choices)
			}
			do(`{"do":"hint"}`)
			do(fmt.Sprintf(`{"do":"play","action":%d}`, c.Action))
		} else {
			do(`{"do":"advance"}`)
		}
	}
	if len(a.State.Results) != 1 {
		t.Errorf("the results are %+v", a.State.Results)
	}
}

// symbol writes a card as the page does.
func symbol(c string) string {
	return strings.NewReplacer("T", "10", "C", "♣", "D", "♦", "H", "♥", "S", "♠").Replace(c)
}
