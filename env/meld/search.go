package meld

import (
	"fmt"
	"math/bits"

	"rummygym/env/card"
)

// search finds optimal groupings under any rules, by memoised recursion over the
// melds of each stage. This is Algorithm 1 of saha2025mindist with two changes that
// keep the result: hands are multisets, not bit masks over positions, so equal
// cards are tried once; and when all demands are met, only melds with the first
// remaining card are tried.
//
// The search maximises a gain: the points saved times jokerUnit, plus the number of
// jokers in melds. So among the groupings that save the most points it prefers those
// that leave the fewest jokers out, and a hand can be declared if and only if its
// gain is that of all its cards.
type search struct {
	rules Rules
	pack  card.Cards // of the rules
	wild  card.Rank
	memo  map[searchState]int // nil: results are not kept
}

// searchState is the remaining hand with the number of demands met. When all
// demanded pure sequences are found, wild cards become printed jokers, because
// their face values no longer matter.
type searchState struct {
	hand  card.Bag
	stage int
}

const jokerUnit = 16

// withoutMemo is the maximum number of cards of a hand whose search needs no memory of
// results: it allocates nothing.
const withoutMemo = 7

func newSearch(r Rules, hand card.Bag, wild card.Rank) search {
	n := hand.Count()
	if n > r.HandSize+1 {
		panic(fmt.Sprintf("meld: a hand of %d cards, want at most %d", n, r.HandSize+1))
	}
	s := search{rules: r, pack: r.pack(), wild: wild}
	if n > withoutMemo {
		s.memo = make(map[searchState]int)
	}
	return s
}

// bestDiscard returns the minimum score of the hand and card.None. For a hand that
// is one card too large it returns the minimum score over the discards and the
// highest-point card, the first of them, whose discard reaches it.
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

// complete reports whether all cards of the hand can be in melds that meet the
// requirement.
func (s *search) complete(hand card.Bag) bool {
	last := s.state(hand, s.rules.Requirement.Sequences).hand
	if s.best(s.state(hand, 0)) != Total(hand, s.wild)*jokerUnit+int(last.Jokers) {
		return false
	}
	// Before the last stage the gain may be full although the demands are not
	// met: a single pure sequence, or no card at all.
	return s.covers(s.state(hand, 0))
}

// covers reports whether the remaining cards can all be in melds that meet the remaining
// demands.
func (s *search) covers(st searchState) (covered bool) {
	if st.hand == (card.Bag{}) {
		return st.stage >= s.rules.Requirement.Sequences
	}
	s.options(st, func(m option) bool {
		covered = m.kind != Invalid && s.covers(s.after(st, m))
		return !covered
	})
	return covered
}

// state returns the search state of the hand at a stage.
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

// best returns the maximum gain from the remaining cards at a stage.
func (s *search) best(st searchState) int {
	if g, ok := s.memo[st]; ok {
		return g
	}
	best := 0
	s.options(st, func(m option) bool {
		best = max(best, m.gain+s.best(s.after(st, m)))
		return true
	})
	if s.memo != nil {
		s.memo[st] = best
	}
	return best
}

