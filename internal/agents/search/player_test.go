package search_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"rummygym/agents"
	"rummygym/baselines/ginrummy"
	"rummygym/baselines/indianrummy"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/internal/agents/search"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// uniform returns a sampler of Indian Rummy for which all places of hidden cards are
// equally likely.
func uniform() search.Sampler { return new(search.IndianSampler) }

// small returns the configuration of a quick search of Indian Rummy.
func small(t testing.TB, g game.Game) search.Config {
	return search.Config{
		Game: g, Playout: must.Get(indianrummy.New("min-dist-opp"))(t), Sampler: uniform,
		Candidates: search.IndianCandidates{}, Rollouts: 24, DrawStock: indian.DrawStock,
	}
}

// view is a position: the state, and the observation and the legal actions of the mover.
type view struct {
	state game.State
	obs   game.Observation
	legal game.Mask
}

// walk plays games of random actions and returns n of their positions.
func walk(g game.Game, src *rand.PCG, n int) []view {
	var views []view
	s := g.NewState()
	for len(views) < n {
		g.Deal(s, src)
		for s.Current() != game.NoPlayer && len(views) < n {
			v := view{state: g.NewState(), obs: g.NewObservation()}
			s.Legal(&v.legal)
			if s.Observe(s.Current(), v.obs); card.Below(src, 3) == 0 {
				v.state.CopyFrom(s)
				views = append(views, v)
			}
			a := v.legal.Nth(int(card.Below(src, uint64(v.legal.Count()))))
			if a == indian.Drop && g.Name() == "indian" {
				a = indian.DrawStock
			}
			if err := s.Apply(a); err != nil {
				panic(err)
			}
		}
	}
	return views
}

// TestKnownPosition has a hand at distance 1 with two free cards: a king, which completes
// the opponent's hand, and a six. The greedy players discard the king, the higher-point
// card. The game ends after the opponent's turn, so that exhaustive search finds the best
// discard.
func TestKnownPosition(t *testing.T) {
	r := indian.Paper()
	r.Recycling, r.MaxRounds = indian.NoRecycling, 5
	g, made := table(t, r)
	one := func(text string) card.Card {
		return must.Get(card.Parse(text))(t)
	}
	bag := func(text string) card.Bag {
		cards := must.Get(card.ParseAll(text))(t)
		return card.BagOf(cards...)
	}
	o := &indian.Observation{
		Rules: new(indian.Rules), Self: 0, Mover: 0, Phase: indian.Discard, Turn: 9, Round: 5, Active: 3,
		Hand:  bag("AS 2S 3S 4S 5H 6H 7H TC TD TH 3C 4C KS 6S"),
		Drawn: one("7H"), Wildcard: one("9H"), Wild: card.Nine,
		StockSize: 1, TurnsOf: [game.MaxPlayers]int{5, 4}, HandSizes: [game.MaxPlayers]int{14, 13},
	}
	*o.Rules = r
	o.Known[1] = bag("5D 6D 7D 8D JH QH KH KC KD 5C 6C")
	hidden := []card.Card{one("7C"), one("2H"), one("JC")} // the opponent holds two, one is the stock
	o.Pile = card.BagOf(g.Deck()...).Minus(o.Hand).Minus(o.Known[1]).Minus(card.BagOf(append(hidden, o.Wildcard)...))
	o.PileSize, o.Top = o.Pile.Count(), o.Pile.Once.First()

	// minGain returns the gain of seat 0 if the opponent minimises it.
	var minGain func(s game.State) int
	minGain = func(s game.State) int {
		if s.Current() == game.NoPlayer {
			return s.Outcome().Gains[0]
		}
		var legal game.Mask
		s.Legal(&legal)
		worst, next := math.MaxInt, g.NewState()
		for a := range legal.Each() {
			next.CopyFrom(s)
			must.Do(t, next.Apply(a))
			if a != indian.Drop {
				worst = min(worst, minGain(next))
			}
		}
		return worst
	}
	var legal game.Mask
	exact, best := map[game.Action]float64{}, game.NoAction
	for stock := range hidden {
		var hands [game.MaxPlayers]card.Bag
		hands[1] = o.Known[1]
		for i, c := range hidden {
			if i != stock {
				hands[1].Add(c)
			}
		}
		must.Do(t, made.(*indian.State).Determinize(o, &hands, rand.NewPCG(1, 1)))
		made.Legal(&legal)
		next := g.NewState()
		for a := range legal.Each() {
			next.CopyFrom(made)
			must.Do(t, next.Apply(a))
			exact[a] += float64(minGain(next)) / float64(len(hidden))
		}
	}
	for a, v := range exact {
		if best == game.NoAction || v > exact[best] {
			best = a
		}
	}
	greedy, _ := must.Get(indianrummy.New("min-dist-opp"))(t)().Act(o, &legal)
	if king := indian.DiscardOf(one("KS")); greedy != king || exact[king] > exact[best]-5 {
		t.Fatalf("the position does not suit the test: greedy %s, values %v, best %s", g.ActionString(greedy), exact, g.ActionString(best))
	}
	c := small(t, g)
	c.Candidates, c.Rollouts = search.IndianCandidates{}, 300
	if a, p := player(t, c).Act(o, &legal); exact[a] < exact[best]-1e-9 || p != 1 {
		t.Errorf("%s, worth %.2f, want %s, worth %.2f", g.ActionString(a), exact[a], g.ActionString(best), exact[best])
	}
	c.Goal = search.Win
	if a, _ := player(t, c).Act(o, &legal); a == greedy {
		t.Errorf("goal win: %s, as the greedy player", g.ActionString(a))
	}
}

