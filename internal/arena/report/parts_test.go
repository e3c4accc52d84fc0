package report_test

import (
	"bytes"
	"testing"

	"rummygym/arena"
	"rummygym/env/game"
	"rummygym/internal/arena/report"
	"rummygym/internal/must"
	"rummygym/internal/table"
)

// withParts adds made-up tallies to a result: in game i the first seat ends i%4 hands with
// knocks at 6, and the second seat one with gin.
func withParts(r *arena.Result, endings ...game.Ending) {
	r.PartEndings = endings
	for range r.Lineups {
		tallies := make([]arena.Tally, r.Games*r.Seats)
		for i := range r.Games {
			n := uint16(i % 4)
			tallies[2*i] = arena.Tally{Parts: n + 2, Nobody: 1, Won: n, Points: 12 * uint32(n), Left: 6 * uint32(n)}
			tallies[2*i].Ended[0] = n
			tallies[2*i+1] = arena.Tally{Parts: n + 2, Nobody: 1, Won: 1, Points: 40}
			tallies[2*i+1].Ended[len(endings)-1] = 1
		}
		r.Tallies = append(r.Tallies, tallies)
	}
}

func TestPartsGolden(t *testing.T) {
	terms := game.Terms{Game: "match", Round: "hand", Part: "hand", Left: "deadwood", AnyStarter: true, NoDrops: true}
	evaluation := func(rules string, endings ...game.Ending) *arena.Evaluation {
		e := madeUpEvaluation(t, rules, terms, 20, 20)
		withParts(e.Result, endings...)
		return must.Get(e.Result.Evaluate(0.95, nil))(t)
	}
	// The second table has other endings: its columns must not be mixed up.
	es := []*arena.Evaluation{evaluation("eaai", "knock", "gin"), evaluation("classic", "knock", "big-gin", "gin")}
	must.Match(t, "testdata/parts.txt", writeEvaluations(t, table.Readable, es...))
	must.Match(t, "testdata/parts.csv", writeEvaluations(t, table.CSV, es...))

	r := &arena.Result{Setup: arena.Setup{Game: "made up", Rules: "eaai", Seats: 2, Games: 8, Agents: []string{"a", "b"}, Deals: arena.FreshDeals, Lineups: arena.RoundRobin(2, 2), Terms: terms}}
	withParts(r, "knock", "gin")
	for range r.Lineups {
		games := make([]arena.Record, r.Games)
		for i := range games {
			games[i] = arena.Record{Ending: "won", Winner: game.Player(i % 2), Rounds: 4, Turns: 9}
		}
		r.Records = append(r.Records, games)
	}
	for name, f := range map[string]table.Format{"parts-tournament.txt": table.Readable, "parts-tournament.csv": table.CSV} {
		var b bytes.Buffer
		must.Do(t, report.Write(&b, arena.Summarize(r, arena.Settings{Resamples: 1}), f))
		must.Match(t, "testdata/"+name, b.Bytes())
	}
	single := &arena.Result{Setup: r.Setup, Records: r.Records[:1]}
	single.Agents, single.Lineups = []string{"a"}, []arena.Lineup{{0, 0}}
	withParts(single, "knock", "gin")
	var b bytes.Buffer
	if err := report.Write(&b, arena.Summarize(single, arena.Settings{Resamples: 1}), table.Readable); err != nil || !bytes.Contains(b.Bytes(), []byte("\na, seat 0     28  42.9 %  0.0 %     28.6 %     28.6 %  42.9 %   12.00      6.00\n")) {
		t.Errorf("a single agent: %v\n%s", err, b.Bytes())
	}
}
