package card

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// counts is the reference for a Bag: the number of copies of each kind.
type counts [NumKinds]int

func (n *counts) bag() Bag {
	var b Bag
	for i, k := range n {
		for range k {
			b.Add(FromIndex(i))
		}
	}
	return b
}

func randomCounts(rng *rand.Rand) (n counts) {
	for i := range n {
		n[i] = max(0, rng.IntN(6)-2)
	}
	return n
}

func check(t *testing.T, what string, b Bag, want counts) {
	t.Helper()
	total := 0
	for i, k := range want {
		c := FromIndex(i)
		if got := b.Of(c); got != k {
			t.Fatalf("%s: %d copies of %v, want %d", what, got, c, k)
		}
		if got := b.Has(c); got != (k > 0) {
			t.Fatalf("%s: Has(%v) = %t with %d copies", what, c, got, k)
		}
		total += k
	}
	if got := b.Count(); got != total {
		t.Fatalf("%s: Count() = %d, want %d", what, got, total)
	}
	if b.Thrice&^b.Twice != 0 || b.Twice&^b.Once != 0 || b.Once&^All != 0 {
		t.Fatalf("%s: the planes %x %x %x are not nested sets of cards", what, b.Once, b.Twice, b.Thrice)
	}
}

func TestBagMatchesCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 2000 {
		m, n := randomCounts(rng), randomCounts(rng)
		a, b := m.bag(), n.bag()
		check(t, "Add", a, m)

		var plus, minus counts
		contains := true
		for i := range m {
			plus[i], minus[i] = m[i]+n[i], max(0, m[i]-n[i])
			if i < NumKinds-1 {
				plus[i] = min(plus[i], MaxCopies)
			}
			contains = contains && m[i] >= n[i]
		}
		check(t, "Plus", a.Plus(b), plus)
		check(t, "Minus", a.Minus(b), minus)
		if got := a.Contains(b); got != contains {
			t.Fatalf("(%v).Contains(%v) = %t, want %t", a, b, got, contains)
		}
		if !a.Contains(a.Minus(b)) || !a.Plus(b).Contains(a) {
			t.Fatalf("%v and %v: the difference or the sum does not keep Contains", a, b)
		}

		i := rng.IntN(NumKinds)
		c := FromIndex(i)
		with, without := m, m
		if with[i]++; c != Joker {
			with[i] = min(with[i], MaxCopies)
		}
		without[i] = max(0, without[i]-1)
		check(t, "With", a.With(c), with)
		check(t, "Without", a.Without(c), without)
		d := a
		if got := d.Remove(c); got != (m[i] > 0) || d != a.Without(c) {
			t.Fatalf("(%v).Remove(%v) = %t and leaves %v", a, c, got, d)
		}
		check(t, "the receiver of With and Without", a, m)
	}
}

func TestBagOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for range 500 {
		n := randomCounts(rng)
		b := n.bag()
		cards := b.Append(nil)
		if len(cards) != b.Count() || !slices.IsSorted(cards) {
			t.Fatalf("Append gives %v, want %d cards in ascending order", cards, b.Count())
		}
		rng.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
		if got := BagOf(cards...); got != b {
			t.Fatalf("BagOf the cards of %v in another order is %v", b, got)
		}
	}
	prefix := []Card{Joker}
	if got := BagOf(0, Joker, 0).Append(prefix); !slices.Equal(got, []Card{Joker, 0, 0, Joker}) {
		t.Errorf("Append to %v gives %v", prefix, got)
	}
	for c := range BagOf(0, 0, 1, Joker).Each() {
		if c != 0 {
			t.Errorf("Each yields %v first, want %v", c, Card(0))
		}
		break
	}
}

func TestBagAndNone(t *testing.T) {
	var b Bag
	b.Add(None)
	if b != (Bag{}) || b.Remove(None) || b.Has(None) || b.Of(None) != 0 {
		t.Errorf("with None added and removed the empty bag is %+v", b)
	}
}
