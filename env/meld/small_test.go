package meld

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/internal/must"
)

// smallRules are random rules of a small pack and hand, with a deck of up to three packs.
func smallRules(rng *rand.Rand) (r Rules, deck []card.Card) {
	r = Default()
	r.Cap, r.HandSize = 0, 1+rng.IntN(7)
	r.Requirement = [...]Requirement{AnyMelds, OnePure, PureAndSequence, PureAndPure, {0, 1}}[rng.IntN(5)]
	ranks, suits := 1+rng.IntN(card.NumRanks), 1+rng.IntN(card.NumSuits)
	if rng.IntN(2) == 0 {
		ranks = 3 + rng.IntN(4)
	}
	r.Pack = card.Pack(ranks, suits)
	return r, card.AppendPacks(nil, r.Pack, 1+rng.IntN(3), rng.IntN(5))
}

// The search for any rules agrees with the oracle in small packs, in which jokers stand for
// fewer cards.
func TestSmallPacksMatchNaive(t *testing.T) {
	n := 20000
	if testing.Short() {
		n = 3000
	}
	rng := rand.New(rand.NewPCG(1, 7))
	valid, sets := 0, 0
	for i := range n {
		r, deck := smallRules(rng)
		must.Do(t, r.Validate())
		wild := card.Rank(rng.IntN(card.NumRanks + 1))
		rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		cards := deck[:min(r.HandSize+1, len(deck))]
		whole := card.BagOf(cards...)
		var scores [card.NumKinds]int16
		r.MinScoreDiscards(&scores, whole, wild)
		finish, joker := r.Declarable(whole, wild)
		least := 1 << 14
		for k, c := range cards {
			rest := append(append([]card.Card{}, cards[:k]...), cards[k+1:]...)
			hand := card.BagOf(rest...)
			oracle := newNaiveOf(r, rest, wild, 5)
			name := fmt.Sprintf("hand %d: %v of %+v with wild rank %v", i, hand, r, wild)
			score := oracle.score()
			least = min(least, score)
			must.Equal(t, r.MinScore(hand, wild), score, "%s: MinScore", name)
			must.Equal(t, int(scores[c.Index()]), score, "%s: MinScoreDiscards", name)
			declares := len(rest) == r.HandSize && oracle.declares()
			must.Equal(t, r.CanDeclare(hand, wild), declares, "%s: CanDeclare", name)
			if len(rest) == r.HandSize {
				must.Equal(t, finish.Has(c) || joker && c == card.Joker, declares, "%s: Declarable", name)
			}
			g := r.Group(hand, wild)
			checkGrouping(t, name, g, hand, wild, r)
			if declares {
				valid++
				var groups [][]card.Card
				for _, m := range g.Melds {
					groups = append(groups, m.Cards)
					if m.Kind == Set {
						sets++
					}
				}
				must.Do(t, r.Judge(groups, wild))
			}
		}
		if len(cards) > r.HandSize {
			must.Equal(t, r.MinScore(whole, wild), least, "hand %d: MinScore of the best %d of %v", i, r.HandSize, whole)
		}
	}
	if valid < n/50 || sets < n/1000 {
		t.Errorf("%d declarations and %d impure sets, want at least %d and %d", valid, sets, n/50, n/1000)
	}
}

// Jokers stand for cards of the pack only.
func TestMeldsOfSmallPacks(t *testing.T) {
	for _, c := range []struct {
		ranks, suits int
		cards        string
		want         Kind
	}{
		{4, 4, "AC 2C 3C 4C", PureSequence},
		{4, 4, "AC 2C 3C 4C JK", Invalid},
		{5, 4, "AC 2C 3C 4C JK", Sequence},
		{3, 4, "JK JK JK", Sequence},
		{3, 4, "JK JK JK JK", Invalid},
		{13, 4, "QC KC AC", PureSequence},
		{12, 4, "QC JK AC", Invalid},
		{13, 4, "QC JK AC", Sequence},
		{5, 3, "AC AD AH", PureSet},
		{5, 3, "AC AD JK", Set},
		{5, 3, "AC AD AH JK", Invalid},
		{5, 2, "AC AD JK", Invalid},
		{5, 2, "AC JK JK", Sequence},
		{2, 4, "AC JK JK", Set},
		{2, 4, "JK JK JK", Invalid},
		{2, 4, "AC AD AH AS", PureSet},
	} {
		r := Default()
		r.Pack = card.Pack(c.ranks, c.suits)
		must.Equal(t, r.classify(must.Get(card.ParseAll(c.cards))(t), card.NoRank), c.want, "%d ranks, %d suits: %s", c.ranks, c.suits, c.cards)
	}
}

// Small hands are scored without an allocation.
func TestSmallHandsDoNotAllocate(t *testing.T) {
	r := Default()
	r.HandSize, r.Requirement, r.Pack = withoutMemo-1, OnePure, card.Pack(5, 4)
	hand := card.BagOf(must.Get(card.ParseAll("AC 2C 3C 3D 3H 4H JK"))(t)...)
	var scores [card.NumKinds]int16
	finish := 0
	must.Equal(t, testing.AllocsPerRun(100, func() {
		r.MinScoreDiscards(&scores, hand, card.Five)
		cards, _ := r.Declarable(hand, card.Five)
		finish += cards.Count() + r.MinScore(hand, card.Five)
	}), 0, "allocations")
	if finish == 0 {
		t.Error("the hand cannot declare")
	}
}
