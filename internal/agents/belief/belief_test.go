package belief_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/internal/agents/belief"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/networktest"
	"rummygym/internal/must"
)

// decisions plays games between players that lower MinDist and discard the first card
// that costs no MinDist, and calls visit at each decision.
func decisions(t testing.TB, rules indian.Rules, games int, seed uint64, visit func(o *indian.Observation, s *indian.State)) {
	g := must.Get(indian.New(rules))(t)
	s := g.NewTable()
	var o indian.Observation
	var legal game.Mask
	for i := range games {
		g.Deal(s, game.DealSource(seed, uint64(i)))
		for s.Current() != game.NoPlayer {
			s.Observe(s.Current(), &o)
			visit(&o, s)
			s.Legal(&legal)
			a := indian.DrawStock
			if o.Phase == indian.Draw && legal.Has(indian.DrawPile) && mindist.Of(o.Hand.With(o.Top), o.Wild) < mindist.Of(o.Hand, o.Wild) {
				a = indian.DrawPile
			}
			if o.Phase == indian.Discard {
				if _, free, _ := mindist.FreeDiscards(o.Hand, o.Wild); free != 0 {
					a = indian.DiscardOf(free.First())
				} else {
					a = legal.Nth(0)
				}
				for c := range o.Hand.Each() {
					if legal.Has(indian.DeclareWith(c)) {
						a = indian.DeclareWith(c)
					}
				}
			}
			must.Do(t, s.Apply(a))
		}
	}
}

// even returns a network whose logits are the given biases, and otherwise 0.
func even(t testing.TB, biases map[string][]float32) *network.Network {
	return networktest.Biased(t, belief.Describe(network.ReLU), biases)
}

func TestEstimatorReturnsTheHeads(t *testing.T) {
	wanted := make([]float32, card.NumKinds)
	wanted[card.New(card.Five, card.Hearts).Index()] = float32(math.Log(3))
	e := must.Get(belief.NewEstimator(even(t, map[string][]float32{belief.Wanted: wanted, belief.Discarded: wanted, belief.Distance: {0, float32(math.Log(6))}})))(t)
	decisions(t, indian.Paper(), 1, 1, func(o *indian.Observation, _ *indian.State) {
		e.See(o, 1-o.Self)
		five, other := card.New(card.Five, card.Hearts), card.New(card.Six, card.Hearts)
		if p := e.WantedOf(five); math.Abs(p-.75) > 1e-6 {
			t.Fatalf("danger %v, want .75", p)
		}
		if p := e.HeldOf(five); p != .5 {
			t.Fatalf("probability %v of being held, want .5", p)
		}
		var danger [card.NumKinds]float32
		e.Wanted(&danger, card.BagOf(five, other, card.Joker))
		if danger[five.Index()] != .75 || danger[other.Index()] != .5 || danger[card.Joker.Index()] != .5 || danger[0] != 0 {
			t.Fatalf("danger of a hand %v", danger)
		}
		var d [belief.Distances]float64
		e.Distance(&d)
		if math.Abs(d[1]-.4) > 1e-6 || math.Abs(d[0]-.1/1.5) > 1e-6 {
			t.Fatalf("distances %v, want .4 at 1 and a fifteenth elsewhere", d)
		}
		var discarded [card.NumKinds]float32
		e.NextDiscard(&discarded, o, 1-o.Self, o.Known[o.Self], card.None)
		sum := 2 * float64(may(o, five)) // weight three for the five of hearts, one for each other card
		for i := range card.NumKinds {
			sum += float64(may(o, card.FromIndex(i)))
		}
		for i := range card.NumKinds {
			c := card.FromIndex(i)
			want := float64(may(o, c)) / sum
			if c == five {
				want *= 3
			}
			if p := float64(discarded[i]); math.Abs(p-want) > 1e-6 {
				t.Fatalf("%v is discarded with probability %v, want %v", c, p, want)
			}
		}
	})
}

// TestInDeck checks that the probabilities of a constant network follow the definition, also
// with two packs, and that those of the built-in network add up to about the closed deck and
// are better than equal ones for all unseen cards, by the Brier score.
func TestInDeck(t *testing.T) {
	constant := must.Get(belief.NewEstimator(even(t, nil)))(t)
	var odds [card.NumKinds]float32
	decisions(t, indian.Released(), 1, 5, func(o *indian.Observation, _ *indian.State) {
		constant.See(o, 1-o.Self)
		constant.InDeck(&odds, o)
		for i, p := range odds {
			want := [...]float64{0, .5, math.Sqrt(.5)}[o.Unseen().Of(card.FromIndex(i))]
			if math.Abs(float64(p)-want) > 1e-6 {
				t.Fatalf("%v is in the closed deck with probability %v, want %v", card.FromIndex(i), p, want)
			}
		}
	})
	standard := must.Get(belief.NewEstimator(belief.Standard(2)))(t)
	var sum, deck, network, uniform float64
	decisions(t, indian.Paper(), 20, 6, func(o *indian.Observation, s *indian.State) {
		standard.See(o, 1-o.Self)
		standard.InDeck(&odds, o)
		stock, unseen := card.BagOf(s.AppendStock(nil)...), o.Unseen()
		share := float64(o.StockSize) / float64(unseen.Count())
		deck += float64(o.StockSize)
		for c := range unseen.Each() {
			p, in := float64(odds[c.Index()]), 0.0
			if stock.Of(c) > 0 {
				in = float64(stock.Of(c)) / float64(unseen.Of(c))
			}
			sum, network, uniform = sum+p, network+(p-in)*(p-in), uniform+(share-in)*(share-in)
		}
	})
	if math.Abs(sum/deck-1) > .05 {
		t.Errorf("%.0f cards are expected in closed decks of %.0f cards", sum, deck)
	}
	if network > .98*uniform {
		t.Errorf("sum of squared errors %.1f, by equal probabilities %.1f", network, uniform)
	}
}

