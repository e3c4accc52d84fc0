package greedy_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/baselines/ginrummy"
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/network"
	"rummygym/internal/features/afterstate"
	"rummygym/internal/must"
)

// ginTables returns rules that cover all forms of a turn.
func ginTables() map[string]gin.Rules {
	steps, knockFirst := gin.EAAI(), gin.Classic()
	steps.Melding, steps.LayingOff, steps.Answer = gin.ChosenMelds, gin.ChosenLayOffs, gin.LayOffsFirst
	knockFirst.KnockOrder, knockFirst.KnockCard = gin.KnockThenDiscard, gin.Oklahoma
	return map[string]gin.Rules{
		"eaai": gin.EAAI(), "openspiel": gin.OpenSpiel(), "classic": gin.Classic(), "step by step": steps, "knock first": knockFirst,
	}
}

// visitGin plays games between two players that create returns. At each decision it calls
// see before the player acts, and acted afterwards.
func visitGin(t testing.TB, r gin.Rules, games int, create func() game.Agent, see func(game.State, *gin.Observation, *game.Mask), acted func(game.Action)) {
	t.Helper()
	g := must.Get(gin.New(r))(t)
	visitGames(t, g, games, create, see, acted)
}

// minDeadwood returns the minimum deadwood of a hand of eleven cards after a discard other
// than keep.
func minDeadwood(hand card.Cards, keep card.Card) int {
	minimum := 1000
	for c := range hand.Each() {
		if c != keep {
			minimum = min(minimum, deadwood.Of(hand.Without(c)))
		}
	}
	return minimum
}

// With any network, a player takes legal actions, goes gin when it can, discards no card
// that leaves much more deadwood than another, and takes no upcard that does not lower its
// deadwood.
func TestPlaysGinSensiblyWithAnyNetwork(t *testing.T) {
	for name, r := range ginTables() {
		t.Run(name, func(t *testing.T) {
			x := must.Get(afterstate.NewGin(r, afterstate.AllGinGroups))(t)
			for seed, head := range []string{network.Gain, network.Win} {
				n := randomNetwork(t, x.Layout(), uint64(seed), 12)
				var o gin.Observation
				var legal game.Mask
				gins, taken, knocks := 0, 0, 0
				const games = 60
				visitGin(t, r, games, func() game.Agent {
					p := greedy.NewPlayer(greedy.NewGin(x.NewReader()), n, head)
					p.Explore = 0.1
					return p
				}, func(_ game.State, view *gin.Observation, l *game.Mask) { o, legal = *view, *l }, func(a game.Action) {
					kept := card.None
					if o.FromPile {
						kept = o.Drawn
					}
					c := gin.ActionCard(a)
					switch {
					case !legal.Has(a):
						t.Fatalf("action %d is not legal in phase %v", a, o.Phase)
					case o.Phase == gin.Discard && deadwood.Of(o.Hand) == 0 && r.BigGinBonus > 0:
						if a != gin.Knock {
							t.Fatalf("action %d with the big gin %v", a, o.Hand)
						}
					case o.Phase == gin.Discard && minDeadwood(o.Hand, kept) == 0:
						gins++
						if a != gin.Knock && (r.KnockOrder == gin.KnockThenDiscard || deadwood.Of(o.Hand.Without(c)) != 0) {
							t.Fatalf("action %d with the gin %v", a, o.Hand)
						}
					case o.Phase == gin.Discard && c != card.None:
						if d, minimum := deadwood.Of(o.Hand.Without(c)), minDeadwood(o.Hand, kept); c == kept || d > minimum+9 {
							t.Fatalf("%v is discarded from %v: deadwood %d, minimum %d; %v was taken", c, o.Hand, d, minimum, kept)
						}
					case (o.Phase == gin.Draw || o.Phase == gin.FirstUpcard) && a == gin.DrawUpcard:
						taken++
						if minDeadwood(o.Hand.With(o.Upcard), o.Upcard) >= deadwood.Of(o.Hand) {
							t.Fatalf("%v is taken into %v", o.Upcard, o.Hand)
						}
					case o.Phase == gin.KnockOrPass && deadwood.Of(o.Hand) == 0 && a != gin.Knock:
						t.Fatalf("action %d with the gin %v", a, o.Hand)
					}
					if a == gin.Knock {
						knocks++
					}
				})
				if gins+knocks == 0 || taken == 0 {
					t.Errorf("%d times gin, %d knocks, %d cards taken: want a gin or a knock, and a card taken", gins, knocks, taken)
				}
			}
		})
	}
}

