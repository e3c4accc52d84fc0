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
