package meld

import (
	"fmt"

	"rummygym/env/card"
)

// search finds best groupings under any rules, by recursion over the melds of
// each stage with a memory of the hands met. This is the method of paper 000,
// Algorithm 1, with two changes that keep the answer: hands are multisets, not
// bit masks over positions, so equal cards are tried once; and once nothing is
// demanded any more, only melds with the first card left are tried.
//
// What is maximised is a gain: the points saved times jokerUnit, plus the
// number of jokers that lie in melds. So of the groupings that save most it
// prefers those that leave the fewest jokers out, and a hand can be declared
// exactly if its gain is that of all its cards.
type search struct {
	rules Rules
	wild  card.Rank
	memo  map[searchState]int
}

// searchState is a hand left over, with the number of demands met. When all
// pure sequences demanded are there, wild cards are counted as printed jokers,
// because nothing depends on their faces any more.
type searchState struct {
	hand  card.Bag
	stage int
}

const jokerUnit = 16

func newSearch(r Rules, hand card.Bag, wild card.Rank) *search {
	if n := hand.Count(); n > r.HandSize+1 {
		panic(fmt.Sprintf("meld: a hand of %d cards, want at most %d", n, r.HandSize+1))
	}
	return &search{rules: r, wild: wild, memo: make(map[searchState]int)}
}

// bestDiscard returns the least score of the hand and card.None, or for a hand
// that is one card too large the least score over the discards and the first
// of the dearest cards whose discard reaches it.
func (s *search) bestDiscard(hand card.Bag) (score int, freed card.Card) {
	if hand.Count() <= s.rules.HandSize {
		return s.score(hand), card.None
	}
	score, freed = -1, card.None
	for c := range hand.Each() {
		n := s.score(hand.Without(c))
		if score < 0 || n < score || n == score && Points(c, s.wild) > Points(freed, s.wild) {
			score, freed = n, c
		}
	}
	return score, freed
}

func (s *search) score(hand card.Bag) int {
	return Total(hand, s.wild) - s.best(s.state(hand, 0))/jokerUnit
}

// complete reports whether all cards of the hand can lie in melds that meet
// the requirement.
func (s *search) complete(hand card.Bag) bool {
	last := s.state(hand, s.rules.Requirement.Sequences).hand
	if s.best(s.state(hand, 0)) != Total(hand, s.wild)*jokerUnit+int(last.Jokers) {
		return false
	}
	// Short of the last stage a gain may be full without the demands met: a
	// lone pure sequence, or no card at all.
	sequences, pure := 0, 0
	for _, m := range s.group(hand).Melds {
		if m.Kind.IsSequence() {
			sequences++
		}
		if m.Kind == PureSequence {
			pure++
		}
	}
	return sequences >= s.rules.Requirement.Sequences && pure >= s.rules.Requirement.Pure
}

// state returns the hand as it is seen at a stage.
func (s *search) state(hand card.Bag, stage int) searchState {
	if stage >= s.rules.Requirement.Pure {
		wilds := card.OfRank(s.wild) & card.All
		n := (hand.Once & wilds).Count() + (hand.Twice & wilds).Count() + (hand.Thrice & wilds).Count()
		hand.Once &^= wilds
		hand.Twice &^= wilds
		hand.Thrice &^= wilds
		hand.Jokers += uint8(n)
	}
	return searchState{hand, stage}
}

// best returns the greatest gain from the cards left at a stage.
func (s *search) best(st searchState) int {
	if g, ok := s.memo[st]; ok {
		return g
	}
	best := 0
	s.options(st, func(m option) bool {
		best = max(best, m.gain+s.best(s.after(st, m)))
		return true
	})
	s.memo[st] = best
	return best
}

// option is one meld, or one card left out (then cards is that card alone and
// kind is Invalid): the cards taken at their faces, the jokers taken besides,
// and what is gained.
type option struct {
	kind   Kind
	start  int // of a sequence: its first place
	length int // of a sequence: its places
	cards  card.Cards
	jokers int
	gain   int
}

