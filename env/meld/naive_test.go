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
	cards []card.Card
	wild  card.Rank
	pure  []int       // the groups that are pure sequences, as bit sets
	seq   []int       // the groups that are sequences, pure or not
	melds []int       // all melds
	memo  map[int]int // minimum deadwood with any melds
}

func newNaive(cards []card.Card, wild card.Rank, longest int) *naive {
	n := &naive{cards: cards, wild: wild, memo: make(map[int]int)}
	for group := range 1 << len(cards) {
		if size := bits.OnesCount(uint(group)); size < 3 || size > longest {
			continue
		}
		pure, sequence, set := naiveKinds(n.pick(group), wild)
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
func (n *naive) score() int {
	all := 1<<len(n.cards) - 1
	best := n.points(all) // no pure sequence: every card counts
	for _, first := range n.pure {
		// One pure sequence: every card outside it counts.
		best = min(best, n.points(all&^first))
		for _, second := range n.seq {
			if first&second == 0 { // and another one: every card outside melds
				best = min(best, n.deadwood(all&^first&^second))
			}
		}
	}
	return best
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

// declares reports whether all cards can be in melds, a pure sequence and
// another sequence among them.
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
	all := 1<<len(n.cards) - 1
	for _, first := range n.pure {
		for _, second := range n.seq {
			if first&second == 0 && covered(all&^first&^second) {
				return true
			}
		}
	}
	return false
}

// naiveKinds tries every way to count each wild card as natural or as a joker.
func naiveKinds(cards []card.Card, wild card.Rank) (pure, sequence, set bool) {
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
		if naiveRun(nat, len(cards)) {
			sequence = true
			pure = pure || jokers == 0
		}
		if wilds == 0 && naiveSet(nat, jokers) {
			set = true
		}
	}
	return pure, sequence, set
}

// naiveRun reports whether the cards are of one suit and fit, each in a place of its
// own, into length consecutive places of A 2 … Q K A, at most one of them an ace's.
func naiveRun(nat []card.Card, length int) bool {
	for first := 0; first+length <= 14 && length <= 13; first++ {
		taken := map[int]bool{}
		fits := true
		for _, c := range nat {
			place := -1
			for p := first; p < first+length; p++ {
				if p%13 == int(c.Rank()) {
					place = p
				}
			}
			fits = fits && place >= 0 && !taken[place] && c.Suit() == nat[0].Suit()
			taken[place] = true
		}
		if fits {
			return true
		}
	}
	return false
}

// naiveSet reports whether the cards are of one rank, in different suits, and at
// most four together with the jokers.
func naiveSet(nat []card.Card, jokers int) bool {
	suits := map[card.Suit]bool{}
	for _, c := range nat {
		if c.Rank() != nat[0].Rank() || suits[c.Suit()] {
			return false
		}
		suits[c.Suit()] = true
	}
	return len(nat) > 0 && len(nat)+jokers >= 3 && len(nat)+jokers <= 4
}
