package afterstate_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/agents/network"
	"rummygym/agents/network/networktest"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/features/afterstate"
	"rummygym/features/internal/playtest"
	"rummygym/internal/must"
)

// planesOf holds the fields that begin with one entry for each suited card. All other fields treat the suits alike.
var planesOf = map[string][]string{
	"indian": {"hand", "unseen", "known", "given", "refused", "discarded", "free_cards", "out_cards", "wild", "previous_known", "previous_given"},
	"gin":    {"held", "hand", "melded_cards", "unseen", "known", "given", "refused"},
}

// relabellings returns the 24 relabellings of the suits as permutations of the entries of an afterstate: entry i moves to
// entry p[i]. The first moves nothing. The rules treat all suits alike, so the afterstate is worth the same.
func relabellings(l game.Layout, planes []string) (all [][]int) {
	for order := range card.NumSuits * card.NumSuits * card.NumSuits * card.NumSuits {
		var to [card.NumSuits]int // suit s becomes to[s]; order has them as digits
		taken := 0
		for s := range to {
			to[card.NumSuits-1-s] = order % card.NumSuits
			taken |= 1 << (order % card.NumSuits)
			order /= card.NumSuits
		}
		if taken != 1<<card.NumSuits-1 {
			continue
		}
		p := make([]int, l.Size())
		for i := range p {
			p[i] = i
		}
		for _, name := range planes {
			if at, ok := l.Offset(name); ok {
				for c := range card.NumSuited {
					p[at+c] = at + to[c/card.NumRanks]*card.NumRanks + c%card.NumRanks
				}
			}
		}
		all = append(all, p)
	}
	return all
}

// suits says which suit takes the place of each.
type suits [card.NumSuits]card.Suit

// suitsOf reads a permutation of entries at the field hand.
func suitsOf(t *testing.T, l game.Layout, p []int) (to suits) {
	t.Helper()
	at, ok := l.Offset("hand")
	if !ok {
		t.Fatal("there is no field hand")
	}
	for s := range to {
		to[s] = card.Suit((p[at+s*card.NumRanks] - at) / card.NumRanks)
	}
	return to
}

func (s suits) card(c card.Card) card.Card {
	if c == card.None || c == card.Joker {
		return c
	}
	return card.New(c.Rank(), s[c.Suit()])
}

func (s suits) cards(cs card.Cards) (to card.Cards) {
	for c := range cs.Each() {
		to = to.With(s.card(c))
	}
	return to
}

func (s suits) bag(b card.Bag) card.Bag {
	return card.Bag{Once: s.cards(b.Once), Twice: s.cards(b.Twice), Thrice: s.cards(b.Thrice), Jokers: b.Jokers}
}

// checkRelabellings checks that there are 24 different relabellings, the first of which moves nothing.
func checkRelabellings(t *testing.T, l game.Layout, all [][]int) {
	t.Helper()
	var seen []suits
	for _, p := range all {
		if s := suitsOf(t, l, p); !slices.Contains(seen, s) {
			seen = append(seen, s)
		}
	}
	if len(all) != 24 || len(seen) != 24 || seen[0] != (suits{0, 1, 2, 3}) || !slices.IsSorted(all[0]) {
		t.Errorf("%d relabellings, %d of them different, the first %v", len(all), len(seen), seen[0])
	}
}

// differing counts the fields in which two afterstates differ.
func differing(l game.Layout, x, y []float32, count map[string]int) {
	at := 0
	for _, f := range l {
		if !slices.Equal(x[at:at+f.Size()], y[at:at+f.Size()]) {
			count[f.Name]++
		}
		at += f.Size()
	}
}

// checkDiffering checks that no fields differ but those named, which depend on which of several equal discards is
// the first.
func checkDiffering(t *testing.T, count map[string]int, tried int, may ...string) {
	t.Helper()
	for name, n := range count {
		if !slices.Contains(may, name) {
			t.Errorf("the field %s differs in %d of %d afterstates", name, n, tried)
		}
	}
	if least := playtest.Decisions(300); tried < least {
		t.Errorf("%d afterstates: want at least %d", tried, least)
	}
}

// TestIndianRelabellings checks that the entries of an afterstate move as in the game in which all cards
// have other suits.
func TestIndianRelabellings(t *testing.T) {
	for name, r := range map[string]indian.Rules{"paper": indian.Paper(), "club of 2": indian.Club(2), "club of 3": indian.Club(3)} {
		t.Run(name, func(t *testing.T) {
			x := must.Get(afterstate.NewIndian(r, afterstate.AllIndianGroups&^afterstate.AfterModelled))(t)
			layout, all := x.Layout(), relabellings(x.Layout(), planesOf["indian"])
			checkRelabellings(t, layout, all)
			const tried = 5 // of the relabellings, at each table
			readers, relabelled := make([]*afterstate.IndianReader, r.Seats), make([][tried]*afterstate.IndianReader, r.Seats)
			for i := range readers {
				readers[i] = x.NewReader(nil)
				for k := range relabelled[i] {
					relabelled[i][k] = x.NewReader(nil)
				}
			}
			one, other, moved := make([]float32, layout.Size()), make([]float32, layout.Size()), make([]float32, layout.Size())
			bad, counted := map[string]int{}, 0
			playtest.PlayIndian(t, r, playtest.Decisions(400), func(s game.State) {
				p := s.Current()
				if p == game.NoPlayer {
					for i := range readers {
						readers[i].Reset()
						for _, x := range relabelled[i] {
							x.Reset()
						}
					}
					return
				}
				var o indian.Observation
				s.Observe(p, &o)
				readers[p].Observe(&o)
				a := indian.DrawStock
				c := card.None
				if o.Phase == indian.Discard {
					c = slices.Collect(o.Hand.Each())[o.Turn%13]
					a = indian.DiscardOf(c)
				}
				readers[p].Encode(one, a)
				for k, reader := range relabelled[p] {
					to := suitsOf(t, layout, all[5*k+3])
					q := o
					q.Hand, q.Drawn, q.Wildcard, q.Top, q.Pile = to.bag(o.Hand), to.card(o.Drawn), to.card(o.Wildcard), to.card(o.Top), to.bag(o.Pile)
					for i := range r.Seats {
						q.Taken[i], q.Given[i], q.Known[i] = to.bag(o.Taken[i]), to.bag(o.Given[i]), to.bag(o.Known[i])
					}
					reader.Observe(&q)
					if a != indian.DrawStock {
						a = indian.DiscardOf(to.card(c))
					}
					reader.Encode(other, a)
					for i, v := range one {
						moved[all[5*k+3][i]] = v
					}
					counted++
					differing(layout, moved, other, bad)
				}
			})
			checkDiffering(t, bad, counted, "next_out_chance", "next_out_wait", "both_outs_chance")
		})
	}
}

