package indianrummy

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/features/mindist"
)

// plainSearch implements the definition of the search literally: positions 0 to 12 are the
// hand, 13 is the drawn card, the next ones are super jokers; melds are tried in the order
// of their positions as binary numbers.
type plainSearch struct {
	cards  []card.Card // super jokers are card.None
	wild   card.Rank
	melds  []uint32
	failed map[[2]uint32]bool
}

// find returns the positions of the first declaration, super jokers included.
func (s *plainSearch) find(stage int, used uint32, size int) (uint32, bool) {
	if size == 0 && stage >= 2 {
		return used, true
	}
	if stage == 4 || size < 3 || s.failed[[2]uint32{uint32(stage), used}] {
		return 0, false
	}
	for _, m := range s.melds {
		if m&used != 0 || bits.OnesCount32(m) > size || stage == 0 && !s.pure(m) || stage == 1 && !s.run(m) {
			continue
		}
		if all, ok := s.find(stage+1, used|m, size-bits.OnesCount32(m)); ok {
			return all, true
		}
	}
	s.failed[[2]uint32{uint32(stage), used}] = true
	return 0, false
}

// pure reports whether the positions are a pure sequence: jokers count as themselves, and
// super jokers as any card.
func (s *plainSearch) pure(m uint32) bool {
	return s.fits(m, func(card.Card) bool { return false })
}

// run reports whether the positions are a sequence.
func (s *plainSearch) run(m uint32) bool {
	return s.fits(m, func(c card.Card) bool { return c == card.Joker || c.Rank() == s.wild }) || s.pure(m)
}

// fits reports whether all the cards fit into a run of one suit, where the cards for which
// anywhere returns true take any place.
func (s *plainSearch) fits(m uint32, anywhere func(card.Card) bool) bool {
	size := bits.OnesCount32(m)
	for suit := range card.Suit(card.NumSuits) {
	start:
		for low := 0; low+size <= 14; low++ {
			var seen uint32
			for rest := m; rest != 0; rest &= rest - 1 {
				c := s.cards[bits.TrailingZeros32(rest)]
				if c == card.None || anywhere(c) {
					continue
				}
				if c == card.Joker || c.Suit() != suit {
					continue start
				}
				place := int(c.Rank())
				if place < low {
					place += 13
				}
				if place < low || place >= low+size || c.Rank() != card.Ace && place > 12 || seen>>place&1 != 0 {
					continue start
				}
				seen |= 1 << place
			}
			return true
		}
	}
	return false
}

// set reports whether the positions are a set.
func (s *plainSearch) set(m uint32) bool {
	var suits uint8
	rank := card.NoRank
	for rest := m; rest != 0; rest &= rest - 1 {
		c := s.cards[bits.TrailingZeros32(rest)]
		if c == card.None || c == card.Joker || c.Rank() == s.wild {
			continue
		}
		if rank != card.NoRank && c.Rank() != rank || suits>>c.Suit()&1 != 0 {
			return false
		}
		rank = c.Rank()
		suits |= 1 << c.Suit()
	}
	return rank != card.NoRank && bits.OnesCount32(m) <= 4
}

func newPlainSearch(hand []card.Card, drawn card.Card, wild card.Rank, super int) *plainSearch {
	s := &plainSearch{cards: append(append([]card.Card{}, hand...), drawn), wild: wild, failed: map[[2]uint32]bool{}}
	for range super {
		s.cards = append(s.cards, card.None)
	}
	for m := range uint32(1) << len(s.cards) {
		// Super jokers are equal: the first unused ones come first in the order of the
		// numbers.
		if n := bits.OnesCount32(m); n >= 3 && n <= 5 && (s.run(m) || s.set(m)) {
			s.melds = append(s.melds, m)
		}
	}
	return s
}

// TestSearchAgainstDefinition compares the cards used with the plain search.
func TestSearchAgainstDefinition(t *testing.T) {
	src := rand.NewPCG(1, 4)
	s := new(search)
	wants := 60
	if testing.Short() {
		wants = 15
	}
	for found := 0; found < wants; {
		packs := 1 + found%2
		deck := card.AppendDeck(nil, packs, 2)
		card.Shuffle(deck, src)
		wild := card.Rank(card.Below(src, 13))
		if found%3 == 0 { // a hand with more choice
			deck = append(deck[:7:7], card.New(3, 1), card.New(4, 1), card.New(5, 1), card.Joker, card.New(9, 0), card.New(9, 2), card.New(9, 3))
			card.Shuffle(deck, src)
		}
		hand, drawn := card.BagOf(deck[:13]...), deck[13]
		super := mindist.Of(hand.With(drawn), wild)
		if hand.With(drawn).Count() != 14 || super > 3 {
			continue
		}
		found++
		plain := newPlainSearch(hand.Append(nil), drawn, wild, super)
		want, ok := plain.find(0, 0, 13)
		got, found := s.find(hand.With(drawn), drawn, wild, 13, super)
		if !ok || !found || uint32(got) != want&(1<<14-1) {
			t.Errorf("hand %v, drawn %v, wild %v, %d super jokers: positions %014b, %v, want %014b, %v",
				hand, drawn, wild, super, got, found, want&(1<<14-1), ok)
		}
	}
}

// TestSearchFindsOptimal checks that the cards that the found declaration leaves out are
// free: the distance is the same without any of them.
func TestSearchFindsOptimal(t *testing.T) {
	src := rand.NewPCG(2, 4)
	s := new(search)
	var after [card.NumKinds]int8
	for range 2000 {
		deck := card.AppendDeck(nil, 2, 2)
		card.Shuffle(deck, src)
		wild := card.Rank(card.Below(src, 13))
		hand, drawn := card.BagOf(deck[:14]...), deck[13]
		super := mindist.Discards(&after, hand, wild)
		used, ok := s.find(hand, drawn, wild, 13, super)
		if !ok || bits.OnesCount16(used) != 13-super {
			t.Fatalf("hand %v, wild %v: positions %014b, %v, want %d cards", hand, wild, used, ok, 13-super)
		}
		for i, c := range s.cards {
			if used>>i&1 == 0 && int(after[c.Index()]) != super {
				t.Fatalf("hand %v, wild %v, distance %d: %v is left out, but without it the distance is %d", hand, wild, super, c, after[c.Index()])
			}
		}
	}
}
