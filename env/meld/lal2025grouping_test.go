package meld

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/internal/env/cardtest"
	"rummygym/internal/must"
)

// steps is the procedure of lal2025grouping, from its section "Steps of the algorithm":
// find the pure sequences of 3 to 5 cards, the impure ones, and the sets; then take a pure
// sequence, a second sequence, and the best disjoint melds of the rest. A group of cards is a
// bit set, the article's hash: bit i is card i of the hand. It shares no code with [naive],
// which tests every subset of the hand and searches all its arrangements.
type steps struct {
	cards              []card.Card
	wild               card.Rank
	copies             [card.NumSuits][card.NumRanks][]int // bits of the copies of each card
	natural            [card.NumSuits][card.NumRanks][]int // the same without jokers
	jokers             []int                               // bits of the printed jokers and the cards of the wild rank
	pure, impure, sets map[int]bool
	different          int   // pure sequences that differ in more than the copies of their cards
	least              []int // minimum points of each group of cards once the second sequence is found; -1 is not computed
}

func newSteps(cards []card.Card, wild card.Rank) *steps {
	s := &steps{cards: cards, wild: wild, pure: map[int]bool{}, impure: map[int]bool{}, sets: map[int]bool{}}
	for i, c := range cards {
		if c == card.Joker || c.Rank() == wild {
			s.jokers = append(s.jokers, 1<<i)
		} else {
			s.natural[c.Suit()][c.Rank()] = append(s.natural[c.Suit()][c.Rank()], 1<<i)
		}
		if c != card.Joker {
			s.copies[c.Suit()][c.Rank()] = append(s.copies[c.Suit()][c.Rank()], 1<<i)
		}
	}
	for suit := range s.copies {
		for length := 3; length <= 5; length++ {
			for first := 0; first+length <= card.NumRanks+1; first++ { // the ace is below 2 and above the king
				pure := s.pureFrom(suit, first, length)
				s.different += min(1, len(pure))
				for _, group := range pure {
					s.pure[group] = true
				}
				s.fill(suit, first, length, 0, s.jokers, false)
			}
		}
	}
	for group := range s.pure {
		delete(s.impure, group)
	}
	for rank := range card.NumRanks {
		s.match(rank, 0, 0)
	}
	return s
}

// pureFrom returns the groups that are the pure sequence from a place, one for each choice of
// copies.
func (s *steps) pureFrom(suit, first, length int) []int {
	groups := []int{0}
	for place := first; place < first+length; place++ {
		var longer []int
		for _, group := range groups {
			for _, bit := range s.copies[suit][place%card.NumRanks] {
				longer = append(longer, group|bit)
			}
		}
		groups = longer
	}
	return groups
}

// fill adds the sequences from a place that hold at least one joker: each place is taken by a
// copy of its card or by one of the jokers left.
func (s *steps) fill(suit, place, length, group int, jokers []int, impure bool) {
	if length == 0 {
		if impure {
			s.impure[group] = true
		}
		return
	}
	for _, bit := range s.natural[suit][place%card.NumRanks] {
		s.fill(suit, place+1, length-1, group|bit, jokers, impure)
	}
	for i, bit := range jokers {
		s.fill(suit, place+1, length-1, group|bit, jokers[i+1:], true)
	}
}

// match adds the sets of a rank: two to four suits, with jokers up to three or four cards.
func (s *steps) match(rank, suit, group int) {
	if suit < card.NumSuits {
		s.match(rank, suit+1, group)
		for _, bit := range s.natural[suit][rank] {
			s.match(rank, suit+1, group|bit)
		}
		return
	}
	if n := bits.OnesCount(uint(group)); n >= 2 {
		s.join(group, n, s.jokers)
	}
}

// join adds a set with each choice of further jokers.
func (s *steps) join(group, n int, jokers []int) {
	if n >= 3 {
		s.sets[group] = true
	}
	if n == 4 {
		return
	}
	for i, bit := range jokers {
		s.join(group|bit, n+1, jokers[i+1:])
	}
}

