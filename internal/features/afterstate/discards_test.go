package afterstate_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/features/afterstate"
	"rummygym/internal/features/ginhand"
	"rummygym/internal/features/opponent"
	"rummygym/internal/features/playtest"
	"rummygym/internal/must"
)

// paperOrder is the order of the suits in the matrices.
var paperOrder = [4]card.Suit{card.Clubs, card.Hearts, card.Spades, card.Diamonds}

// discardPlainly computes the fields by their definitions, one entry at a time, after the
// relabelling of the suits.
func discardPlainly(hand card.Cards, held *[52]float32, suits [4]card.Suit) map[string][]float64 {
	f := map[string][]float64{}
	in := func(row, rank int) float64 {
		if hand.Has(card.New(card.Rank(rank), suits[row])) {
			return 1
		}
		return 0
	}
	var relabelled card.Cards
	for row := range 4 {
		for rank := range 13 {
			f["hand_matrix"] = append(f["hand_matrix"], in(row, rank))
			p := float64(held[card.New(card.Rank(rank), suits[row]).Index()])
			if p != 1 {
				p /= math.Sqrt(1 + p*p)
			}
			f["belief_matrix"] = append(f["belief_matrix"], p)
			if in(row, rank) == 1 {
				relabelled = relabelled.With(card.New(card.Rank(rank), paperOrder[row]))
			}
		}
	}
	m := ginhand.MacrosOf(relabelled)
	f["macros"] = []float64{float64(m.Runs), float64(m.Sets), float64(playtest.Deadwood(hand, 0)), float64(m.Hits)}
	for rank := range 13 {
		for a := range 4 {
			for b := a + 1; b < 4; b++ {
				f["interactions"] = append(f["interactions"], in(a, rank)*in(b, rank))
			}
		}
	}
	for row := range 4 {
		for rank := range 12 {
			f["interactions"] = append(f["interactions"], in(row, rank)*in(row, rank+1))
		}
	}
	return f
}

// eachDiscard visits decisions of games under the rules, with the legal actions that are
// discards.
func eachDiscard(t testing.TB, r gin.Rules, n int, visit func(s game.State, o *gin.Observation, discards []game.Action)) {
	o := new(gin.Observation)
	playtest.VisitGin(t, r, n, func(s game.State) {
		if s.Current() == game.NoPlayer {
			return
		}
		s.Observe(s.Current(), o)
		var legal game.Mask
		s.Legal(&legal)
		var discards []game.Action
		if s.(*gin.State).Phase() == gin.Discard || s.(*gin.State).Phase() == gin.KnockDiscard {
			for a := range legal.Each() {
				if a < 52 {
					discards = append(discards, a)
				}
			}
		}
		visit(s, o, discards)
	})
}

