package commands

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/must"
	"rummygym/internal/web"
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
