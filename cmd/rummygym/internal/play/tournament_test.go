package play

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/env/indian"
	"rummygym/internal/must"
)

// tournament runs the command and returns its output, its messages and its error.
func tournament(ctx context.Context, args ...string) (stdout, stderr string, err error) {
	return clitest.Alone(ctx, NewTournamentCommand(), args...)
}

// mustTournament runs the command, which must not fail or print messages, and returns its
// output.
func mustTournament(t *testing.T, args ...string) string {
	t.Helper()
	out, messages, err := tournament(context.Background(), args...)
	if err != nil || messages != "" {
		t.Fatalf("tournament %s: %v, %s", strings.Join(args, " "), err, messages)
	}
	return out
}

func TestTournamentJSON(t *testing.T) {
	args := []string{"--agents", "min-dist,random,min-score:drop=80", "--games", "20", "--seed", "5", "--preset", "paper", "--format", "json"}
	out := mustTournament(t, args...)
	var doc struct {
		Setup struct {
			Rules  string
			Agents []string
			Games  int
			Seed   uint64
		}
		Pairs []map[string]any
	}
	must.Do(t, json.Unmarshal([]byte(out), &doc))
	if s := doc.Setup; s.Rules != "paper" || strings.Join(s.Agents, " ") != "min-dist random min-score:drop=80" || s.Games != 20 || s.Seed != 5 {
		t.Errorf("setup %+v", s)
	}
	if len(doc.Pairs) != 9 || doc.Pairs[1]["first"] != "min-dist" || doc.Pairs[1]["second"] != "random" || doc.Pairs[1]["games"] != 20.0 {
		t.Errorf("%d pairs, the second is %v", len(doc.Pairs), doc.Pairs[1])
	}
	if rate := doc.Pairs[1]["win_rate"].(float64); rate < 0.8 {
		t.Errorf("min-dist wins %v of its games against random, want at least 0.8", rate)
	}
	for _, workers := range []string{"1", "3"} {
		if again := mustTournament(t, append(args, "--workers", workers)...); again != out {
			t.Errorf("%s workers give different bytes", workers)
		}
	}
	if other := mustTournament(t, append(args, "--seed", "6")...); other == out {
		t.Error("another seed gives the same bytes")
	}
}

func TestTournamentTables(t *testing.T) {
	out := mustTournament(t, "--agents", "min-dist,random", "--games", "10", "--compare", "authors", "--compare", "authors-drop", "--same-deals")
	clitest.WantAll(t, out, "2 agents, rules paper, 4 ordered pairs, 10 games each, seed 1, the same deals for all seat orders.",
		"Win rate of the row, which moves first", "min-dist v random", "How games ended", "Without the first mover's advantage",
		"Beside the table authors:", "Beside the table authors-drop:", "joint 99 % for the 1 skilled pairs")
	out = mustTournament(t, "--agents", "random", "--games", "2", "--seats", "3", "--max-rounds", "5", "--same-deals=all")
	clitest.WantAll(t, out, "rules paper seats=3 max-rounds=5, 1 lineup", "the same deals for all lineups", "random v random v random")
}

// TestTournamentCompareOwn checks that the CSV file of one run is a reference table for the
// next.
func TestTournamentCompareOwn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.csv")
	args := []string{"--agents", "min-dist,min-score", "--games", "30"}
	must.Do(t, os.WriteFile(path, []byte(mustTournament(t, append(args, "--format", "csv")...)), 0o600))
	out := mustTournament(t, append(args, "--compare", path)...)
	clitest.WantAll(t, out, "Beside the table "+path, "All skilled pairs: 0 of 4 outside, chi-square 0.0 with 4 degrees of freedom, p = 1.000.")
	if strings.Contains(out, "double cards") {
		t.Error("the comparison with an own table mentions double cards")
	}
}

func TestTournamentPlots(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "plots")
	_, messages := must.Get2(tournament(context.Background(), "--agents", "min-dist,random:fold=1/3", "--games", "5", "--plots", dir))(t)
	for _, name := range []string{"fig5-win-rates.png", "fig5-win-rates.svg", "fig6-rounds.png", "fig6-rounds.svg", "gains.png", "gains.svg", "course-min-dist.png", "course-random-fold-1-3.svg"} {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err != nil || info.Size() < 1000 || !strings.Contains(messages, path) {
			t.Errorf("%s: %v, %v; messages %q", name, info, err, messages)
		}
	}
}

