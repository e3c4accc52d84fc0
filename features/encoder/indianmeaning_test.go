package encoder_test

import (
	"math"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/features/encoder"
	"rummygym/features/mindist"
	"rummygym/internal/features/playtest"
	"rummygym/internal/must"
)

// plainly computes every field by its definition, one entry at a time.
func plainly(o *indian.Observation, r indian.Rules) map[string][]float32 {
	f := map[string][]float32{}
	put := func(name string, x float32) { f[name] = append(f[name], x) }
	yes := func(name string, b bool) {
		if b {
			put(name, 1)
		} else {
			put(name, 0)
		}
	}
	bag := func(name string, b card.Bag) {
		for i := range card.NumKinds {
			put(name, float32(b.Of(card.FromIndex(i))))
		}
	}
	one := func(name string, c card.Card) {
		for i := range card.NumKinds {
			yes(name, card.FromIndex(i) == c)
		}
	}
	var seats []game.Player // the observer first
	for i := range r.Seats {
		seats = append(seats, (o.Self+game.Player(i))%game.Player(r.Seats))
	}
	others := seats[1:]

	bag("hand", o.Hand)
	one("drawn", o.Drawn)
	yes("from_pile", o.FromPile)
	bag("shown", o.Known[o.Self])
	for rank := range card.Rank(card.NumRanks) {
		yes("wild_rank", rank == o.Wild)
	}
	one("wildcard", o.Wildcard)
	one("pile_top", o.Top)
	bag("pile", o.Pile)
	seen := o.Hand.Plus(o.Pile).With(o.Wildcard)
	for _, p := range others {
		seen = seen.Plus(o.Known[p])
	}
	bag("seen", seen)
	for _, p := range others {
		taken, given := o.Taken[p], o.Given[p]
		taken.Jokers, given.Jokers = min(taken.Jokers, 3), min(given.Jokers, 3)
		bag("taken", taken)
		bag("given", given)
		bag("known", o.Known[p])
		for i := range card.NumKinds {
			near, far := 0, 0
			c := card.FromIndex(i)
			for d := range o.Taken[p].Once.Each() {
				if o.Hand.Has(c) && mindist.Related(c).Has(d) {
					near++
				}
			}
			for d := range o.Given[p].Once.Each() {
				if o.Hand.Has(c) && mindist.Related(c).Has(d) {
					far++
				}
			}
			put("related_taken", float32(near))
			put("related_given", float32(far))
		}
	}
	put("stock_size", float32(o.StockSize))
	put("pile_size", float32(o.PileSize))
	put("reshuffles", float32(o.Reshuffles))
	for _, p := range seats {
		put("hand_sizes", float32(o.HandSizes[p]))
		yes("active", o.Active>>p&1 != 0)
		yes("mover", p == o.Mover)
		put("turns", float32(o.TurnsOf[p]))
	}
	for phase := range 3 {
		yes("phase", indian.Phase(phase) == o.Phase)
	}
	for p := range game.Player(r.Seats) {
		yes("seat", p == o.Self)
	}
	put("turn", float32(o.Turn))
	put("round", float32(o.Round))

	minDist := func(hand card.Bag) int {
		if r.Standard() == nil {
			return mindist.Of(hand, o.Wild)
		}
		return mindist.Target{Size: r.HandSize, Requirement: r.Melds().Requirement, Pack: card.Pack(r.Ranks, r.Suits)}.MinDist(hand, o.Wild)
	}
	minScore := func(hand card.Bag) int {
		if r.Ranks == card.NumRanks && r.Suits == card.NumSuits {
			return meld.MinScore(hand, o.Wild)
		}
		return r.Melds().MinScore(hand, o.Wild)
	}
	deck := card.BagOf(card.AppendPacks(nil, card.Pack(r.Ranks, r.Suits), r.Packs, r.Jokers)...)
	full := o.Hand.Count() > r.HandSize
	score, dist := math.MaxInt, minDist(o.Hand)
	if !full {
		score = minScore(o.Hand)
	}
	total := 0
	for i := range card.NumKinds {
		c := card.FromIndex(i)
		if full && o.Hand.Has(c) {
			s := minScore(o.Hand.Without(c))
			score = min(score, s)
			put("min_score_after_discard", float32(s))
			put("min_dist_after_discard", float32(minDist(o.Hand.Without(c))))
		} else {
			put("min_score_after_discard", encoder.OutOfPhase)
			put("min_dist_after_discard", encoder.OutOfPhase)
		}
		if full {
			put("min_dist_after_draw", encoder.OutOfPhase)
			put("outs", encoder.OutOfPhase)
			continue
		}
		after := dist
		if deck.Has(c) || c == card.Joker || r.Standard() == nil {
			after = minDist(o.Hand.With(c))
		}
		put("min_dist_after_draw", float32(after))
		n := 0
		if after < dist {
			n = deck.Of(c) - seen.Of(c)
		}
		total += n
		put("outs", float32(n))
	}
	if full {
		total = encoder.OutOfPhase
	}
	put("outs_total", float32(total))
	put("min_score_uncapped", float32(score))
	put("min_score", float32(min(score, r.Cap)))
	put("min_dist", float32(dist))
	if r.Standard() == nil {
		unseen := deck.Minus(seen)
		put("min_dist_available", float32(mindist.Available(o.Hand, o.Wild, unseen.With(o.Top))))
		turns := mindist.ExpectedTurns(o.Hand, o.Wild, unseen)
		if full { // the best discard among those that keep the distance
			turns = math.Inf(1)
			for c := range o.Hand.Each() {
				if rest := o.Hand.Without(c); minDist(rest) == dist {
					turns = min(turns, mindist.ExpectedTurns(rest, o.Wild, unseen))
				}
			}
		}
		put("expected_turns", float32(turns))
		var odds [card.NumKinds]float32
		for i := range odds {
			odds[i] = float32(o.StockSize) / float32(max(1, unseen.Count()))
		}
		put("expected_min_dist", float32(mindist.Expected(o.Hand, o.Wild, card.BagOf(o.Top), unseen, &odds)))
	}
	return f
}

// TestIndianFieldsMeanWhatTheySay compares every field with its definition, at decisions
// of random games under all rules, from every seat.
func TestIndianFieldsMeanWhatTheySay(t *testing.T) {
	for name, r := range tables() {
		t.Run(name, func(t *testing.T) {
			x := newIndian(t, r, encoder.IndianGroupsOf(r))
			g := must.Get(indian.New(r))(t)
			obs := g.NewObservation().(*indian.Observation)
			dst := make([]float32, x.Layout().Size())
			playtest.PlayIndian(t, r, playtest.Decisions(50), func(s game.State) {
				for p := range game.Player(r.Seats) {
					s.Observe(p, obs)
					checkMeaning(t, x, dst, obs, plainly(obs, r))
				}
			})
		})
	}
}