// A choice with a further action has the same afterstate as the corresponding choice of
// the next decision.
func TestGinChoicesOfATurn(t *testing.T) {
	for name, r := range ginTables() {
		t.Run(name, func(t *testing.T) {
			g := must.Get(gin.New(r))(t)
			x := must.Get(afterstate.NewGin(r, afterstate.AllGinGroups))(t)
			reader := greedy.NewGin(x.NewReader())
			s, o := g.NewState(), new(gin.Observation)
			want, got := make([]float32, x.Layout().Size()), make([]float32, x.Layout().Size())
			src := rand.NewPCG(1, 2)
			seen := map[gin.Phase]int{}
			for episode := range uint64(60) {
				g.Deal(s, game.DealSource(3, episode))
				last := greedy.Choice{Then: game.NoAction}
				for s.Current() != game.NoPlayer {
					var legal game.Mask
					s.Observe(s.Current(), o)
					s.Legal(&legal)
					choices := reader.Read(nil, o, &legal)
					for i, c := range choices {
						if !legal.Has(c.Action) {
							t.Fatalf("choice %+v in phase %v is not legal", c, o.Phase)
						}
						if i > 0 && c.Action != choices[i-1].Action && slices.ContainsFunc(choices[:i], func(b greedy.Choice) bool { return b.Action == c.Action }) {
							t.Fatalf("choices of action %d are not adjacent", c.Action)
						}
					}
					next := choices[card.Below(src, uint64(len(choices)))]
					if last.Then != game.NoAction && last.Certainty == greedy.Open {
						i := slices.IndexFunc(choices, func(c greedy.Choice) bool { return c.Action == last.Then && c.Variant == last.Variant })
						if last.Action == gin.DrawUpcard && last.Variant == 1 && r.KnockOrder == gin.KnockThenDiscard {
							i = slices.IndexFunc(choices, func(c greedy.Choice) bool { return c.Then == last.Then && c.Variant == last.Variant })
						}
						if i < 0 {
							t.Fatalf("%+v leads to phase %v, which has no such choice: %+v", last, o.Phase, choices)
						}
						next = choices[i]
						seen[o.Phase]++
						if reader.Encode(got, next); !slices.Equal(got, want) {
							t.Fatalf("%+v and then %+v: the afterstates differ", last, next)
						}
					}
					if next.Certainty == greedy.Open {
						reader.Encode(want, next)
					}
					last = next
					must.Do(t, s.Apply(next.Action))
				}
			}
			if seen[gin.Discard] == 0 || seen[gin.KnockOrPass]+seen[gin.KnockDiscard] == 0 {
				t.Errorf("compared %v", seen)
			}
		})
	}
}

// The actions of a player depend on its observations only: they do not change when all
// hidden cards are redealt.
func TestGinSeesObservationsOnly(t *testing.T) {
	r := gin.EAAI()
	x := must.Get(afterstate.NewGin(r, afterstate.AllGinGroups))(t)
	n := randomNetwork(t, x.Layout(), 5, 16)
	g := must.Get(gin.New(r))(t)
	create := func() game.Agent {
		return greedy.NewPlayer(greedy.NewGin(x.NewReader()), n, network.Gain)
	}
	twin := create()
	other, hidden := g.NewState(), &gin.Observation{}
	src := rand.NewPCG(1, 1)
	var want game.Action
	visitGin(t, r, 3, create, func(s game.State, o *gin.Observation, legal *game.Mask) {
		other.CopyFrom(s)
		other.Redeal(o.Self, src)
		other.Observe(o.Self, hidden)
		want, _ = twin.Act(hidden, legal)
	}, func(a game.Action) {
		if a != want {
			t.Fatalf("action %d, with other hidden cards %d", a, want)
		}
	})
}

// ginDecisions returns the decisions of hands between two players "simple".
func ginDecisions(t testing.TB, hands int) (views []*gin.Observation, masks []game.Mask) {
	r := gin.EAAI()
	g := must.Get(gin.New(r))(t)
	rule := must.Get(ginrummy.New("simple"))(t)
	s, a := g.NewState(), rule()
	for episode := range uint64(hands) {
		g.Deal(s, game.DealSource(3, episode))
		for a.Reset(episode); s.Current() != game.NoPlayer; {
			o := new(gin.Observation)
			var legal game.Mask
			s.Observe(s.Current(), o)
			s.Legal(&legal)
			views, masks = append(views, o), append(masks, legal)
			act, _ := a.Act(o, &legal)
			must.Do(t, s.Apply(act))
		}
	}
	return views, masks
}

func TestGinActAllocatesNothing(t *testing.T) {
	x := must.Get(afterstate.NewGin(gin.EAAI(), afterstate.AllGinGroups))(t)
	p := greedy.NewPlayer(greedy.NewGin(x.NewReader()), randomNetwork(t, x.Layout(), 1, 16), network.Gain)
	p.Explore = 0.1
	p.Reset(1)
	views, masks := ginDecisions(t, 4)
	checkAllocations(t, p, views, masks)
}