// TestObservationOnly deals the hidden cards again, which changes neither the choice nor
// the values.
func TestObservationOnly(t *testing.T) {
	for name, c := range configs(t) {
		t.Run(name, func(t *testing.T) {
			src := rand.NewPCG(1, 7)
			p := player(t, c.search)
			again := c.game.NewObservation()
			for i, v := range walk(c.game, src, 10) {
				self := v.state.Current()
				p.Reset(uint64(i))
				want := p.Values(nil, v.obs, &v.legal)
				for range 2 {
					v.state.Redeal(self, src)
					v.state.Observe(self, again)
					p.Reset(uint64(i))
					if got := p.Values(nil, again, &v.legal); !same(got, want) {
						t.Fatalf("decision %d: %v after a redeal, want %v", i, got, want)
					}
				}
			}
		})
	}
}

// same reports whether values are equal, where NaN equals NaN.
func same(a, b []search.Value) bool { return fmt.Sprint(a) == fmt.Sprint(b) }

// setting is a game and a search configuration for it.
type setting struct {
	game   game.Game
	search search.Config
}

// configs returns searches of both games under various rules.
func configs(t *testing.T) map[string]setting {
	all := map[string]setting{}
	for _, name := range indian.PresetNames() {
		r := must.Get(indian.Preset(name))(t)
		g, _ := table(t, r)
		all[name] = setting{g, small(t, g)}
	}
	for name, change := range map[string]func(*indian.Rules, *search.Config){
		"club of 4": func(r *indian.Rules, c *search.Config) { *r = indian.Club(4) },
		"any cards": func(r *indian.Rules, c *search.Config) { r.Declaring = indian.AnyCards },
		"strict": func(r *indian.Rules, c *search.Config) {
			r.Taking, r.ThrowingBack = indian.TakeNoJokers, indian.ThrowBackForbidden
		},
		"all actions":    func(r *indian.Rules, c *search.Config) { c.Candidates = nil },
		"drops":          func(r *indian.Rules, c *search.Config) { c.Candidates = search.IndianCandidates{Drops: true} },
		"even, to win":   func(r *indian.Rules, c *search.Config) { c.Allocation, c.Goal = search.Even, search.Win },
		"margin":         func(r *indian.Rules, c *search.Config) { c.Margin = 1 },
		"other opponent": func(r *indian.Rules, c *search.Config) { c.Opponent = must.Get(indianrummy.New("random"))(t) },
		"horizon": func(r *indian.Rules, c *search.Config) {
			c.Horizon, c.Evaluator = 2, func() search.Evaluator { return search.NewOutlook(c.Goal, r.Cap) }
		},
		"sampler": func(r *indian.Rules, c *search.Config) {
			c.Sampler = func() search.Sampler { return &search.IndianSampler{Hands: new(anyHands)} }
		},
		"one roll-out":    func(r *indian.Rules, c *search.Config) { c.Rollouts = 1 },
		"ten cards":       func(r *indian.Rules, c *search.Config) { r.HandSize, c.Rollouts = 10, 4 },
		"parallel, paper": func(r *indian.Rules, c *search.Config) { c.Workers = 3 },
	} {
		r, c := indian.Paper(), small(t, nil)
		change(&r, &c)
		g, _ := table(t, r)
		c.Game = g
		all[name] = setting{g, c}
	}
	for _, name := range gin.PresetNames() {
		r := must.Get(gin.Preset(name))(t)
		g := must.Get(gin.New(r))(t)
		one := must.Get(gin.New(r.AnyStarter()))(t)
		simple := must.Get(ginrummy.New("simple"))(t)
		all["gin "+name] = setting{g, search.Config{
			Game: one, Playout: simple, Rollouts: 24, DrawStock: gin.DrawStock,
			Sampler: func() search.Sampler { return search.GinSampler{} },
		}}
	}
	return all
}

