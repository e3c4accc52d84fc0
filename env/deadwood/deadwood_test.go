package deadwood

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/internal/must"
)

func checkDeadwood(t *testing.T, name string, n *naive) {
	t.Helper()
	hand := n.set(n.all())
	if got, want := Of(hand), n.deadwood(n.all()); got != want {
		t.Errorf("%s: Of(%v) = %d, want %d", name, n.cards, got, want)
	}
	var dst [card.NumKinds]int8
	got := Discards(&dst, hand)
	want, in := unknownDeadwood, card.Cards(0)
	for _, m := range n.melds {
		in |= n.set(m)
	}
	for i, got := range dst {
		c := card.FromIndex(i)
		if !hand.Has(c) {
			must.Equal(t, got, -1, "%s: Discards(%v)[%v]", name, n.cards, c)
			continue
		}
		after := n.deadwood(n.without(c))
		if int(got) != after {
			t.Errorf("%s: Discards(%v)[%v] = %d, want %d", name, n.cards, c, got, after)
		}
		want = min(want, after)
	}
	if after := AfterDiscard(hand); got != want || after != want {
		t.Errorf("%s: Discards(%v) = %d and AfterDiscard %d, want %d", name, n.cards, got, after, want)
	}
	must.Equal(t, InMelds(hand), in, "%s: InMelds(%v)", name, n.cards)
}

func TestDeadwoodOfRandomHands(t *testing.T) {
	randomHands(300, func(name string, _ *rand.Rand, hand card.Cards) {
		checkDeadwood(t, name, newNaive(hand))
	})
}

func TestDeadwoodOfHandsInPlay(t *testing.T) {
	for _, drawn := range []bool{false, true} {
		for _, hand := range handsInPlay(400, drawn) {
			n := newNaive(hand)
			checkDeadwood(t, "in play", n)
			checkBest(t, "in play", n)
		}
	}
}

func TestDeadwoodOfAllHandsOfSmallDecks(t *testing.T) {
	hands := 0
	smallDecks(t, func(n *naive, group int, hand card.Cards) {
		hands++
		want := n.deadwood(group)
		if got := Of(hand); got != want {
			t.Fatalf("Of(%v) = %d, want %d", n.pick(group), got, want)
		}
		if hand == 0 {
			return
		}
		var dst [card.NumKinds]int8
		got, best := Discards(&dst, hand), unknownDeadwood
		for i, c := range n.cards {
			if group>>i&1 == 0 {
				continue
			}
			after := n.deadwood(group &^ (1 << i))
			if int(dst[c.Index()]) != after {
				t.Fatalf("Discards(%v)[%v] = %d, want %d", n.pick(group), c, dst[c.Index()], after)
			}
			best = min(best, after)
		}
		if after := AfterDiscard(hand); got != best || after != best {
			t.Fatalf("Discards(%v) = %d and AfterDiscard %d, want %d", n.pick(group), got, after, best)
		}
	})
	t.Logf("%d hands", hands)
}

func TestCompleting(t *testing.T) {
	randomHands(100, func(name string, _ *rand.Rand, hand card.Cards) {
		got := Completing(hand)
		if got&hand != 0 || got&^card.All != 0 {
			t.Fatalf("%s: Completing(%#x) = %#x, not only cards outside the hand", name, hand, got)
		}
		var before, after [card.NumKinds]int8
		Discards(&before, hand)
		for c := range (card.All &^ hand).Each() {
			in := false
			for _, m := range melds {
				in = in || m.Has(c) && m&^hand.With(c) == 0
			}
			if got.Has(c) != in {
				t.Fatalf("%s: Completing(%#x).Has(%v) = %t, want %t", name, hand, c, !in, in)
			}
			if in || hand.Count() > 10 {
				continue
			}
			Discards(&after, hand.With(c))
			for x := range hand.Each() {
				if i := x.Index(); int(after[i]) != int(before[i])+Pips(c) {
					t.Fatalf("%s: %v is not a completing card of %#x, but after the discard of %v the deadwood is %d, want %d", name, c, hand, x, after[i], int(before[i])+Pips(c))
				}
			}
		}
	})
}
