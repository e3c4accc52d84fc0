// Package card holds playing cards, sets and multisets of them, their notation,
// and decks with a deterministic shuffle.
//
//	Card ──▶ Cards   a set, one bit per card: a lane of 16 bits per suit, ranks in bits 0–12
//	     └─▶ Bag     a multiset: three such sets (Once, Twice, Thrice) and printed jokers
//
//	hand, err := card.ParseAll("AS 2S 3S TD JK")
//
// Start from [Card]. A [Cards] is a set that holds each card at most once; a
// [Bag] is a multiset for decks of up to three packs with printed jokers. The
// package knows no game: points, wildcards and melds belong to its importers.
package card

import (
	"math/bits"
	"math/rand/v2"
)

// Suit is one of the four suits, in the order clubs, diamonds, hearts, spades.
type Suit uint8

// The suits. A valid Suit is in [0, NumSuits).
const (
	Clubs Suit = iota
	Diamonds
	Hearts
	Spades
)

// NumSuits is the number of suits.
const NumSuits = 4

// Rank is the rank of a card, ace (0) to king (12).
type Rank uint8

// The ranks. A valid Rank is in [0, NumRanks).
const (
	Ace Rank = iota
	Two
	Three
	Four
	Five
	Six
	Seven
	Eight
	Nine
	Ten
	Jack
	Queen
	King
)

// NumRanks is the number of ranks. NoRank is the rank of no card; it is the wild
// rank of a game without a wildcard.
const (
	NumRanks      = 13
	NoRank   Rank = 13
)

// Card is a card's face: two copies of a card in a deck of several packs are
// the same Card. The value is suit<<4 | rank, which is also the card's bit in
// a [Cards]; all printed jokers have the one value Joker. Other values are not
// cards, see [Card.Valid]. For tables and action numbers use the dense
// [Card.Index].
type Card uint8

// Joker is the printed joker. None is no card.
const (
	Joker Card = 4 << 4
	None  Card = 0xff
)

// NumSuited is the number of suited cards.
const NumSuited = NumSuits * NumRanks

// NumKinds is the number of different faces: 52 suited cards and the printed joker.
const NumKinds = 53

// New returns the card of the given rank and suit, which must be valid.
func New(r Rank, s Suit) Card { return Card(s)<<4 | Card(r) }

// FromIndex returns the card whose [Card.Index] is i, for i in [0, NumKinds).
func FromIndex(i int) Card { return Card(i + 3*(i/NumRanks)) }

// Index returns the dense number of the card in [0, NumKinds): suit*13 + rank,
// and 52 for the printed joker.
func (c Card) Index() int { return int(c - 3*(c>>4)) }

// Suit returns the suit of a suited card. It is undefined for Joker and None.
func (c Card) Suit() Suit { return Suit(c >> 4) }

// Rank returns the rank of a suited card. It is undefined for Joker and None.
func (c Card) Rank() Rank { return Rank(c & 15) }

// Valid reports whether c is one of the 52 suited cards or Joker.
func (c Card) Valid() bool { return c == Joker || c < Joker && c&15 < NumRanks }

// Pack returns the suited cards of a pack of the given number of ranks, from the ace up,
// in [0, NumRanks], and of suits, from clubs up, in [0, NumSuits]. Pack(13, 4) is [All].
func Pack(ranks, suits int) Cards {
	return Aces * (1<<ranks - 1) & (1<<(16*suits) - 1)
}

// AppendDeck appends the given number of packs of 52 cards, each in ascending
// order, and then the printed jokers.
func AppendDeck(dst []Card, packs, jokers int) []Card { return AppendPacks(dst, All, packs, jokers) }

// AppendPacks appends the given number of copies of a pack, each in ascending order, and
// then the printed jokers.
func AppendPacks(dst []Card, pack Cards, packs, jokers int) []Card {
	for range packs {
		for rest := pack; rest != 0; rest &= rest - 1 {
			dst = append(dst, rest.First())
		}
	}
	for range jokers {
		dst = append(dst, Joker)
	}
	return dst
}

// Shuffle permutes the cards uniformly. It does not use [rand.Rand.Shuffle], so that
// the order for a seed never changes: Go guarantees the sequences of rand.PCG and
// rand.ChaCha8, but not the results of the methods of rand.Rand.
func Shuffle(cards []Card, src rand.Source) { shuffle(cards, src.Uint64) }

// ShuffleSeeded is Shuffle(cards, rand.NewPCG(seed1, seed2)) without an allocation: as
// an interface value the source would escape to the heap.
func ShuffleSeeded(cards []Card, seed1, seed2 uint64) {
	var src rand.PCG
	src.Seed(seed1, seed2)
	shuffle(cards, src.Uint64)
}

func shuffle(cards []Card, next func() uint64) {
	for i := len(cards) - 1; i > 0; i-- {
		j := below(next, uint64(i+1))
		cards[i], cards[j] = cards[j], cards[i]
	}
}

// Below returns a uniform number in [0, n), for n > 0. It almost always draws once
// from src. The sequence is part of the compatibility promise of [Shuffle].
func Below(src rand.Source, n uint64) uint64 { return below(src.Uint64, n) }

func below(next func() uint64, n uint64) uint64 {
	// The simple form is next() % n, which is biased and needs a division. The high
	// word of the product x*n is a number below n; it is exactly uniform if the
	// 2^64 mod n lowest values of the low word are rejected.
	hi, lo := bits.Mul64(next(), n)
	if lo < n {
		for reject := -n % n; lo < reject; {
			hi, lo = bits.Mul64(next(), n)
		}
	}
	return hi
}