// option is one meld, or one card left out (then cards is that card alone and kind
// is Invalid): the cards used at their face values, the number of jokers, and the
// gain.
type option struct {
	kind   Kind
	start  int // the first place of a sequence
	length int // the number of places of a sequence
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

// options yields the next options, until yield returns false.
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

// sequences yields the sequences of a suit that contain a card of with and at most
// the given number of jokers. A joker never stands for a card that the hand has,
// because the two could be exchanged. Lengths from MinLength up to less than twice
// that are enough, because longer sequences split.
func (s *search) sequences(hand card.Bag, suit card.Suit, with card.Cards, jokers int, yield func(option) bool) bool {
	lane := s.pack >> (16 * suit) & (1<<card.NumRanks - 1)
	lane |= lane & 1 << card.NumRanks // the ace is the last place too
	for length := MinLength; length < min(2*MinLength, places); length++ {
		starts := lane // of the sequences that the pack has
		for k := 1; k < length; k++ {
			starts &= lane >> k
		}
		for ; starts != 0; starts &= starts - 1 {
			start := bits.TrailingZeros64(uint64(starts))
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

// runOf reports whether a pack has a sequence of n cards.
func runOf(pack card.Cards, n int) bool {
	for suit := range card.Suit(card.NumSuits) {
		for start := 0; start+n <= places; start++ {
			if window(start, n, suit)&^pack == 0 {
				return true
			}
		}
	}
	return false
}

// window returns the cards of a suit in length places from start. start + length is
// at most places.
func window(start, length int, suit card.Suit) card.Cards {
	w := (card.Cards(1)<<length - 1) << start
	w |= w >> card.NumRanks
	return w & (1<<card.NumRanks - 1) << (16 * suit)
}

// sets yields the sets that contain c.
func (s *search) sets(hand card.Bag, c card.Card, yield func(option) bool) bool {
	rank := card.OfRank(c.Rank())
	rest, largest := hand.Once&rank&^card.Cards(0).With(c), (s.pack & rank).Count()
	for sub := rest; ; sub = (sub - 1) & rest {
		cards := sub.With(c)
		n := cards.Count()
		for jokers := max(0, MinLength-n); jokers <= min(int(hand.Jokers), largest-n); jokers++ {
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

// jokersAlone yields the sequences that consist of jokers.
func (s *search) jokersAlone(jokers int, yield func(option) bool) {
	for n := MinLength; n <= min(jokers, 2*MinLength-1, card.NumRanks) && runOf(s.pack, n); n++ {
		if !yield(option{kind: Sequence, length: n, jokers: n, gain: n}) {
			return
		}
	}
}

// gain returns the gain of a meld. Cards of the wild rank in their own places count
// as jokers.
func (s *search) gain(cards card.Cards, jokers int) int {
	wilds := cards & card.OfRank(s.wild)
	return setPoints(cards&^wilds)*jokerUnit + wilds.Count() + jokers
}

// hopeless reports that the hand without any spare (0 or 1) of its cards is not a
// valid declaration. It is a sufficient test: if it returns false, the hand may or may
// not be one. In random play it excludes all but one in fifteen of the hands with a
// pure sequence.
//
// The argument: every natural card except the spare one has to be in a meld, and
// there are too few jokers for that. A card is called loose if it is in no run of
// three natural cards and the hand has no three cards of its rank; a meld with it
// needs a joker. A loose card is called lone if the hand has no other natural card of
// its rank or within two places in its suit.
//
//   - The jokers of a sequence fill gaps between pieces of at most two loose
//     cards each, because three would be a run. A gap has a piece on each side, so
//     a whole meld has at most two loose cards for each joker. A gap of one joker
//     allows one more if the pieces beside it have two cards and one, and two more
//     if both have two. A set has at most two loose cards.
//   - A gap beside a lone card has two jokers or more, and the lone card takes the
//     place of such a piece. So n lone cards in melds need n jokers, or n+1 if n
//     is odd, and each of them takes one joker from the other loose cards.
//
// A wild card in its own place fills a gap like a joker and counts as one.
func hopeless(hand *card.Bag, wild card.Rank, spare int) bool {
	wilds := card.OfRank(wild)
	jokers := int(hand.Jokers) + (hand.Once & wilds).Count() + (hand.Twice & wilds).Count() + (hand.Thrice & wilds).Count()
	held := hand.Once &^ wilds
	up := held.AceHigh()
	starts := up & (up >> 1) & (up >> 2)
	runs := fold(starts | starts<<1 | starts<<2)
	// The cards of the ranks that can form a set without a joker, and with one.
	triples, pairs := card.Aces*setRanks(held, 0), card.Aces*setRanks(held, 1)
	loose := held &^ runs &^ triples
	near := fold(up<<1 | up<<2 | up>>1 | up>>2)
	lone := (loose &^ near &^ pairs).Count()
	if lone-spare > jokers&^1 {
		return true
	}
	// The places with loose cards in the two places to the left and in the two to
	// the right: with two on one side and any on the other, and with two on both.
	// The shifts cross the borders of lanes here, which only adds places.
	l := loose.AceHigh()
	twoLeft, twoRight := l<<1&(l<<2), l>>1&(l>>2)
	left, right := l<<1|l<<2&(up<<1), l>>1|l>>2&(up>>1)
	one := min(jokers, (twoLeft&right | left&twoRight).Count())
	two := min(jokers, (twoLeft & twoRight).Count())
	return loose.Count()-max(lone, spare) > 2*(jokers-max(lone-spare, 0))+one+two
}

// fold moves the copies of the aces above the kings back to the aces.
func fold(cs card.Cards) card.Cards { return (cs | cs>>card.NumRanks&card.Aces) & card.All }
