package meld

import (
	"math/bits"

	"rummygym/env/card"
)

// naive is the oracle of the tests: it uses no lanes, tables or multisets. A hand is
// a list of cards, each by itself; a group is a subset of the list; a group is a
// meld if one of its arrangements is. It is kept simple so that it can be compared
// with the rules by reading.
type naive struct {
	rules Rules
	cards []card.Card
	wild  card.Rank
	pure  []int       // the groups that are pure sequences, as bit sets
	seq   []int       // the groups that are sequences, pure or not
	melds []int       // all melds
	memo  map[int]int // minimum deadwood with any melds
}

// newNaive returns the oracle of [Default] for melds of at most the given number of cards.
func newNaive(cards []card.Card, wild card.Rank, longest int) *naive {
	return newNaiveOf(Default(), cards, wild, longest)
}

// newNaiveOf is newNaive for other demands and packs.
func newNaiveOf(r Rules, cards []card.Card, wild card.Rank, longest int) *naive {
	n := &naive{rules: r, cards: cards, wild: wild, memo: make(map[int]int)}
	for group := range 1 << len(cards) {
		if size := bits.OnesCount(uint(group)); size < 3 || size > longest {
			continue
		}
		pure, sequence, set := naiveKinds(n.pick(group), wild, r.pack())
		if pure {
			n.pure = append(n.pure, group)
		}
		if sequence {
			n.seq = append(n.seq, group)
		}
		if sequence || set {
			n.melds = append(n.melds, group)
		}
	}
	return n
}

func (n *naive) pick(group int) []card.Card {
	var cards []card.Card
	for i, c := range n.cards {
		if group>>i&1 != 0 {
			cards = append(cards, c)
		}
	}
	return cards
}

func (n *naive) points(group int) int {
	sum := 0
	for _, c := range n.pick(group) {
		switch {
		case c == card.Joker || c.Rank() == n.wild:
		case c.Rank() == card.Ace || c.Rank() >= card.Ten:
			sum += 10
		default:
			sum += int(c.Rank()) + 1
		}
	}
	return sum
}

// score returns the minimum points under the stages of the rules.
func (n *naive) score() int { return n.staged(0, 1<<len(n.cards)-1) }

// staged returns the minimum points of the rest after the given number of demands is met.
func (n *naive) staged(stage, rest int) int {
	best := n.points(rest) // as long as a demand is not met, every card left counts
	demanded := n.demanded(stage)
	if demanded == nil { // all are met: every card outside melds counts
		return n.deadwood(rest)
	}
	for _, m := range *demanded {
		if m&^rest == 0 {
			best = min(best, n.staged(stage+1, rest&^m))
		}
	}
	return best
}

// demanded returns the groups that meet the next demand, nil if all demands are met.
func (n *naive) demanded(stage int) *[]int {
	switch q := n.rules.Requirement; {
	case stage < q.Pure:
		return &n.pure
	case stage < q.Sequences:
		return &n.seq
	}
	return nil
}

func (n *naive) deadwood(rest int) int {
	if d, ok := n.memo[rest]; ok {
		return d
	}
	best := n.points(rest)
	for _, m := range n.melds {
		if m&^rest == 0 {
			best = min(best, n.deadwood(rest&^m))
		}
	}
	n.memo[rest] = best
	return best
}

// declares reports whether all cards can be in melds, the demanded sequences among them.
func (n *naive) declares() bool {
	memo := make(map[int]bool)
	var covered func(rest int) bool
	covered = func(rest int) bool {
		if rest == 0 {
			return true
		}
		if c, ok := memo[rest]; ok {
			return c
		}
		c := false
		for _, m := range n.melds {
			if m&^rest == 0 && covered(rest&^m) {
				c = true
				break
			}
		}
		memo[rest] = c
		return c
	}
	var met func(stage, rest int) bool
	met = func(stage, rest int) bool {
		demanded := n.demanded(stage)
		if demanded == nil {
			return covered(rest)
		}
		for _, m := range *demanded {
			if m&^rest == 0 && met(stage+1, rest&^m) {
				return true
			}
		}
		return false
	}
	return met(0, 1<<len(n.cards)-1)
}

// naiveKinds tries every way to count each wild card as natural or as a joker.
func naiveKinds(cards []card.Card, wild card.Rank, pack card.Cards) (pure, sequence, set bool) {
	for natural := range 1 << len(cards) {
		var nat []card.Card
		legal, wilds := true, 0
		for i, c := range cards {
			isWild := c == card.Joker || c.Rank() == wild
			if natural>>i&1 != 0 {
				nat = append(nat, c)
				legal = legal && c != card.Joker
				if isWild {
					wilds++
				}
			} else {
				legal = legal && isWild
			}
		}
		if !legal {
			continue
		}
		jokers := len(cards) - len(nat)
		if naiveRun(nat, len(cards), pack) {
			sequence = true
			pure = pure || jokers == 0
		}
		if wilds == 0 && naiveSet(nat, jokers, pack) {
			set = true
		}
	}
	return pure, sequence, set
}

// naiveRun reports whether the cards are of one suit and fit, each in a place of its
// own, into length consecutive places of A 2 … Q K A, at most one of them an ace's. The pack
// has a card for each place.
func naiveRun(nat []card.Card, length int, pack card.Cards) bool {
	for suit := range card.Suit(card.NumSuits) {
		if len(nat) > 0 && nat[0].Suit() != suit {
			continue
		}
		for first := 0; first+length <= 14 && length <= 13; first++ {
			var taken [13]bool
			fits := true
			for _, c := range nat {
				inside := int(c.Rank()) >= first && int(c.Rank()) < first+length || c.Rank() == card.Ace && first+length == 14
				fits = fits && inside && c.Suit() == suit && !taken[c.Rank()]
				taken[c.Rank()] = true
			}
			for p := first; p < first+length; p++ {
				fits = fits && pack.Has(card.New(card.Rank(p%13), suit))
			}
			if fits {
				return true
			}
		}
	}
	return false
}

// naiveSet reports whether the cards are of one rank, in different suits, and together with
// the jokers no more than the suits of the pack.
func naiveSet(nat []card.Card, jokers int, pack card.Cards) bool {
	suits := map[card.Suit]bool{}
	for _, c := range nat {
		if c.Rank() != nat[0].Rank() || suits[c.Suit()] {
			return false
		}
		suits[c.Suit()] = true
	}
	most := 0
	for suit := range card.Suit(card.NumSuits) {
		if len(nat) > 0 && pack.Has(card.New(nat[0].Rank(), suit)) {
			most++
		}
	}
	return len(nat) > 0 && len(nat)+jokers >= 3 && len(nat)+jokers <= most
}