// TestGinRelabellings is [TestIndianRelabellings] for Gin Rummy.
func TestGinRelabellings(t *testing.T) {
	x := must.Get(afterstate.NewGin(gin.EAAI(), afterstate.AllGinGroups))(t)
	layout, all := x.Layout(), relabellings(x.Layout(), planesOf["gin"])
	checkRelabellings(t, layout, all)
	reader := x.NewReader()
	one, other, moved := make([]float32, layout.Size()), make([]float32, layout.Size()), make([]float32, layout.Size())
	k := 0
	bad := map[string]int{}
	playtest.VisitGin(t, gin.EAAI(), playtest.Decisions(600), func(s game.State) {
		if s.Current() == game.NoPlayer {
			return
		}
		o := new(gin.Observation)
		s.Observe(s.Current(), o)
		moves, _, _ := ginMoves(o)
		if len(moves) == 0 {
			return
		}
		k++
		m, p := moves[k%len(moves)], all[k%len(all)]
		reader.Observe(o)
		reader.Encode(one, m)
		to := suitsOf(t, layout, p)
		q := *o
		q.Hand, q.Drawn, q.Upcard, q.Pile = to.cards(o.Hand), to.card(o.Drawn), to.card(o.Upcard), to.cards(o.Pile)
		q.LaidOff = to.cards(o.LaidOff)
		for i := range 2 {
			q.Taken[i], q.Given[i], q.Refused[i], q.Known[i] = to.cards(o.Taken[i]), to.cards(o.Given[i]), to.cards(o.Refused[i]), to.cards(o.Known[i])
			for j := range q.Melds[i] {
				q.Melds[i][j] = to.cards(o.Melds[i][j])
			}
		}
		q.History = slices.Clone(o.History)
		for i := range q.History {
			turn := &q.History[i]
			turn.Upcard, turn.Discard = to.card(turn.Upcard), to.card(turn.Discard)
		}
		m.Discard = to.card(m.Discard)
		reader.Observe(&q)
		reader.Encode(other, m)
		for i, v := range one {
			moved[p[i]] = v
		}
		differing(layout, moved, other, bad)
	})
	checkDiffering(t, bad, k, "next_gin_chance", "next_knock_chance")
}

// TestNetworksAreSymmetric checks that a network over cards gives the same for all relabellings of the suits, whatever its
// weights are, for afterstates of both games under all presets.
func TestNetworksAreSymmetric(t *testing.T) {
	check := func(name string, l game.Layout, ace network.Ace, planes []string) {
		d := network.Description{Format: network.Format, Kind: network.AfterstateKind, Game: "toy", Fields: "all", Inputs: network.Inputs(l),
			Heads: []network.Head{{Name: network.Gain, Size: 1}}}
		cards, ok := network.OverCards(d.Inputs, 16, ace)
		if !ok {
			t.Fatalf("%s: no planes of cards", name)
		}
		d.Layers = append([]network.Layer{cards}, network.MLP(32)...)
		e := networktest.Random(t, d, 1).NewEvaluator()
		rng := rand.New(rand.NewPCG(1, uint64(l.Size())))
		x, moved := make([]float32, l.Size()), make([]float32, l.Size())
		at := 0
		for _, f := range l {
			for range f.Size() {
				if rng.IntN(3) == 0 {
					x[at] = float32(f.High) * float32(rng.IntN(3)) / 2
				}
				at++
			}
		}
		e.Run(x)
		want := e.Output(0, 0)
		all := relabellings(l, planes)
		for _, p := range all {
			for i, v := range x {
				moved[p[i]] = v
			}
			e.Run(moved)
			if got := e.Output(0, 0); math.Abs(float64(got-want)) > 1e-5*max(1, math.Abs(float64(want))) {
				t.Errorf("%s: %v after a relabelling, and %v before", name, got, want)
			}
		}
		x[len(x)-1]++ // an input that the suits share
		if e.Run(x); e.Output(0, 0) == want || len(all) != 24 {
			t.Errorf("%s: the output does not depend on the last input, or there are %d relabellings", name, len(all))
		}
	}
	for _, name := range indian.PresetNames() {
		r := must.Get(indian.Preset(name))(t)
		if x, err := afterstate.NewIndian(r, afterstate.AllIndianGroups); err == nil {
			check(name, x.Layout(), network.AceBoth, planesOf["indian"])
		}
	}
	for _, name := range gin.PresetNames() {
		x := must.Get(afterstate.NewGin(must.Get(gin.Preset(name))(t), afterstate.AllGinGroups))(t)
		check(name, x.Layout(), network.AceLow, planesOf["gin"])
	}
}
