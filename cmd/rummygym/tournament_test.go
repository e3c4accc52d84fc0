package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"rummygym/agents/arena"
	"rummygym/cmd/internal/catalog"
	"rummygym/env/indian"
)

// tournament runs the command alone and returns its output, its messages and its
// error.
func tournament(ctx context.Context, args ...string) (stdout, stderr string, err error) {
	return alone(ctx, newTournamentCommand(), args...)
}

// alone runs a command without its root.
func alone(ctx context.Context, cmd *cobra.Command, args ...string) (stdout, stderr string, err error) {
	var out, errs bytes.Buffer
	cmd.SetArgs(args)
	cmd.SetOut(&out)
	cmd.SetErr(&errs)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err = cmd.ExecuteContext(ctx)
	return out.String(), errs.String(), err
}

// mustTournament is tournament where no error and no message are allowed.
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
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatal(err)
	}
	if s := doc.Setup; s.Rules != "paper" || strings.Join(s.Agents, " ") != "min-dist random min-score:drop=80" || s.Games != 20 || s.Seed != 5 {
		t.Errorf("setup %+v", s)
	}
	if len(doc.Pairs) != 9 || doc.Pairs[1]["first"] != "min-dist" || doc.Pairs[1]["second"] != "random" || doc.Pairs[1]["games"] != 20.0 {
		t.Errorf("%d pairs, the second %v", len(doc.Pairs), doc.Pairs[1])
	}
	if rate := doc.Pairs[1]["win_rate"].(float64); rate < 0.8 {
		t.Errorf("min-dist wins %v of its games against random", rate)
	}
	for _, workers := range []string{"1", "3"} {
		if again := mustTournament(t, append(args, "--workers", workers)...); again != out {
			t.Errorf("%s workers give other bytes", workers)
		}
	}
	if other := mustTournament(t, append(args, "--seed", "6")...); other == out {
		t.Error("another seed gives the same bytes")
	}
}

func TestTournamentTables(t *testing.T) {
	out := mustTournament(t, "--agents", "min-dist,random", "--games", "10", "--compare", "authors", "--compare", "authors-drop", "--same-deals")
	wantAll(t, out, "2 agents, rules paper, 4 ordered pairs, 10 games each, seed 1, the same deals for all seat orders.",
		"Win rate of the row, which moves first", "min-dist v random", "How games ended", "Without the first mover's advantage",
		"Beside the table authors:", "Beside the table authors-drop:", "joint 99 % for the 1 skilled pairs")
	out = mustTournament(t, "--agents", "random", "--games", "2", "--seats", "3", "--max-rounds", "5", "--same-deals=all")
	wantAll(t, out, "rules paper seats=3 max-rounds=5, 1 lineups", "the same deals for all lineups", "random v random v random")
}

// A file that one run wrote as CSV is a table for the next.
func TestTournamentCompareOwn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.csv")
	args := []string{"--agents", "min-dist,min-score", "--games", "30"}
	if err := os.WriteFile(path, []byte(mustTournament(t, append(args, "--format", "csv")...)), 0o600); err != nil {
		t.Fatal(err)
	}
	out := mustTournament(t, append(args, "--compare", path)...)
	wantAll(t, out, "Beside the table "+path, "All skilled pairs: 0 of 4 outside, chi-square 0.0 with 4 degrees of freedom, p = 1.000.")
	if strings.Contains(out, "double cards") {
		t.Error("an own table is said to double cards")
	}
}

func TestTournamentPlots(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "plots")
	_, messages, err := tournament(context.Background(), "--agents", "min-dist,random", "--games", "5", "--plots", dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"fig5-win-rates.png", "fig5-win-rates.svg", "fig6-rounds.png", "fig6-rounds.svg"} {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err != nil || info.Size() < 1000 || !strings.Contains(messages, path) {
			t.Errorf("%s: %v, %v; messages %q", name, info, err, messages)
		}
	}
}

// stopWhen returns a context that ends once the file is there.
func stopWhen(t *testing.T, path string) context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(path); err == nil {
				cancel()
			}
			runtime.Gosched()
		}
	}()
	return ctx
}

func TestTournamentStopAndResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "stop.arrow")
	args := []string{"--agents", "min-dist,random:fold=1/3", "--games", "10000", "--format", "csv", "--resamples", "10"}
	want := mustTournament(t, args...)
	out, _, err := tournament(stopWhen(t, path), append(args, "--checkpoint", path, "--checkpoint-every", "0s")...)
	var stopped *stoppedError
	if !errors.As(err, &stopped) || stopped.ExitStatus() != 130 || out != "" {
		t.Fatalf("stopped with error %v and output %q, want exit status 130 and no output", err, out)
	}
	wantAll(t, err.Error(), "stopped after", "of 40000 games; go on with:\n", "--agents min-dist,random:fold=1/3", "--games=10000", "--resume "+path)
	if got := mustTournament(t, append(args, "--resume", path)...); got != want {
		t.Error("the resumed tournament prints something else")
	}
	if got := mustTournament(t, append(args, "--resume", path)...); got != want { // all is in the file by now
		t.Error("the finished tournament prints something else when resumed")
	}
	_, _, err = tournament(context.Background(), append(args, "--resume", path, "--seed", "9")...)
	if err == nil || !strings.Contains(err.Error(), "seed 1 where 9 is asked for") {
		t.Errorf("resumed with another seed: %v", err)
	}
	_, _, err = tournament(context.Background(), append(args, "--checkpoint", path)...)
	if err == nil || !strings.Contains(err.Error(), "--resume "+path) {
		t.Errorf("a checkpoint over an older one: %v", err)
	}
}