func (s *steps) points(group int) int {
	sum := 0
	for i, c := range s.cards {
		if group>>i&1 == 1 && c != card.Joker && c.Rank() != s.wild {
			sum += [...]int{10, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10}[c.Rank()]
		}
	}
	return sum
}

// score returns the minimum points of the hand. As printed, the article's program looks for
// the sets of a hand without jokers only if it finds two different pure sequences; its text
// asks for two disjoint ones, which may be copies of each other.
func (s *steps) score(printed bool) int {
	all := 1<<len(s.cards) - 1
	sets := s.sets
	if printed && len(s.jokers) == 0 && s.different < 2 {
		sets = nil
	}
	melds := []map[int]bool{s.pure, s.impure, sets}
	s.least = make([]int, all+1)
	for i := range s.least {
		s.least[i] = -1
	}
	best := s.points(all)
	for first := range s.pure {
		best = min(best, s.points(all&^first))
		for _, sequences := range melds[:2] {
			for second := range sequences {
				if first&second == 0 {
					best = min(best, s.rest(all&^first&^second, melds))
				}
			}
		}
	}
	return best
}

// rest returns the minimum points of a group of cards that may form any melds.
func (s *steps) rest(group int, melds []map[int]bool) int {
	if s.least[group] >= 0 {
		return s.least[group]
	}
	best := s.points(group)
	for _, kind := range melds {
		for meld := range kind {
			if meld&^group == 0 {
				best = min(best, s.rest(group&^meld, melds))
			}
		}
	}
	s.least[group] = best
	return best
}

// TestLal2025grouping checks the hands of lal2025grouping. Hands without a wild rank are
// those where the article names none.
func TestLal2025grouping(t *testing.T) {
	for _, c := range []struct {
		name string
		hand string
		wild card.Rank
		want int
	}{
		{"the hand of the program", "AH 2H 3H 4H AH 2H 3H 4H 4D QH KH 5H JK", card.Four, 0},
		// The brute-force example: its grouping 3, 3, 1 leaves the ten, its grouping 3, 4 nothing.
		{"two pure sequences", "6C 7C 8C 7S 8S 9S TS", card.NoRank, 0},
		{"one pure sequence", "6C 7C 8C 7S 9S TS", card.NoRank, 26},
		// The hash example: three pure sequences and the king of diamonds, but the third lacks
		// its queen. The joker 5C of the article's impure sequence J♥ 5♣ K♥ A♥ leaves 10 as well.
		{"three sequences as printed", "5C 6C 7C 8C 9C 7S 8S 9S TS JH KH AH KD", card.NoRank, 40},
		{"three sequences, fives wild", "5C 6C 7C 8C 9C 7S 8S 9S TS JH KH AH KD", card.Five, 10},
		{"three sequences with the queen", "5C 6C 7C 8C 9C 7S 8S 9S TS QH KH AH KD", card.NoRank, 10},
	} {
		cards := cardtest.Cards(t, c.hand)
		s := newSteps(cards, c.wild)
		for name, got := range map[string]int{
			"MinScore":              MinScore(card.BagOf(cards...), c.wild),
			"the oracle":            naiveScore(cards, c.wild),
			"the article's text":    s.score(false),
			"the article's program": s.score(true),
		} {
			must.Equal(t, got, c.want, "%s: %s: points", c.name, name)
		}
	}

	// The two groupings of the brute-force example, and the hashes of the hash example.
	s := newSteps(cardtest.Cards(t, "6C 7C 8C 7S 8S 9S TS"), card.NoRank)
	if !s.pure[0b0000111] || !s.pure[0b0111000] || !s.pure[0b1111000] || s.points(0b1000000) != 10 {
		t.Errorf("the brute-force example has the pure sequences %v, and its ten %d points", s.pure, s.points(0b1000000))
	}
	s = newSteps(cardtest.Cards(t, "5C 6C 7C 8C 9C 7S 8S 9S TS JH KH AH KD"), card.NoRank)
	if !s.pure[7] || !s.pure[31] || !s.pure[480] || s.pure[3584] || 31+480+3584+4096 != 8191 {
		t.Errorf("the hash example has the pure sequences %v", s.pure)
	}

	// The groups that the article defines the kinds by.
	for _, c := range []struct {
		cards string
		want  Kind
	}{
		{"4H 5H 6H 7H 8H", PureSequence},
		{"JH 5C KH AH", Sequence},
		{"JC JD JH JS", PureSet},
		{"JH KH AH", Invalid}, // a "pure sequence" of the hash example
	} {
		must.Equal(t, Classify(cardtest.Cards(t, c.cards), card.Five), c.want, "Classify(%s)", c.cards)
	}
}

