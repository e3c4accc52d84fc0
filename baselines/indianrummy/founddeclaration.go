package indianrummy

import (
	"math/bits"

	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/features/mindist"
)

// Maximum numbers of cards in a hand, and in a sequence and a set of the search, and the
// minimum number in a meld.
const (
	maxCards = 14
	maxRun   = 5
	maxSet   = 4
	minMeld  = 3
)

// search finds the declaration that the released simulation finds first for a hand with
// one card too many, at a known distance. The cards have positions: the hand in the order
// of the cards, then the drawn card, then the super jokers. A meld is the set of its
// positions, read as a binary number. The declaration is the one whose melds come first: a
// pure sequence, another sequence, then one or two melds of any kind. It uses all super
// jokers.
//
// The zero value is ready to use.
type search struct {
	cards [maxCards]card.Card
	count int

	shapes [1 << maxCards]shape // by positions, for sets of at most maxRun cards
	melds  []candidate          // in ascending order of super jokers, then positions
	start  [maxRun + 2]int      // melds[start[s]:start[s+1]] have s super jokers

	// failed[s] has one bit per set of positions: two melds that cover it, with s super
	// jokers together, are not part of a declaration.
	failed [2*maxRun + 1][1 << maxCards / 64]uint64
}

// shape describes the melds that some cards of the hand can be part of. A length is the
// number of positions from the first to the last of the cards, and 0 if the cards are not
// part of such a meld.
type shape struct {
	pure uint8 // minimum length of a pure sequence
	run  uint8 // minimum length of a sequence with jokers anywhere
	set  bool  // the cards can be part of a set
}

// candidate is a meld.
type candidate struct {
	at    uint16 // positions of its cards
	super uint8  // number of super jokers
	size  uint8  // number of cards and super jokers
	pure  bool
	run   bool // a sequence, pure or not
}

// finder allocates a search at its first use: a search has some 80 kB, and most players
// need none.
type finder struct{ *search }

// narrow returns the cards of free that the first declaration at the given distance leaves
// out, or free itself if there are none. The released simulation has no declarations of
// other packs or with other sequences: there it returns free itself.
func (f *finder) narrow(free kinds, o *indian.Observation, distance int) kinds {
	t := target(o)
	if t.Size = mindist.MaxSize; free.single() || t != mindist.Declaration {
		return free
	}
	if f.search == nil {
		f.search = new(search)
	}
	s := f.search
	used, ok := s.find(o.Hand, o.Drawn, o.Wild, o.Rules.HandSize, distance)
	if !ok {
		return free
	}
	var out kinds
	for i, c := range s.cards[:s.count] {
		if used>>i&1 == 0 {
			out = out.with(c)
		}
	}
	if out = out.and(free); out.empty() {
		return free
	}
	return out
}

// find returns the positions of the first declaration of total cards with the given number
// of super jokers, and whether there is one.
func (s *search) find(hand card.Bag, drawn card.Card, wild card.Rank, total, super int) (used uint16, ok bool) {
	s.count = 0
	for c := range hand.Without(drawn).Each() {
		s.cards[s.count] = c
		s.count++
	}
	s.cards[s.count] = drawn
	s.count++
	return s.first(wild, total, super)
}

// first is find for the cards in s.cards.
func (s *search) first(wild card.Rank, total, super int) (used uint16, ok bool) {
	s.lay(wild, super)
	clear(s.failed[:super+1])
	for _, first := range s.melds {
		if !first.pure {
			continue
		}
		for _, second := range s.melds {
			if !second.run || first.at&second.at != 0 {
				continue
			}
			at, spent := first.at|second.at, int(first.super+second.super)
			if spent > super || s.failed[spent][at>>6]>>(at&63)&1 != 0 {
				continue
			}
			if rest, ok := s.finish(at, total-int(first.size+second.size), super-spent); ok {
				return at | rest, true
			}
			s.failed[spent][at>>6] |= 1 << (at & 63)
		}
	}
	return 0, false
}

