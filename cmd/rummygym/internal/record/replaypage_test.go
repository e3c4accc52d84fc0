package record

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rummygym"
	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/must"
	"rummygym/web"
)

// dataOf returns the data of a page, as JSON.
func dataOf(t *testing.T, page string) string {
	t.Helper()
	data := must.Get(web.Data([]byte(page)))(t)
	return string(data)
}

func TestReplayPage(t *testing.T) {
	dir := recorded(t)
	records := filepath.Join(t.TempDir(), "games.jsonl")
	program.Succeed(t, "dataset", "export", "--records", records, dir)
	page := program.Succeed(t, "replay", "--html", "-", "--episode", "3", dir)
	clitest.WantAll(t, page, "<!doctype html>", "<title>Indian Rummy: ")
	clitest.WantAll(t, dataOf(t, page), `"deal":3`)
	if n := len(page); n > 150_000 {
		t.Errorf("the page has %d bytes, want at most 150 kB", n)
	}
	// The record of a file also has its place in the dataset.
	place := regexp.MustCompile(`,"place":\{[^}]*\}`)
	if again := program.Succeed(t, "replay", "--html", "-", "--episode", "3", records); place.ReplaceAllString(dataOf(t, again), "") != dataOf(t, page) {
		t.Error("the record makes another page than the dataset")
	}
	file := filepath.Join(t.TempDir(), "game.html")
	program.Succeed(t, "replay", "--html", file, "--episode", "3", dir)
	if data, err := os.ReadFile(file); err != nil || string(data) != page {
		t.Errorf("the file differs from standard output (%v)", err)
	}
	clitest.WantAll(t, program.Fail(t, "replay", "--html", file, dir), "already exists", "--overwrite")
}

// The page of a seat is that of its view, from the whole record or from the view.
func TestReplayPageOfSeat(t *testing.T) {
	dir := recorded(t)
	records := filepath.Join(t.TempDir(), "games.jsonl")
	program.Succeed(t, "dataset", "export", "--records", records, dir)
	page := program.Succeed(t, "replay", "--html", "-", "--seat", "1", records)
	data := dataOf(t, page)
	clitest.WantAll(t, data, `"view":1`, `"hands":[null,[`)
	for _, hidden := range []string{`"stock":[`, `"key":`, `"seed"`, `"place"`} {
		if strings.Contains(data, hidden) {
			t.Errorf("the page of seat 1 has %s", hidden)
		}
	}
	view := written(t, program.Succeed(t, "record", "convert", "--seat", "1", records))
	for _, args := range [][]string{{view}, {"--seat", "1", view}} {
		if program.Succeed(t, append([]string{"replay", "--html", "-"}, args...)...) != page {
			t.Errorf("%v: the view makes another page", args)
		}
	}
	clitest.WantAll(t, program.Fail(t, "replay", "--html", "-", "--seat", "0", view), "holds what seat 1 saw, not seat 0")
}

func TestReplayPageErrors(t *testing.T) {
	dir := recorded(t)
	records := filepath.Join(t.TempDir(), "games.jsonl")
	program.Succeed(t, "dataset", "export", "--records", records, "--episode", "0", dir)
	clitest.WantAll(t, program.Fail(t, "replay", records), "holds records", "--html FILE")
	clitest.WantAll(t, program.Fail(t, "replay", "--html", "-", "--episode", "1", records), "has no game 1: want 0 to 0")
	clitest.WantAll(t, program.Fail(t, "replay", "--html", "-", "--seat", "2", records), "2 is not a seat of the game: want 0 to 1")
	clitest.WantAll(t, program.Fail(t, "replay", "--html", "-", "--seat", "9", records), "9 is not a seat")
	clitest.WantAll(t, program.Fail(t, "replay", "--html", "-", "--format", "json", records), "--format is for the terminal")
	clitest.WantAll(t, program.Fail(t, "replay", "--html", "-", "--episode", "99", dir), "has no episode 99")
	clitest.WantAll(t, program.Fail(t, "replay", "--html", "-", "--episode", "-1", records), "--episode -1")
	text := must.Get(os.ReadFile(records))(t)
	bad := written(t, strings.Replace(string(text), `"from":"stock"`, `"from":"pile"`, 1))
	clitest.WantAll(t, program.Fail(t, "replay", "--html", "-", bad), bad, "line ", "by the rules")
	view := program.Succeed(t, "record", "convert", "--seat", "0", records)
	bad = written(t, strings.Replace(view, `"type":"draw","seat":0`, `"type":"draw","seat":5`, 1))
	clitest.WantAll(t, program.Fail(t, "replay", "--html", "-", bad), bad, "field seat is 5: want a seat from 0 to 1")
}

// Every preset of every game has pages of at most 150 kB; a match of many hands may have more.
func TestReplayPageOfPresets(t *testing.T) {
	for _, g := range rummygym.Games() {
		for _, preset := range g.Presets {
			agents := map[string]string{"gin": "simple,sigra", "gin-match": "simple,sigra", "indian": "min-dist,min-score", "indian-match": "min-dist,min-score"}[g.Name]
			dir := collectedAs(t, "--game", g.Name, "--preset", preset, "--agents", agents, "--games", "2", "--fields", "none")
			for _, episode := range []string{"0", "1"} {
				page := program.Succeed(t, "replay", "--html", "-", "--episode", episode, dir)
				t.Logf("%s %s: %d bytes", g.Name, preset, len(page))
				if len(page) > 150_000 {
					t.Errorf("%s %s: the page has %d bytes, want at most 150 kB", g.Name, preset, len(page))
				}
			}
		}
	}
}
