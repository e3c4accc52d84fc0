package main

import (
	"context"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/recipe"
)

// Another program gets the options of every recipe.
func TestRunDescribesEveryRecipe(t *testing.T) {
	var all map[string][]struct{ Name, Doc, Kind string }
	if err := json.Unmarshal([]byte(program.Succeed(t, "run")), &all); err != nil {
		t.Fatal(err)
	}
	for _, name := range recipe.Names() {
		if _, ok := all[name]; !ok {
			t.Errorf("%s is not described", name)
		}
	}
}

// A recipe that runs for another program gives progress, then its result as text, values, rows and Arrow.
func TestRunForAnotherProgram(t *testing.T) {
	options := `{"out": "` + filepath.Join(t.TempDir(), "run") + `", "steps": 2, "games": 16, "updates": 2, "warmup": 0, "layers": [8], "eval-against": []}`
	status, out, errs := program.Run(t, options, "run", "train mc")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if status != 0 || len(lines) < 2 || !strings.HasPrefix(lines[0], `{"progress":{"done":1,`) {
		t.Fatalf("status %d, %s\n%s", status, errs, out)
	}
	var last struct {
		Result struct {
			Text   string
			Values struct{ Steps int }
			Rows   []struct{ Step float64 }
			Arrow  []byte
		}
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil {
		t.Fatal(err)
	}
	r := last.Result
	clitest.WantAll(t, r.Text, "2 steps, all steps are made")
	if r.Values.Steps != 2 || len(r.Rows) != 2 || r.Rows[1].Step != 2 || !strings.HasPrefix(string(r.Arrow), "ARROW1") {
		t.Errorf("result %+v", r)
	}
}

// A recipe stops if the program for which it runs has gone.
func TestRunStopsWithItsReader(t *testing.T) {
	options := `{"out": "` + filepath.Join(t.TempDir(), "run") + `", "games": 16, "updates": 2, "layers": [8], "eval-against": [], "steps": 1000000}`
	out, w := io.Pipe()
	out.Close()
	var errs strings.Builder
	status := program.Execute(context.Background(), []string{"run", "train mc"}, strings.NewReader(options), w, &errs)
	if status != 1 {
		t.Errorf("status %d: %s", status, &errs)
	}
	clitest.WantAll(t, errs.String(), "stopped after")
}

// An error has its kind, by which a program chooses its own type.
func TestRunRefusals(t *testing.T) {
	for _, c := range []struct{ name, options, kind, text string }{
		{"train mv", `{}`, "usage", `did you mean "train mc"`},
		{"train mc", `{"stepz": 1}`, "usage", `did you mean "steps"`},
		{"train mc", `{"out": "x", "steps": 0}`, "usage", "--steps 0: want"},
		{"train mc", `{"out": "x", "from": "none.safetensors"}`, "missing", "none.safetensors: no such file"},
	} {
		_, out, errs := program.Run(t, c.options, "run", c.name)
		var m struct{ Error struct{ Kind, Text string } }
		if err := json.Unmarshal([]byte(out), &m); err != nil || m.Error.Kind != c.kind || !strings.Contains(m.Error.Text, c.text) || !strings.Contains(errs, c.text) {
			t.Errorf("%s %s: %s%s", c.name, c.options, out, errs)
		}
	}
}