// TestDiscardsAgainstPlain compares every entry with its definition, under all orders of
// knock and discard, and checks that other actions are left out.
func TestDiscardsAgainstPlain(t *testing.T) {
	relabelled := [4]card.Suit{card.Spades, card.Clubs, card.Diamonds, card.Hearts}
	for name, r := range map[string]gin.Rules{"eaai": gin.EAAI(), "openspiel": gin.OpenSpiel()} {
		t.Run(name, func(t *testing.T) {
			x := must.Get(afterstate.NewDiscards(afterstate.AllDiscardGroups, nil))(t)
			layout, reader := x.Layout(), x.NewReader()
			dst := make([]float32, layout.Size())
			phases := map[gin.Phase]int{}
			var legal game.Mask
			eachDiscard(t, r, playtest.Decisions(3000), func(s game.State, o *gin.Observation, discards []game.Action) {
				s.Legal(&legal)
				for a := range legal.Each() {
					if slices.Contains(discards, a) {
						continue
					}
					dst[0] = -7
					if x.Encode(dst, o, a) || dst[0] != -7 {
						t.Fatalf("action %d in phase %v was encoded as a discard", a, o.Phase)
					}
				}
				var held [52]float32
				opponent.SimpleHandTable().Estimate(&held, o)
				reader.Observe(o)
				for _, a := range discards {
					phases[o.Phase]++
					c := card.FromIndex(int(a))
					hand := s.(*gin.State).Hand(o.Self).Without(c)
					for i := range dst {
						dst[i] = -7
					}
					if !x.Encode(dst, o, a) {
						t.Fatalf("discard %v in phase %v was not encoded", c, o.Phase)
					}
					if err := compareExactly(layout, dst, discardPlainly(hand, &held, paperOrder)); err != nil {
						t.Fatalf("hand %v: %v", hand, err)
					}
					again := make([]float32, len(dst))
					reader.Encode(again, c)
					if !slices.Equal(dst, again) {
						t.Fatalf("hand %v: the reader differs from Encode", hand)
					}
					var squashed [52]float32
					for i, p := range held {
						squashed[i] = ginhand.Squash(p)
					}
					if got, want := reader.Risk(c), ginhand.DiscardRisk(&squashed, c); got != want {
						t.Fatalf("hand %v: the risk of %v is %v, want %v", hand, c, got, want)
					}
					reader.EncodeRelabelled(again, c, relabelled)
					if err := compareExactly(layout, again, discardPlainly(hand, &held, relabelled)); err != nil {
						t.Fatalf("hand %v, suits %v: %v", hand, relabelled, err)
					}
				}
			})
			if phases[gin.Discard] < 100 || name == "openspiel" && phases[gin.KnockDiscard] < 5 {
				t.Errorf("discards by phase: %v: the test has seen too few", phases)
			}
		})
	}
}

// compareExactly compares an encoding with float64 values, which may differ by the rounding
// of float32.
func compareExactly(layout game.Layout, got []float32, want map[string][]float64) error {
	at := 0
	for _, f := range layout {
		if len(want[f.Name]) != f.Size() {
			return fmt.Errorf("%s has %d entries, want %d", f.Name, f.Size(), len(want[f.Name]))
		}
		for i, v := range want[f.Name] {
			if g := float64(got[at+i]); math.Abs(g-v) > 1e-6 || f.DType == game.Uint8 && g != v || g < f.Low || g > f.High {
				return fmt.Errorf("%s[%d] is %v, want %v", f.Name, i, g, v)
			}
		}
		at += f.Size()
	}
	return nil
}

// TestDiscardsHandTable checks that the estimate is that of the given table.
func TestDiscardsHandTable(t *testing.T) {
	table := opponent.SimpleHandTable().Fading(0)
	x := must.Get(afterstate.NewDiscards(afterstate.DiscardBelief, table))(t)
	dst, other := make([]float32, 52), 0
	eachDiscard(t, gin.EAAI(), playtest.Decisions(1000), func(s game.State, o *gin.Observation, discards []game.Action) {
		for _, a := range discards {
			var held, simple [52]float32
			table.Estimate(&held, o)
			opponent.SimpleHandTable().Estimate(&simple, o)
			if held != simple {
				other++
			}
			x.Encode(dst, o, a)
			must.Do(t, compareExactly(x.Layout(), dst, discardPlainly(0, &held, paperOrder)))
		}
	})
	if other == 0 {
		t.Error("the two tables never differ: the test has seen nothing")
	}
}

