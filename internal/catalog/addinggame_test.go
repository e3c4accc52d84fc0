package catalog_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/arena"
	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/env"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/catalog"
	"rummygym/internal/env/gametest"
)

// newToy registers the game five until the end of the test and makes it by its name.
func newToy(t *testing.T, rules ...string) game.Game {
	catalog.Register(t, five)
	g, err := catalog.NewGame("five", rules...)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestToyKeepsTheContract(t *testing.T) {
	for _, size := range []int{5, 2, 25} {
		g, err := newFive(fiveRules{HandSize: size})
		if err != nil {
			t.Fatal(err)
		}
		gametest.Run(t, g)
	}
}

func TestToyIsDescribed(t *testing.T) {
	g := newToy(t, "paper hand-size=7")
	r, err := catalog.RulesOf(g)
	if err != nil || catalog.RulesName("paper", r) != "paper hand-size=7" {
		t.Errorf("the rules are %v, %v", r, err)
	}
	if got := strings.Join(five.Agents().Names(), " "); got != "random lowest-first learned tabular mix" {
		t.Errorf("the agents are %s", got)
	}
	if _, err := catalog.NewGame("five", "hand-size=1"); err == nil || !strings.Contains(err.Error(), "want 2 to 25") {
		t.Errorf("a hand of one card: %v", err)
	}
}

// What the toy leaves out is refused with an error, wherever it is asked for.
func TestToyLacksOptionalParts(t *testing.T) {
	g := newToy(t)
	for spec, says := range map[string]string{
		"search":            `no agent "search"; agents for five: random, lowest-first, learned`,
		"search:rollouts=1": `no agent "search"; agents for five: random, lowest-first, learned`,
		"lowest-frist":      `did you mean "lowest-first"?`,
		"learned:standard":  `there is no built-in network for this table`,
		"learned:none.txt":  "has to end in .safetensors",
		"min-dist":          "Indian Rummy knows it",
	} {
		if _, err := catalog.NewAgent(spec, g); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want an error with %s", spec, err, says)
		}
	}
	if _, got, err := catalog.OpenAbsolute(five.Defaults(), "lowest-first"); err != nil || got != "lowest-first" {
		t.Errorf("lowest-first is %s, %v", got, err)
	}
	if _, err := five.Potential("min-dist"); err == nil || !strings.Contains(err.Error(), "Five has none") {
		t.Errorf("a potential: %v", err)
	}
	r, err := catalog.RulesOf(g)
	if err != nil {
		t.Fatal(err)
	}
	if got := catalog.ProposedAgent(r); got != catalog.DefaultAgent(r) {
		t.Errorf("%s is proposed to a person", got)
	}
	if _, err := r.Afterstates(""); err == nil {
		t.Error("it has afterstates")
	}
	if _, err := r.Search(&five.Search); err == nil {
		t.Error("it can be searched")
	}
}

