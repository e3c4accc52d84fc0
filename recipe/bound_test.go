package recipe_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rummygym/internal/must"
	"rummygym/recipe"
	"rummygym/table"
)

// toyBound are settings of a bound of a game of Gin Rummy that takes a second.
const toyBound = `"game": "gin", "preset": "tiny", "agent": "simple", "rollouts": 60, "workers": 2`

// TestBoundOfExact compares the bound of an agent with what it loses exactly: it is not higher, and not much lower. The best of two candidates is
// the responder.
func TestBoundOfExact(t *testing.T) {
	res, _, err := run(t, "exploit bound", `{`+toyBound+`, "playouts": ["random", "fitness"], "games": 1600, "select-games": 300}`)
	must.Do(t, err)
	b := res.(*recipe.BoundResult)
	res, _, err = run(t, "exploit", `{"game": "gin", "preset": "tiny", "agent": ["simple"]}`)
	must.Do(t, err)
	exact := res.(*recipe.ExploitResult).Agents[0].Exploitability
	if b.Gain > exact+4*b.SE || b.Gain < 0.9*exact-2*b.SE || b.Low > b.Gain || b.High < b.Gain || b.Games != 1600 {
		t.Errorf("the bound is %+v, and the agent loses %v", b.Answer, exact)
	}
	best := slices.MaxFunc(b.Candidates, func(x, y recipe.Answer) int { return cmp.Compare(x.Gain, y.Gain) })
	if len(b.Candidates) != 4 || b.Responder != best.Responder || !strings.Contains(b.Responder, "playout=fitness") {
		t.Errorf("of the candidates %+v the responder is %s", b.Candidates, b.Responder)
	}
	for _, f := range []table.Format{table.JSON, table.CSV, table.Readable} {
		if text := inFormat(t, b, f); !strings.Contains(text, b.Responder) || !strings.Contains(text, "simple") {
			t.Errorf("the responder or the agent is missing in\n%s", text)
		}
	}
}

// TestBoundByTree answers an agent that is best answered by a plan: a winning hand that waits, because the opponent has had no turn. A search with a tree
// finds it.
func TestBoundByTree(t *testing.T) {
	const game = `"game": "indian", "preset": "tiny", "agent": "min-dist"`
	res, _, err := run(t, "exploit", `{`+strings.Replace(game, `"min-dist"`, `["min-dist"]`, 1)+`}`)
	must.Do(t, err)
	exact := res.(*recipe.ExploitResult).Agents[0].Exploitability
	res, _, err = run(t, "exploit bound", `{`+game+`, "playouts": ["min-dist"], "search": "slack=13:drop=on:tree=on", "rollouts": 2000, "games": 1000}`)
	must.Do(t, err)
	if b := res.(*recipe.BoundResult); b.Gain > exact+4*b.SE || b.Gain < 0.95*exact-2*b.SE {
		t.Errorf("the bound is %+v, and the agent loses %v", b.Answer, exact)
	}
}

// TestBoundIsResumed stops a run with a training at several places and goes on: the result is that of a run without a stop.
func TestBoundIsResumed(t *testing.T) {
	dir := t.TempDir()
	settings := func(out string) string {
		return fmt.Sprintf(`{%s, "out": %q, "games": 60, "select-games": 20, "train": ["steps=2", "games=20", "updates=2", "batch=16", "layers=8", "eval-every=1", "row=1", "eval-games=20"]}`,
			toyBound, filepath.Join(dir, out))
	}
	whole, _, err := run(t, "exploit bound", settings("whole"))
	must.Do(t, err)
	if r := whole.(*recipe.BoundResult); len(r.Curve) != 2 || r.Curve[1].Step != 2 || len(r.Candidates) < 3 {
		t.Errorf("the result is %+v", r)
	}
	for _, unit := range []string{"steps", "games", "none"} {
		r := recipe.NewBound()
		list := r.Options()
		must.Do(t, json.Unmarshal([]byte(settings("parts")), &list))
		ctx, stop := context.WithCancel(t.Context())
		_, err := r.Run(ctx, &recipe.Host{Progress: func(p recipe.Progress) {
			if p.Unit == unit && p.Done > 0 {
				stop()
			}
		}})
		stop()
		var stopped *recipe.StoppedError
		if unit != "none" && (!errors.As(err, &stopped) || stopped.Parts != filepath.Join(dir, "parts")) {
			t.Errorf("the run stopped at %s gives %v", unit, err)
		}
		if unit == "none" {
			must.Do(t, err)
		}
	}
	parts, _, err := run(t, "exploit bound", settings("parts"))
	must.Do(t, err)
	a, b := inFormat(t, whole, table.JSON), inFormat(t, parts, table.JSON)
	must.Equal(t, strings.ReplaceAll(b, "parts", "whole"), a, "the result of the run that was stopped")
}

// TestBoundParts plays a responder in parts, and merges them.
func TestBoundParts(t *testing.T) {
	t.Chdir(t.TempDir())
	const one = toyBound + `, "responder": ["fitness"], "games": 200`
	whole, _, err := run(t, "exploit bound", `{`+one+`}`)
	must.Do(t, err)
	for _, part := range []string{"1", "2"} {
		_, _, err := run(t, "exploit bound", `{`+one+`, "part": "`+part+`/2", "checkpoint": "`+part+`.arrow"}`)
		must.Do(t, err)
	}
	merged, _, err := run(t, "exploit bound", `{`+one+`, "merge": ["1.arrow", "2.arrow"]}`)
	must.Do(t, err)
	must.Equal(t, inFormat(t, merged, table.JSON), inFormat(t, whole, table.JSON), "the result of the parts")
}

// TestBoundRefuses checks what is refused, and how.
func TestBoundRefuses(t *testing.T) {
	for settings, want := range map[string]string{
		`"seed": 900001`:                         "the bound needs other deals",
		`"games": 3`:                             "want even numbers",
		`"train": ["steps=1"]`:                   "want the folder of the network in --out",
		`"part": "1/2", "checkpoint": "x.arrow"`: "0 responders: want one",
		`"out": "` + t.TempDir() + `", "train": ["opponents=random"]`: "--train opponents=random: want an option of train mc",
		`"out": "` + t.TempDir() + `", "train": ["preset=small"]`:     "--train preset=small: want an option of train mc",
		`"out": "` + t.TempDir() + `", "train": ["steps=many"]`:       "--train steps=many",
		`"out": "` + t.TempDir() + `", "checkpoint": "x.arrow"`:       "--out has the files of games too",
		`"responder": ["nobody"]`:                                     "nobody",
	} {
		_, _, err := run(t, "exploit bound", `{`+toyBound+`, `+settings+`}`)
		if err == nil {
			t.Errorf("%s is not refused", settings)
			continue
		}
		must.Fail(t, err, want)
	}
}
