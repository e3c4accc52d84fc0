package contest_test

import (
	"testing"

	"rummygym/arena"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/arena/contest"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// TestGinTerms checks the settings of a tournament that follow from the rules.
func TestGinTerms(t *testing.T) {
	for _, c := range []struct {
		change func(*gin.Rules)
		limit  int
		want   game.Terms
	}{
		{func(*gin.Rules) {}, 0, game.Terms{Game: "hand", Part: "hand", Left: "deadwood", Void: gin.Void, AnyStarter: true, NoDrops: true}},
		{func(r *gin.Rules) { r.Starter = gin.FirstSeat }, 0, game.Terms{Game: "hand", Part: "hand", Left: "deadwood", Void: gin.Void, NoDrops: true}},
	} {
		r := catalog.GinRules{Rules: gin.EAAI()}
		c.change(&r.Rules)
		var got arena.Config
		contest.SetTerms(&got, &r)
		if got.Terms != c.want || got.RoundLimit != c.limit || got.Drop != game.NoAction {
			t.Errorf("%+v: terms %+v, limit %d, drop %d; want %+v, %d and none", r.Rules, got.Terms, got.RoundLimit, got.Drop, c.want, c.limit)
		}
	}
}

// A tournament of matches has a first mover only if the starter of the first hand is not drawn.
func TestMatchTerms(t *testing.T) {
	for preset, drawn := range map[string]bool{"eaai": true, "classic": true, "race": false} {
		r := must.Get(catalog.ParseRules("gin-match", preset))(t)
		want := game.Terms{Game: "match", Round: "hand", Part: "hand", Left: "deadwood", NoDrops: true, AnyStarter: drawn}
		var got arena.Config
		if contest.SetTerms(&got, r); got.Terms != want || got.RoundLimit != 1000 {
			t.Errorf("%s: terms %+v, limit %d, want %+v and 1000", preset, got.Terms, got.RoundLimit, want)
		}
	}
}
