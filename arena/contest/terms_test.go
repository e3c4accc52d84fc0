package contest_test

import (
	"testing"

	"rummygym"
	"rummygym/arena"
	"rummygym/arena/contest"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// TestGinTerms checks the settings of a tournament that follow from the rules.
func TestGinTerms(t *testing.T) {
	for _, c := range []struct {
		change func(*gin.Rules)
		limit  int
		want   game.Terms
	}{
		{func(*gin.Rules) {}, 1000, game.Terms{Game: "match", Round: "hand", Part: "hand", Left: "deadwood", AnyStarter: true, NoDrops: true}},
		{func(r *gin.Rules) { r.Starter, r.MaxHands = gin.FirstSeat, 9 }, 9, game.Terms{Game: "match", Round: "hand", Part: "hand", Left: "deadwood", NoDrops: true}},
		{func(r *gin.Rules) { r.Episode = gin.Hand }, 0, game.Terms{Game: "hand", Part: "hand", Left: "deadwood", Void: gin.Void, AnyStarter: true, NoDrops: true}},
	} {
		r := rummygym.GinRules{Rules: gin.EAAI()}
		c.change(&r.Rules)
		var got arena.Config
		contest.SetTerms(&got, &r)
		if got.Terms != c.want || got.RoundLimit != c.limit || got.Drop != game.NoAction {
			t.Errorf("%+v: terms %+v, limit %d, drop %d; want %+v, %d and none", r.Rules, got.Terms, got.RoundLimit, got.Drop, c.want, c.limit)
		}
	}
}
