package encoder_test

import (
	"maps"
	"math"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/features/encoder"
	"rummygym/internal/features/ginhand"
	"rummygym/internal/features/opponent"
	"rummygym/internal/features/playtest"
	"rummygym/internal/must"
)

// ginPlainly computes every field by its definition, one entry at a time. It takes the
// probabilities of the hand table as they are; package opponent tests them.
func ginPlainly(s game.State, o *gin.Observation) map[string][]float32 {
	f := map[string][]float32{}
	put := func(name string, x float32) { f[name] = append(f[name], x) }
	yes := func(name string, b bool) {
		if b {
			put(name, 1)
		} else {
			put(name, 0)
		}
	}
	set := func(name string, in func(card.Card) bool) {
		for i := range 52 {
			yes(name, in(card.FromIndex(i)))
		}
	}
	self, other := o.Self, 1-o.Self
	pile := s.(*gin.State).AppendPile(nil)
	full := o.Hand.Count() == o.Rules.HandSize+1

	set("hand", o.Hand.Has)
	set("drawn", func(c card.Card) bool { return c == o.Drawn })
	yes("from_pile", o.FromPile)
	set("shown", o.Known[self].Has)
	set("upcard", func(c card.Card) bool { return len(pile) > 0 && pile[len(pile)-1] == c })
	set("pile", func(c card.Card) bool { return slices.Contains(pile, c) })
	set("buried", func(c card.Card) bool { i := slices.Index(pile, c); return i >= 0 && i < len(pile)-1 })
	set("known", o.Known[other].Has)
	unknown := func(c card.Card) bool {
		return slices.Contains(s.(*gin.State).AppendStock(nil), c) || s.(*gin.State).Hand(other).Has(c) && !o.Known[other].Has(c)
	}
	set("unknown", unknown)
	set("laid_off", o.LaidOff.Has)
	for _, p := range []game.Player{self, other} {
		set("taken", o.Taken[p].Has)
		set("given", o.Given[p].Has)
		set("refused", o.Refused[p].Has)
		yes("knocker", p == o.Knocker)
		set("declared", func(c card.Card) bool {
			return slices.ContainsFunc(o.Melds[p][:], func(m card.Cards) bool { return m.Has(c) })
		})
		put("hand_sizes", float32(o.HandSizes[p]))
		yes("mover", p == s.Current())
		yes("starter", p == o.Starter)
	}
	put("stock_size", float32(len(s.(*gin.State).AppendStock(nil))))
	put("pile_size", float32(len(pile)))
	for phase := range 10 {
		yes("phase", gin.Phase(phase) == s.(*gin.State).Phase())
	}
	for p := range game.Player(2) {
		yes("seat", p == self)
	}
	put("turn", float32(o.Turn))
	put("knock_limit", float32(o.KnockLimit))

	// Deadwood, by a plain recursion over all melds.
	least := playtest.Deadwood(o.Hand, 0)
	if full {
		least = math.MaxInt
	}
	for i := range 52 {
		c := card.FromIndex(i)
		if !full || !o.Hand.Has(c) {
			put("deadwood_after_discard", encoder.OutOfPhase)
			continue
		}
		d := playtest.Deadwood(o.Hand.Without(c), 0)
		least = min(least, d)
		put("deadwood_after_discard", float32(d))
	}
	put("deadwood", float32(least))

	best := deadwood.Best(o.Hand)
	set("best_melds", best.Cards().Has)
	runs, sets := 0, 0
	for _, m := range best[:best.Len()] {
		if r := m.First().Rank(); m&^card.OfRank(r) == 0 {
			sets++
		} else {
			runs++
		}
	}
	put("runs", float32(runs))
	put("sets", float32(sets))
	if full {
		put("hit_count", encoder.OutOfPhase)
	} else {
		put("hit_count", float32(playtest.Hits(o.Hand)))
	}
	roots, affixes := playtest.Roots(o.Hand, func(c card.Card) bool { return unknown(c) || c == o.Upcard })
	set("roots", roots.Has)
	set("affixes", affixes.Has)

	for _, one := range []ginhand.Fitness{ginhand.DeadwoodFalls, ginhand.NeverMelds, ginhand.UselessToOpponent, ginhand.MateDiscarded} {
		for i := range 52 {
			c := card.FromIndex(i)
			if full && o.Hand.Has(c) {
				yes("fitness", ginhand.FitnessOf(o, c, ginhand.FitnessPaper)&one != 0)
			} else {
				put("fitness", encoder.OutOfPhase)
			}
		}
	}

	var p, squashed [52]float32
	opponent.SimpleHandTable().Estimate(&p, o)
	f["belief"] = p[:]
	for i, y := range p {
		squashed[i] = ginhand.Squash(y)
	}
	for i := range 52 {
		c := card.FromIndex(i)
		if o.Hand.Has(c) {
			put("discard_risk", ginhand.DiscardRisk(&squashed, c))
		} else {
			put("discard_risk", 0)
		}
	}
	for _, s := range []card.Suit{card.Clubs, card.Hearts, card.Spades, card.Diamonds} {
		for r := range card.Rank(13) {
			yes("hand_matrix", o.Hand.Has(card.New(r, s)))
			put("belief_matrix", squashed[card.New(r, s).Index()])
		}
	}
	return f
}

// TestGinFieldsMeanWhatTheySay compares every field with its definition, at decisions of
// games under all rules, from both seats.
func TestGinFieldsMeanWhatTheySay(t *testing.T) {
	for name, r := range playtest.GinRules() {
		t.Run(name, func(t *testing.T) {
			x := newGin(t, r, encoder.AllGinGroups)
			playtest.VisitGin(t, r, playtest.Decisions(300), func(s game.State) { checkGinFields(t, x, s) })
		})
	}
}

// checkGinFields compares all fields of both seats with their definitions.
func checkGinFields(t *testing.T, x *encoder.Gin, s game.State) {
	t.Helper()
	dst := make([]float32, x.Layout().Size())
	obs := new(gin.Observation)
	for p := range game.Player(2) {
		s.Observe(p, obs)
		checkMeaning(t, x, dst, obs, ginPlainly(s, obs))
	}
}

// FuzzGin plays moves under one of the rules, the n-th legal move for each byte n,
// and checks all fields at the end.
func FuzzGin(f *testing.F) {
	f.Add(uint64(1), byte(0), []byte("some moves"))
	f.Add(uint64(2), byte(1), []byte{1, 0, 7, 1, 3, 1, 200, 0, 5, 1, 9, 1, 8})
	tables := playtest.GinRules()
	names := slices.Sorted(maps.Keys(tables))
	f.Fuzz(func(t *testing.T, seed uint64, table byte, moves []byte) {
		r := tables[names[int(table)%len(names)]]
		g := must.Get(gin.New(r))(t)
		s := g.NewState()
		g.Deal(s, game.DealSource(seed, 0))
		var legal game.Mask
		for _, m := range moves[:min(len(moves), 200)] {
			if s.Legal(&legal); legal.Count() == 0 {
				break
			}
			must.Do(t, s.Apply(legal.Nth(int(m)%legal.Count())))
		}
		checkGinFields(t, newGin(t, r, encoder.AllGinGroups), s)
	})
}
