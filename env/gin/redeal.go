package gin

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Redeal distributes all cards that seat p cannot see anew: those of the stock
// and of the other hand, but for the cards surely known to be in it
// (Observation.Known). Every order of them over these places is equally likely;
// in phase KnockOrPass of the other player, every one with which that player may
// knock, and in phase LayOff every one of which the melds declared are those of
// AutoMelds. The key of later hands is drawn anew too. What the players' choices tell
// of their hands does not count. The outcome of an episode that is over stands.
//
// In phase KnockOrPass of the other player hands are drawn until one fits, which
// takes thousands of tries, about a millisecond.
func (s *State) Redeal(p game.Player, src rand.Source) {
	if !s.dealt {
		return
	}
	q := 1 - p
	var places [deckSize]card.Card
	unseen := append(places[:0], s.deck[s.head:]...)
	for hidden := s.hands[q] &^ s.known[q]; hidden != 0; hidden &= hidden - 1 {
		unseen = append(unseen, hidden.First())
	}
	n := s.StockSize()
	for {
		// The first steps of card.Shuffle, which place the cards of the hand.
		for i := len(unseen) - 1; i >= n; i-- {
			j := card.Below(src, uint64(i+1))
			unseen[i], unseen[j] = unseen[j], unseen[i]
		}
		s.hands[q] = s.known[q]
		for _, c := range unseen[n:] {
			s.hands[q] = s.hands[q].With(c)
		}
		if s.fits(q) {
			break
		}
	}
	card.Shuffle(unseen[:n], src)
	copy(s.deck[s.head:], unseen)
	if q == s.mover && s.drawn != card.None && !s.known[q].Has(s.drawn) {
		s.drawn = unseen[n] // as likely as any other of the hidden cards
	}
	s.key = src.Uint64()
}

// fits reports whether what the phase tells of the hand of seat q is true.
func (s *State) fits(q game.Player) bool {
	switch {
	case q != s.mover:
		return true
	case s.phase == KnockOrPass:
		return s.canKnock(s.hands[q])
	case s.phase == LayOff && s.rules.Answer == MeldsFirst:
		return s.automatic(s.rules, s.knocker, true)
	}
	return true
}

// Hides reports whether the other seat holds cards that seat p does not surely
// know.
func (s *State) Hides(p game.Player) bool { return s.hands[1-p] != s.known[1-p] }
