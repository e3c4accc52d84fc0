package main

import (
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rummygym/internal/agents/learned"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
	"rummygym/internal/recipe"
)

// The recorded results of the smallest preset are those of the program now, and every agent of the ladders has a result or is refused.
func TestExactResults(t *testing.T) {
	t.Chdir("../../..")
	p := built(t)
	watch(t)
	var all []recordedExact
	must.Do(t, read(exactPath, &all))
	for _, g := range []*catalog.GameType{catalog.Indian, catalog.Gin} {
		if testing.Short() && g == catalog.Gin {
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

// Each measured gain in full games names the network that lost and the command that made its opponent, whose options there are. The
// bound is the lower end of the interval of the gain. The network that is called the one of now is built in.
func TestMeasuredGains(t *testing.T) {
	page := string(must.Get(os.ReadFile("../../../docs/exact.md"))(t))
	_, section, _ := strings.Cut(page, "\n## Full games\n")
	section, _, _ = strings.Cut(section, "\n## ")
	today := must.Get(learned.Open(catalog.Gin.Network(2), must.Get(learned.Parse("learned:standard"))(t)))(t).Name()
	agent := regexp.MustCompile("^`([a-z-]+|learned:standard@[0-9a-f]{12})`(, built in (at version [0-9a-f]{8}|now))?$")
	gain := regexp.MustCompile(`^(−?[0-9.]+) ± ([0-9.]+)( in [0-9,]+ hands)?$`)
	rows := 0
	for _, line := range strings.Split(section, "\n") {
		cells := strings.Split(strings.Trim(line, "|"), "|")
		if len(cells) != 5 || strings.HasPrefix(line, "| agent") || strings.HasPrefix(line, "|---") {
			continue
		}
		rows++
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		named, measured := agent.FindStringSubmatch(cells[0]), gain.FindStringSubmatch(cells[3])
		if named == nil || measured == nil {
			t.Errorf("row %d: agent %q, gain %q: want a name with the digest of its network, and a mean with its interval", rows, cells[0], cells[3])
			continue
		}
		if named[3] == "now" && named[1] != today {
			t.Errorf("row %d: the network of now is %s, and the built-in one is %s: measure again, or name the version", rows, named[1], today)
		}
		mean := must.Get(strconv.ParseFloat(strings.Replace(measured[1], "−", "-", 1), 64))(t)
		bound := "no bound"
		if low := mean - must.Get(strconv.ParseFloat(measured[2], 64))(t); low > 0 {
			bound = strconv.FormatFloat(low, 'f', 1, 64)
		}
		if cells[4] != bound {
			t.Errorf("row %d: %s loses at least %q, want %q from a gain of %s", rows, cells[0], cells[4], bound, cells[3])
		}
		made, _, _ := strings.Cut(strings.TrimPrefix(cells[2], "`"), "`")
		name, flags, _ := strings.Cut(made, " --")
		if strings.HasSuffix(cells[2], "a command of that version") && strings.HasPrefix(named[3], "at version") {
			continue // which may be gone
		}
		r, err := recipe.New(name)
		if err != nil || flags == "" {
			t.Errorf("row %d: %q: %v, want a recipe with options", rows, cells[2], err)
			continue
		}
		for _, flag := range strings.Split(flags, " --") {
			option, _, _ := strings.Cut(flag, " ")
			if r.Options().Find(option) == nil {
				t.Errorf("row %d: %s has no option %s", rows, name, option)
			}
		}
	}
	if rows < 3 {
		t.Errorf("%d rows: this test has seen nothing", rows)
	}
}
