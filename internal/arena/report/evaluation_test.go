package report_test

import (
	"io"
	"slices"
	"testing"

	"rummygym/arena"
	"rummygym/env/game"
	"rummygym/internal/arena/report"
	"rummygym/internal/must"
	"rummygym/internal/table"
)

// madeUpEvaluation returns the evaluation of a made-up agent that wins four of five games
// as first player and two of five as second.
func madeUpEvaluation(t *testing.T, rules string, terms game.Terms, deals, played int) *arena.Evaluation {
	t.Helper()
	res := &arena.Result{Setup: arena.Setup{
		Game: "made up", Rules: rules, Seats: 2, Games: deals, Seed: 7, Agents: []string{"learned:net@1a2b", "min-dist", "random"},
		Deals: arena.AllDeals, Lineups: slices.Concat(arena.AllSeats(0, 1), arena.AllSeats(0, 2)), Terms: terms,
	}}
	for l := range res.Lineups {
		records := make([]arena.Record, deals)
		for i := range records[:min(played, deals)] {
			r := arena.Record{Ending: "declared", Rounds: uint16(4 + i%3), Turns: uint16(8 + i%5), Winner: game.Player(l % 2)}
			if i%5 >= 4-l%2*2 {
				r.Winner = 1 - r.Winner
			}
			if i%10 == 9 {
				r.Ending, r.Drops = "first-drop", 2>>r.Winner
			}
			r.Gains[r.Winner], r.Gains[1-r.Winner] = int16(10+i%7), -int16(10+i%7)
			records[i] = r
		}
		res.Records = append(res.Records, records)
	}
	return must.Get(res.Evaluate(0.95, nil))(t)
}

func writeEvaluations(t *testing.T, f table.Format, es ...*arena.Evaluation) []byte {
	t.Helper()
	return written(t, func(w io.Writer) error { return report.WriteEvaluations(w, es, f) })
}

// evaluations compares evaluations with golden files.
func evaluations(t *testing.T, name string, es ...*arena.Evaluation) {
	t.Helper()
	goldens(t, name, report.EvaluationColumns(es), func(w io.Writer, f table.Format) error { return report.WriteEvaluations(w, es, f) })
}

func TestEvaluationGolden(t *testing.T) {
	evaluations(t, "evaluation", madeUpEvaluation(t, "paper", game.Terms{}, 100, 100), madeUpEvaluation(t, "paper52", game.Terms{}, 100, 40))
	matches := madeUpEvaluation(t, "eaai", game.Terms{Game: "match", Round: "hand", AnyStarter: true, NoDrops: true}, 100, 100)
	must.Match(t, "testdata/evaluation-matches.txt", writeEvaluations(t, table.Readable, matches))
}

// An evaluation without games can be written in every format.
func TestEvaluationOfNothing(t *testing.T) {
	none := madeUpEvaluation(t, "paper", game.Terms{}, 5, 0)
	for _, f := range table.Formats {
		if len(writeEvaluations(t, f, none)) == 0 {
			t.Errorf("%s: nothing written", f)
		}
	}
}
