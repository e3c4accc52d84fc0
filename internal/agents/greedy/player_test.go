package greedy_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/baselines/indianrummy"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/networktest"
	"rummygym/internal/features/afterstate"
	"rummygym/internal/must"
)

// randomNetwork returns a network with random weights for a layout.
func randomNetwork(t testing.TB, l game.Layout, seed uint64, hidden ...int) *network.Network {
	t.Helper()
	d := network.Description{
		Format: network.Format, Kind: network.AfterstateKind, Game: "indian", Fields: "all", Inputs: network.Inputs(l),
		Heads: []network.Head{{Name: network.Gain, Size: 1}, {Name: network.Win, Size: 1}},
	}
	for i, n := range hidden {
		d.Layers = append(d.Layers, network.Layer{Name: string(rune('a' + i)), Size: n, Activation: network.ReLU})
	}
	return networktest.Random(t, d, seed)
}

// visit plays games between players that create returns. At each decision it calls see
// before the player acts, and acted afterwards.
func visit(t testing.TB, r indian.Rules, games int, create func() game.Agent, see func(s *indian.State, o *indian.Observation, legal *game.Mask), acted func(a game.Action)) {
	t.Helper()
	g := must.Get(indian.New(r))(t)
	visitGames(t, g, games, create, see, acted)
}

// visitGames is visit for any game with states and observations of the given types.
func visitGames[S game.State, O game.Observation](t testing.TB, g game.Game, games int, create func() game.Agent, see func(S, O, *game.Mask), acted func(game.Action)) {
	t.Helper()
	s, o := g.NewState().(S), g.NewObservation().(O)
	seats := make([]game.Agent, g.Players())
	for i := range seats {
		seats[i] = create()
	}
	for episode := range uint64(games) {
		g.Deal(s, game.DealSource(3, episode))
		for i, a := range seats {
			a.Reset(game.AgentSeed(3, episode, game.Player(i)))
		}
		var legal game.Mask
		for s.Current() != game.NoPlayer {
			p := s.Current()
			s.Observe(p, o)
			s.Legal(&legal)
			see(s, o, &legal)
			a, probability := seats[p].Act(o, &legal)
			if probability != 1 {
				t.Fatalf("probability %v", probability)
			}
			acted(a)
			must.Do(t, s.Apply(a))
		}
	}
}

// With any network, a player takes legal actions, declares when it can, takes the card
// that completes its hand, and discards no card that raises MinDist.
func TestPlaysSensiblyWithAnyNetwork(t *testing.T) {
	forbidden := indian.Paper()
	forbidden.ThrowingBack = indian.ThrowBackForbidden
	wrong := indian.Paper()
	wrong.Declaring = indian.AnyCards
	for name, r := range map[string]indian.Rules{
		"paper": indian.Paper(), "paper52": must.Get(indian.Preset("paper52"))(t), "released": must.Get(indian.Preset("released"))(t), "club of 2": indian.Club(2), "club of 4": indian.Club(4),
		"no throwing back": forbidden, "wrong declarations": wrong,
	} {
		t.Run(name, func(t *testing.T) {
			x := must.Get(afterstate.NewIndian(r, afterstate.AllIndianGroups&^afterstate.AfterModelled))(t)
			for seed, head := range []string{network.Gain, network.Win} {
				n := randomNetwork(t, x.Layout(), uint64(seed), 12)
				games := 30
				var o indian.Observation
				declared, taken := 0, 0
				visit(t, r, games, func() game.Agent {
					p := greedy.NewPlayer(greedy.NewIndian(x.NewReader(nil)), n, head)
					p.Explore = 0.1
					return p
				}, func(_ *indian.State, view *indian.Observation, _ *game.Mask) { o = *view }, func(a game.Action) {
					var dist [card.NumKinds]int8
					minDist := mindist.Discards(&dist, o.Hand, o.Wild)
					switch {
					case o.Phase == indian.Discard && minDist == 0:
						if c := indian.DeclareCard(a); c == card.None || dist[c.Index()] != 0 {
							t.Fatalf("action %d with the hand %v, which is a declaration", a, o.Hand)
						}
						declared++
					case o.Phase == indian.Discard && r.ThrowingBack == indian.ThrowBackAllowed:
						if c := indian.DiscardCard(a); c == card.None || int(dist[c.Index()]) != minDist {
							t.Fatalf("action %d with the hand %v: MinDist %d", a, o.Hand, minDist)
						}
					case o.Phase == indian.Draw && mindist.Of(o.Hand, o.Wild) > 0 && o.Top != card.None && mindist.Of(o.Hand.With(o.Top), o.Wild) == 0:
						if joker := o.Top == card.Joker || o.Top.Rank() == o.Wild; a != indian.DrawPile && !joker {
							t.Fatalf("action %d where %v completes %v", a, o.Top, o.Hand)
						}
						taken++
					case a == indian.Drop && head == network.Win:
						t.Fatal("a player that aims for wins drops")
					}
				})
				if head == network.Win && (declared == 0 || taken == 0) {
					t.Errorf("%d declarations, %d cards that complete a hand: want at least one of each", declared, taken)
				}
			}
		})
	}
}

