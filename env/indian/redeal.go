package indian

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Redeal distributes again all cards that seat p cannot see: those of the closed deck
// and of the other hands, except the cards known to be in a hand (Observation.Known).
// Every order of them over these places is equally likely. Redeal also draws a new key
// of later reshuffles. It ignores what the players' choices reveal of their hands and,
// with more than two players, that cards which were not in the pile when it was last
// shuffled cannot be in the closed deck. The outcome of a game that is over does not
// change.
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
			s.drawn = unseen[0] // every hidden card is equally likely
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