// TestDiscardsGroups checks that each group has the same values alone as with all groups, and
// the sizes of the inputs of the three networks.
func TestDiscardsGroups(t *testing.T) {
	all := must.Get(afterstate.NewDiscards(afterstate.AllDiscardGroups, nil))(t)
	playtest.CheckLayout(t, all.Layout())
	whole := make([]float32, all.Layout().Size())
	for one := afterstate.DiscardGroups(1); one&afterstate.AllDiscardGroups != 0; one <<= 1 {
		x := must.Get(afterstate.NewDiscards(one, nil))(t)
		part := make([]float32, x.Layout().Size())
		eachDiscard(t, gin.EAAI(), 50, func(s game.State, o *gin.Observation, discards []game.Action) {
			for _, a := range discards {
				all.Encode(whole, o, a)
				x.Encode(part, o, a)
				from, ok := all.Layout().Offset(x.Layout()[0].Name)
				if len(x.Layout()) != 1 || !ok || !slices.Equal(part, whole[from:from+len(part)]) {
					t.Fatalf("group %v: the fields differ from those of all groups", one)
				}
			}
		})
	}
	for words, size := range map[string]int{"hand,belief,macros": 108, "belief,macros,interactions": 182, "all": 234} {
		g, err := afterstate.ParseDiscardGroups(words)
		if err != nil || g.String() != words {
			t.Errorf("%s: groups %v, error %v", words, g, err)
		}
		if x := must.Get(afterstate.NewDiscards(g, nil))(t); x.Layout().Size() != size || x.Groups() != g {
			t.Errorf("%s: %d entries, want %d", words, x.Layout().Size(), size)
		}
	}
}

func TestDiscardsRefuse(t *testing.T) {
	must.Refuse(afterstate.NewDiscards(0, nil))(t, "no groups")
	must.Refuse(afterstate.NewDiscards(1<<10, nil))(t, "bits of")
	must.Refuse(afterstate.ParseDiscardGroups("cards"))(t, "want all, or some of hand, belief, macros, interactions")
	x := must.Get(afterstate.NewDiscards(afterstate.DiscardHand, nil))(t)
	eachDiscard(t, gin.EAAI(), 5, func(_ game.State, o *gin.Observation, discards []game.Action) {
		for _, a := range discards {
			playtest.CheckPanics(t, map[string]func(){"Encode into 3 entries": func() { x.Encode(make([]float32, 3), o, a) }})
		}
	})
	playtest.CheckPanics(t, map[string]func(){"want *gin.Observation": func() { x.Encode(make([]float32, 52), nil, 0) }})
}

func TestDiscardsAllocateNothing(t *testing.T) {
	x := must.Get(afterstate.NewDiscards(afterstate.AllDiscardGroups, nil))(t)
	r, dst := x.NewReader(), make([]float32, x.Layout().Size())
	views := slices.DeleteFunc(ginDecisions(t, 2), func(o *gin.Observation) bool { return o.Phase != gin.Discard })
	i := 0
	if n := testing.AllocsPerRun(200, func() {
		o := views[i]
		r.Observe(o)
		for c := range o.Hand.Each() {
			r.Encode(dst, c)
			x.Encode(dst, o, gin.CardOf(c))
		}
		i = (i + 1) % len(views)
	}); n != 0 {
		t.Errorf("%v allocations per decision", n)
	}
}

// BenchmarkDiscards encodes all discards of decisions of games.
func BenchmarkDiscards(b *testing.B) {
	for _, words := range []string{"hand,belief,macros", "belief,macros,interactions"} {
		b.Run(words, func(b *testing.B) {
			g := must.Get(afterstate.ParseDiscardGroups(words))(b)
			x := must.Get(afterstate.NewDiscards(g, nil))(b)
			r, dst := x.NewReader(), make([]float32, x.Layout().Size())
			views := slices.DeleteFunc(ginDecisions(b, 10), func(o *gin.Observation) bool { return o.Phase != gin.Discard })
			at, _ := x.Layout().Offset("macros")
			i, n := 0, 0
			for b.Loop() {
				o := views[i]
				r.Observe(o)
				for c := range o.Hand.Each() {
					r.Encode(dst, c)
				}
				n += o.Hand.Count()
				if dst[at+2] < 0 || dst[at+2] > 98 {
					b.Fatalf("deadwood %v", dst[at+2])
				}
				i = (i + 1) % len(views)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "discards/s")
		})
	}
}