// anyHands draws the hidden cards of the opponent from the unseen ones.
type anyHands struct{ cards []card.Card }

func (*anyHands) Reset() {}

func (*anyHands) Observe(*indian.Observation) {}

func (h *anyHands) Sample(dst []card.Bag, o *indian.Observation, src rand.Source) {
	h.cards = o.Unseen().Append(h.cards[:0])
	for i := range dst {
		dst[i] = o.Known[1-o.Self]
		for k := range o.HandSizes[1-o.Self] - o.Known[1-o.Self].Count() {
			at := k + int(card.Below(src, uint64(len(h.cards)-k)))
			h.cards[k], h.cards[at] = h.cards[at], h.cards[k]
			dst[i].Add(h.cards[k])
		}
	}
}

// TestDeterminism checks that the values follow from the seed and the decisions of the
// episode alone, not from earlier games or the number of workers.
func TestDeterminism(t *testing.T) {
	for name, c := range configs(t) {
		t.Run(name, func(t *testing.T) {
			views := walk(c.game, rand.NewPCG(2, 7), 6)
			values := func(p *search.Player, seed uint64) (all []search.Value) {
				p.Reset(seed)
				for _, v := range views {
					all = p.Values(all, v.obs, &v.legal)
				}
				return all
			}
			used := player(t, c.search)
			values(used, 9)
			got, want := values(used, 3), values(player(t, c.search), 3)
			if !same(got, want) {
				t.Fatalf("values %v after another episode, want %v as of a new player", got, want)
			}
			c.search.Workers = 4 - c.search.Workers
			if got := values(player(t, c.search), 3); !same(got, want) {
				t.Fatalf("values %v with %d workers, want %v", got, c.search.Workers, want)
			}
			if other := values(player(t, c.search), 4); c.search.Rollouts > 4 && same(other, want) {
				t.Error("another seed gives the same values")
			}
		})
	}
}

