package playtest

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// GinRules returns rules that differ in every option that observations depend on.
func GinRules() map[string]gin.Rules {
	oklahoma := gin.Classic()
	oklahoma.KnockCard = gin.Oklahoma
	steps := gin.EAAI()
	steps.Melding, steps.LayingOff, steps.Answer = gin.ChosenMelds, gin.ChosenLayOffs, gin.LayOffsFirst
	steps.MaxTurns = 30
	layOffs := gin.EAAI()
	layOffs.LayingOff = gin.ChosenLayOffs
	return map[string]gin.Rules{
		"eaai": gin.EAAI(), "openspiel": gin.OpenSpiel(), "classic": gin.Classic(),
		"oklahoma": oklahoma, "step by step": steps, "chosen lay-offs": layOffs, "seven": gin.Seven(), "small": gin.Small(), "medium": gin.Medium(),
	}
}

// MixedGin plays like SimpleGin, but every fourth move on average is a random one.
func MixedGin(o *gin.Observation, legal *game.Mask, src rand.Source) game.Action {
	if src.Uint64()%4 == 0 {
		return legal.Nth(int(card.Below(src, uint64(legal.Count()))))
	}
	return SimpleGin(o, legal, src)
}

// VisitGin plays games under the rules and calls visit at the given number of decisions
// and ends of games.
func VisitGin(t testing.TB, r gin.Rules, visits int, visit func(s game.State)) {
	t.Helper()
	phases := map[gin.Phase]int{}
	for first := 0; visits > 0; first++ {
		PlayGin(t, r, first, 1, MixedGin, func(s game.State) {
			// Rare phases are always visited.
			phase := s.(*gin.State).Phase()
			if phases[phase]++; visits > 0 && (phases[phase] < 10 || phases[phase]%5 == 0) {
				visits--
				visit(s)
			}
		})
	}
	if phases[gin.Over] == 0 {
		t.Error("no end was visited")
	}
}

// SimpleGin plays like the player Simple of the papers, except that it may repeat pairs:
// it takes the upcard if that melds, discards one of the cards that leave the minimum
// deadwood, and knocks as soon as it may.
func SimpleGin(o *gin.Observation, legal *game.Mask, src rand.Source) game.Action {
	switch o.Phase {
	case gin.FirstUpcard, gin.Draw:
		for _, m := range deadwood.AppendMelds(nil, o.Hand.With(o.Upcard)) {
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
		deadwood.Discards(&after, o.Hand)
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

// PlayGin plays episodes of Gin Rummy by the policy, starting with episode first of seed
// 5, and calls visit at every decision and at every end.
func PlayGin(t testing.TB, r gin.Rules, first, episodes int, play func(*gin.Observation, *game.Mask, rand.Source) game.Action, visit func(s game.State)) {
	t.Helper()
	g, err := gin.New(r)
	if err != nil {
		t.Fatal(err)
	}
	s, o := g.NewState(), new(gin.Observation)
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
