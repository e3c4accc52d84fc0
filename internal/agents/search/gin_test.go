package search_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"rummygym/agents"
	"rummygym/baselines/ginrummy"
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/agents/search"
	"rummygym/internal/features/opponent"
	"rummygym/internal/must"
)

// TestGinSamplerFollowsTable checks, in positions of a played hand, that every card is in
// the sampled hands as often as the table says, and that the samples look as the position
// does to the player.
func TestGinSamplerFollowsTable(t *testing.T) {
	const samples = 4000
	g := must.Get(gin.New(gin.EAAI()))(t)
	create := must.Get(ginrummy.New("simple"))(t)
	table := opponent.SimpleHandTable().Fading(0.5)
	sampler := search.GinSampler{Table: table}
	s, o, again := g.NewState(), g.NewObservation().(*gin.Observation), g.NewObservation().(*gin.Observation)
	states := []game.State{g.NewState()}
	src := rand.NewPCG(1, 2)
	checked := 0
	for deal := range uint64(4) {
		g.Deal(s, game.DealSource(3, deal))
		players := [2]game.Agent{create(), create()}
		players[0].Reset(1)
		players[1].Reset(2)
		for turn := 0; s.Current() != game.NoPlayer; turn++ {
			p := s.Current()
			s.Observe(p, o)
			if turn%7 == 0 && o.Phase <= gin.KnockOrPass {
				checked++
				var want [card.NumSuited]float32
				table.Estimate(&want, o)
				var count [card.NumSuited]int
				for i := range samples {
					sampler.Sample(states, o, src)
					hand := states[0].(*gin.State).Hand(1 - p)
					for c := range hand.Each() {
						count[c.Index()]++
					}
					if i == 0 {
						if states[0].Observe(p, again); again.Hand != o.Hand || again.Known != o.Known || !reflect.DeepEqual(again.History, o.History) {
							t.Fatalf("the sample looks like %+v, want %+v", again, o)
						}
					}
				}
				for i, q := range want {
					q := float64(q)
					if got := float64(count[i]) / samples; math.Abs(got-q) > 4.5*math.Sqrt(q*(1-q)/samples)+1e-4 {
						t.Errorf("deal %d, turn %d: %v is in a share %v of the hands, want %v", deal, turn, card.FromIndex(i), got, q)
					}
				}
			}
			var legal game.Mask
			s.Legal(&legal)
			a, _ := players[p].Act(o, &legal)
			must.Do(t, s.Apply(a))
		}
	}
	if checked < 10 {
		t.Errorf("%d positions, want 10 or more", checked)
	}
}

// TestGinDeadwood checks that sampled hands have melds as often as true ones, both in the first six turns of a hand and later: their
// mean deadwood, over positions of many hands, is that of the true hands. By the probabilities of single cards it is not.
func TestGinDeadwood(t *testing.T) {
	g := must.Get(gin.New(gin.EAAI()))(t)
	create := must.Get(ginrummy.New("simple"))(t)
	known := must.Get(search.NewGinDeadwood(g, create, 1000))(t)
	cards := search.GinSampler{Table: opponent.SimpleHandTable().Fading(0.5)}
	samplers := []search.Sampler{cards, search.NewGinDeadwoodSampler(cards, known)}
	var states []game.State
	for range 16 {
		states = append(states, g.NewState())
	}
	src := rand.NewPCG(4, 4)
	var times [2]struct { // the first six turns, later turns
		n, truth float64
		sampled  [2]float64
	}
	table := agents.NewTable(g)
	for deal := range uint64(300) {
		table.Deal(9, deal, create(), create())
		must.Do(t, table.Play(func(d *agents.Decision) error {
			o := d.Obs.(*gin.Observation)
			if o.Phase != gin.Draw || o.Turn%3 != 0 {
				return nil
			}
			x := &times[0]
			if o.Turn > 6 {
				x = &times[1]
			}
			x.n++
			x.truth += float64(deadwood.Of(table.State().(*gin.State).Hand(1 - o.Self)))
			for i, sampler := range samplers {
				sampler.Sample(states, o, src)
				for _, s := range states {
					x.sampled[i] += float64(deadwood.Of(s.(*gin.State).Hand(1-o.Self))) / float64(len(states))
				}
			}
			return nil
		}))
	}
	for i, when := range []string{"in the first six turns", "later"} {
		x := &times[i]
		truth, byCards, both := x.truth/x.n, x.sampled[0]/x.n, x.sampled[1]/x.n
		t.Logf("%.0f positions %s: mean deadwood %.1f; of sampled hands %.1f by cards, %.1f by cards and deadwood", x.n, when, truth, byCards, both)
		if by := math.Abs(both - truth); by > 2 || by > math.Abs(byCards-truth)/3 {
			t.Errorf("%s: mean deadwood %.1f; of sampled hands %.1f by cards, %.1f by cards and deadwood: want the last nearer", when, truth, byCards, both)
		}
	}
}

func TestGinSamplerAllocatesNothing(t *testing.T) {
	g := must.Get(gin.New(gin.EAAI()))(t)
	s, o := g.NewState(), g.NewObservation()
	g.Deal(s, game.DealSource(1, 1))
	s.Observe(s.Current(), o)
	var sampler search.Sampler = search.GinSampler{Table: opponent.SimpleHandTable()}
	states, src := []game.State{g.NewState(), g.NewState()}, rand.NewPCG(1, 2)
	must.Equal(t, testing.AllocsPerRun(20, func() { sampler.Sample(states, o, src) }), 0, "allocations")
}