func TestTournamentGamesOut(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "games.arrow")
	mustTournament(t, "--agents", "random", "--games", "5", "--games-out", path)
	before, err := os.ReadFile(path)
	if err != nil || len(before) == 0 {
		t.Errorf("%d bytes, %v", len(before), err)
	}
	again := []string{"--agents", "random", "--games", "6", "--games-out", path}
	_, _, err = tournament(context.Background(), again...)
	if after, _ := os.ReadFile(path); err == nil || !strings.Contains(err.Error(), "--overwrite") || !bytes.Equal(after, before) {
		t.Errorf("a file that exists: error %v", err)
	}
	// A resumed tournament finds the file that it wrote before it was killed.
	checkpoint := filepath.Join(dir, "checkpoint.arrow")
	mustTournament(t, "--agents", "random", "--games", "5", "--checkpoint", checkpoint)
	mustTournament(t, "--agents", "random", "--games", "5", "--resume", checkpoint, "--games-out", path)
	mustTournament(t, append(again, "--overwrite")...)
	if after, _ := os.ReadFile(path); bytes.Equal(after, before) {
		t.Error("--overwrite leaves the file as it was")
	}
}

func TestTournamentErrors(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text")
	must.Do(t, os.WriteFile(text, []byte("hello"), 0o600))
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--agents", "min-dist,nobody"}, `"nobody"`},
		{[]string{"--agents", "min-dist,min-dist:variant=paper"}, `"min-dist" is named twice`},
		{[]string{"--agents", ""}, "--agents is empty"},
		{[]string{"--games", "0"}, "--games 0"},
		{[]string{"--preset", "poker"}, "--preset"},
		{[]string{"--seats", "9"}, "9"},
		{[]string{"--same-deals=some"}, `"some"`},
		{[]string{"--format", "xml"}, "table or json or csv or arrow"},
		{[]string{"--workers", "-2"}, "--workers -2"},
		{[]string{"--confidence", "1"}, "--confidence 1"},
		{[]string{"--resamples", "0"}, "--resamples 0"},
		{[]string{"--compare", "nobody"}, "--compare: no table"},
		{[]string{"--compare", "authors", "--format", "json"}, "--compare prints readable tables"},
		{[]string{"--resume", text + "s"}, "start with --checkpoint " + text + "s"},
		{[]string{"--resume", text}, text + ": the file is damaged"},
		{[]string{"--resume", text, "--checkpoint", "other"}, "remove --checkpoint"},
		{[]string{"--checkpoint", text}, "--resume " + text},
		{[]string{"--agents", "random", "--games", "1", "--seats", "3", "--plots", text}, "two seats"},
	} {
		_, _, err := tournament(context.Background(), c.args...)
		must.Fail(t, err, c.want)
	}
}

func TestRulesName(t *testing.T) {
	for _, c := range []struct {
		preset string
		change func(*indian.Rules)
		want   string
	}{
		{"paper", func(*indian.Rules) {}, "paper"},
		{"paper", func(r *indian.Rules) { r.MaxRounds = 100 }, "paper"},
		{"released", func(r *indian.Rules) { r.Jokers, r.Recycling = 4, indian.KeepTop }, "released jokers=4 recycling=keep-top"},
	} {
		r := must.Get(indian.Preset(c.preset))(t)
		c.change(&r)
		if got := rummygym.RulesName(c.preset, &rummygym.IndianRules{Rules: r}); got != c.want {
			t.Errorf("the rules have the name %q, want %q", got, c.want)
		}
	}
}

func TestQuote(t *testing.T) {
	for s, want := range map[string]string{
		"min-dist:drop=5": "min-dist:drop=5", "": "''", "my games.arrow": "'my games.arrow'", "it's": `'it'\''s'`, "a$b": "'a$b'",
	} {
		if got := cli.Quote(s); got != want {
			t.Errorf("quote(%q) = %s, want %s", s, got, want)
		}
	}
}

// TestGameBarIsSilentElsewhere checks that only terminals get a progress bar.
func TestGameBarIsSilentElsewhere(t *testing.T) {
	var out bytes.Buffer
	bar := cli.NewGamesBar(&out)
	bar.Set(1, 2)
	bar.Close()
	file := must.Get(os.Create(filepath.Join(t.TempDir(), "log")))(t)
	defer file.Close()
	bar = cli.NewGamesBar(file)
	bar.Set(1, 2)
	bar.Close()
	if info, err := file.Stat(); err != nil || info.Size() != 0 || out.Len() != 0 {
		t.Errorf("the bar wrote %d bytes to a buffer and %d to a file, want none (error %v)", out.Len(), info.Size(), err)
	}
}