// finish returns the positions of the first one or two melds that together have the given
// size and exactly super super jokers, and no position of used. It reports whether there
// are such melds.
func (s *search) finish(used uint16, size, super int) (uint16, bool) {
	if size < minMeld || size-super > s.count-bits.OnesCount16(used) {
		return 0, false
	}
	for _, third := range s.melds[:s.start[min(super, maxRun)+1]] {
		if third.at&used != 0 {
			continue
		}
		rest, left := size-int(third.size), super-int(third.super)
		if rest == 0 && left == 0 {
			return third.at, true
		}
		if rest < minMeld || rest > maxRun || left > rest {
			continue
		}
		for _, fourth := range s.melds[s.start[left]:s.start[left+1]] {
			if fourth.at&(used|third.at) == 0 && int(fourth.size) == rest {
				return third.at | fourth.at, true
			}
		}
	}
	return 0, false
}

// lay lists all melds of the cards with up to super super jokers, in order.
func (s *search) lay(wild card.Rank, super int) {
	s.melds = s.melds[:0]
	for k := range min(super, maxRun) + 1 {
		s.start[k] = len(s.melds)
		for _, at := range positions {
			if int(at) >= 1<<s.count {
				break
			}
			n := bits.OnesCount16(at)
			if k == 0 {
				s.shapes[at] = s.shape(at, wild)
			}
			f := s.shapes[at]
			if f == (shape{}) || n+k < minMeld || n+k > maxRun {
				continue
			}
			m := candidate{at: at, super: uint8(k), size: uint8(n + k)}
			m.pure = f.pure > 0 && f.pure <= m.size
			m.run = f.run > 0 && f.run <= m.size
			if m.run || f.set && m.size <= maxSet {
				s.melds = append(s.melds, m)
			}
		}
	}
	for k := min(super, maxRun) + 1; k < len(s.start); k++ {
		s.start[k] = len(s.melds)
	}
}

// shape returns the shape of the cards at the positions. If a subset has no shape, the
// cards have none, which is the quick answer for most sets of cards.
func (s *search) shape(at uint16, wild card.Rank) shape {
	if at == 0 {
		return shape{pure: 1, run: 1, set: true}
	}
	if s.shapes[at&(at-1)] == (shape{}) {
		return shape{}
	}
	var all, plain card.Cards // all cards as themselves, and those that are not jokers
	n, jokers := 0, 0
	printed := false
	for rest := at; rest != 0; rest &= rest - 1 {
		c := s.cards[bits.TrailingZeros16(rest)]
		n++
		printed = printed || c == card.Joker
		all = all.With(c)
		if c == card.Joker || c.Rank() == wild {
			jokers++
		} else {
			plain = plain.With(c)
		}
	}
	if plain.Count() != n-jokers {
		return shape{} // two copies of a card
	}
	f := shape{run: length(plain)}
	if !printed && all.Count() == n {
		f.pure = length(all)
	}
	if plain != 0 {
		f.set = plain&^card.OfRank(plain.First().Rank()) == 0
	}
	return f
}

// length returns the minimum length of a sequence that contains all the cards: 1 for no
// cards, and 0 if they are of several suits.
func length(cs card.Cards) uint8 {
	if cs == 0 {
		return 1
	}
	s := cs.First().Suit()
	if cs&^card.OfSuit(s) != 0 {
		return 0
	}
	ranks := cs.Ranks(s)
	low := bits.Len16(ranks) - bits.TrailingZeros16(ranks)
	if ranks&1 != 0 {
		ranks = ranks&^1 | 1<<card.NumRanks
	}
	return uint8(min(low, bits.Len16(ranks)-bits.TrailingZeros16(ranks)))
}

// positions lists the sets of at most maxRun positions in ascending order.
var positions = func() []uint16 {
	var all []uint16
	for at := range uint16(1 << maxCards) {
		if bits.OnesCount16(at) <= maxRun {
			all = append(all, at)
		}
	}
	return all
}()