// TestPlays plays games, in which every action must be legal, and compares the choices with
// the values.
func TestPlays(t *testing.T) {
	for name, c := range configs(t) {
		t.Run(name, func(t *testing.T) {
			a, b := player(t, c.search), player(t, c.search)
			s, obs := c.game.NewState(), c.game.NewObservation()
			var legal game.Mask
			c.game.Deal(s, game.DealSource(5, 0))
			a.Reset(1)
			b.Reset(1)
			for n := 0; s.Current() != game.NoPlayer && n < 30; n++ {
				s.Observe(s.Current(), obs)
				s.Legal(&legal)
				before := reflect.ValueOf(obs).Elem().Interface()
				action, p := a.Act(obs, &legal)
				values := b.Values(nil, obs, &legal)
				if !reflect.DeepEqual(before, reflect.ValueOf(obs).Elem().Interface()) {
					t.Fatal("the observation has changed")
				}
				chosen := 0
				for _, v := range values {
					if v.Action == action && v.Behind == 0 {
						chosen++
					}
					if !legal.Has(v.Action) || len(values) > 1 && v.Rollouts < 1 {
						t.Fatalf("values %+v with the legal actions %v", values, legal)
					}
				}
				if p != 1 || chosen != 1 {
					t.Fatalf("the action %s with probability %v, of values %+v", c.game.ActionString(action), p, values)
				}
				must.Do(t, s.Apply(action))
			}
		})
	}
}

// TestBudget compares the number of roll-outs with the budget.
func TestBudget(t *testing.T) {
	g, _ := table(t, indian.Paper())
	for _, a := range []search.Allocation{search.Halving, search.Even} {
		for _, budget := range []int{1, 50, 333, 1000} {
			c := small(t, g)
			c.Candidates, c.Rollouts, c.Allocation = nil, budget, a
			p := player(t, c)
			for _, v := range walk(g, rand.NewPCG(3, 7), 4) {
				values := p.Values(nil, v.obs, &v.legal)
				sum := 0
				for _, v := range values {
					sum += v.Rollouts
				}
				n := len(values)
				if n > 1 && (sum > max(budget, 2*n+4) || a == search.Even && sum < budget-n) {
					t.Errorf("%v: %d roll-outs for %d candidates, want %d", a, sum, n, budget)
				}
			}
		}
	}
	c := small(t, g)
	c.Rollouts, c.Time, c.Allocation = 0, 30*time.Millisecond, search.Even
	p := player(t, c)
	v := walk(g, rand.NewPCG(4, 7), 1)[0]
	start := time.Now()
	values := p.Values(nil, v.obs, &v.legal)
	if took := time.Since(start); values[0].Rollouts < 8 || took < 25*time.Millisecond {
		t.Errorf("%d roll-outs in %v, want 30ms", values[0].Rollouts, took)
	}
}

// TestAllocates checks that a search allocates nothing after the first one.
func TestAllocates(t *testing.T) {
	for _, name := range []string{"paper", "sampler", "horizon", "gin eaai"} {
		c := configs(t)[name]
		p := player(t, c.search)
		views := walk(c.game, rand.NewPCG(5, 7), 20)
		search := func() {
			p.Reset(1)
			for i := range views {
				p.Act(views[i].obs, &views[i].legal)
			}
		}
		search()
		must.Equal(t, testing.AllocsPerRun(5, search), 0, "%s: allocations in 20 searches", name)
	}
}

// TestNeverBelowItsBase checks that a search with a margin gains at least what its playout agent does in its place, with budgets from one roll-out of each candidate on: there it makes
// the choices of that agent.
func TestNeverBelowItsBase(t *testing.T) {
	rules := must.Get(catalog.ParseRules("gin", "tiny"))(t)
	g := must.Get(rules.NewGame())(t)
	base, _, err := catalog.OpenAgent(rules, "simple")
	must.Do(t, err)
	for _, budget := range []int{1, 20, 60, 200} {
		create, _, err := catalog.OpenAgent(rules, fmt.Sprintf("search:playout=simple:margin=1:rollouts=%d", budget))
		must.Do(t, err)
		table, a, b, sum, differ := agents.NewTable(g), create(), base(), 0, 0
		for deal := range uint64(300) {
			for own, seats := range [][]game.Agent{{a, b}, {b, a}} {
				table.Deal(7, deal, seats...)
				must.Do(t, table.Play(nil))
				gain := table.State().Outcome().Gains[own]
				table.Deal(7, deal, b, base())
				must.Do(t, table.Play(nil))
				change := gain - table.State().Outcome().Gains[own]
				if sum += change; change != 0 {
					differ++
				}
			}
		}
		if sum < 0 || budget == 1 && differ > 0 || budget == 200 && sum < 100 {
			t.Errorf("with %d roll-outs %d of 600 games differ, and the search gains %d points", budget, differ, sum)
		}
	}
}

