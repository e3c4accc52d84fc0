package afterstate_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/agents"
	"rummygym/agents/afterstate"
	"rummygym/agents/network"
	"rummygym/baselines"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/meld"
	"rummygym/features"
)

// ginTables returns rules under which turns have all forms that there are.
func ginTables() map[string]gin.Rules {
	hand, steps, knockFirst := gin.EAAI(), gin.EAAI(), gin.Classic()
	hand.Episode = gin.Hand
	steps.Melding, steps.LayingOff, steps.Answer = gin.ChosenMelds, gin.ChosenLayOffs, gin.LayOffsFirst
	steps.Target = 30
	knockFirst.KnockOrder, knockFirst.KnockCard, knockFirst.Target = gin.KnockThenDiscard, gin.Oklahoma, 30
	return map[string]gin.Rules{
		"eaai": gin.EAAI(), "openspiel": gin.OpenSpiel(), "classic": gin.Classic(), "hand": hand, "step by step": steps, "knock first": knockFirst,
	}
}

func ginLayout(t testing.TB, r gin.Rules) *features.GinAfterstates {
	t.Helper()
	x, err := features.NewGinAfterstates(r, features.AllGinAfterGroups)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// visitGin plays games of two players that make returns, and calls see at each decision
// before the player acts, and acted afterwards.
func visitGin(t testing.TB, r gin.Rules, games int, create func() agents.Agent, see func(*gin.State, *gin.Observation, *game.Mask), acted func(game.Action)) {
	t.Helper()
	g, err := gin.New(r)
	if err != nil {
		t.Fatal(err)
	}
	visitGames(t, g, games, create, see, acted)
}

// leastDeadwood returns the least deadwood of a hand of eleven after a discard other than
// keep.
func leastDeadwood(hand card.Cards, keep card.Card) int {
	least := 1000
	for c := range hand.Each() {
		if c != keep {
			least = min(least, meld.Deadwood(hand.Without(c)))
		}
	}
	return least
}

// Whatever the network says, a player does what is legal, goes gin when it can, throws no
// card that costs much more than another, and takes none that does not lower its deadwood.
func TestPlaysGinSensiblyWithAnyNetwork(t *testing.T) {
	for name, r := range ginTables() {
		t.Run(name, func(t *testing.T) {
			r.Target = 30
			x := ginLayout(t, r)
			for seed, head := range []string{network.Gain, network.Win} {
				n := randomNetwork(t, x.Layout(), uint64(seed), 12)
				var o gin.Observation
				var legal game.Mask
				gins, taken, knocks := 0, 0, 0
				games := 4
				if r.Episode == gin.Hand {
					games = 60
				}
				visitGin(t, r, games, func() agents.Agent {
					p := afterstate.NewPlayer(afterstate.NewGin(x.NewReader()), n, head)
					p.Explore = 0.1
					return p
				}, func(_ *gin.State, view *gin.Observation, l *game.Mask) { o, legal = *view, *l }, func(a game.Action) {
					kept := card.None
					if o.FromPile {
						kept = o.Drawn
					}
					c := gin.ActionCard(a)
					switch {
					case !legal.Has(a):
						t.Fatalf("action %d is not legal in phase %v", a, o.Phase)
					case o.Phase == gin.Discard && meld.Deadwood(o.Hand) == 0 && r.BigGinBonus > 0:
						if a != gin.Knock {
							t.Fatalf("action %d with the big gin %v", a, o.Hand)
						}
					case o.Phase == gin.Discard && leastDeadwood(o.Hand, kept) == 0:
						gins++
						if a != gin.Knock && (r.KnockOrder == gin.KnockThenDiscard || meld.Deadwood(o.Hand.Without(c)) != 0) {
							t.Fatalf("action %d with the gin %v", a, o.Hand)
						}
					case o.Phase == gin.Discard && c != card.None:
						if d, least := meld.Deadwood(o.Hand.Without(c)), leastDeadwood(o.Hand, kept); c == kept || d > least+9 {
							t.Fatalf("%v is thrown of %v: deadwood %d, least %d; %v was taken", c, o.Hand, d, least, kept)
						}
					case (o.Phase == gin.Draw || o.Phase == gin.FirstUpcard) && a == gin.DrawUpcard:
						taken++
						if leastDeadwood(o.Hand.With(o.Upcard), o.Upcard) >= meld.Deadwood(o.Hand) {
							t.Fatalf("%v is taken to %v", o.Upcard, o.Hand)
						}
					case o.Phase == gin.KnockOrPass && meld.Deadwood(o.Hand) == 0 && a != gin.Knock:
						t.Fatalf("action %d with the gin %v", a, o.Hand)
					}
					if a == gin.Knock {
						knocks++
					}
				})
				if gins+knocks == 0 || taken == 0 {
					t.Errorf("%d times gin, %d knocks, %d cards taken: want some", gins, knocks, taken)
				}
			}
		})
	}
}

// A choice that goes on after its action has the afterstate that it has as a choice of the
// next decision.
func TestGinChoicesOfATurn(t *testing.T) {
	for name, r := range ginTables() {
		t.Run(name, func(t *testing.T) {
			r.Episode = gin.Hand
			g, err := gin.New(r)
			if err != nil {
				t.Fatal(err)
			}
			x := ginLayout(t, r)
			reader := afterstate.NewGin(x.NewReader())
			s, o := g.NewTable(), new(gin.Observation)
			want, got := make([]float32, x.Layout().Size()), make([]float32, x.Layout().Size())
			src := rand.NewPCG(1, 2)
			seen := map[gin.Phase]int{}
			for episode := range uint64(60) {
				g.Deal(s, game.DealSource(3, episode))
				last := afterstate.Choice{Then: game.NoAction}
				for s.Current() != game.NoPlayer {
					var legal game.Mask
					s.Observe(s.Current(), o)
					s.Legal(&legal)
					choices := reader.Read(nil, o, &legal)
					for i, c := range choices {
						if !legal.Has(c.Action) {
							t.Fatalf("choice %+v in phase %v is not legal", c, o.Phase)
						}
						if i > 0 && c.Action != choices[i-1].Action && slices.ContainsFunc(choices[:i], func(b afterstate.Choice) bool { return b.Action == c.Action }) {
							t.Fatalf("choices of action %d do not stand together", c.Action)
						}
					}
					next := choices[card.Below(src, uint64(len(choices)))]
					if last.Then != game.NoAction && last.Certainty == afterstate.Open {
						i := slices.IndexFunc(choices, func(c afterstate.Choice) bool { return c.Action == last.Then && c.Variant == last.Variant })
						if last.Action == gin.DrawUpcard && last.Variant == 1 && r.KnockOrder == gin.KnockThenDiscard {
							i = slices.IndexFunc(choices, func(c afterstate.Choice) bool { return c.Then == last.Then && c.Variant == last.Variant })
						}
						if i < 0 {
							t.Fatalf("%+v led to phase %v, which has no such choice: %+v", last, o.Phase, choices)
						}
						next = choices[i]
						seen[o.Phase]++
						if reader.Encode(got, next); !slices.Equal(got, want) {
							t.Fatalf("%+v and then %+v: the afterstate is another", last, next)
						}
					}
					if next.Certainty == afterstate.Open {
						reader.Encode(want, next)
					}
					last = next
					if err := s.Apply(next.Action); err != nil {
						t.Fatal(err)
					}
				}
			}
			if seen[gin.Discard] == 0 || seen[gin.KnockOrPass]+seen[gin.KnockDiscard] == 0 {
				t.Errorf("compared %v", seen)
			}
		})
	}
}

// What a player does follows from its observations: it does the same when all hidden
// cards are others.
func TestGinSeesObservationsOnly(t *testing.T) {
	r := gin.EAAI()
	x := ginLayout(t, r)
	n := randomNetwork(t, x.Layout(), 5, 16)
	g, err := gin.New(r)
	if err != nil {
		t.Fatal(err)
	}
	create := func() agents.Agent {
		return afterstate.NewPlayer(afterstate.NewGin(x.NewReader()), n, network.Gain)
	}
	twin := create()
	other, hidden := g.NewState(), &gin.Observation{}
	src := rand.NewPCG(1, 1)
	var want game.Action
	visitGin(t, r, 3, create, func(s *gin.State, o *gin.Observation, legal *game.Mask) {
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

// A rule plays as it does alone, and what it does has afterstates.
func TestGinRulePlayer(t *testing.T) {
	r := gin.EAAI()
	r.Episode = gin.Hand
	x := ginLayout(t, r)
	rule, err := baselines.New(baselines.Gin, "sigra")
	if err != nil {
		t.Fatal(err)
	}
	var players []*afterstate.Player
	var seat game.Player
	var phase gin.Phase
	alone := []agents.Agent{rule(), rule()}
	var want game.Action
	episode := uint64(0)
	acts, known := map[gin.Phase]int{}, map[gin.Phase]int{}
	visitGin(t, r, 60, func() agents.Agent {
		players = append(players, afterstate.NewRulePlayer(afterstate.NewGin(x.NewReader()), x.Layout().Size(), rule()))
		return players[len(players)-1]
	}, func(_ *gin.State, o *gin.Observation, legal *game.Mask) {
		seat, phase = o.Self, o.Phase
		if phase == gin.FirstUpcard && len(o.History) == 0 {
			for i, a := range alone {
				a.Reset(game.AgentSeed(3, episode, game.Player(i)))
			}
			episode++
		}
		want, _ = alone[seat].Act(o, legal)
	}, func(a game.Action) {
		if a != want {
			t.Fatalf("action %d, alone %d", a, want)
		}
		acts[phase]++
		if players[seat].Afterstate() != nil {
			known[phase]++
		}
	})
	if known[gin.Draw] < acts[gin.Draw]/2 || known[gin.Discard] < acts[gin.Discard]/2 || known[gin.KnockOrPass] == 0 || known[gin.FirstUpcard] == 0 {
		t.Errorf("of %v actions %v have afterstates", acts, known)
	}
}

// ginDecisions returns decisions of hands of two players of Simple.
func ginDecisions(t testing.TB, hands int) (views []*gin.Observation, masks []game.Mask) {
	r := gin.EAAI()
	r.Episode = gin.Hand
	g, err := gin.New(r)
	if err != nil {
		t.Fatal(err)
	}
	rule, err := baselines.New(baselines.Gin, "simple")
	if err != nil {
		t.Fatal(err)
	}
	s, a := g.NewTable(), rule()
	for episode := range uint64(hands) {
		g.Deal(s, game.DealSource(3, episode))
		for a.Reset(episode); s.Current() != game.NoPlayer; {
			o := new(gin.Observation)
			var legal game.Mask
			s.Observe(s.Current(), o)
			s.Legal(&legal)
			views, masks = append(views, o), append(masks, legal)
			act, _ := a.Act(o, &legal)
			if err := s.Apply(act); err != nil {
				t.Fatal(err)
			}
		}
	}
	return views, masks
}

func TestGinActAllocatesNothing(t *testing.T) {
	x := ginLayout(t, gin.EAAI())
	p := afterstate.NewPlayer(afterstate.NewGin(x.NewReader()), randomNetwork(t, x.Layout(), 1, 16), network.Gain)
	p.Explore = 0.1
	p.Reset(1)
	views, masks := ginDecisions(t, 4)
	for i := range views {
		p.Act(views[i], &masks[i])
	}
	i := 0
	if n := testing.AllocsPerRun(200, func() {
		p.Act(views[i%len(views)], &masks[i%len(views)])
		p.Afterstate()
		i++
	}); n != 0 {
		t.Errorf("%v allocations a decision", n)
	}
}

// BenchmarkGinAct makes the decisions of hands, with a network of two layers of 128.
func BenchmarkGinAct(b *testing.B) {
	x := ginLayout(b, gin.EAAI())
	p := afterstate.NewPlayer(afterstate.NewGin(x.NewReader()), randomNetwork(b, x.Layout(), 1, 128, 128), network.Gain)
	p.Reset(1)
	views, masks := ginDecisions(b, 50)
	i := 0
	for b.Loop() {
		p.Act(views[i%len(views)], &masks[i%len(views)])
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "decisions/s")
}
