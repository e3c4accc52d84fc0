package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"rummygym/internal/builtin"
	"rummygym/internal/must"
	"rummygym/internal/web/engine"
)

var long = flag.Bool("long", false, "play 200 games of each kind in WebAssembly")

// built returns the engine, made once.
var built = sync.OnceValues(func() ([]byte, error) { return buildEngine("rummygym-wasm") })

// node returns the path of Node, which runs the engine.
func node(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		missing := "node is missing: apt-get install --yes --no-install-recommends nodejs"
		if os.Getenv("CI") != "" {
			t.Fatal(missing)
		}
		t.Skip(missing)
	}
	return path
}

// ask runs the engine in Node and returns its answers.
func ask(t *testing.T, program []byte, requests []string) []string {
	t.Helper()
	engine := filepath.Join(t.TempDir(), "engine.wasm")
	must.Do(t, os.WriteFile(engine, program, 0o644))
	root := must.Get(goRoot())(t)
	arguments := []string{"testdata/run.js", filepath.Join(root, wasmExec), engine}
	for _, w := range builtin.Files {
		arguments = append(arguments, w.Name+"="+filepath.Join("..", "..", w.Path))
	}
	cmd := exec.Command(node(t), arguments...)
	cmd.Stdin = strings.NewReader(strings.Join(requests, "\n"))
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, problems.Bytes())
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// do returns the last answer of an engine to a request.
func do(e *engine.Engine, request string) (answer string) {
	e.Do(context.Background(), []byte(request), func(a []byte) { answer = string(a) })
	return answer
}

// The WebAssembly engine and the native one give the same answers, so the same records.
func TestSameGames(t *testing.T) {
	program := must.Get(built())(t)
	fewRounds, earlyKnock := " max-rounds=3", " knock-limit=60" // searches take long
	if *long {
		fewRounds, earlyKnock = "", ""
	}
	for _, c := range []struct {
		name, table string
		games       int
		long        int  // number of games with -long
		review      bool // of the last game too
	}{
		{"indian", `"game":"indian","agents":["min-dist-opp","min-dist-outs"]`, 4, 200, false},
		{"indian-four", `"game":"indian","rules":"club seats=4","agents":["min-dist","random","min-score","defeat-seeking"]`, 2, 200, false},
		{"gin-hand", `"game":"gin","rules":"openspiel","agents":["sigra","fitness"]`, 4, 200, true},
		{"gin-match", `"game":"gin-match","rules":"classic target=25","agents":["simple","medium"]`, 2, 200, false},
		{"learned", `"game":"indian","agents":["learned:standard","learned:standard:head=win"]`, 1, 200, true},
		{"learned-gin", `"game":"gin-match","rules":"eaai target=30","agents":["learned:standard","learned:standard:head=win"]`, 1, 200, false},
		{"learned-four", `"game":"indian","rules":"club seats=4","agents":["learned:standard"]`, 1, 50, false},
		{"data-driven", `"game":"gin","rules":"eaai","agents":["data-driven","independent-heuristics"]`, 2, 200, false},
		{"pool", `"game":"indian-match","rules":"pool-101 seats=4","agents":["pool","min-dist","learned:standard","pool"]`, 1, 20, false},
		{"deals", `"game":"indian-match","rules":"deals","agents":["pool","min-score"]`, 1, 20, false},
		{"hollywood", `"game":"gin-match","rules":"hollywood","agents":["fitness","learned:standard"]`, 1, 20, false},
		{"search", `"game":"indian","rules":"paper` + fewRounds + `","agents":["search","random"]`, 1, 4, false},
		{"gin-search", `"game":"gin","rules":"openspiel` + earlyKnock + `","agents":["search","random"]`, 1, 4, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && !slices.Contains([]string{"indian-four", "gin-hand", "learned-four", "gin-match", "hollywood", "gin-search"}, c.name) {
				t.Skip("the short form plays each game, each kind of agent and a search once")
			}
			t.Parallel()
			games := c.games
			if *long {
				games = c.long
			}
			requests := []string{`{"do":"new","watch":true,"seed":"12",` + c.table + `}`}
			for i := range games {
				if i > 0 {
					requests = append(requests, `{"do":"next"}`)
				}
				requests = append(requests, `{"do":"advance","moves":1000000}`)
			}
			requests = append(requests, `{"do":"records"}`)
			native := engine.New(engine.Config{})
			defer native.Close()
			var want []string
			for _, r := range requests {
				want = append(want, do(native, r))
			}
			var records engine.Answer
			must.Do(t, json.Unmarshal([]byte(want[len(want)-1]), &records))
			if c.review {
				quoted := must.Get(json.Marshal(records.Records))(t)
				requests = append(requests, fmt.Sprintf(`{"do":"review","rollouts":100,"seats":[1],"records":%s}`, quoted))
				want = append(want, do(native, requests[len(requests)-1]))
			}
			answers := ask(t, program, requests)
			if len(answers) != len(requests) {
				t.Fatalf("%d answers to %d requests: %.300q", len(answers), len(requests), answers)
			}
			for i := range requests {
				if answers[i] != want[i] {
					t.Fatalf("request %d: the answers differ:\n%.2000s\nwant\n%.2000s", i+1, answers[i], want[i])
				}
			}
			if n := strings.Count(records.Records, `{"type":"game"`); n != games || records.Error != "" {
				t.Fatalf("the records hold %d games, want %d; error %q", n, games, records.Error)
			}
			if c.review && !strings.Contains(answers[len(answers)-1], `"review":{`) {
				t.Fatalf("there is no review: %.300q", answers[len(answers)-1])
			}
			t.Logf("%d games, SHA-256 of the records %s", games, fmt.Sprintf("%x", sha256.Sum256([]byte(records.Records))))
		})
	}
}
