package catalog_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/stat/distuv"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/env/series"
	"rummygym/internal/catalog"
	"rummygym/internal/features/matchvalue"
	"rummygym/internal/must"
)

// played is what became of matches from a score: a row of out/match-values.jsonl.
type played struct {
	Agent     string  `json:"agent"`
	Matches   int     `json:"matches"`
	Own       int     `json:"own"`
	Other     int     `json:"other"`
	Won       int     `json:"won"`
	Predicted float64 `json:"predicted"`
}

// playFrom plays matches between two equal agents from a score.
func playFrom(g game.Game, values *matchvalue.Table, create func() game.Agent, row *played) error {
	table, seats := agents.NewTable(g), []game.Agent{create(), create()}
	var gains []int
	for _, gain := range []int{row.Own, -row.Other} {
		if gain != 0 {
			gains = append(gains, gain)
		}
	}
	for i := range uint64(row.Matches) {
		table.Deal(uint64(100_000_000+1000*row.Own+row.Other), i, seats...)
		s := table.State().(*series.State)
		s.After(gains)
		row.Predicted += values.Win(row.Own, row.Other, s.Starter() == 0) / float64(row.Matches)
		if err := table.Play(nil); err != nil {
			return err
		}
		if s.Outcome().Winner == 0 {
			row.Won++
		}
	}
	return nil
}

// The values of scores predict how often the built-in network wins against itself from there. With -long 4,000 matches from each of 25 scores:
// the rows are kept in out/match-values.jsonl, and those that are there are not played again.
func TestMatchValuesPredict(t *testing.T) {
	scores, matches, tolerance := []int{0, 20, 40, 60, 80}, 4000, .03
	kept := ""
	rules := must.Get(catalog.ParseRules("gin-match", "eaai"))(t)
	create, agent := must.Get2(catalog.OpenAgent(rules, "learned:standard"))(t)
	rows := map[[2]int]played{}
	if *long {
		kept = filepath.Join("out", "match-values.jsonl")
		must.Do(t, os.MkdirAll("out", 0o755))
		old, _ := os.ReadFile(kept)
		for line := range strings.Lines(string(old)) {
			var row played
			if err := json.Unmarshal([]byte(line), &row); err == nil && row.Agent == agent && row.Matches == matches {
				rows[[2]int{row.Own, row.Other}] = row
			}
		}
	} else {
		scores, matches, tolerance = []int{0, 70}, 200, .15 // four standard errors
	}
	var mu sync.Mutex
	var group errgroup.Group
	group.SetLimit(2)
	for _, own := range scores {
		for _, other := range scores {
			if _, ok := rows[[2]int{own, other}]; ok {
				continue
			}
			group.Go(func() error {
				row := played{Agent: agent, Matches: matches, Own: own, Other: other}
				g, err := rules.NewGame()
				if err == nil {
					err = playFrom(g, catalog.MatchValues(rules), create, &row)
				}
				mu.Lock()
				defer mu.Unlock()
				rows[[2]int{own, other}] = row
				if err == nil && kept != "" {
					err = appendRow(kept, &row)
				}
				return err
			})
		}
	}
	must.Do(t, group.Wait())
	square := 0.0
	var table []string
	for _, r := range rows {
		n := float64(r.Matches)
		share := float64(r.Won) / n
		table = append(table, fmt.Sprintf("%3d %3d  predicted %.3f  won %.3f", r.Own, r.Other, r.Predicted, share))
		if math.Abs(share-r.Predicted) > tolerance {
			t.Errorf("from %d against %d points %.3f of the matches are won, predicted were %.3f", r.Own, r.Other, share, r.Predicted)
		}
		square += n * (share - r.Predicted) * (share - r.Predicted) / (r.Predicted * (1 - r.Predicted))
	}
	p := distuv.ChiSquared{K: float64(len(rows))}.Survival(square)
	slices.Sort(table)
	t.Logf("own other\n%s\nchi-square %.1f of %d scores, p %.3f", strings.Join(table, "\n"), square, len(rows), p)
	if p < .01 && *long || p < 1e-4 {
		t.Errorf("chi-square %.1f of %d scores: p %.5f", square, len(rows), p)
	}
}

// appendRow appends a row to a file.
func appendRow(path string, row *played) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if err := json.NewEncoder(f).Encode(row); err != nil {
		return err
	}
	return f.Close()
}
