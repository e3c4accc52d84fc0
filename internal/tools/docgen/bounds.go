package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// boundsFolder has the results of exploit bound that docs/exact.md reports: those of the full games, which "make bounds" makes, and in the folder
// small those of games whose exact values are known.
const boundsFolder = "cmd/rummygym/testdata/bounds"

// recordedBound is what the JSON of exploit bound has, with the exact value beside it if that is known.
type recordedBound struct {
	Rules, Agent string
	Bound        recordedAnswer
	Rollouts     int
	Candidates   []recordedAnswer
	Exact        float64
}

// recordedAnswer is what a responder gains.
type recordedAnswer struct {
	Responder string
	Games     int
	Gain      float64
	Low       float64 `json:"gain_low"`
	High      float64 `json:"gain_high"`
}

// bounds returns the table of the results in a folder of [boundsFolder].
func bounds(folder string) func() (string, error) {
	return func() (string, error) {
		names, err := filepath.Glob(filepath.Join(boundsFolder, folder, "*.json"))
		if err != nil {
			return "", err
		}
		var all []recordedBound
		for _, name := range names {
			var b recordedBound
			if err := read(name, &b); err != nil {
				return "", err
			}
			all = append(all, b)
		}
		if len(all) == 0 {
			return "No results are recorded yet.\n", nil
		}
		slices.SortStableFunc(all, func(x, y recordedBound) int {
			return cmp.Or(strings.Compare(x.Rules, y.Rules), cmp.Compare(x.Bound.Gain, y.Bound.Gain))
		})
		var b strings.Builder
		exact := folder != ""
		b.WriteString("| rules | agent | loses at least | interval | responder | roll-outs | games of each candidate | games |")
		if exact {
			b.WriteString(" exact | share |")
		}
		b.WriteString("\n|---|---|---:|---:|---|---:|---:|---:|" + strings.Repeat("---:|", map[bool]int{true: 2}[exact]) + "\n")
		for _, r := range all {
			chosen := 0
			if len(r.Candidates) > 0 {
				chosen = r.Candidates[0].Games
			}
			fmt.Fprintf(&b, "| %s | `%s` | %.3f | %.3f to %.3f | `%s` | %d | %d | %d |", r.Rules, r.Agent, r.Bound.Gain, r.Bound.Low, r.Bound.High, r.Bound.Responder, r.Rollouts, chosen, r.Bound.Games)
			if exact {
				fmt.Fprintf(&b, " %.3f | %.0f %% |", r.Exact, 100*r.Bound.Gain/r.Exact)
			}
			b.WriteByte('\n')
		}
		return b.String(), nil
	}
}