// TestValidate checks the errors of invalid configurations.
func TestValidate(t *testing.T) {
	g, _ := table(t, indian.Paper())
	for want, change := range map[string]func(*search.Config){
		"want Config.Game":  func(c *search.Config) { c.Sampler = nil },
		"one of the two":    func(c *search.Config) { c.Time = time.Second },
		"0 roll-outs":       func(c *search.Config) { c.Rollouts = 0 },
		"2000000 roll-outs": func(c *search.Config) { c.Rollouts = 2_000_000 },
		"a margin of NaN":   func(c *search.Config) { c.Margin = math.NaN() },
		"horizon of 3":      func(c *search.Config) { c.Horizon = 3 },
		"-1 workers":        func(c *search.Config) { c.Workers = -1 },
	} {
		c := small(t, g)
		change(&c)
		must.Refuse(search.New(c))(t, want)
	}
}

// A search that is stopped, wherever it is, returns no action, and after a Reset the player plays
// as one that was not.
func TestStopWhen(t *testing.T) {
	g, _ := table(t, indian.Paper())
	c := small(t, g)
	nested, inner := c, c
	nested.Rollouts, inner.Rollouts = 8, 4
	nested.Playout = func() game.Agent { return player(t, inner) }
	timed := c
	timed.Rollouts, timed.Time = 0, time.Hour
	shared := c
	shared.Workers = 3
	for name, c := range map[string]search.Config{"rollouts": c, "nested": nested, "time": timed, "workers": shared} {
		p, fresh := player(t, c), player(t, c)
		for _, v := range walk(g, rand.NewPCG(3, 1), 6) {
			for _, after := range []int{0, 1, 5} {
				calls := 0
				p.StopWhen(func() bool { calls++; return calls > after })
				p.Reset(4)
				a, _ := p.Act(v.obs, &v.legal)
				if stopped := calls > after; stopped != (a == game.NoAction) || !stopped && c.Time > 0 && calls > 0 {
					t.Fatalf("%s: action %d after %d calls of stop, which was true from call %d on", name, a, calls, after+1)
				}
			}
			if c.Time > 0 {
				continue
			}
			p.StopWhen(nil)
			p.Reset(4)
			fresh.Reset(4)
			a, _ := p.Act(v.obs, &v.legal)
			if want, _ := fresh.Act(v.obs, &v.legal); a != want {
				t.Fatalf("%s: after a stop the player takes action %d, want %d", name, a, want)
			}
		}
	}
}

// silent is an opponent that knows no action, as a table in positions that it lacks.
type silent struct{}

func (silent) Reset(uint64) {}

func (silent) Act(game.Observation, *game.Mask) (game.Action, float64) { return game.NoAction, 0 }

// TestSilentOpponent checks that the playout plays for an opponent that knows no action.
func TestSilentOpponent(t *testing.T) {
	g, _ := table(t, indian.Paper())
	for _, v := range walk(g, rand.NewPCG(3, 3), 20) {
		c := small(t, g)
		c.Opponent = func() game.Agent { return silent{} }
		p := player(t, c)
		p.Reset(1)
		if a, _ := p.Act(v.obs, &v.legal); !v.legal.Has(a) {
			t.Fatalf("the search plays %d, which is not legal", a)
		}
	}
}
