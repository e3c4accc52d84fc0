package main

import (
	"math"
	"slices"
	"testing"

	"rummygym"
	"rummygym/internal/must"
)

// The recorded results of the smallest preset are those of the program now, and every agent of the ladders has a result or is refused.
func TestExactResults(t *testing.T) {
	t.Chdir("../../..")
	p := built(t)
	watch(t)
	var all []recordedExact
	must.Do(t, read(exactPath, &all))
	for _, g := range []*rummygym.GameType{rummygym.Indian, rummygym.Gin} {
		if testing.Short() && g == rummygym.Gin {
			continue // takes five times as long
		}
		i := slices.IndexFunc(all, func(r recordedExact) bool { return r.Game == g.Name && r.Preset == exactPresets[0] })
		if i < 0 {
			t.Fatalf("%s has no results of %s %s", exactPath, g.Name, exactPresets[0])
		}
		want := all[i]
		got := must.Get(p.exactOf(g.Name, want.Preset))(t)
		must.Equal(t, *got.Size, *want.Size, "%s: size", g.Name)
		must.Equal(t, got.Refused, want.Refused, "%s: refused agents", g.Name)
		gotRows, wantRows := slices.Concat(got.Agents, got.Seeded), slices.Concat(want.Agents, want.Seeded)
		must.Equal(t, len(gotRows)+len(got.Refused), len(laddered(g.Name))+1, "%s: agents", g.Name)
		must.Equal(t, len(gotRows), len(wantRows), "%s: rows", g.Name)
		for k, row := range gotRows {
			if row.Agent != wantRows[k].Agent || math.Abs(row.NashConv-wantRows[k].NashConv) > 1e-9 {
				t.Errorf("%s: %s has NashConv %v, and the record %s %v: make exact computes it again", g.Name, row.Agent, row.NashConv, wantRows[k].Agent, wantRows[k].NashConv)
			}
		}
	}
}
