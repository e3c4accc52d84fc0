package report_test

import (
	"context"
	"io"
	"testing"

	"rummygym/arena"
	"rummygym/baselines/ginrummy"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/arena/report"
	"rummygym/internal/must"
	"rummygym/internal/table"
)

// madeUpRating returns the ratings of a ladder whose games are replaced by made-up ones: three
// agents beat each other in a cycle, and the fourth, in the last place, takes no point.
func madeUpRating(t *testing.T, deals int) *arena.Rating {
	t.Helper()
	rules := must.Get(gin.Preset("eaai"))(t)
	g := must.Get(gin.New(rules))(t)
	c := arena.Config{Game: g, Rules: "made up", Games: deals, Seed: 7, Deals: arena.AllDeals, Lineups: arena.Pairs(4), Terms: game.Terms{Game: "match", Round: "hand", AnyStarter: true, NoDrops: true}}
	for _, name := range []string{"simple", "random", "stubborn", "medium"} {
		create := must.Get(ginrummy.New(name))(t)
		c.Entrants = append(c.Entrants, arena.Entrant{Name: name, New: create})
	}
	res := must.Get(arena.Tournament(context.Background(), c))(t)
	wins := [4][4]int{{0, 10, 6, 4}, {}, {4, 10, 0, 7}, {6, 10, 3, 0}} // of ten
	for l, lineup := range res.Lineups {
		for i := range res.Records[l] {
			r := arena.Record{Ending: "target", Rounds: 8, Turns: 90}
			if (i*7+3*l)%10 >= wins[lineup[0]][lineup[1]] {
				r.Winner = 1
			}
			r.Gains[r.Winner], r.Gains[1-r.Winner] = 100, -100
			res.Records[l][i] = r
		}
	}
	return must.Get(res.Rate(arena.RatingSettings{Confidence: 0.95, Resamples: 100, Prior: 1}))(t)
}

func TestRatingGolden(t *testing.T) {
	r := madeUpRating(t, 200)
	goldens(t, "rating", report.RatingColumns(r), func(w io.Writer, f table.Format) error { return report.WriteRating(w, r, f) })
}
