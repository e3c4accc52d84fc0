package mindist

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/meld"
	"rummygym/internal/must"
)

// replaced returns MinDist by its definition: the minimum number of cards that are exchanged for
// any cards of the pack so that the hand can declare. Hands of fewer cards than a declaration
// get more, of larger ones some are left out.
func replaced(t Target, hand card.Bag, wild card.Rank) int {
	rules := meld.Rules{Requirement: t.Requirement, HandSize: t.Size, Pack: t.Pack}
	var pack []card.Card
	for c := range t.pack().Each() {
		pack = append(pack, c)
	}
	// fill reports whether cards of the pack from the given one on can complete the kept cards.
	var fill func(kept card.Bag, from, k int) bool
	fill = func(kept card.Bag, from, k int) bool {
		if k == 0 {
			return rules.CanDeclare(kept, wild)
		}
		for i := from; i < len(pack); i++ {
			if kept.Of(pack[i]) < card.MaxCopies && fill(kept.With(pack[i]), i, k-1) {
				return true
			}
		}
		return false
	}
	cards := hand.Append(nil)
	var keep func(kept card.Bag, from, n, k int) bool
	keep = func(kept card.Bag, from, n, k int) bool {
		if n == 0 {
			return fill(kept, 0, k)
		}
		for i := from; i+n <= len(cards); i++ {
			if keep(kept.With(cards[i]), i+1, n-1, k) {
				return true
			}
		}
		return false
	}
	for k := 0; ; k++ {
		if n := t.Size - k; n <= len(cards) && keep(card.Bag{}, 0, n, k) {
			return k
		}
	}
}

// randomTarget returns a target of a small hand and any pack, and a hand.
func randomTarget(rng *rand.Rand) (t Target, hand card.Bag, wild card.Rank) {
	for {
		ranks, suits := 3+rng.IntN(11), 1+rng.IntN(4)
		if rng.IntN(2) == 0 {
			ranks = 3 + rng.IntN(3)
		}
		t = Target{
			Size:        3 + rng.IntN(4),
			Requirement: [...]meld.Requirement{meld.AnyMelds, meld.OnePure, meld.PureAndSequence, meld.PureAndPure, {Sequences: 1}}[rng.IntN(5)],
			Pack:        card.Pack(ranks, suits),
		}
		if ranks == 3 && suits == 4 && rng.IntN(2) == 0 { // sets of four, and no runs of four
			t.Size, t.Requirement = 7+rng.IntN(2), meld.AnyMelds
		}
		possible := ranks > 4 || t.Size == 3 || t.Size == 6 || ranks == 4 && t.Size == 4 || t.Requirement == meld.AnyMelds && suits == 4 && t.Size != 5
		if t.Validate() != nil || !possible || t.Size > 4 && ranks*suits > 30 {
			continue
		}
		deck := card.AppendPacks(nil, t.Pack, 1+rng.IntN(3), rng.IntN(4))
		rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		return t, card.BagOf(deck[:min(len(deck), t.Size+rng.IntN(2))]...), card.Rank(rng.IntN(card.NumRanks + 1))
	}
}

// MinDist of small hands and packs, its discards, draws and outs are those of the definition.
func TestPacksAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 11))
	seen := map[int]int{}
	for i := range count(4000) {
		target, hand, wild := randomTarget(rng)
		name := fmt.Sprintf("hand %d, %+v of %d cards: %v with wild rank %v", i, target, target.pack().Count(), hand, wild)
		want := replaced(target, hand, wild)
		must.Equal(t, target.MinDist(hand, wild), want, "%s: MinDist", name)
		seen[want]++
		if i%8 != 0 || target.pack().Count() > 20 || target.Size > 6 {
			continue
		}
		var after [card.NumKinds]int8
		least := target.Size
		must.Equal(t, target.Draws(&after, hand, wild), want, "%s: Draws", name)
		outs, unseen := 0, card.Bag{Once: target.Pack, Jokers: 2}
		for c := range unseen.Each() {
			d := replaced(target, hand.With(c), wild)
			must.Equal(t, int(after[c.Index()]), d, "%s: Draws of %v", name, c)
			if d < want {
				outs++
			}
		}
		if d, n := target.WithOuts(hand, wild, unseen); d != want || n != outs {
			t.Errorf("%s: WithOuts is %d, %d, want %d, %d", name, d, n, want, outs)
		}
		minimum := target.Discards(&after, hand, wild)
		for k := range card.NumKinds {
			c, d := card.FromIndex(k), -1
			if hand.Has(c) {
				d = replaced(target, hand.Without(c), wild)
				least = min(least, d)
			}
			must.Equal(t, int(after[k]), d, "%s: Discards of %v", name, c)
		}
		must.Equal(t, minimum, least, "%s: the minimum of Discards", name)
	}
	if seen[0] == 0 || seen[4] == 0 {
		t.Errorf("distances %v: want some of 0 and some of 4", seen)
	}
}

// A target is of the game's declarations, and the methods that are fast for the usual one agree
// with those of package level.
func TestTargetOf(t *testing.T) {
	must.Equal(t, TargetOf(meld.Default()), Declaration, "the target of the default rules")
	must.Equal(t, Declaration, Target{13, meld.PureAndSequence, card.All}, "Declaration")
	if (Target{Size: 3, Pack: card.Pack(2, 4)}).Validate() == nil || (Target{Size: 3, Pack: card.All.Without(0)}).Validate() == nil {
		t.Error("a target of a pack of two ranks, or of an odd pack, is valid")
	}
	forEachHand(31, count(50), func(hand card.Bag, wild card.Rank) {
		unseen := card.Bag{Once: card.All, Jokers: 1}
		d, n := Declaration.WithOuts(hand, wild, unseen)
		if want, m := WithOuts(hand, wild, unseen); d != want || n != m {
			t.Errorf("WithOuts of %v is %d, %d, want %d, %d", hand, d, n, want, m)
		}
	})
}
