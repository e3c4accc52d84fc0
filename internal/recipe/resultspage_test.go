package recipe_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/env/record"
	"rummygym/internal/must"
	"rummygym/internal/recipe"
	"rummygym/internal/web"
)

// The page of a tournament has the costliest game of each two agents, whatever the number of workers, and ratings in
// the order of a ladder.
func TestResultsPage(t *testing.T) {
	const line = "tournament game=gin agents=simple,random,stubborn games=20 resamples=50 html="
	path := filepath.Join(t.TempDir(), "page.html")
	res := found[*recipe.TournamentResult](t, line+path+" workers=3")
	page := must.Get(os.ReadFile(path))(t)
	var data struct {
		Agents []web.ResultsAgent
		Games  []struct {
			Agents [2]int
			Points int
			Record struct {
				Seats  []string
				Events []record.Event
			}
		}
	}
	must.Do(t, json.Unmarshal(must.Get(web.Data(page))(t), &data))
	if len(data.Agents) != 3 || data.Agents[2].Name != "random" || data.Agents[0].Elo <= data.Agents[1].Elo || len(data.Games) != 3 {
		t.Fatalf("agents %+v, %d games", data.Agents, len(data.Games))
	}
	for _, g := range data.Games {
		a, b := data.Agents[g.Agents[0]].Name, data.Agents[g.Agents[1]].Name
		most := int16(0)
		for l, lineup := range res.Lineups {
			if names := res.Agents[lineup[0]] + " " + res.Agents[lineup[1]]; names == a+" "+b || names == b+" "+a {
				for _, r := range res.Records[l] {
					most = max(most, r.Gains[0], r.Gains[1])
				}
			}
		}
		end := g.Record.Events[len(g.Record.Events)-1]
		if int(most) != g.Points || end.Type != record.End || max(end.Gains[0], end.Gains[1]) != g.Points || len(g.Record.Seats) != 2 {
			t.Errorf("%s – %s: the game costs %d and ends with %+v, want %d", a, b, g.Points, end, most)
		}
	}
	other := filepath.Join(t.TempDir(), "page.html")
	found[*recipe.TournamentResult](t, line+other+" workers=1")
	must.Equal(t, string(must.Get(os.ReadFile(other))(t)), string(page), "the page of one worker")

	found[*recipe.LadderResult](t, strings.Replace(line, "tournament", "ladder", 1)+path+" overwrite=true")
	if again := must.Get(os.ReadFile(path))(t); string(again) == string(page) {
		t.Error("the ladder, whose deals are others, has the same page")
	}
	for line, want := range map[string]string{
		line + path: "already exists",
		"tournament agents=random,min-dist seats=3 games=1 html=" + filepath.Join(t.TempDir(), "x"): "--html: 2 agents at 3 seats",
		"tournament agents=random games=1 html=" + filepath.Join(t.TempDir(), "x"):                  "--html: 1 agent",
		"ladder html=" + filepath.Join(t.TempDir(), "no", "x"):                                      "--html: ",
	} {
		if _, err := runLine(t, line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", line, err, want)
		}
	}
}
