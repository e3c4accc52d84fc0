package positions_test

import (
	"math"
	"strings"
	"testing"

	"rummygym/internal/arena/positions"
	"rummygym/internal/must"
)

// graded is a set whose costs are known.
func graded() []positions.Entry {
	entry := func(id, twinOf, kind, difficulty string) positions.Entry {
		return positions.Entry{ID: id, TwinOf: twinOf, Kind: kind, Difficulty: difficulty, Best: "draw stock", Moves: []positions.Move{
			{Name: "draw stock", Text: "draw from the stock"},
			{Name: "draw upcard", Text: "take 5H from the pile", Cost: 3, CostErr: 2, Win: .03},
			{Name: "pass", Text: "pass", Cost: 8, CostErr: 1, Win: .1},
			{Name: "drop", Text: "drop", Cost: -.5, CostErr: 1},
		}}
	}
	return []positions.Entry{
		entry("a", "", positions.Draw, positions.Close), entry("b", "", positions.Draw, positions.Clear),
		entry("c", "", positions.Knock, positions.Clear), entry("d", "c", positions.Knock, positions.Clear),
	}
}

// TestNames knows what an answerer gets that reads no cards, and the groups by seats and aim.
func TestNames(t *testing.T) {
	entry := func(id, seats, winBest string, costs ...float64) positions.Entry {
		e := positions.Entry{ID: id, Kind: positions.Draw, Position: []byte(`{"seats":[` + seats + `]}`), WinBest: winBest}
		for i, cost := range costs {
			e.Moves = append(e.Moves, positions.Move{Name: []string{"discard 5H", "discard KD", "declare AC"}[i], Cost: cost})
			if cost == 0 {
				e.Best = e.Moves[i].Name
			}
		}
		return e
	}
	set := []positions.Entry{
		entry("a", "{},{}", "", 1, 1, 0), entry("b", "{},{}", "", 4, 0, 3), entry("c", "{},{},{}", "declare AC", 0, 2, -1), // first, declare
		entry("d", "{},{}", "", 0, 2), // the names discard alone: any of the two
	}
	answers := map[string]string{"a": "declare AC", "b": "discard 5H", "c": "discard KD", "d": "discard 5H"}
	groups := map[string]positions.Row{}
	for _, r := range positions.Score(set, answers, 100, .95, 1) {
		groups[r.Group] = r
	}
	if all := groups["all"]; all.Names != .75 || all.Floor != -.25 || all.Accuracy != .5 {
		t.Errorf("%+v: want .75 right by names, a floor of -.25, an accuracy of .5", all)
	}
	if groups["2 seats"].Positions != 3 || groups["3 seats"].Cost != 2 || groups["aim"].Positions != 1 {
		t.Errorf("groups %+v", groups)
	}
	must.Equal(t, positions.Costs(set, answers), []float64{0, 4, 2, 0}, "costs by position")
}

