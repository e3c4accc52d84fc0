package report_test

import (
	"bytes"
	"testing"

	"rummygym/arena"
	"rummygym/arena/report"
	"rummygym/env/game"
	"rummygym/internal/golden"
)

// madeUpShapley returns the Shapley values of two switches of a made-up agent, of which the
// first wins one more deal of ten, and the second another one if the first is on.
func madeUpShapley(t *testing.T, deals, played int) *arena.Shapley {
	t.Helper()
	names := []string{"sigra:sk=off:om=off", "sigra:om=off", "sigra:sk=off", "sigra"}
	res := &arena.Result{Setup: arena.Setup{
		Game: "made up", Rules: "eaai", Seats: 2, Games: deals, Seed: 7, Agents: append([]string{"simple"}, names...),
		Deals: arena.AllDeals, Terms: game.Terms{Game: "match", Round: "hand", AnyStarter: true, NoDrops: true},
	}}
	for k, wins := range []int{5, 6, 5, 7} {
		for l, lineup := range arena.BothSeats(k+1, 0) {
			records := make([]arena.Record, deals)
			for i := range records[:min(played, deals)] {
				r := arena.Record{Ending: "target", Rounds: 8, Turns: 90, Winner: game.Player(l)}
				if i%10 >= wins {
					r.Winner = 1 - r.Winner
				}
				r.Gains[r.Winner], r.Gains[1-r.Winner] = 100, -100
				records[i] = r
			}
			res.Lineups, res.Records = append(res.Lineups, lineup), append(res.Records, records)
		}
	}
	s, err := res.Shapley([]string{"sk", "om"}, names, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestShapleyGolden(t *testing.T) {
	for name, f := range map[string]report.Format{"shapley.txt": report.Table, "shapley.csv": report.CSV, "shapley.json": report.JSON} {
		var b bytes.Buffer
		if err := report.WriteShapley(&b, madeUpShapley(t, 100, 80), f); err != nil {
			t.Fatal(err)
		}
		golden.Equal(t, "testdata/"+name, b.Bytes())
	}
	golden.Equal(t, "testdata/shapley.md", []byte(report.Markdown(report.ShapleyColumns(madeUpShapley(t, 100, 80)))))
}

// Shapley values of no games can be written in every format, and errors of the writer are
// returned.
func TestShapleyOfNothing(t *testing.T) {
	none := madeUpShapley(t, 5, 0)
	for _, f := range report.Formats {
		var b bytes.Buffer
		if err := report.WriteShapley(&b, none, f); err != nil || b.Len() == 0 {
			t.Errorf("%s: %d bytes, %v", f, b.Len(), err)
		}
		if err := report.WriteShapley(full{}, none, f); err == nil {
			t.Errorf("%s: no error of a full disk", f)
		}
	}
}
