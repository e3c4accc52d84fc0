package gin

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Redeal distributes all cards that seat p cannot see anew: those of the stock
// and of the other hand, but for the cards surely known to be in it
// (Observation.Known). Every order of them over these places is equally likely.
// The key of later hands is drawn anew too. What the players' choices tell of
// their hands does not count. The outcome of an episode that is over stands.
func (s *State) Redeal(p game.Player, src rand.Source) {
	if !s.dealt {
		return
	}
	q := 1 - p
	hidden := s.hands[q] &^ s.known[q]
	var places [deckSize]card.Card
	unseen := append(places[:0], s.deck[s.head:]...)
	for c := range hidden.Each() {
		unseen = append(unseen, c)
	}
	card.Shuffle(unseen, src)
	unseen = unseen[copy(s.deck[s.head:], unseen):]
	s.hands[q] = s.known[q]
	for _, c := range unseen {
		s.hands[q] = s.hands[q].With(c)
	}
	if q == s.mover && s.drawn != card.None && !s.known[q].Has(s.drawn) {
		s.drawn = unseen[0] // as likely as any other of the hidden cards
	}
	s.key = src.Uint64()
}
