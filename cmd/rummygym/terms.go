package main

import (
	"rummygym/agents/arena"
	"rummygym/cmd/internal/catalog"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
)

// setTerms sets what a tournament has to know of the rules that it plays by.
func setTerms(c *arena.Config, rules catalog.Rules) {
	switch r := rules.(type) {
	case *catalog.IndianRules:
		c.Drop, c.RoundLimit = indian.Drop, r.MaxRounds
	case *catalog.GinRules:
		c.Drop = game.NoAction
		c.Terms = arena.Terms{NoDrops: true, AnyStarter: r.Starter != gin.FirstSeat}
		if r.Episode == gin.Match {
			c.Terms.Game, c.Terms.Round = "match", "hand"
			c.RoundLimit = r.MaxHands
		} else {
			c.Terms.Game, c.Terms.Void = "hand", gin.Void
		}
	}
}
