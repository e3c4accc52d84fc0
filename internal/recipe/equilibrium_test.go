package recipe_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"rummygym/internal/must"
	"rummygym/internal/recipe"
	"rummygym/internal/table"
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
		`{` + smallGame + `, "estimate": 10, "agent": ["random"]}`:        "--estimate uses no agents",
		`{` + smallGame + `, "against": "random"}`:                        "--against random: want agents that play against it",
		`{` + smallGame + `, "best-response": "x.table"}`:                 "want an agent to respond to",
		`{"agent": ["random"], "best-response": "x"}`:                     "want a file name that ends in .table",
		`{"agent": ["mix:{0:random}"]}`:                                   "all weights are 0",
		`{"agent": ["mix:{-1:random}"]}`:                                  "a weight of at least 0",
		`{"game": "indian", "preset": "club", "seats": 3, "packs": 2}`:    "exact methods are for games of two",
		`{"game": "gin"}`:                            "the game has 1.49e+21 deals, and at most 100000000 positions are listed",
		`{"game": "indian-match", "estimate": 10}`:   "a match has no finite tree of one deal: want --game indian, not --game indian-match",
		`{"game": "gin-match", "agent": ["simple"]}`: "want --game gin",
		`{"game": "indian", "estimate": 10}`:         "positions are listed: choose rules with fewer cards",
	} {
		_, _, err := run(t, "exploit", settings)
		if err == nil {
			t.Errorf("%s is not refused", settings)
			continue
		}
		must.Fail(t, err, want)
	}
	_, _, err := run(t, "train equilibrium", `{"game": "gin-match", "out": "`+filepath.Join(dir, "x.table")+`"}`)
	must.Fail(t, err, "want --game gin, not --game gin-match")
	res, _, err := run(t, "exploit", `{`+smallGame+`, "estimate": 2000}`)
	must.Do(t, err)
	if e := res.(*recipe.ExploitResult).Estimated; e.Deals != 1120 || e.SE <= 0 || e.Positions < 117760-5*e.SE || e.Positions > 117760+5*e.SE {
		t.Errorf("the estimate is %+v, and there are 117760 positions", e)
	}
}

// TestMixtures checks that a best response gains what exploit says, from an agent and from a mixture.
func TestMixtures(t *testing.T) {
	t.Chdir(t.TempDir())
	exploit := func(settings string) []recipe.Exploited {
		t.Helper()
		res, _, err := run(t, "exploit", `{`+smallGame+`, `+settings+`}`)
		must.Do(t, err)
		return res.(*recipe.ExploitResult).Agents
	}
	near := func(got, want float64, what string) {
		t.Helper()
		if math.Abs(got-want) > 1e-6 { // tables have 32 bits
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	rows := exploit(`"agent": ["min-dist", "random", "mix:{min-dist,3:random}"], "best-response": "mixed.table"`)
	mixture := rows[2]
	exploit(`"agent": ["min-dist"], "best-response": "one.table"`)
	against := exploit(`"agent": ["min-dist", "random"], "against": "tabular:mixed.table"`)
	near(-(*against[0].Against+3**against[1].Against)/4, mixture.Exploitability, "the gain of the best response to the mixture")
	near(-*exploit(`"agent": ["min-dist"], "against": "tabular:one.table"`)[0].Against, rows[0].Exploitability, "the gain of the best response")
	near(exploit(`"agent": ["mix:{2:min-dist,0:random}"]`)[0].NashConv, rows[0].NashConv, "NashConv of a mixture of one agent")
	if mixture.NashConv >= rows[1].NashConv || mixture.NashConv > (rows[0].NashConv+3*rows[1].NashConv)/4+1e-9 {
		t.Errorf("the mixture loses %v, and its agents %v and %v", mixture.NashConv, rows[0].NashConv, rows[1].NashConv)
	}
}

// TestExactEvaluation compares the column nashconv of trainings with exploit.
func TestExactEvaluation(t *testing.T) {
	t.Chdir(t.TempDir())
	const toy = `"game": "gin", "preset": "tiny"`
	for command, settings := range map[string]string{
		"train ppo": `"tables": 8, "horizon": 8, "fields": "own-cards,pile"`,
		"train mc":  `"games": 16, "updates": 2`,
	} {
		out := command[len("train "):]
		_, _, err := run(t, command, `{`+toy+`, `+settings+`, "out": "`+out+`", "steps": 2, "row": 1, "layers": [4], "opponents": "self", "eval-against": [], "eval-exact": true, "eval-every": 2}`)
		must.Do(t, err)
		metrics := must.Get(csv.NewReader(bytes.NewReader(must.Get(os.ReadFile(filepath.Join(out, "metrics.csv")))(t))).ReadAll())(t)
		at := slices.Index(metrics[0], "nashconv")
		if at < 0 || len(metrics) != 3 || metrics[1][at] != "" {
			t.Fatalf("%s: metrics %v", command, metrics)
		}
		res, _, err := run(t, "exploit", `{`+toy+`, "agent": ["learned:`+out+`/last.safetensors"]}`)
		must.Do(t, err)
		if got, want := metrics[2][at], fmt.Sprint(res.(*recipe.ExploitResult).Agents[0].NashConv); got != want {
			t.Errorf("%s: nashconv %s, and exploit says %s", command, got, want)
		}
	}
	_, _, err := run(t, "train ppo", `{"out": "x", "eval-exact": true, "preset": "club", "seats": 4}`)
	must.Fail(t, err, "--eval-exact: ", "two")
}
