package indian

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Redeal distributes all cards that seat p cannot see anew: those of the closed
// deck and of the other hands, but for the cards surely known to be in a hand
// (Observation.Known). Every order of them over these places is equally likely.
// The key of later reshuffles is drawn anew too. What the players' choices tell
// of their hands does not count, nor, with more than two players, that cards
// which were in no pile when the pile was last shuffled cannot be in the closed
// deck. The outcome of a game that is over stands.
func (s *State) Redeal(p game.Player, src rand.Source) {
	if !s.dealt {
		return
	}
	var places [MaxDeck]card.Card
	unseen := append(places[:0], s.deck[s.head:s.end]...)
	for q := range s.seats() {
		if q != p {
			unseen = appendBag(unseen, s.hands[q].Minus(s.known[q]))
		}
	}
	card.Shuffle(unseen, src)
	unseen = unseen[copy(s.deck[s.head:s.end], unseen):]
	for q := range s.seats() {
		if q == p {
			continue
		}
		hidden := s.hands[q].Minus(s.known[q]).Count()
		s.hands[q] = s.known[q]
		for _, c := range unseen[:hidden] {
			s.hands[q].Add(c)
		}
		if s.phase == Discard && q == s.mover && !s.fromPile {
			s.drawn = unseen[0] // as likely as any other of the hidden cards
		}
		unseen = unseen[hidden:]
	}
	s.key = src.Uint64()
}

// appendBag is b.Append(dst) without the iterator.
func appendBag(dst []card.Card, b card.Bag) []card.Card {
	for _, layer := range [...]card.Cards{b.Once, b.Twice, b.Thrice} {
		for ; layer != 0; layer &= layer - 1 {
			dst = append(dst, layer.First())
		}
	}
	for range b.Jokers {
		dst = append(dst, card.Joker)
	}
	return dst
}