// may returns 1 for a card that the opponent may hold, as the observer knows, and 0
// otherwise.
func may(o *indian.Observation, c card.Card) int {
	if o.Unseen().Has(c) || o.Known[1-o.Self].Has(c) {
		return 1
	}
	return 0
}

func TestOtherNetworksAreRefused(t *testing.T) {
	for want, change := range map[string]func(*network.Description){
		"kind":       func(d *network.Description) { d.Kind = network.PolicyKind },
		"gin":        func(d *network.Description) { d.Game = "gin" },
		"cards":      func(d *network.Description) { d.Fields = "cards" },
		"inputs":     func(d *network.Description) { d.Inputs = d.Inputs[1:] },
		`"distance"`: func(d *network.Description) { d.Heads = d.Heads[:2] },
		`"held"`:     func(d *network.Description) { d.Heads[0].Size-- },
	} {
		d := belief.Describe(network.ReLU, 4)
		must.Do(t, belief.Fits(&d))
		change(&d)
		must.Fail(t, belief.Fits(&d), want)
	}
}

func TestHandsAreConsistent(t *testing.T) {
	for _, preset := range indian.PresetNames() {
		rules := must.Get(indian.Preset(preset))(t)
		if rules.Standard() != nil {
			continue // no network is made for them
		}
		h := must.Get(belief.NewHands(belief.Standard(2)))(t)
		deck, src := card.BagOf(card.AppendDeck(nil, rules.Packs, rules.Jokers)...), rand.NewPCG(1, 2)
		hands := make([]card.Bag, 5)
		decisions(t, rules, 5, 2, func(o *indian.Observation, _ *indian.State) {
			h.Sample(hands, o, src)
			rest := deck.Minus(o.Hand).Minus(o.Pile).Without(o.Wildcard)
			for _, hand := range hands {
				if hand.Count() != o.HandSizes[1-o.Self] || !hand.Contains(o.Known[1-o.Self]) || !rest.Contains(hand) {
					t.Fatalf("%s: the opponent cannot hold %v", preset, hand)
				}
			}
		})
	}
}

// The probability of a set of hidden cards is proportional to the product of their odds.
func TestHandsAreDrawnByTheirOdds(t *testing.T) {
	rules := indian.Paper52()
	rules.HandSize = 2 // hands of other sizes than 13 are drawn by the head Held alone
	deck := card.AppendDeck(nil, 1, 0)
	o := indian.Observation{Rules: &rules, Wildcard: card.None, Top: card.None, Pile: card.BagOf(deck[4:]...)}
	o.HandSizes[1] = 2
	odds := []float64{1, 2, 3, 4}
	logits := make([]float32, card.NumKinds)
	sum := 0.0
	for i, x := range odds {
		logits[i] = float32(math.Log(x))
		for _, y := range odds[:i] {
			sum += x * y
		}
	}
	h := must.Get(belief.NewHands(even(t, map[string][]float32{belief.Held: logits})))(t)
	hands := make([]card.Bag, 20_000)
	h.Sample(hands, &o, rand.NewPCG(3, 4))
	counts := map[card.Bag]float64{}
	for _, hand := range hands {
		counts[hand] += 1 / float64(len(hands))
	}
	for i, x := range odds {
		for j, y := range odds[:i] {
			if p := x * y / sum; math.Abs(counts[card.BagOf(deck[i], deck[j])]-p) > 4*math.Sqrt(p/float64(len(hands))) {
				t.Errorf("hand of odds %v and %v: share %.4f of the hands, want %.4f", x, y, counts[card.BagOf(deck[i], deck[j])], p)
			}
		}
	}
}

// The MinDist of sampled hands has the distribution of the head Distance.
func TestHandsHaveTheDistanceOfTheNetwork(t *testing.T) {
	logits := make([]float32, belief.Distances)
	logits[4], logits[5] = 9, 9
	h := must.Get(belief.NewHands(even(t, map[string][]float32{belief.Distance: logits})))(t)
	hands, src := make([]card.Bag, 200), rand.NewPCG(5, 6)
	decisions(t, indian.Paper(), 1, 3, func(o *indian.Observation, _ *indian.State) {
		h.Sample(hands, o, src)
		n := 0
		for _, hand := range hands {
			if d := mindist.Of(hand, o.Wild); d == 4 || d == 5 {
				n++
			}
		}
		if n < 190 {
			t.Fatalf("turn %d: %d of 200 hands at distance 4 or 5, want nearly all", o.Turn, n)
		}
	})
}

func TestNothingIsAllocated(t *testing.T) {
	h := must.Get(belief.NewHands(belief.Standard(2)))(t)
	hands, src := make([]card.Bag, 16), rand.NewPCG(5, 6)
	var danger [card.NumKinds]float32
	decisions(t, indian.Paper(), 1, 3, func(o *indian.Observation, _ *indian.State) {
		h.Sample(hands, o, src)
		if n := testing.AllocsPerRun(2, func() { h.Sample(hands, o, src); h.See(o, 1-o.Self); h.Wanted(&danger, o.Hand); h.InDeck(&danger, o) }); n != 0 {
			t.Fatalf("%v allocations", n)
		}
	})
}
