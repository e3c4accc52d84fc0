package features_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/features"
)

func TestPlayHandsAreConsistent(t *testing.T) {
	for _, preset := range indian.PresetNames() {
		rules, err := indian.Preset(preset)
		if err != nil {
			t.Fatal(err)
		}
		deck := card.BagOf(card.AppendDeck(nil, rules.Packs, rules.Jokers)...)
		for _, opponent := range []string{"min-dist-opp", "random", "min-score"} {
			p := newPlaying(t, rules, opponent, "min-dist")
			src := rand.NewPCG(1, 2)
			hands := make([]card.Bag, 11)
			sampler := features.NewPlayHands(features.StandardPlay(), 4, 2)
			for episode := range uint64(8) {
				sampler.Reset()
				p.game(6, episode, func(o *indian.Observation, s *indian.State) {
					if o.Self == 0 || o.Phase == indian.Draw && episode%2 == 1 || src.Uint64()%3 == 0 {
						return // of some decisions the sampler is not told
					}
					sampler.Sample(hands, o, src)
					checkHands(t, hands, o, deck)
				})
			}
		}
	}
}

// The same decisions, asked at all or only at some of them, give hands; asked alike
// they give the same.
func TestPlayHandsFollowTheSourceAlone(t *testing.T) {
	p := newPlaying(t, indian.Paper(), "min-dist-opp", "min-dist")
	a, b := features.NewPlayHands(features.StandardPlay(), 8, 3), features.NewPlayHands(features.StandardPlay(), 8, 3)
	p.game(6, 9, func(o *indian.Observation, s *indian.State) { a.Sample(make([]card.Bag, 3), o, rand.NewPCG(5, 5)) })
	a.Reset()
	one, two := make([]card.Bag, 20), make([]card.Bag, 20)
	src, again := rand.NewPCG(1, 2), rand.NewPCG(1, 2)
	p.game(6, 10, func(o *indian.Observation, s *indian.State) {
		if o.Self != 1 {
			return
		}
		a.Sample(one, o, src)
		b.Observe(o)
		b.Sample(two, o, again)
		if !slices.Equal(one, two) {
			t.Fatal("the same observations and source give other hands")
		}
	})
}

// Against the players it knows, the danger of what one holds is foreseen better than
// from uniform hands, and so are the cards he has.
func TestPlayHandsKnowMoreThanUniformOnes(t *testing.T) {
	p := newPlaying(t, indian.Paper(), "min-dist-opp", "min-dist-opp")
	hands := make([]card.Bag, 64)
	sampler := features.NewPlayHands(features.StandardPlay(), 64, 20)
	var play, uniform, n float64
	for episode := range uint64(25) {
		sampler.Reset()
		src := rand.NewPCG(3, episode)
		p.game(12, episode, func(o *indian.Observation, s *indian.State) {
			if o.Self != 0 || o.Phase != indian.Discard {
				return
			}
			var after [card.NumKinds]int8
			d := features.MinDistDraws(&after, s.Hand(1), o.Wild)
			brier := func(h features.HandSampler) (sum float64) {
				var danger [card.NumKinds]float32
				h.Sample(hands, o, src)
				features.Danger(&danger, hands, o.Wild)
				for c := range o.Hand.Once.Each() {
					truth := float32(0)
					if int(after[c.Index()]) < d {
						truth = 1
					}
					sum += float64((danger[c.Index()] - truth) * (danger[c.Index()] - truth))
				}
				return sum
			}
			play += brier(sampler)
			uniform += brier(features.UniformHands{})
			n += float64(o.Hand.Once.Count())
		})
	}
	if play > .9*uniform {
		t.Errorf("Brier score of danger %.4f, of uniform hands %.4f: want at most .9 of it", play/n, uniform/n)
	}
}

func TestPlayHandsAllocateNothing(t *testing.T) {
	src := rand.NewPCG(1, 2)
	hands := make([]card.Bag, 8)
	sampler := features.NewPlayHands(features.StandardPlay(), 8, 3)
	var seen []indian.Observation
	p := newPlaying(t, indian.Paper(), "min-dist", "min-dist")
	p.game(7, 0, func(o *indian.Observation, s *indian.State) {
		if o.Self == 0 {
			seen = append(seen, *o)
		}
	})
	if n := testing.AllocsPerRun(3, func() {
		sampler.Reset()
		for i := range seen {
			sampler.Sample(hands, &seen[i], src)
		}
	}); n != 0 {
		t.Errorf("%v allocations a game", n)
	}
}

func BenchmarkPlayHands(b *testing.B) {
	src := rand.NewPCG(1, 2)
	hands := make([]card.Bag, 64)
	p := newPlaying(b, indian.Paper(), "min-dist-opp", "min-dist-opp")
	const games = 30
	var seen [games][]indian.Observation
	for ep := range uint64(games) {
		p.game(7, ep, func(o *indian.Observation, s *indian.State) {
			if o.Self == 0 {
				seen[ep] = append(seen[ep], *o)
			}
		})
	}
	sampler := features.NewPlayHands(features.StandardPlay(), 64, 20)
	decisions := 0
	for i := 0; b.Loop(); i++ {
		sampler.Reset()
		for j := range seen[i%games] {
			sampler.Sample(hands, &seen[i%games][j], src)
			decisions++
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(decisions), "µs/decision")
}
