package gin

import (
	"fmt"
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
)

// clear resets the state to that of NewState.
func (s *State) clear() {
	s.key, s.later, s.dealt, s.starter = 0, nil, false, game.NoPlayer
	s.deal.clear()
}

// clear resets the hand to that before the deal.
func (d *deal) clear() {
	*d = deal{phase: Over, drawn: card.None, mover: game.NoPlayer, knocker: game.NoPlayer}
}

// start deals the hand from the whole deck in deck.
func (s *State) start() {
	s.dealt = true
	s.dealHand(s.rules.starter(s.key))
}

// starter returns the seat that begins the first hand of the deal with a key.
func (r *Rules) starter(key uint64) game.Player {
	switch r.Starter {
	case RandomStarter:
		return game.Player(game.Seed(key, 0) & 1) // hands are numbered from 1
	case SecondSeat:
		return 1
	}
	return 0
}

// newDeck puts the pack in the order of card.AppendPacks into deck, and returns that part of it.
func (s *State) newDeck() []card.Card {
	first := maxDeck - s.rules.DeckSize()
	return card.AppendPacks(s.deck[first:first], s.rules.Pack(), 1, 0)
}

// dealHand deals a hand that starter begins from the whole deck in deck.
func (s *State) dealHand(starter game.Player) {
	first, dealt := maxDeck-s.rules.DeckSize(), seats*s.rules.HandSize
	for i, c := range s.deck[first:][:dealt] {
		s.hands[i%seats] = s.hands[i%seats].With(c)
	}
	s.head = uint8(first + dealt + 1)
	s.addToPile(s.deck[s.head-1])
	s.limit = s.limitOf(s.Upcard())
	s.starter, s.mover = starter, starter
	s.turn = 1
	s.phase = FirstUpcard
}

// limitOf returns the maximum deadwood for a knock in a hand with the given first upcard.
func (s *State) limitOf(first card.Card) int8 {
	switch pips := deadwood.Pips(first); {
	case s.rules.KnockCard == FixedLimit:
		return int8(s.rules.KnockLimit)
	case pips == 1:
		return 0
	default:
		return int8(pips)
	}
}

// DealNext deals hand number n of a match, from 2, in a state that holds the hand before it. The hand depends on the key of the first one
// and on n alone; see series.Dealer.
func (g *Game) DealNext(state game.State, n int, starter game.Player) error {
	s := g.own(state)
	return s.dealNext(n, starter)
}

// dealNext deals hand number n, from the cards that are given or by the key.
func (s *State) dealNext(n int, starter game.Player) error {
	s.deal.clear()
	deck := s.newDeck()
	if len(s.later) < len(deck) {
		card.ShuffleSeeded(deck, game.Seed(s.key, uint64(n)), 0)
	} else {
		given := s.later[:len(deck)]
		if card.BagOf(given...) != card.BagOf(deck...) {
			return fmt.Errorf("gin: the cards of hand %d are [%s], want those of the pack", n, card.Format(given))
		}
		s.later = s.later[copy(deck, given):]
	}
	s.dealHand(starter)
	return nil
}

// Starter returns the seat that began the hand in a state, game.NoPlayer before the deal.
func (g *Game) Starter(state game.State) game.Player { return g.own(state).starter }

// Redeal distributes again all cards that seat p cannot see: those of the stock and of
// the opponent's hand, except the cards known to be in it (Observation.Known). Every
// order of them over these places is equally likely; in phase KnockOrPass of the
// opponent, every order with which the opponent may knock, and in phase LayOff every
// order for which the declared melds are those of AutoMelds. Redeal also draws a new key
// of later hands, with which the same seat begins the first one. It ignores what the players' choices reveal of their hands. The outcome
// of an episode that is over does not change.
//
// In phase KnockOrPass of the opponent Redeal uses rejection sampling, which takes
// thousands of tries, about a millisecond.
func (s *State) Redeal(p game.Player, src rand.Source) {
	if !s.dealt {
		return
	}
	q := 1 - p
	var places [maxDeck]card.Card
	unseen := append(places[:0], s.deck[s.head:]...)
	for hidden := s.hands[q] &^ s.known[q]; hidden != 0; hidden &= hidden - 1 {
		unseen = append(unseen, hidden.First())
	}
	n := s.StockSize()
	for {
		// The first steps of card.Shuffle, which determine the cards of the hand.
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
		s.drawn = unseen[n] // every hidden card is equally likely
	}
	was := s.rules.starter(s.key)
	for s.key, s.later = src.Uint64(), nil; s.rules.starter(s.key) != was; s.key++ {
	}
}

// fits reports whether the hand of seat q is possible in the current phase.
func (s *State) fits(q game.Player) bool {
	switch {
	case q != s.mover:
		return true
	case s.phase == KnockOrPass:
		return s.canKnock(s.hands[q])
	case s.phase == LayOff && s.rules.Answer == MeldsFirst && s.rules.Melding == AutoMelds:
		all := s.hands[q] | s.melds[q].Cards() | s.laidOff
		return deadwood.Best(all) == s.melds[q] // the rules have declared them
	}
	return true
}

// Hides reports whether the opponent of seat p holds cards that seat p does not know.
func (s *State) Hides(p game.Player) bool { return s.hands[1-p] != s.known[1-p] }
