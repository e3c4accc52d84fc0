package features_test

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/meld"
)

// plainSimple plays as Simple of the papers does, but for the pairs it may not
// repeat: it takes the upcard if that melds, throws one of the cards that leave the
// least deadwood, and knocks as soon as it may.
func plainSimple(o *gin.Observation, legal *game.Mask, src rand.Source) game.Action {
	switch o.Phase {
	case gin.FirstUpcard, gin.Draw:
		for _, m := range meld.AppendGinMelds(nil, o.Hand.With(o.Upcard)) {
			if m.Has(o.Upcard) && legal.Has(gin.DrawUpcard) {
				return gin.DrawUpcard
			}
		}
		for _, a := range []game.Action{gin.DrawStock, gin.Pass} {
			if legal.Has(a) {
				return a
			}
		}
	case gin.KnockOrPass:
		return gin.Knock
	case gin.Discard:
		var after [card.NumKinds]int8
		meld.DeadwoodDiscards(&after, o.Hand)
		best, ways := int8(127), []game.Action(nil)
		for a := range legal.Each() {
			c := gin.ActionCard(a)
			if c == card.None || after[c.Index()] > best {
				continue
			}
			if after[c.Index()] < best {
				best, ways = after[c.Index()], nil
			}
			ways = append(ways, a)
		}
		return ways[card.Below(src, uint64(len(ways)))]
	}
	return legal.Nth(int(card.Below(src, uint64(legal.Count()))))
}

// playGin plays episodes of Gin Rummy by the policy, from episode first of seed 5
// on, and calls visit at every decision and at every end.
func playGin(t testing.TB, r gin.Rules, first, episodes int, play func(*gin.Observation, *game.Mask, rand.Source) game.Action, visit func(s *gin.State)) {
	t.Helper()
	g, err := gin.New(r)
	if err != nil {
		t.Fatal(err)
	}
	s, o := g.NewTable(), new(gin.Observation)
	src := rand.NewPCG(uint64(first), 2)
	for e := first; e < first+episodes; e++ {
		for g.Deal(s, game.DealSource(5, uint64(e))); s.Current() != game.NoPlayer; {
			visit(s)
			var legal game.Mask
			s.Legal(&legal)
			s.Observe(s.Current(), o)
			if err := s.Apply(play(o, &legal, src)); err != nil {
				t.Fatal(err)
			}
		}
		visit(s)
	}
}
