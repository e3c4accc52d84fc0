package series_test

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/series"
	"rummygym/internal/must"
)

// A hand after given gains has the score, the starter and the number of a hand of a match that was played with these gains.
func TestAfter(t *testing.T) {
	rules := series.Hollywood()
	g := must.Get(series.New(rules, func(int) (series.Deal, error) { return gin.New(gin.Classic()) }))(t)
	played, after := g.NewTable(), g.NewTable()
	var a, b series.Observation
	var legal game.Mask
	rng := rand.New(rand.NewPCG(5, 9))
	hands := 0
	for i := range uint64(20) {
		var gains []int
		g.Deal(played, game.DealSource(7, i))
		for played.Current() != game.NoPlayer {
			if n := played.Parts(); n > len(gains) {
				gains = append(gains, played.LastPart().Seats[0].Gain)
				g.Deal(after, game.DealSource(7, i))
				after.After(gains)
				played.Observe(0, &a)
				after.Observe(0, &b)
				must.Equal(t, b.Sheet.Games, a.Sheet.Games, "games after %v", gains)
				must.Equal(t, b.Scores, a.Scores, "scores after %v", gains)
				must.Equal(t, b.Wins, a.Wins, "wins after %v", gains)
				must.Equal(t, b.Deals, a.Deals, "hands after %v", gains)
				must.Equal(t, after.Starter(), played.Starter(), "starter after %v", gains)
				must.Equal(t, after.Points(), played.Points(), "points after %v", gains)
				hands++
			}
			played.Legal(&legal)
			must.Do(t, played.Apply(legal.Nth(int(card.Below(rng, uint64(legal.Count()))))))
		}
	}
	if hands < 100 {
		t.Fatalf("%d hands: want more", hands)
	}
}
