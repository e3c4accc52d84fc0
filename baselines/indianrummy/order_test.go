package indianrummy

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/meld"
	"rummygym/internal/env/cardtest"
	"rummygym/internal/must"
)

func TestOrder(t *testing.T) {
	o, _ := position{hand: near, wild: "7", drawn: "3D"}.observe(t)
	var h order
	h.reset(1)
	h.follow(o)
	dealt := slices.Clone(h.cards[:h.count-1])
	if got := card.BagOf(dealt...); got != bag(t, near) || h.cards[h.count-1] != cardtest.Card(t, "3D") {
		t.Fatalf("at first %s, want the hand %s, then 3D", card.Format(h.cards[:h.count]), near)
	}
	gone := dealt[2]
	h.remove(gone)
	o.Drawn = cardtest.Card(t, "AC")
	o.Hand = o.Hand.Without(gone).With(o.Drawn)
	h.follow(o)
	want := append(slices.Delete(slices.Clone(dealt), 2, 3), cardtest.Card(t, "3D"), cardtest.Card(t, "AC"))
	if got := h.cards[:h.count]; !slices.Equal(got, want) {
		t.Errorf("after a discard and a draw %s, want %s", card.Format(got), card.Format(want))
	}
	must.Equal(t, h.oldest(kindsOf(card.BagOf(want[9], want[4], o.Drawn))), want[4], "the oldest of %v, %v and AC", want[9], want[4])
	must.Equal(t, h.oldest(kindsOf(bag(t, "JK"))), card.None, "oldest of a card that is not in the hand")
	p, _ := position{hand: far, wild: "3", drawn: "KC"}.observe(t)
	h.follow(p)
	if got := card.BagOf(h.cards[:h.count]...); got != p.Hand || h.cards[h.count-1] != p.Drawn {
		t.Errorf("another hand: %s, want %s, then KC", card.Format(h.cards[:h.count]), far)
	}
}

// TestOrderOfTheDeal checks that the cards dealt are in every order: each of them is at the
// first position about equally often.
func TestOrderOfTheDeal(t *testing.T) {
	const games = 1300
	o, _ := position{hand: far, wild: "3", drawn: "KC"}.observe(t)
	var h order
	first := map[card.Card]int{}
	for seed := range uint64(games) {
		h.reset(seed)
		h.follow(o)
		first[h.cards[0]]++
	}
	for c := range bag(t, far).Each() {
		if n := first[c]; n < 60 || n > 140 { // 100 ± 4 standard deviations
			t.Errorf("%v is the first of the cards dealt in %d of %d games, want about 100", c, n, games)
		}
	}
}

// TestFirstMeld compares the first meld with a search of all sets of cards in ascending
// order of their positions read as a binary number.
func TestFirstMeld(t *testing.T) {
	src := rand.NewPCG(3, 3)
	deck := card.AppendDeck(nil, 2, 4)
	melds := 0
	for range 400 {
		card.Shuffle(deck, src)
		h := order{count: maxCards}
		copy(h.cards[:], deck)
		wild := card.Rank(card.Below(src, card.NumRanks))
		var want kinds
	search:
		for set := uint16(1); set < 1<<maxCards; set++ {
			n := bits.OnesCount16(set)
			if n < 3 || n > 5 {
				continue
			}
			var cards []card.Card
			for rest := set; rest != 0; rest &= rest - 1 {
				cards = append(cards, h.cards[bits.TrailingZeros16(rest)])
			}
			if meld.Classify(cards, wild) != meld.Invalid {
				want = kindsOf(card.BagOf(cards...))
				melds++
				break search
			}
		}
		if got := h.firstMeld(wild, card.All); got != want {
			t.Fatalf("%s, wild %v: first meld %v, want %v", card.Format(h.cards[:]), wild, got, want)
		}
	}
	if melds < 300 || melds == 400 {
		t.Errorf("%d of 400 hands have a meld: want some without", melds)
	}
}