// TestLal2025groupingIsOptimal compares MinScore with the procedure of lal2025grouping on
// thousands of hands. Its text is exact. Its program is, except for hands without jokers
// whose pure sequences are all copies of one: there it does not look for sets.
func TestLal2025groupingIsOptimal(t *testing.T) {
	n := 200
	if testing.Short() {
		n = 40
	}
	compared, missed := 0, 0
	compare := func(name string, cards []card.Card, wild card.Rank) {
		if len(cards) > 13 {
			return
		}
		compared++
		want, s := MinScore(card.BagOf(cards...), wild), newSteps(cards, wild)
		if got := s.score(false); got != want {
			t.Errorf("%s: %v, wild %v: the article's text gives %d, MinScore %d", name, cards, wild, got, want)
		}
		if got := s.score(true); got != want {
			missed++
			if got < want || len(s.jokers) > 0 || s.different != 1 || len(s.sets) == 0 {
				t.Errorf("%s: %v, wild %v: the article's program gives %d, MinScore %d", name, cards, wild, got, want)
			}
		}
	}
	hands(t, n, compare)
	dealt := missed
	for i := range n {
		cards, wild := twoCopiesOfOneRun(rand.New(rand.NewPCG(uint64(i), 2)))
		compare("two copies of one run", cards, wild)
	}
	if missed == dealt {
		t.Error("the article's program misses nothing in hands with two copies of one run")
	}
	t.Logf("%d hands; the article's program misses the optimum of %d, %d of them with two copies of one run", compared, missed, missed-dealt)

	// One of them: 5♥ 6♥ 7♥ twice, two sets, and the jack.
	cards := cardtest.Cards(t, "5H 6H 7H 5H 6H 7H 9C 9D 9S 2C 2D 2S JH")
	s := newSteps(cards, card.Three)
	if text, program, want := s.score(false), s.score(true), MinScore(card.BagOf(cards...), card.Three); text != 10 || program != 43 || want != 10 {
		t.Errorf("the article's text gives %d, its program %d, MinScore %d: want 10, 43, 10", text, program, want)
	}
}

// twoCopiesOfOneRun returns a hand of 13 cards with two copies of one run of three, and other
// cards of three ranks, from two packs without jokers.
func twoCopiesOfOneRun(rng *rand.Rand) (cards []card.Card, wild card.Rank) {
	low, suit, ranks := rng.IntN(card.NumRanks-2), card.Suit(rng.IntN(card.NumSuits)), rng.Perm(card.NumRanks)[:4]
	for i := range 3 {
		c := card.New(card.Rank(low+i), suit)
		cards = append(cards, c, c)
	}
	var deck []card.Card
	for _, rank := range ranks[:3] {
		for s := range card.Suit(card.NumSuits) {
			if c := card.New(card.Rank(rank), s); c != cards[0] && c != cards[2] && c != cards[4] {
				deck = append(deck, c, c)
			}
		}
	}
	rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	return append(cards, deck[:7]...), card.Rank(ranks[3])
}
