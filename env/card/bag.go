package card

import (
	"iter"
)

// MaxCopies is the largest number of copies of a suited card that a Bag counts.
const MaxCopies = 3

// Bag is a multiset of cards from up to three packs, with up to 255 printed
// jokers. The suited cards are stored in unary: Once holds the cards with at least
// one copy, Twice those with at least two, Thrice those with three, so Thrice ⊆
// Twice ⊆ Once. Two Bags are equal (==) if and only if they hold the same cards.
// The zero value is empty.
type Bag struct {
	Once, Twice, Thrice Cards
	Jokers              uint8 // number of printed jokers
}

// BagOf returns the multiset of the given cards.
func BagOf(cards ...Card) Bag {
	var b Bag
	for _, c := range cards {
		b.Add(c)
	}
	return b
}

// Add puts one copy of c into the bag. A fourth copy is not counted. Adding
// None does nothing.
func (b *Bag) Add(c Card) {
	if c == Joker {
		b.Jokers++
		return
	}
	bit := Cards(1) << c
	b.Thrice |= b.Twice & bit
	b.Twice |= b.Once & bit
	b.Once |= bit
}

// Remove takes one copy of c out of the bag and reports whether there was one.
func (b *Bag) Remove(c Card) bool {
	if c == Joker {
		if b.Jokers == 0 {
			return false
		}
		b.Jokers--
		return true
	}
	bit := Cards(1) << c
	if b.Once&bit == 0 {
		return false
	}
	b.Once &^= bit &^ b.Twice
	b.Twice &^= bit &^ b.Thrice
	b.Thrice &^= bit
	return true
}

// With returns the bag with one copy of c added.
func (b Bag) With(c Card) Bag { b.Add(c); return b }

// Without returns the bag with one copy of c removed, if there is one.
func (b Bag) Without(c Card) Bag { b.Remove(c); return b }

// Plus returns the sum of two bags. Counts of suited cards are capped at MaxCopies.
func (b Bag) Plus(o Bag) Bag {
	return Bag{
		Once:   b.Once | o.Once,
		Twice:  b.Twice | o.Twice | b.Once&o.Once,
		Thrice: b.Thrice | o.Thrice | b.Twice&o.Once | b.Once&o.Twice,
		Jokers: b.Jokers + o.Jokers,
	}
}

// Minus returns b without the cards of o: each count is max(0, b's − o's).
func (b Bag) Minus(o Bag) Bag {
	return Bag{
		Once:   b.Once&^o.Once | b.Twice&^o.Twice | b.Thrice&^o.Thrice,
		Twice:  b.Twice&^o.Once | b.Thrice&^o.Twice,
		Thrice: b.Thrice &^ o.Once,
		Jokers: b.Jokers - min(b.Jokers, o.Jokers),
	}
}

// Contains reports whether b holds at least the cards of o.
func (b Bag) Contains(o Bag) bool {
	return o.Once&^b.Once|o.Twice&^b.Twice|o.Thrice&^b.Thrice == 0 && o.Jokers <= b.Jokers
}

// Of returns the number of copies of c.
func (b Bag) Of(c Card) int {
	if c == Joker {
		return int(b.Jokers)
	}
	return int(b.Once>>c&1 + b.Twice>>c&1 + b.Thrice>>c&1)
}

// Has reports whether there is at least one copy of c.
func (b Bag) Has(c Card) bool {
	if c == Joker {
		return b.Jokers > 0
	}
	return b.Once.Has(c)
}

// Count returns the number of cards, copies and printed jokers included.
func (b Bag) Count() int {
	return b.Once.Count() + b.Twice.Count() + b.Thrice.Count() + int(b.Jokers)
}

// Each yields every card with its copies: suited cards in ascending order, the
// copies of one card together, then the printed jokers.
func (b Bag) Each() iter.Seq[Card] {
	return func(yield func(Card) bool) {
		for c := range b.Once.Each() {
			for range b.Of(c) {
				if !yield(c) {
					return
				}
			}
		}
		for range b.Jokers {
			if !yield(Joker) {
				return
			}
		}
	}
}

// Append appends the cards of the bag to dst in the order of [Bag.Each].
func (b Bag) Append(dst []Card) []Card {
	for c := range b.Each() {
		dst = append(dst, c)
	}
	return dst
}

// Single returns the card of a bag of one card, or None for any other bag.
func (b Bag) Single() Card {
	switch {
	case b.Count() != 1:
		return None
	case b.Jokers == 1:
		return Joker
	}
	return b.Once.First()
}
