package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"rummygym/internal/agents/search"
	"rummygym/internal/catalog"
	"rummygym/internal/table"
	"rummygym/internal/train/equilibrium"
)

// exactPath is the file of the exact results of docs/exact.md.
const exactPath = "cmd/rummygym/testdata/exact.json"

// exactPresets are the presets of both games that docs/exact.md has results of.
var exactPresets = []string{"tiny", "small"}

// recordedExact is what the built-in agents lose in one small game.
type recordedExact struct {
	Game        string              `json:"game"`
	Preset      string              `json:"preset"`
	Date        string              `json:"date"`
	Commands    []string            `json:"commands"`
	Size        *equilibrium.Counts `json:"size"`
	Equilibrium *exactTable         `json:"equilibrium"`
	Agents      []exactRow          `json:"agents"`
	Seeded      []exactRow          `json:"seeded"`  // of agents that do not report probabilities, with --agent-seed
	Refused     []string            `json:"refused"` // agents that do not play with these rules
}

// exactTable is what train equilibrium prints of its table.
type exactTable struct {
	Out        string  `json:"out"`
	Iterations int     `json:"iterations"`
	NashConv   float64 `json:"nashconv"`
	Value      float64 `json:"value"`
}

// exactRow is what exploit prints of an agent.
type exactRow struct {
	Agent          string  `json:"agent"`
	NashConv       float64 `json:"nashconv"`
	Exploitability float64 `json:"exploitability"`
	Share          float64 `json:"share"`
	Against        float64 `json:"against"`
}

// computeExact computes what the agents of the ladders lose in the small games, and records it.
func (p program) computeExact() error {
	var all []recordedExact
	for _, g := range []*catalog.GameType{catalog.Indian, catalog.Gin} {
		for _, preset := range exactPresets {
			r, err := p.exactOf(g.Name, preset)
			if err != nil {
				return err
			}
			all = append(all, r)
		}
	}
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(exactPath, append(text, '\n'), 0o644)
}

func (p program) exactOf(game, preset string) (r recordedExact, err error) {
	r = recordedExact{Game: game, Preset: preset, Date: time.Now().UTC().Format(time.DateOnly)}
	rules := []string{"--game", game, "--preset", preset}
	file := filepath.Join(filepath.Dir(string(p)), preset+".table")
	run := func(to any, args ...string) error {
		out, err := p.run(append(args, "--format", "json")...)
		if err == nil {
			r.Commands = append(r.Commands, "rummygym "+strings.ReplaceAll(strings.Join(args, " "), file, filepath.Base(file)))
			err = json.Unmarshal([]byte(out), to)
		}
		return err
	}
	if err := run(&r.Equilibrium, append([]string{"train", "equilibrium", "--iterations", "1000", "--until", "1e-6", "--report", "50", "--overwrite", "--out", file}, rules...)...); err != nil {
		return r, err
	}
	r.Equilibrium.Out = filepath.Base(file)
	exploit := append([]string{"exploit", "--against", "tabular:" + file}, rules...)
	agents := laddered(game)
	for _, agent := range agents { // who plays is asked in the smallest game
		if _, err := p.run("exploit", "--game", game, "--preset", exactPresets[0], agent); err != nil {
			r.Refused = append(r.Refused, agent)
		}
	}
	agents = slices.DeleteFunc(agents, func(agent string) bool { return slices.Contains(r.Refused, agent) })
	var plain, seeded struct {
		Size   *equilibrium.Counts
		Agents []exactRow
	}
	if err := run(&plain, append(exploit, agents...)...); err != nil {
		return r, err
	}
	err = run(&seeded, append(exploit, "--agent-seed", "1", search.Name)...)
	r.Size, r.Agents, r.Seeded = plain.Size, plain.Agents, seeded.Agents
	return r, err
}

// exact returns the sizes of the small games of g and what agents lose in them.
func exact(g *catalog.GameType) func() (string, error) {
	return func() (string, error) {
		var all []recordedExact
		if err := read(exactPath, &all); err != nil {
			return "", err
		}
		all = slices.DeleteFunc(all, func(r recordedExact) bool { return r.Game != g.Name })
		var b strings.Builder
		b.WriteString("| preset | positions | information sets | stake | value of seat 0 | NashConv of the table | iterations |\n|---|---:|---:|---:|---:|---:|---:|\n")
		head, line := "| agent |", "|---|"
		cells := map[string]string{}
		var order []exactRow
		for _, r := range all {
			n := func(v int64) string { return table.Thousands(float64(v)) }
			fmt.Fprintf(&b, "| `%s` | %s | %s and %s | %d | %+.6f | %.1e | %d |\n", r.Preset, n(r.Size.Positions), n(r.Size.Sets[0]), n(r.Size.Sets[1]),
				r.Size.Stake, r.Equilibrium.Value, r.Equilibrium.NashConv, r.Equilibrium.Iterations)
			head += fmt.Sprintf(" `%s`: NashConv | loses | of stake | against the table |", r.Preset)
			line += "---:|---:|---:|---:|"
			order = slices.Concat(r.Agents, r.Seeded)
			for _, e := range order {
				cells[e.Agent] += fmt.Sprintf(" %.6f | %.3f | %.1f %% | %+.3f |", e.NashConv, e.Exploitability, 100*e.Share, e.Against)
			}
		}
		slices.SortStableFunc(order, func(x, y exactRow) int { return cmp.Compare(x.NashConv, y.NashConv) })
		fmt.Fprintf(&b, "\n%s\n%s\n", head, line)
		last := all[len(all)-1]
		for _, e := range order {
			name := "`" + e.Agent + "`"
			if slices.Contains(last.Seeded, e) {
				name += ", seed 1"
			}
			fmt.Fprintf(&b, "| %s |%s\n", name, cells[e.Agent])
		}
		fmt.Fprintf(&b, "\nThe tables leave out these networks, which need the full pack: `%s`. `make exact` computed them on %s.\n", strings.Join(last.Refused, "`, `"), last.Date)
		return b.String(), nil
	}
}
