package card

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestCardsMatchesMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for range 1000 {
		var cs Cards
		in := map[Card]bool{}
		for range rng.IntN(40) {
			c := FromIndex(rng.IntN(NumKinds))
			if rng.IntN(3) > 0 {
				cs = cs.With(c)
				if c != Joker {
					in[c] = true
				}
			} else {
				cs = cs.Without(c)
				delete(in, c)
			}
		}
		var want []Card
		var bySuit [NumSuits]uint16
		for i := range NumKinds {
			c := FromIndex(i)
			if cs.Has(c) != in[c] {
				t.Fatalf("%v: Has(%v) = %t, want %t", cs, c, cs.Has(c), in[c])
			}
			if in[c] {
				want = append(want, c)
				bySuit[c.Suit()] |= 1 << c.Rank()
				if OfRank(c.Rank())&OfSuit(c.Suit()) != Cards(0).With(c) {
					t.Fatalf("the intersection of OfRank and OfSuit of %v is not that card alone", c)
				}
			}
		}
		if got := slices.Collect(cs.Each()); !slices.Equal(got, want) || cs.Count() != len(want) {
			t.Fatalf("Each yields %v and Count is %d, want %v", got, cs.Count(), want)
		}
		if first := cs.First(); len(want) > 0 && first != want[0] || len(want) == 0 && first != Joker {
			t.Fatalf("First of %v is %v", cs, first)
		}
		for s := range Suit(NumSuits) {
			if cs.Ranks(s) != bySuit[s] {
				t.Fatalf("%v: Ranks(%v) = %013b, want %013b", cs, s, cs.Ranks(s), bySuit[s])
			}
			high := bySuit[s] | bySuit[s]&1<<13
			if got := cs.AceHigh().Ranks(s); got != high {
				t.Fatalf("%v: AceHigh().Ranks(%v) = %014b, want %014b", cs, s, got, high)
			}
		}
		if cs.Has(None) || cs.With(None) != cs || cs.Without(None) != cs {
			t.Fatalf("%v has None, or is changed by it", cs)
		}
	}
	if All.Count() != NumKinds-1 || Aces.Count() != NumSuits || Aces != OfRank(Ace) {
		t.Errorf("All has %d cards and Aces %d", All.Count(), Aces.Count())
	}
	if OfRank(NoRank)&All != 0 {
		t.Errorf("OfRank(NoRank) has cards: %v", OfRank(NoRank)&All)
	}
	for c := range All.Each() {
		if c != New(Ace, Clubs) {
			t.Errorf("Each yields %v first", c)
		}
		break
	}
}
