package mindist

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/internal/must"
)

// hard are hands for which searches took longest, found by hill climbing, and hands on which a wrong
// bound shows that hardly any random hand reveals.
var hard = []struct {
	hand  string
	wild  card.Rank
	avail string
	want  int
}{
	{"5C 6C 9C QC 3H 3H 3H 7H 7H 7H TH TH TH", card.Jack,
		"AC 2C 2C 4C 5C 7C 9C 2D 4D 6D 6D 7D 7D 8D KD AH 6H 6H 6H KH AS AS 2S 3S 3S 6S 8S 8S 9S 9S 9S TS TS TS JS QS QS QS KS", 10},
	{"5C TC TC TC KC AD 2D 2D 2H TH JH 4S TS", card.Three,
		"5C 5C 9C QC QC KC AD 2D 4D 5D 6D 7D 8D 8D 8D 9D 9D 9D TD JD QD AH AH AH 2H 2H 6H 7H 7H 8H 8H 9H 9H JH JH QH QH KH KH KH 4S 6S 7S 8S 9S 9S JS QS", 9},
	{"4C JC KC 2D 5D 6D 8D 9D 5H 2S 4S 4S 4S TS", card.King,
		"AC 2C 3C 4C 7C 8C 9C 9C 9C QC AD 6D TD QD 3H 5H 8H 8H QH AS 2S 6S 7S 8S 8S JS", 7},
	{"2C 7C JC QC 3D 3D 4D JD 4H 6H 5S 8S 8S", card.Four,
		"2C 6C TC QC KC AD AD 5D 5D 7D 9D 9D 9D JD JD 2H 2H 6H 6H 8H 8H 8H JH JH JH KH AS 3S 3S 3S 8S TS TS QS JK", 6},
	{"3C 5C 2D 9D KD 6H 6H 6H TH TH AS 8S 8S QS", card.Four,
		"2C 2C 5C 6C 8C 8C 9C TC TC TC JC JC QC QC KC KC AD 5D 6D 6D 7D 7D 8D 8D 8D 9D 9D TD QD KD AH AH 2H 3H 5H 5H 7H 8H 8H 8H 9H 9H 9H TH JH JH QH QH KH AS AS 2S 2S 3S 5S 5S 6S 7S 7S 9S TS TS QS", 9},
	{"2C 2C 2C 5C 6C 6C 6C TC TC TC KC KC KC", card.Three, "AC 9C 3D 7D AH AH 4H 5H 5H 5H 6H 6H 7H 7H 8H 8H 9H TH TH JH JH QH KH KH 2S 7S TS JK", 9},
	{"7C 7C 7C 9C 9C QC 4D QD 3H QH QH 5S KS", card.Eight,
		"AC AC 2C 3C 3C 3C 4C 5C 6C TC TC JC JC QC KC AD AD 2D 3D 5D 6D 6D 7D 7D 9D 9D TD JD QD KD AH AH 2H 2H 2H 3H 3H 4H 4H 5H 6H 6H 7H 9H TH JH KH AS 2S 2S 3S 3S 4S 4S 5S 6S 6S 7S 7S 9S 9S TS JS QS QS KS", 7},
	// A wrong bound of twoSets shows.
	{"2C 2C TC TC 2D 6D 6D TD 2H 6H TH JH 6S JS", card.King, "AC 3C 4C 4C 7C 9C 9C AD 4D 5D 7D 8D 9D JD QD AH 3H 5H 5H 7H 7H 9H AS AS 3S 3S 4S 7S 8S QS", 4},
	{"7C 7C JC JC 7D 7D JD 7H JH JH 7S 7S JS JS", card.Two, "AC 3C 5C 8C KC 2D 4D 6D 9D TD 3H 5H 8H TH QH KH AS 3S 4S 5S 8S 9S", 4},
	{"AC AC 7C 7C 7D 7D 8D 7H 7H 8H 8H AS 7S 7S", card.Six, "4C 5C TC JC KC AD 2D 3D 5D KD AH 9H KH 3S 4S 9S TS JS", 4},
	{"KC KC 3H 3H 5H 6H 7H 8H KH KH AS 2S KS", card.Two, "KC KD KD KD 4H 4H 3S 3S 9S TS JS QS KS KS", 2},
	{"4C 5C 6C 7C 8C QD QD QH QH AS 6S 6S QS KS", card.Five, "QC QC QC 3C 3C JD KD KD QS JS 6D 6D 6H", 2},
	// A run of cards of the hand leaves the budget to sets.
	{"AC 5C TC JC QC AD 5D AH 3H 4H 5H 9H TH JH", card.Two, "4C 7H JH KH AS", 1},
	// The distance is 13, the longest.
	{"2C 2C 2C 6C 6C 6C TC TC TC KC KC KC 2D", card.Three, "4H 5H 6H 7H 8H 9H TH JH QH KH AH 4H 5H 6H 7H 8H 9H TH JH QH KH AH", 13},
	// Many places are dead.
	{"4C 5C 6C JK JK JK JK JK JK JK JK JK", card.Two, "9D", 1},
}

// bagOf parses cards.
func bagOf(t testing.TB, text string) card.Bag {
	cards := must.Get(card.ParseAll(text))(t)
	return card.BagOf(cards...)
}

// TestAvailableOfHardHands checks the distances of hard hands, on which the search and the
// one before it agree, or the oracle.
func TestAvailableOfHardHands(t *testing.T) {
	for _, h := range hard {
		must.Equal(t, Available(bagOf(t, h.hand), h.wild, bagOf(t, h.avail)), h.want, "Available(%s, wild %v, %s)", h.hand, h.wild, h.avail)
	}
}

// TestAvailableOfThreePacks compares hands with many duplicates with the oracle.
func TestAvailableOfThreePacks(t *testing.T) {
	src := rand.New(rand.NewPCG(13, 13))
	seen := map[bool]int{}
	for i := range count(120) {
		deck := card.AppendDeck(nil, 3, src.IntN(3))
		card.Shuffle(deck, src)
		if i%2 == 0 { // of few ranks, so that nearly all cards are duplicates
			n := 0
			for at, c := range deck {
				if c == card.Joker || int(c.Rank()) < 5 {
					deck[at], deck[n] = deck[n], deck[at]
					n++
				}
			}
			deck = deck[:n]
		}
		d := dealt{hand: card.BagOf(deck[:MaxSize]...), wild: card.Rank(src.IntN(card.NumRanks))}
		keep := src.IntN(100)
		for _, c := range deck[MaxSize:] {
			if src.IntN(100) < keep && (c != card.Joker && c.Rank() != d.wild || src.IntN(4) == 0) {
				d.avail.Add(c)
			}
		}
		want := newOracle(d.hand, d.wild, &d.avail).distance(Declaration)
		must.Equal(t, Available(d.hand, d.wild, d.avail), want, "Available(%v, wild %v, %v)", d.hand, d.wild, d.avail)
		seen[want == Unreachable]++
	}
	if seen[false] == 0 || seen[true] == 0 && !testing.Short() {
		t.Errorf("%d hands can reach a declaration and %d cannot, want some of both", seen[false], seen[true])
	}
}