// Without --checkpoint a stopped tournament names its own file.
func TestTournamentStopNamesAFile(t *testing.T) {
	t.Chdir(t.TempDir())
	args := []string{"--agents", "min-dist", "--games", "3", "--format", "csv"}
	f := tournamentFlags{agents: []string{"min-dist"}, games: 3, seed: 1, format: formatFlag{allowed: []string{"csv"}}}
	f.settings.Confidence, f.settings.Resamples = 0.95, 10
	config, err := f.config()
	if err != nil {
		t.Fatal(err)
	}
	res := playAll(t, config)
	res.Records[0][1].Ending = "" // one game is missing
	cmd := newTournamentCommand()
	if err := cmd.ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	message := f.stopped(cmd, res).Error()
	m := regexp.MustCompile(`--resume (tournament-[0-9a-f]{8}\.arrow)$`).FindStringSubmatch(message)
	if m == nil || !strings.HasPrefix(message, "stopped after 2 of 3 games") {
		t.Fatalf("message %q names no file", message)
	}
	if got, want := mustTournament(t, append(args, "--resume", m[1])...), mustTournament(t, args...); got != want {
		t.Errorf("resumed %q, undisturbed %q", got, want)
	}
}

// Stopped before the first game, there is nothing to keep.
func TestTournamentStopAtOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, _, err := tournament(ctx, "--agents", "random", "--games", "5")
	if err == nil || err.Error() != "stopped after 0 of 5 games" {
		t.Errorf("error %v", err)
	}
	if left, err := os.ReadDir("."); err != nil || len(left) != 0 {
		t.Errorf("left %v (%v)", left, err)
	}
}

func TestTournamentGamesOut(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "games.arrow")
	mustTournament(t, "--agents", "random", "--games", "5", "--games-out", path)
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		t.Errorf("%v, %v", info, err)
	}
}

func TestTournamentErrors(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--agents", "min-dist,nobody"}, `"nobody"`},
		{[]string{"--agents", "min-dist,min-dist:variant=paper"}, `"min-dist" is named twice`},
		{[]string{"--agents", ""}, "no entrants"},
		{[]string{"--games", "0"}, "0 games"},
		{[]string{"--preset", "poker"}, "--preset"},
		{[]string{"--seats", "9"}, "9"},
		{[]string{"--same-deals=some"}, `"some"`},
		{[]string{"--format", "xml"}, "table or json or csv or arrow"},
		{[]string{"--workers", "-2"}, "-2 workers"},
		{[]string{"--confidence", "1"}, "--confidence 1"},
		{[]string{"--resamples", "0"}, "--resamples 0"},
		{[]string{"--compare", "nobody"}, "--compare: no table"},
		{[]string{"--compare", "authors", "--format", "json"}, "--compare prints tables for reading"},
		{[]string{"--resume", text + "s"}, "start with --checkpoint " + text + "s"},
		{[]string{"--resume", text}, "not an Arrow file"},
		{[]string{"--resume", text, "--checkpoint", "other"}, "leave --checkpoint away"},
		{[]string{"--checkpoint", text}, "--resume " + text},
		{[]string{"--agents", "random", "--games", "1", "--seats", "3", "--plots", text}, "two seats"},
		{[]string{"more"}, "more"},
	} {
		_, _, err := tournament(context.Background(), c.args...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want one that says %q", c.args, err, c.want)
		}
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
		r, err := indian.Preset(c.preset)
		if err != nil {
			t.Fatal(err)
		}
		c.change(&r)
		if got := catalog.RulesName(c.preset, &catalog.IndianRules{Rules: r}); got != c.want {
			t.Errorf("rules are named %q, want %q", got, c.want)
		}
	}
}

func TestQuote(t *testing.T) {
	for s, want := range map[string]string{
		"min-dist:drop=5": "min-dist:drop=5", "": "''", "my games.arrow": "'my games.arrow'", "it's": `'it'\''s'`, "a$b": "'a$b'",
	} {
		if got := quote(s); got != want {
			t.Errorf("quote(%q) = %s, want %s", s, got, want)
		}
	}
}

// Only a terminal gets a progress bar.
func TestGameBarIsSilentElsewhere(t *testing.T) {
	var out bytes.Buffer
	bar := newGameBar(&out)
	bar.set(1, 2)
	bar.close()
	file, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	bar = newGameBar(file)
	bar.set(1, 2)
	bar.close()
	if info, err := file.Stat(); err != nil || info.Size() != 0 || out.Len() != 0 {
		t.Errorf("a buffer got %d bytes, a file %d (%v)", out.Len(), info.Size(), err)
	}
}

// playAll plays a tournament to its end.
func playAll(t *testing.T, c arena.Config) *arena.Result {
	t.Helper()
	res, err := arena.Tournament(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return res
}