// The actions of a player depend on its observations only: they do not change when all
// hidden cards are redealt.
func TestSeesObservationsOnly(t *testing.T) {
	r := indian.Paper()
	x := must.Get(afterstate.NewIndian(r, afterstate.AllIndianGroups&^afterstate.AfterModelled))(t)
	n := randomNetwork(t, x.Layout(), 5, 16)
	g := must.Get(indian.New(r))(t)
	create := func() game.Agent {
		return greedy.NewPlayer(greedy.NewIndian(x.NewReader(nil)), n, network.Win)
	}
	twins := []game.Agent{create(), create()}
	other, hidden := g.NewState(), &indian.Observation{}
	src := rand.NewPCG(1, 1)
	var want game.Action
	turn := 0
	visit(t, r, 20, create, func(s *indian.State, o *indian.Observation, legal *game.Mask) {
		if o.Turn < turn || o.Turn == 1 && o.Phase == indian.Draw {
			for _, p := range twins {
				p.Reset(0)
			}
		}
		turn = o.Turn
		other.CopyFrom(s)
		other.Redeal(o.Self, src)
		other.Observe(o.Self, hidden)
		want, _ = twins[o.Self].Act(hidden, legal)
	}, func(a game.Action) {
		if a != want {
			t.Fatalf("action %d, with other hidden cards %d", a, want)
		}
	})
}

// A player that explores draws each action with the same probability, and Afterstate
// returns the afterstate of the action taken.
func TestExplores(t *testing.T) {
	r := indian.Paper()
	x := must.Get(afterstate.NewIndian(r, afterstate.AllIndianGroups&^afterstate.AfterModelled))(t)
	n := randomNetwork(t, x.Layout(), 6)
	reader := greedy.NewIndian(x.NewReader(nil))
	g := must.Get(indian.New(r))(t)
	s, o := g.NewTable(), &indian.Observation{}
	g.Deal(s, game.DealSource(3, 1))
	must.Do(t, s.Apply(indian.DrawStock))
	s.Observe(0, o)
	var legal game.Mask
	s.Legal(&legal)
	choices := reader.Read(nil, o, &legal)
	p := greedy.NewPlayer(reader, n, network.Gain)
	p.Explore = 0.5
	p.Reset(1)
	const acts = 6000
	counts := map[game.Action]int{}
	want := make([]float32, x.Layout().Size())
	for range acts {
		a, _ := p.Act(o, &legal)
		counts[a]++
		reader.IndianReader.Encode(want, a)
		for i, v := range p.Afterstate() {
			if v != want[i] {
				t.Fatalf("entry %d of the afterstate of action %d is %v, want %v", i, a, v, want[i])
			}
		}
	}
	if len(choices) < 3 || len(counts) != len(choices) {
		t.Fatalf("%d of %d actions were taken", len(counts), len(choices))
	}
	each, most := 0.5*acts/float64(len(choices)), 0
	for a, k := range counts {
		most = max(most, k)
		if float64(k) < each*0.8 || float64(k) > each*1.2 && float64(k) < each+0.45*acts {
			t.Errorf("action %d taken %d times, want about %.0f, or %.0f if it is the best", a, k, each, each+0.5*acts)
		}
	}
	if float64(most) < each+0.45*acts {
		t.Errorf("the best action is taken %d times, want about %.0f", most, each+0.5*acts)
	}
}

// With Estimate, a player returns the value of its best choice, whichever choice it takes
// and with either aim.
func TestEstimates(t *testing.T) {
	r := indian.Paper()
	x := must.Get(afterstate.NewIndian(r, afterstate.AfterProgress|afterstate.AfterCards|afterstate.AfterAim))(t)
	n := randomNetwork(t, x.Layout(), 8)
	aim, _ := x.Layout().Offset("for_wins")
	reader := greedy.NewIndian(x.NewReader(nil))
	e := n.NewEvaluator()
	p := greedy.NewPlayer(reader, n, network.Gain)
	p.Explore, p.Estimate = 0.4, true
	views, masks := decisionsOf(t, r, 30)
	dst := make([]float32, x.Layout().Size())
	for i, o := range views {
		head := i % 2
		p.Aim([]string{network.Gain, network.Win}[head])
		p.Reset(uint64(i))
		p.Act(o, &masks[i])
		high, want, certain := math.Inf(-1), [2]float64{}, false
		for _, c := range reader.Read(nil, o, &masks[i]) {
			if certain = c.Certainty == greedy.Wins; certain {
				break
			}
			reader.Encode(dst, c)
			if int(dst[aim]) != head {
				t.Fatalf("decision %d: the afterstate has the aim %v, want %d", i, dst[aim], head)
			}
			e.Run(dst)
			if v := float64(e.Output(head, 0)); v > high {
				high = v
				want = [2]float64{float64(e.Output(0, 0)), 1 / (1 + math.Exp(-float64(e.Output(1, 0))))}
			}
		}
		gain, win, ok := p.Estimated()
		if ok == certain || ok && (gain != want[0] || win != want[1]) {
			t.Fatalf("decision %d: estimated %v, %v, %v, want %v, certain %v", i, gain, win, ok, want, certain)
		}
	}
}