// TestScore scores answers of each sort by hand.
func TestScore(t *testing.T) {
	set := graded()
	answers := must.Get(positions.Answers(strings.NewReader(`{"id":"a","answer":" DRAW  stock "}
{"id":"b","answer":"take 5h from the pile"}

{"answer":"draw 5H","id":"c"}
{"id":"d","answer":null}
`), set))(t)
	rows := positions.Score(set, answers.Answers, 500, .95, 1)
	want := []positions.Row{
		{Group: "all", Positions: 4, Missing: 1, Illegal: 1, Accuracy: .25, Near: .5, Cost: 19. / 4, Win: .23 / 4},
		{Group: "draw", Positions: 2, Accuracy: .5, Near: 1, Cost: 1.5, Win: .015},
		{Group: "knock", Positions: 2, Missing: 1, Illegal: 1, Cost: 8, Win: .1},
		{Group: "close", Positions: 1, Accuracy: 1, Near: 1},
		{Group: "clear", Positions: 3, Missing: 1, Illegal: 1, Near: 1. / 3, Cost: 19. / 3, Win: .23 / 3},
	}
	if len(rows) != len(want) {
		t.Fatalf("%d rows, want %d", len(rows), len(want))
	}
	for i, w := range want {
		r := rows[i]
		if !(r.AccLow <= r.Accuracy && r.Accuracy <= r.AccHigh && r.CostLow <= r.Cost && r.Cost <= r.CostHigh) {
			t.Errorf("%s: %+v is not within its intervals", w.Group, r)
		}
		r.AccLow, r.AccHigh, r.CostLow, r.CostHigh = 0, 0, 0, 0
		must.Equal(t, r.Names, 1, "%s: all entries have one best move", w.Group)
		must.Equal(t, r.Floor, -.5, "%s: floor", w.Group)
		r.Names, r.Floor = 0, 0
		for _, x := range []*float64{&r.Accuracy, &r.Near, &r.Cost, &r.Win, &w.Accuracy, &w.Near, &w.Cost, &w.Win} {
			*x = math.Round(*x*1e9) / 1e9
		}
		must.Equal(t, r, w, "row %d", i)
	}
	if all := rows[0]; all.CostLow != 0 || all.CostHigh != 8 { // of a, b and the twins c and d, which are one unit
		t.Errorf("the interval of the cost is [%v, %v], want that of 3 units, [0, 8]", all.CostLow, all.CostHigh)
	}
	best := map[string]string{"a": "drop", "b": "draw stock", "c": "draw stock", "d": "draw stock"}
	if r := positions.Score(set, best, 500, .95, 1)[0]; r.Accuracy != 1 || r.AccLow != 1 || r.Cost != -.125 {
		t.Errorf("the best answers, and one that costs less, have %+v", r)
	}
}

// TestUsage sums what lines of answers say beside the answers.
func TestUsage(t *testing.T) {
	given := must.Get(positions.Answers(strings.NewReader(`{"id":"a","answer":"pass","said":"I pass.","invalid":null,"prompt_tokens":100,"completion_tokens":7,"seconds":0.5}
{"id":"b","answer":null,"said":null,"invalid":"endpoint","seconds":2}
{"id":"c","answer":null,"said":"?","invalid":"no-move","prompt_tokens":50,"completion_tokens":1,"seconds":0.25}
`), graded()))(t)
	want := &positions.Given{
		Answers: map[string]string{"a": "pass"}, Invalid: map[string]int{"endpoint": 1, "no-move": 1},
		Usage: positions.Usage{PromptTokens: 150, CompletionTokens: 8, Seconds: 2.75},
	}
	must.Equal(t, given, want, "answers")
	must.Refuse(positions.Answers(strings.NewReader(`{"id":"a","answer":"pass","prompt_tokens":-1}`), graded()))(t, "line 1: field prompt_tokens is -1")
}

// TestAnswers checks that an error names the line and the field.
func TestAnswers(t *testing.T) {
	for line, want := range map[string]string{
		`x`:                                     "line 2: ",
		`[]`:                                    "line 2: ",
		`{"id":"b"}`:                            "line 2: field answer is missing",
		`{"answer":"pass"}`:                     "line 2: field id is missing",
		`{"id":null,"answer":"pass"}`:           "line 2: field id is missing",
		`{"id":"z","answer":"pass"}`:            `line 2: field id is "z": the set has no such position`,
		`{"id":"a","answer":"pass"}`:            `line 2: field id is "a": line 1 has answered it`,
		`{"id":"b","answer":3}`:                 "line 2: field answer is 3: want",
		`{"id":7,"answer":"pass"}`:              "id",
		`{"id":"b","answer":"pass","why":"so"}`: `"why"`,
		`{"id":"b","id":"c","answer":"pass"}`:   `"id" is there twice`,
		`{"id":"b","answer":"pass"} {}`:         "line 2: ",
	} {
		must.Refuse(positions.Answers(strings.NewReader(`{"id":"a","answer":"pass"}`+"\n"+line+"\n"), graded()))(t, want)
	}
	for line, want := range map[string]string{
		``:                 "there is no position",
		`{}`:               `line 1: field id is ""`,
		`{"id":"a"}`:       "line 1: field moves is empty",
		`{"id":"a","x":1}`: `"x"`,
		`{"id":"a","best":"pass","moves":[{"name":"draw"}]}`: `line 1: field best: "pass" is not a legal move: want draw`,
	} {
		must.Refuse(positions.Read(strings.NewReader(line)))(t, want)
	}
}
