package meld

import "rummygym/env/card"

// MinScore returns the minimum score of the hand, of 1 to 14 cards, in points, in
// [0, 130] and not capped (saha2025mindist, section IV.A). Melds save points in
// stages: without a pure sequence every card counts; with a pure sequence and no
// other sequence, every card outside the best pure sequence counts; with both, every
// card outside melds. The score of a hand of 14 cards is the minimum over its
// discards.
func MinScore(hand card.Bag, wild card.Rank) int {
	total := Total(hand, wild)
	if !hasPure(hand) && hand.Count() < 14 {
		return total
	}
	if hand.Count() == 14 {
		var scores [card.NumKinds]int16
		MinScoreDiscards(&scores, hand, wild)
		least := int16(1 << 14)
		for c := range hand.Each() {
			least = min(least, scores[c.Index()])
		}
		return int(least)
	}
	return total - saved(&hand, wild, total)
}

// saved returns the maximum points that the cards of the hand can save by melds. No
// card is discarded. total is the points of all cards.
func saved(hand *card.Bag, wild card.Rank, total int) int {
	var s suits
	split(&s, hand, wild)
	if s.overflows(total) {
		return savedByRules(*hand, wild)
	}
	s.weigh(s.once | s.wild)
	t := s.count()
	best := t.most(s.jokers)
	if best == total {
		return best
	}
	return s.addSets(&t, best, total)
}

// overflows reports whether the hand has more jokers or points than lanes can hold.
// Without jokers only the lanes of single suits can overflow, because sums use
// lane 0 alone with eight bits. Such hands are very rare: eight jokers, or 13 cards of
// ten points with a joker or in one suit.
func (s *suits) overflows(total int) bool {
	if s.jokers > maxJokers {
		return true
	}
	if total > maxLane && s.twice != 0 {
		for i := range card.Suit(card.NumSuits) {
			lane := card.OfSuit(i)
			if setPoints(s.once&lane)+setPoints(s.twice&lane)+setPoints(s.thrice&lane) > maxLane {
				return true
			}
		}
	}
	return false
}

// savedByRules computes saved with the search for any rules, for hands that
// overflow. It allocates, and takes up to some milliseconds.
func savedByRules(hand card.Bag, wild card.Rank) int {
	s := search{rules: Default(), pack: card.All, wild: wild, memo: make(map[searchState]int)}
	return s.best(s.state(hand, 0)) / jokerUnit
}
