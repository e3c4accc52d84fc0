package commands

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/internal/must"
	"rummygym/internal/session"
)

// reviewData returns a dataset of two games, that of docs/review.md.
func reviewData(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	program.Succeed(t, "collect", "--agents", "learned:standard,min-dist", "--games", "2", "--seed", "4", "--fields", "none", "--out", dir)
	return dir
}

// row is what these tests read of a row.
type row struct {
	Seat    int
	Event   int
	Made    string
	Best    string
	Cost    float64 `json:"cost_points"`
	Mistake bool
}

// TestReviewForms checks that json, csv, the page and the questions say the same, with any number of workers.
func TestReviewForms(t *testing.T) {
	args := []string{"review", reviewData(t), "--episode", "1", "--seat", "0", "--rollouts", "200"}
	with := func(more ...string) []string { return append(args[:len(args):len(args)], more...) }
	lines := program.Succeed(t, with("--format", "json", "--workers", "1")...)
	if program.Succeed(t, with("--format", "json", "--workers", "3")...) != lines {
		t.Error("three workers make another review than one")
	}
	var rows []row
	for d := json.NewDecoder(strings.NewReader(lines)); d.More(); {
		var r row
		must.Do(t, d.Decode(&r))
		if n := len(rows); r.Seat != 0 || n > 0 && r.Cost > rows[n-1].Cost {
			t.Errorf("row %d is %+v after %+v", n, r, rows)
		}
		rows = append(rows, r)
	}
	cells, err := csv.NewReader(strings.NewReader(program.Succeed(t, with("--format", "csv")...))).ReadAll()
	if err != nil || len(cells) != len(rows)+1 || cells[1][2] != rows[0].Made {
		t.Errorf("csv: %v, %v", cells, err)
	}
	html := program.Succeed(t, with("--html", "-")...)
	var shown struct {
		Review struct {
			By        string
			Decisions []struct {
				Event   int
				Mistake bool
			}
		}
	}
	if err := json.Unmarshal([]byte(dataOf(t, html)), &shown); err != nil || len(shown.Review.Decisions) != len(rows) || !strings.Contains(shown.Review.By, "200 roll-outs") {
		t.Errorf("the page has the review %+v, %v", shown, err)
	}
	mistakes := 0
	for _, d := range shown.Review.Decisions {
		for _, r := range rows {
			if r.Event == d.Event && r.Mistake != d.Mistake {
				t.Errorf("event %d: mistake %v in the page, %v in the rows", d.Event, d.Mistake, r.Mistake)
			}
		}
		if d.Mistake {
			mistakes++
		}
	}
	if mistakes == 0 {
		t.Fatal("no mistake: take another game")
	}
	status, out, errs := program.Run(t, strings.Repeat("nonsense\n1\n", mistakes), with("--try")...)
	if status != 0 || strings.Count(out, "is none of these moves") != mistakes || strings.Count(out, "in the game") != mistakes {
		t.Errorf("--try: status %d, %s\n%s", status, errs, out)
	}
	status, out, errs = program.Run(t, "", with("--try")...)
	if status != 0 || !strings.Contains(out, "What would you play?") || strings.Contains(out, "No decision is a mistake") {
		t.Errorf("--try without an answer: status %d, %s\n%s", status, errs, out)
	}
	status, out, _ = program.Run(t, rows[0].Best, with("--try")...)
	if status != 0 || mistakes > 1 && !strings.Contains(out, "0 of 1 mistake") && !strings.Contains(out, "1 of 1 mistake") {
		t.Errorf("--try with one line: status %d\n%s", status, out)
	}
}

// TestReviewRefuses checks the errors, and that ctrl-C stops a review.
func TestReviewRefuses(t *testing.T) {
	dir := reviewData(t)
	records := filepath.Join(t.TempDir(), "games.jsonl")
	program.Succeed(t, "dataset", "export", "--records", records, dir)
	view := written(t, program.Succeed(t, "record", "convert", "--seat", "1", records))
	for want, args := range map[string][]string{
		"--rollouts is 10: want 100":                {"--rollouts", "10", dir},
		"--workers -1":                              {"--workers", "-1", dir},
		"--rows -1":                                 {"--rows", "-1", dir},
		"--seat: 2 is not a seat":                   {"--seat", "2", dir},
		"--episode -1":                              {"--episode", "-1", dir},
		"has no game 2: want 0 to 1":                {"--episode", "2", records},
		"what seat 1 saw":                           {view},
		"leave out --html and --format":             {"--try", "--html", "-", dir},
		"--format is for the terminal":              {"--html", "-", "--format", "csv", dir},
		"no-agent":                                  {"--agent", "no-agent", dir},
		"--html: /nowhere/x.html cannot be written": {"--html", "/nowhere/x.html", dir},
	} {
		if got := program.Fail(t, append([]string{"review"}, args...)...); !strings.Contains(got, want) {
			t.Errorf("review %q: %q, want %q", args, got, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	if status := program.Execute(ctx, []string{"review", dir}, strings.NewReader(""), &out, &errs); status != 130 || out.Len() > 0 || !strings.Contains(errs.String(), "stopped") {
		t.Errorf("stopped: status %d, %q, %q", status, &out, &errs)
	}
}

// Without an argument the last file of play is reviewed.
func TestReviewOfTheLastGame(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	_, _, errs := program.Run(t, "", "review")
	if !strings.Contains(errs, "no games are kept in "+session.Folder()) {
		t.Errorf("without a game: %s", errs)
	}
	must.Do(t, os.MkdirAll(session.Folder(), 0o777))
	path := filepath.Join(session.Folder(), "play.jsonl")
	program.Succeed(t, "dataset", "export", "--records", path, "--episode", "1", reviewData(t))
	args := []string{"review", "--seat", "0", "--rollouts", "100"}
	if got, want := program.Succeed(t, args...), program.Succeed(t, append(args, path)...); got != want {
		t.Errorf("the last game:\n%s\nwant\n%s", got, want)
	}
}