func (s *search) after(st searchState, m option) searchState {
	stage := st.stage
	if stage < s.rules.Requirement.Sequences {
		stage++
	}
	return s.state(st.hand.Minus(card.Bag{Once: m.cards, Jokers: uint8(m.jokers)}), stage)
}

// options yields what can be done next, until yield returns false.
func (s *search) options(st searchState, yield func(option) bool) {
	q := s.rules.Requirement
	hand := st.hand
	switch {
	case st.stage < q.Pure:
		for suit := range card.Suit(card.NumSuits) {
			if !s.sequences(hand, suit, card.All, 0, yield) {
				return
			}
		}
	case st.stage < q.Sequences:
		for suit := range card.Suit(card.NumSuits) {
			if !s.sequences(hand, suit, card.All, int(hand.Jokers), yield) {
				return
			}
		}
		s.jokersAlone(int(hand.Jokers), yield)
	case hand.Once == 0:
		s.jokersAlone(int(hand.Jokers), yield)
	default:
		c := hand.Once.First()
		with := card.Cards(0).With(c)
		if s.sequences(hand, c.Suit(), with, int(hand.Jokers), yield) && s.sets(hand, c, yield) {
			yield(option{cards: with})
		}
	}
}

// sequences yields the sequences of a suit that have a card of with in them
// and at most the given number of jokers. A card that is there is never left
// for a joker to stand for: the joker and the card could be exchanged. Lengths
// from MinLength up to less than twice that are enough, as longer ones split.
func (s *search) sequences(hand card.Bag, suit card.Suit, with card.Cards, jokers int, yield func(option) bool) bool {
	for length := s.rules.MinLength; length < min(2*s.rules.MinLength, places); length++ {
		for start := 0; start+length <= places; start++ {
			cards := window(start, length, suit) & hand.Once
			missing := length - cards.Count()
			if missing > jokers || cards&with == 0 {
				continue
			}
			kind := PureSequence
			if missing > 0 {
				kind = Sequence
			}
			if !yield(option{kind, start, length, cards, missing, s.gain(cards, missing)}) {
				return false
			}
		}
	}
	return true
}

// window returns the cards of a suit in length places from start, for start +
// length ≤ places.
func window(start, length int, suit card.Suit) card.Cards {
	w := (card.Cards(1)<<length - 1) << start
	w |= w >> card.NumRanks
	return w & (1<<card.NumRanks - 1) << (16 * suit)
}

// sets yields the sets with the card c in them.
func (s *search) sets(hand card.Bag, c card.Card, yield func(option) bool) bool {
	rest := hand.Once & card.OfRank(c.Rank()) &^ card.Cards(0).With(c)
	for sub := rest; ; sub = (sub - 1) & rest {
		cards := sub.With(c)
		n := cards.Count()
		for jokers := max(0, s.rules.MinLength-n); jokers <= min(int(hand.Jokers), maxSet-n); jokers++ {
			kind := PureSet
			if jokers > 0 {
				kind = Set
			}
			if !yield(option{kind: kind, cards: cards, jokers: jokers, gain: s.gain(cards, jokers)}) {
				return false
			}
		}
		if sub == 0 {
			return true
		}
	}
}

// jokersAlone yields the sequences of jokers alone.
func (s *search) jokersAlone(jokers int, yield func(option) bool) {
	for n := s.rules.MinLength; n <= min(jokers, 2*s.rules.MinLength-1, card.NumRanks); n++ {
		if !yield(option{kind: Sequence, length: n, jokers: n, gain: n}) {
			return
		}
	}
}

// gain is what a meld gains; cards of the wild rank are jokers in their place.
func (s *search) gain(cards card.Cards, jokers int) int {
	wilds := cards & card.OfRank(s.wild)
	return setPoints(cards&^wilds)*jokerUnit + wilds.Count() + jokers
}
