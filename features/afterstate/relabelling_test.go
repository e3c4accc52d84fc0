package afterstate_test

import (
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/features/afterstate"
	"rummygym/features/internal/playtest"
	"rummygym/internal/must"
)

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
			layout, all := x.Layout(), x.Relabellings()
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
	layout, all := x.Layout(), x.Relabellings()
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
