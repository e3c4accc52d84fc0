package report_test

import (
	"io"
	"testing"

	"rummygym/arena"
	"rummygym/arena/report"
	"rummygym/env/game"
	"rummygym/internal/must"
	"rummygym/table"
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
	return must.Get(res.Shapley([]string{"sk", "om"}, names, 0.95))(t)
}

func TestShapleyGolden(t *testing.T) {
	s := madeUpShapley(t, 100, 80)
	goldens(t, "shapley", report.ShapleyColumns(s), func(w io.Writer, f table.Format) error { return report.WriteShapley(w, s, f) })
}

// Shapley values of no games can be written in every format.
func TestShapleyOfNothing(t *testing.T) {
	none := madeUpShapley(t, 5, 0)
	for _, f := range table.Formats {
		if len(written(t, func(w io.Writer) error { return report.WriteShapley(w, none, f) })) == 0 {
			t.Errorf("%s: nothing written", f)
		}
	}
}
