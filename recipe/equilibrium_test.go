package recipe_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"rummygym/internal/must"
	"rummygym/recipe"
	"rummygym/table"
)

// smallGame are rules of Indian Rummy with 117,760 positions.
const smallGame = `"preset": "paper52", "jokers": 0, "ranks": 4, "suits": 2, "hand-size": 3, "wildcard": "none", "requirement": "one-pure", "max-rounds": 1`

// trained runs train equilibrium with further options.
func trained(t *testing.T, ctx context.Context, more string, host *recipe.Host) (*recipe.EquilibriumResult, error) {
	t.Helper()
	r := recipe.NewEquilibrium()
	list := r.Options()
	must.Do(t, json.Unmarshal([]byte("{"+smallGame+more+"}"), &list))
	res, err := r.Run(ctx, host)
	if res == nil {
		return nil, err
	}
	return res.(*recipe.EquilibriumResult), err
}

// TestEquilibrium trains a table, whole and with a stop and another number of workers, and exploits the agent that plays by it.
func TestEquilibrium(t *testing.T) {
	t.Chdir(t.TempDir())
	var lines bytes.Buffer
	whole := must.Get(trained(t, t.Context(), `, "iterations": 100, "out": "whole.table", "workers": 2`, &recipe.Host{Log: &lines}))(t)
	if whole.Iterations != 100 || whole.NashConv > 1e-2 || whole.NashConv < 0 || !bytes.Contains(lines.Bytes(), []byte("100 of 100 iterations")) {
		t.Errorf("the result is %+v after the lines\n%s", whole, lines.String())
	}
	ctx, stop := context.WithCancel(t.Context())
	_, err := trained(t, ctx, `, "iterations": 100, "out": "parts.table", "workers": 1`, &recipe.Host{Progress: func(p recipe.Progress) {
		if p.Done == 40 {
			stop()
		}
	}})
	var stopped *recipe.StoppedError
	if !errors.As(err, &stopped) || stopped.Resume != "parts.table.checkpoint" || stopped.Done != 40 {
		t.Fatalf("the stopped run gives %v", err)
	}
	parts := must.Get(trained(t, t.Context(), `, "iterations": 100, "out": "parts.table", "resume": "parts.table.checkpoint"`, &recipe.Host{}))(t)
	if a, b := must.Get(os.ReadFile("whole.table"))(t), must.Get(os.ReadFile("parts.table"))(t); !bytes.Equal(a, b) || parts.Value != whole.Value {
		t.Error("the resumed run writes another table")
	}
	_, err = trained(t, t.Context(), `, "iterations": 70, "out": "more.table", "resume": "parts.table.checkpoint"`, &recipe.Host{})
	must.Fail(t, err, "the checkpoint has 100 iterations, more than --iterations 70")
	_, err = trained(t, t.Context(), `, "method": "cfr+", "out": "more.table", "resume": "parts.table.checkpoint"`, &recipe.Host{})
	must.Fail(t, err, "it is of the method pcfr+, and this is cfr+")
	_, err = trained(t, t.Context(), `, "cap": 70, "out": "more.table", "resume": "parts.table.checkpoint"`, &recipe.Host{})
	must.Fail(t, err, "it is of the game indian with the rules")
	_, err = trained(t, t.Context(), `, "out": "more.txt"`, &recipe.Host{})
	must.Fail(t, err, "want a file name that ends in .table")

	res, _, err := run(t, "exploit", `{`+smallGame+`, "agent": ["tabular:whole.table", "random"]}`)
	must.Do(t, err)
	found := res.(*recipe.ExploitResult)
	if e := found.Agents[0]; math.Abs(e.NashConv-whole.NashConv) > 1e-12 || math.Abs(e.Gain-whole.Value) > 1e-12 {
		t.Errorf("the agent of the table is exploited by %+v, and training says %+v", e, whole)
	}
	for _, e := range found.Agents[1:] {
		if e.NashConv < whole.NashConv || e.Best0 < whole.Value-whole.NashConv || e.Best1 < -whole.Value-whole.NashConv {
			t.Errorf("%+v is exploited by less than the equilibrium", e)
		}
	}
	if found.Size.Positions != 117760 || found.Size.Deals != 1120 {
		t.Errorf("the size is %+v", found.Size)
	}
	for _, f := range []table.Format{table.JSON, table.CSV, table.Readable} {
		if text := inFormat(t, found, f); !bytes.Contains([]byte(text), []byte("tabular:whole.table@")) {
			t.Errorf("the agent is missing in\n%s", text)
		}
	}
	res, _, err = run(t, "exploit", `{`+smallGame+`, "agent": ["min-dist", "tabular:whole.table"], "agent-seed": 5, "against": "tabular:whole.table"}`)
	must.Do(t, err)
	against := res.(*recipe.ExploitResult).Agents
	if lost := *against[0].Against; lost > 1e-12 || lost < -against[0].Exploitability-whole.Exploitability {
		t.Errorf("min-dist gains %v against the equilibrium, and %v is its exploitability", lost, against[0].Exploitability)
	}
	if seeded := *against[1].Against; math.Abs(seeded) > whole.Exploitability+1e-12 {
		t.Errorf("the table with a seed gains %v against itself without", seeded)
	}
	_, _, err = run(t, "exploit", `{"agent": ["tabular:whole.table"]}`)
	must.Fail(t, err, "the table is for the rules")
}

// TestExploitRefuses checks what cannot be exploited exactly, and how.
func TestExploitRefuses(t *testing.T) {
	dir := t.TempDir()
	for settings, want := range map[string]string{
		`{"agent": ["tabular:` + filepath.Join(dir, "none.table") + `"]}`: "no such file",
		`{` + smallGame + `, "limit": 1000}`:                              "the game has 1120 deals, and at most 1000 positions are listed",
		`{` + smallGame + `, "estimate": 10, "agent": ["random"]}`:        "--estimate asks no agents",
		`{` + smallGame + `, "against": "random"}`:                        "--against random: want agents that play against it",
		`{"game": "indian", "preset": "club", "seats": 3, "packs": 2}`:    "exact methods are for games of two",
		`{"game": "gin", "episode": "hand"}`:                              "the game has 1.49e+21 deals, and at most 100000000 positions are listed",
		`{"game": "indian", "estimate": 10}`:                              "positions are listed: choose rules with fewer cards",
	} {
		_, _, err := run(t, "exploit", settings)
		if err == nil {
			t.Errorf("%s is not refused", settings)
			continue
		}
		must.Fail(t, err, want)
	}
	res, _, err := run(t, "exploit", `{`+smallGame+`, "estimate": 2000}`)
	must.Do(t, err)
	if e := res.(*recipe.ExploitResult).Estimated; e.Deals != 1120 || e.SE <= 0 || e.Positions < 117760-5*e.SE || e.Positions > 117760+5*e.SE {
		t.Errorf("the estimate is %+v, and there are 117760 positions", e)
	}
}
