package report_test

import (
	"io"
	"testing"

	"rummygym/arena"
	"rummygym/arena/report"
	"rummygym/env/game"
	"rummygym/internal/golden"
	"rummygym/internal/must"
	"rummygym/table"
)

// madeUpTuning returns a tuning of three candidates against two opponents, of which the
// first played deals are finished.
func madeUpTuning(t *testing.T, played int) *arena.Tuning {
	t.Helper()
	const deals = 50
	set := arena.TuneSettings{Options: []string{"hold"}, Goal: arena.WinGoal, Confidence: 0.95}
	res := &arena.Result{Setup: arena.Setup{
		Game: "made up", Rules: "eaai", Seats: 2, Games: deals, Seed: 7, Agents: []string{"late", "simple", "medium", "late:hold=2", "late:hold=3"},
		Deals: arena.AllDeals, Terms: game.Terms{Game: "match", Round: "hand", AnyStarter: true, NoDrops: true},
	}}
	for k, at := range []int{0, 3, 4} {
		set.Candidates = append(set.Candidates, arena.Candidate{Name: res.Agents[at], Values: []string{string(rune('1' + k))}})
		res.Lineups = append(res.Lineups, arena.BothSeats(at, 1, 2)...)
	}
	for l := range res.Lineups {
		records := make([]arena.Record, deals)
		for i := range records[:played] {
			r := arena.Record{Ending: "won", Rounds: 4, Turns: 8, Winner: game.Player(l % 2)}
			if (i*7+l/2)%11 >= 4+l/4*(3-l/4) {
				r.Winner = 1 - r.Winner
			}
			r.Gains[r.Winner], r.Gains[1-r.Winner] = int16(10+i%7), -int16(10+i%7)
			records[i] = r
		}
		res.Records = append(res.Records, records)
	}
	return must.Get(res.Tune(set))(t)
}

func TestTuningGolden(t *testing.T) {
	u := madeUpTuning(t, 50)
	goldens(t, "tuning", report.TuningColumns(u), func(w io.Writer, f table.Format) error { return report.WriteTuning(w, u, f) })
	part := madeUpTuning(t, 20)
	golden.Equal(t, "testdata/tuning-part.txt", written(t, func(w io.Writer) error { return report.WriteTuning(w, part, table.Readable) }))
}