// WinChance is the output of the head win for the action taken, by whichever head that is chosen and
// whether it is explored.
func TestWinChance(t *testing.T) {
	r := indian.Paper()
	x := must.Get(afterstate.NewIndian(r, afterstate.AllIndianGroups&^afterstate.AfterModelled))(t)
	n := randomNetwork(t, x.Layout(), 8)
	reader := greedy.NewIndian(x.NewReader(nil))
	e := n.NewEvaluator()
	p := greedy.NewPlayer(reader, n, network.Gain)
	dst := make([]float32, x.Layout().Size())
	views, masks := decisionsOf(t, r, 30)
	open := 0
	for i, o := range views {
		p.Aim([]string{network.Gain, network.Win}[i%2])
		p.Explore = float64(i/2%2) / 2
		p.Reset(uint64(i))
		a, _ := p.Act(o, &masks[i])
		win, ok := p.WinChance()
		var of []float64 // the outputs for the choices of this action
		for _, c := range reader.Read(nil, o, &masks[i]) {
			if c.Action == a && c.Certainty == greedy.Open {
				reader.Encode(dst, c)
				e.Run(dst)
				of = append(of, 1/(1+math.Exp(-float64(e.Output(1, 0)))))
			}
		}
		if ok != (len(of) > 0) || ok && !slices.Contains(of, win) {
			t.Fatalf("decision %d: %v, %v, want one of %v", i, win, ok, of)
		}
		if ok {
			open++
		}
	}
	if open < len(views)/2 {
		t.Errorf("%d of %d decisions are open", open, len(views))
	}
	rule := greedy.NewRulePlayer(greedy.NewIndian(x.NewReader(nil)), x.Layout().Size(), p)
	rule.Reset(1)
	rule.Act(views[0], &masks[0])
	if _, ok := rule.WinChance(); ok {
		t.Error("a player of a rule estimates")
	}
}

// decisionsOf returns the decisions of games between two rule-based players.
func decisionsOf(t testing.TB, r indian.Rules, games int) (views []*indian.Observation, masks []game.Mask) {
	rule := must.Get(indianrummy.New("min-dist-opp"))(t)
	visit(t, r, games, rule, func(_ *indian.State, o *indian.Observation, legal *game.Mask) {
		c := *o
		m := *legal
		m.Unset(indian.Drop)
		views, masks = append(views, &c), append(masks, m)
	}, func(game.Action) {})
	return views, masks
}

func TestActAllocatesNothing(t *testing.T) {
	x := must.Get(afterstate.NewIndian(indian.Paper(), afterstate.AllIndianGroups&^afterstate.AfterModelled))(t)
	p := greedy.NewPlayer(greedy.NewIndian(x.NewReader(nil)), randomNetwork(t, x.Layout(), 1, 16), network.Gain)
	p.Explore = 0.1
	p.Reset(1)
	views, masks := decisionsOf(t, indian.Paper(), 4)
	checkAllocations(t, p, views, masks)
}

// checkAllocations checks that p decides without allocation, after all decisions once.
func checkAllocations[O game.Observation](t *testing.T, p *greedy.Player, views []O, masks []game.Mask) {
	t.Helper()
	for i := range views {
		p.Act(views[i], &masks[i])
	}
	i := 0
	if n := testing.AllocsPerRun(200, func() {
		p.Act(views[i%len(views)], &masks[i%len(views)])
		p.Afterstate()
		i++
	}); n != 0 {
		t.Errorf("%v allocations per decision", n)
	}
}

// BenchmarkAct measures decisions with a network of two layers of 128.
func BenchmarkAct(b *testing.B) {
	x := must.Get(afterstate.NewIndian(indian.Paper(), afterstate.AllIndianGroups&^afterstate.AfterModelled))(b)
	p := greedy.NewPlayer(greedy.NewIndian(x.NewReader(nil)), randomNetwork(b, x.Layout(), 1, 128, 128), network.Gain)
	p.Reset(1)
	views, masks := decisionsOf(b, indian.Paper(), 50)
	benchAct(b, p, views, masks)
}

// benchAct measures the decisions of p.
func benchAct[O game.Observation](b *testing.B, p *greedy.Player, views []O, masks []game.Mask) {
	i := 0
	for b.Loop() {
		p.Act(views[i%len(views)], &masks[i%len(views)])
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "decisions/s")
}
