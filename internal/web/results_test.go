package web

import (
	"encoding/json"
	"testing"

	"rummygym/internal/must"
)

// The page of results has the records of its games, and refuses one that makes no table.
func TestResults(t *testing.T) {
	half := .5
	r := &Results{Title: "Gin Rummy", About: "2 hands", Notes: []string{"</script>"},
		Agents: []ResultsAgent{{Name: "<b>", Low: &half, Scores: []*float64{nil, &half}}, {Name: "simple", Scores: []*float64{&half, nil}}},
		Games:  []ResultsGame{{Agents: [2]int{0, 1}, Points: 25, Record: read(t, lines)}}}
	var got struct {
		Agents []ResultsAgent
		Games  []struct {
			Agents [2]int
			Points int
			Record struct {
				Seats  []string
				Events []json.RawMessage
			}
		}
		Notes []string
	}
	must.Do(t, json.Unmarshal(must.Get(Data(must.Get(r.HTML())(t)))(t), &got))
	if len(got.Agents) != 2 || got.Agents[0].High != nil || *got.Agents[0].Low != half || got.Agents[0].Scores[0] != nil || got.Notes[0] != r.Notes[0] {
		t.Errorf("the data are %+v", got)
	}
	if g := got.Games[0]; g.Points != 25 || g.Agents != [2]int{0, 1} || len(g.Record.Events) != 3 || g.Record.Seats[1] != "simple" {
		t.Errorf("the game is %+v", g)
	}
	r.Games[0].Record.Events = r.Games[0].Record.Events[1:]
	must.Refuse(r.HTML())(t, "game 1: the record does not begin with the event deal")
}
