package commands

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// throughRecords exports a dataset and imports it again, and returns the records. The files
// must be the same.
func throughRecords(t *testing.T, dir string) string {
	t.Helper()
	out := t.TempDir()
	file, again := filepath.Join(out, "games.jsonl"), filepath.Join(out, "again")
	program.Succeed(t, "dataset", "export", "--records", file, dir)
	program.Succeed(t, "dataset", "import", "--out", again, file)
	a, b := contents(t, dir), contents(t, again)
	for name := range a {
		if a[name] != b[name] {
			t.Errorf("%s of the imported dataset differs", name)
		}
	}
	if len(a) != len(b) {
		t.Errorf("%d files, and %d after the import", len(a), len(b))
	}
	text := must.Get(os.ReadFile(file))(t)
	return string(text)
}

// collectedAs returns a dataset that "collect" makes.
func collectedAs(t *testing.T, args ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	program.Succeed(t, append([]string{"collect", "--seed", "7", "--out", dir}, args...)...)
	return dir
}

// Datasets of every preset of every game are valid, can be replayed, and go through records.
func TestRecordsOfPresets(t *testing.T) {
	for _, g := range catalog.Games() {
		presets := g.Presets
		if testing.Short() {
			presets = presets[:2]
		}
		for _, preset := range presets {
			player, games := g.DefaultOpponent(), "4"
			if *long {
				games = "1000"
				if slices.Contains([]string{"seven", "tiny", "small", "medium"}, preset) {
					games = "10000"
				}
			}
			dir := collectedAs(t, "--game", g.Name, "--preset", preset, "--agents", player+",random", "--fields", "default", "--games", games, "--shard-games", "300")
			clitest.WantAll(t, program.Succeed(t, "dataset", "validate", "--replay", dir), games+" episodes replayed: no errors")
			throughRecords(t, dir)
		}
	}
}

// Datasets of all kinds go through records: several batches and shards, final rows,
// several seats, games that are cut off, attempts at a deal, parts of a run.
func TestRecordsOfKinds(t *testing.T) {
	for _, args := range [][]string{
		{"--agents", "random,min-dist", "--games", "9", "--shard-games", "4", "--batch-rows", "20"},
		{"--agents", "random,random,random", "--preset", "club", "--seats", "3", "--declaring", "any-cards", "--games", "9", "--compression", "none", "--final", "rows"},
		{"--game", "gin", "--agents", "random,simple", "--games", "2", "--max-steps", "50", "--batch-rows", "60", "--shard-games", "1", "--final", "rows"},
		{"--game", "gin", "--preset", "openspiel", "--agents", "random,random", "--games", "6", "--fields", "none", "--compression", "none"},
		{"--recipe", "random-4", "--games", "12", "--shard-games", "5"},
	} {
		throughRecords(t, collectedAs(t, args...))
	}
	part := collectedAs(t, "--agents", "random,min-dist", "--games", "5", "--shard-games", "4", "--first-deal", "8")
	throughRecords(t, part)
	file, again := filepath.Join(t.TempDir(), "games.jsonl"), filepath.Join(t.TempDir(), "again")
	program.Succeed(t, "dataset", "export", "--records", file, part)
	clitest.WantAll(t, program.Succeed(t, "dataset", "import", "--out", again, file), "5 episodes", "2 shards")
	clitest.WantAll(t, program.Succeed(t, "dataset", "info", again), "episodes 8 to 12")
	clitest.WantAll(t, program.Succeed(t, "dataset", "validate", "--replay", again), "5 episodes replayed: no errors")
	clitest.WantAll(t, program.Fail(t, "dataset", "import", "--out", again, file), "not empty")
}

func TestImportRefuses(t *testing.T) {
	dir := collectedAs(t, "--agents", "random,min-dist", "--games", "4", "--shard-games", "2")
	text := throughRecords(t, dir)
	lines := strings.SplitAfter(text, "\n")
	var heads []int // the headers
	for i, l := range lines {
		if strings.HasPrefix(l, `{"type":"game"`) {
			heads = append(heads, i)
		}
	}
	join := func(parts ...[]string) (s string) {
		for _, p := range parts {
			s += strings.Join(p, "")
		}
		return s
	}
	for name, c := range map[string]struct{ text, want string }{
		"no first line":      {join(lines[1:]), "line 1 is not of type dataset"},
		"empty":              {"", "line 1 is not of type dataset"},
		"cut between games":  {join(lines[:heads[3]]), "the records end before episode 3"},
		"cut inside a game":  {join(lines[:heads[3]+4]), "the game of episode 3 is not over after its 2 moves"},
		"cut inside a line":  {text[:len(text)-20], "is not a JSON object"},
		"a game is missing":  {join(lines[:heads[1]], lines[heads[2]:]), "a game is missing"},
		"a game twice":       {join(lines[:heads[1]], lines[heads[0]:]), "episode 0, want 1: a game is missing"},
		"an event missing":   {join(lines[:heads[1]+3], lines[heads[1]+4:]), "event "},
		"another name":       {strings.Replace(text, `"seats":["random"`, `"seats":["rondom"`, 1), `field seats is ["rondom" "min-dist"], want ["random" "min-dist"]`},
		"another seed":       {strings.Replace(text, `"seed":"7"`, `"seed":"8"`, 1), "line 2: episode 0: the origin is deal 0 of seed 8"},
		"other rules":        {strings.Replace(text, `"cap":80`, `"cap":81`, 1), "field rules is"},
		"fewer episodes":     {strings.Replace(text, `"episodes":4`, `"episodes":3`, 1), "the game is episode 3 after the last episode"},
		"another first":      {strings.Replace(text, `"first_episode":0,"episodes"`, `"first_episode":1,"episodes"`, 1), "line 1: 4 episodes from 1, want"},
		"a field is renamed": {strings.Replace(text, `"name":"hand"`, `"name":"hands"`, 1), "field hands"},
	} {
		path := filepath.Join(t.TempDir(), "games.jsonl")
		must.Do(t, os.WriteFile(path, []byte(c.text), 0o666))
		out := filepath.Join(t.TempDir(), "data")
		t.Log(name)
		clitest.WantAll(t, program.Fail(t, "dataset", "import", "--out", out, path), path, c.want)
		if left, _ := filepath.Glob(filepath.Join(out, "*")); len(left) > 0 {
			t.Errorf("%s: the import leaves %v", name, left)
		}
	}
	clitest.WantAll(t, program.Fail(t, "dataset", "import", "--out", dir, filepath.Join(dir, "manifest.json")), "manifest.json")
	clitest.WantAll(t, program.Fail(t, "dataset", "export", dir), "--records is missing")
	one := program.Succeed(t, "dataset", "export", "--records", "-", "--episode", "3", dir)
	if !strings.HasPrefix(one, `{"type":"game"`) || strings.Contains(one, "place") || !strings.Contains(text, one[strings.Index(one, "\n"):]) {
		t.Errorf("one episode is\n%s", one)
	}
}
