package matchvalue_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/series"
	"rummygym/internal/features/matchvalue"
	"rummygym/internal/must"
)

func Example() {
	race, hand := series.RaceTo(100), gin.EAAI()
	values := matchvalue.Of(&race, &hand)
	fmt.Printf("60 against 80 points: %.2f if the player starts, %.2f if not\n", values.Win(60, 80, true), values.Win(60, 80, false))
	// Output: 60 against 80 points: 0.37 if the player starts, 0.35 if not
}

// race returns a match of EAAI's rules to a target.
func race(t *testing.T, target int) *series.Game {
	return must.Get(series.New(series.RaceTo(target), func(int) (series.Deal, error) { return gin.New(gin.EAAI()) }))(t)
}

// An episode is one hand, at scores that matches have, and its gain is the difference of the values of the scores that the players see.
func TestHands(t *testing.T) {
	v := eaai()
	g := must.Get(matchvalue.NewHands(race(t, 100), v))(t)
	s, copied := g.NewState(), g.NewState()
	o := g.NewObservation().(*series.Observation)
	value := func() float64 { // of player 0
		s.Observe(0, o)
		return v.Win(o.Scores[0], o.Scores[1], o.Deal.(*gin.Observation).Starter == 0)
	}
	var legal game.Mask
	rng := rand.New(rand.NewPCG(5, 9))
	scores, ends := map[[2]int]bool{}, 0
	for i := range uint64(400) {
		g.Deal(s, game.DealSource(3, i))
		before := value()
		scores[[2]int{o.Scores[0], o.Scores[1]}] = true
		for s.Current() != game.NoPlayer {
			must.Equal(t, s.Outcome().Over, false, "over")
			s.Legal(&legal)
			must.Do(t, s.Apply(legal.Nth(int(card.Below(rng, uint64(legal.Count()))))))
		}
		after := value()
		if max(o.Scores[0], o.Scores[1]) >= 100 {
			ends++
		}
		out := s.Outcome()
		want := int(math.Round(matchvalue.Scale * (after - before)))
		if !out.Over || out.Gains[0] != want || out.Gains[1] != -want || (out.Winner == 0) != (want > 0) {
			t.Fatalf("hand %d: %+v, want a gain of %d: from %v to %v", i, out, want, before, after)
		}
		s.Legal(&legal)
		must.Equal(t, legal.Count(), 0, "legal actions after the hand")
		if s.Apply(0) == nil {
			t.Fatal("an action after the hand was taken")
		}
		copied.CopyFrom(s)
		must.Equal(t, copied.Outcome(), out, "outcome of a copy")
	}
	if len(scores) < 200 || ends == 0 {
		t.Fatalf("%d scores, %d matches that ended: want more", len(scores), ends)
	}
	if _, err := matchvalue.NewHands(race(t, 50), v); err == nil {
		t.Fatal("values to 100 points went with a match to 50")
	}
}
