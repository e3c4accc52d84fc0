package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"rummygym"
	"rummygym/agents/learned"
)

// boundsFolder has the results of exploit bound that docs/exact.md reports: those of the full games, which "make bounds" makes, and in the folder
// small those of games whose exact values are known.
const boundsFolder = "cmd/rummygym/testdata/bounds"

// recordedBound is what the JSON of exploit bound has, with the exact value beside it if that is known.
type recordedBound struct {
	game string // by the name of the file, GAME-AGENT.json

	Rules, Agent string
	Confidence   float64
	Bound        recordedAnswer
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

// readBounds returns the results in a folder of [boundsFolder].
func readBounds(folder string) (all []recordedBound, err error) {
	names, err := filepath.Glob(filepath.Join(boundsFolder, folder, "*.json"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		var b recordedBound
		if err := read(name, &b); err != nil {
			return nil, err
		}
		b.game, _, _ = strings.Cut(filepath.Base(name), "-")
		all = append(all, b)
	}
	slices.SortStableFunc(all, func(x, y recordedBound) int {
		return cmp.Or(strings.Compare(x.game, y.game), cmp.Compare(x.Bound.Gain, y.Bound.Gain))
	})
	return all, nil
}

// bounds returns the table of the results in a folder of [boundsFolder].
func bounds(folder string) func() (string, error) {
	return func() (string, error) {
		all, err := readBounds(folder)
		if err != nil || len(all) == 0 {
			return "No results are recorded yet.\n", err
		}
		var b strings.Builder
		exact := folder != ""
		b.WriteString("| game | rules | agent | loses at least | interval | responder | games of each candidate | games |")
		if exact {
			b.WriteString(" exact | share |")
		}
		b.WriteString("\n|---|---|---|---:|---:|---|---:|---:|" + strings.Repeat("---:|", map[bool]int{true: 2}[exact]) + "\n")
		for _, r := range all {
			chosen := 0
			if len(r.Candidates) > 0 {
				chosen = r.Candidates[0].Games
			}
			fmt.Fprintf(&b, "| %s | %s | `%s` | %.3f | %.3f to %.3f | `%s` | %d | %d |", r.game, r.Rules, r.Agent, r.Bound.Gain, r.Bound.Low, r.Bound.High, r.Bound.Responder, chosen, r.Bound.Games)
			if exact {
				fmt.Fprintf(&b, " %.3f | %.0f %% |", r.Exact, 100*r.Bound.Gain/r.Exact)
			}
			b.WriteByte('\n')
		}
		return b.String(), nil
	}
}

// boundOf returns the recorded bound of an agent in the full game, nil without one.
func boundOf(game, agent string) (*recordedBound, error) {
	all, err := readBounds("")
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(all, func(b recordedBound) bool { return b.game == game && b.Agent == agent }); i >= 0 {
		return &all[i], nil
	}
	return nil, nil
}

// least returns what an agent loses at least, for the ladder: a bound whose interval reaches 0 says nothing.
func (b *recordedBound) least() string {
	switch {
	case b == nil:
		return ""
	case b.Bound.Low <= 0:
		return "0"
	}
	return fmt.Sprintf("%.2f (%.2f … %.2f)", b.Bound.Gain, b.Bound.Low, b.Bound.High)
}

// boundOfNetwork returns the sentences about the bound of the built-in network in its model card.
func boundOfNetwork(g *rummygym.GameType) func() (string, error) {
	return func() (string, error) {
		_, agent, err := rummygym.OpenAgent(g.Defaults(), learned.Name+":"+learned.Standard)
		if err != nil {
			return "", err
		}
		b, err := boundOf(g.Name, agent)
		switch {
		case err != nil:
			return "", err
		case b == nil:
			return "No bound is recorded.\n", nil
		}
		found := fmt.Sprintf("`%s`, gains %.2f points per game against it (%g %% interval %.2f to %.2f, %d games)", b.Bound.Responder, b.Bound.Gain, 100*b.Confidence, b.Bound.Low, b.Bound.High, b.Bound.Games)
		if b.Bound.Low <= 0 {
			return fmt.Sprintf("No responder was found that gains points against the network. The best of %d candidates, %s ([how](../../docs/exact.md#full-games)).\nThis does not prove that no such responder exists.\n", len(b.Candidates), found), nil
		}
		return fmt.Sprintf("The network loses at least this much to a best response: the best candidate, %s ([how](../../docs/exact.md#full-games)).\n", found), nil
	}
}