// beatsRandom checks that lowest-first wins the games of c, in which it has the first seat, against random.
func beatsRandom(t *testing.T, r catalog.Rules, c arena.Config) {
	t.Helper()
	c.Lineups = []arena.Lineup{{0, 1}}
	for _, spec := range []string{"lowest-first", "random"} {
		create, name, err := catalog.OpenAgent(r, spec)
		if err != nil {
			t.Fatal(err)
		}
		c.Entrants = append(c.Entrants, arena.Entrant{Name: name, New: create})
	}
	res, err := arena.Tournament(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	if wins := arena.Summarize(res, arena.Settings{}).Pairs[0].WinInterval; wins.Low < 0.6 {
		t.Errorf("%s: lowest-first wins %v of its games against random", c.Game.Name(), wins)
	}
}

func TestToyPlaysInTheArena(t *testing.T) {
	g := newToy(t)
	r, err := catalog.RulesOf(g)
	if err != nil {
		t.Fatal(err)
	}
	told := r.Results()
	beatsRandom(t, r, arena.Config{Game: g, Games: 500, Seed: 1, Terms: told.Terms, Drop: told.Drop, RoundLimit: told.RoundLimit})
}

func TestToyIsRecordedAndReplayed(t *testing.T) {
	g := newToy(t, "hand-size=6")
	table, err := catalog.NewTable(g, catalog.AllFields)
	if err != nil {
		t.Fatal(err)
	}
	c := collect.DefaultConfig()
	c.Table, c.Games, c.Seed, c.Dir, c.Final = table, 30, 1, filepath.Join(t.TempDir(), "five"), datasets.FinalRows
	for _, spec := range []string{"random", "lowest-first"} {
		c.Agents = append(c.Agents, collect.Agent{Name: spec, New: func() game.Agent {
			a, err := catalog.NewAgent(spec, g)
			if err != nil {
				t.Error(err)
			}
			return a
		}})
	}
	if _, err := collect.Run(context.Background(), c); err != nil {
		t.Fatal(err)
	}

	// From here on, only what is on disk.
	d, err := datasets.Open(c.Dir)
	if err != nil {
		t.Fatal(err)
	}
	m := d.Meta()
	of, err := catalog.GameByEnv(m.Env)
	if err != nil {
		t.Fatal(err)
	}
	r, err := of.ReadRules(m.Rules)
	if err != nil {
		t.Fatal(err)
	}
	if g, err = r.NewGame(); err != nil {
		t.Fatal(err)
	}
	if table, err = catalog.NewTable(g, m.Fields); err != nil {
		t.Fatal(err)
	}
	replay, err := datasets.NewReplay(&table, m)
	if err != nil {
		t.Fatal(err)
	}
	report, err := d.Validate(context.Background(), replay)
	if err != nil || report.Replayed != 30 || report.Rows != 30*(10+2) {
		t.Errorf("%+v, %v", report, err)
	}
}

func TestToyStepsInAVector(t *testing.T) {
	g := newToy(t)
	x, err := catalog.NewEncoder(g, catalog.DefaultFields)
	if err != nil {
		t.Fatal(err)
	}
	const tables = 3
	v, err := env.NewVector(g, tables, env.VectorConfig{Config: env.Config{Encoder: x}})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	out := v.NewArrays()
	if err := v.Reset(1, out); err != nil {
		t.Fatal(err)
	}
	size, actions := x.Layout().Size(), make([]game.Action, tables)
	for step := range 8 {
		for i := range actions {
			seen, mask := out.Observations[i*size:(i+1)*size], out.Masks[i*g.NumActions():(i+1)*g.NumActions()]
			held := 0
			for a, legal := range mask {
				if seen[a] != float32(legal) {
					t.Fatalf("step %d, table %d: action %d is legal: %d, and the hand has %v of its card", step, i, a, legal, seen[a])
				}
				if legal == 1 {
					actions[i] = game.Action(a)
					held++
				}
			}
			if held != 5-step/2 {
				t.Errorf("step %d, table %d: %d cards in hand", step, i, held)
			}
		}
		if err := v.Step(actions, out); err != nil {
			t.Fatal(err)
		}
	}
	for i, over := range out.Terminated {
		if !over || out.Rewards[2*i] == 0 || out.Rewards[2*i] != -out.Rewards[2*i+1] {
			t.Errorf("table %d: over %t, rewards %v", i, over, out.Rewards[2*i:2*i+2])
		}
	}
	var illegal *game.IllegalAction
	if err := v.Table(0).Step(game.NoAction); err == nil || errors.As(err, &illegal) {
		t.Errorf("a step after the end: %v", err)
	}
}

// The toy has matches by one line in the list of games: of every format, by its own agents, recorded and replayed.
func TestToyHasMatches(t *testing.T) {
	catalog.Register(t, five)
	catalog.Register(t, catalog.MatchOf(five, "FiveMatch-v0"))
	for _, rules := range []string{"race target=60", "pool pool-limit=60 rejoins=1", "deals match-deals=3"} {
		r, err := catalog.ParseRules("five-match", rules)
		if err != nil {
			t.Fatal(err)
		}
		g, err := r.NewGame()
		if err != nil {
			t.Fatal(err)
		}
		if of, err := catalog.RulesOf(g); err != nil || catalog.RulesName("race", of) != catalog.RulesName("race", r) {
			t.Errorf("%s: the rules of the game are %v, %v", rules, of, err)
		}
		gametest.Run(t, struct{ record.Described }{g.(record.Described)})
		beatsRandom(t, r, arena.Config{Game: g, Games: 200, Seed: 1, Terms: r.Results().Terms, Drop: game.NoAction})
	}
}

// The Go code of docs/adding-a-game.md is that of the toy and of its tests.
func TestPageOnAddingAGame(t *testing.T) {
	page, err := os.ReadFile("../../docs/adding-a-game.md")
	if err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	for _, path := range []string{"toygame_test.go", "addinggame_test.go"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		code.Write(text)
	}
	parts := strings.Split(string(page), "```go\n")[1:]
	for _, p := range parts {
		shown, _, _ := strings.Cut(p, "```")
		if !strings.Contains(code.String(), shown) {
			t.Errorf("neither toygame_test.go nor addinggame_test.go holds this code of the page:\n%s", shown)
		}
	}
	if len(parts) < 1 {
		t.Error("the page shows no code")
	}
}
