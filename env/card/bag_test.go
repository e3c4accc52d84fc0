package card

import (
	"math/rand/v2"
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
