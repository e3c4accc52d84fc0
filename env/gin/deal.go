package gin

import (
	"rummygym/env/card"
	"rummygym/env/game"
)

// clear resets the state to that of NewState.
func (s *State) clear() {
	*s = State{rules: s.rules, starter: game.NoPlayer}
	s.last.knocker, s.last.winner = game.NoPlayer, game.NoPlayer
	s.deal.clear()
}

// clear resets the hand to that before the deal.
func (d *deal) clear() {
	*d = deal{phase: Over, drawn: card.None, mover: game.NoPlayer, knocker: game.NoPlayer}
}

// start deals the first hand from the full deck in deck.
func (s *State) start() {
	s.dealt = true
	starter := game.Player(0)
	switch s.rules.Starter {
	case RandomStarter:
		starter = game.Player(game.Seed(s.key, 0) & 1) // hands are numbered from 1
	case SecondSeat:
		starter = 1
	}
	s.dealHand(starter)
}

// nextHand deals the next hand.
func (s *State) nextHand(starter game.Player) {
	s.before += s.turn
	s.deal.clear()
	s.deck = fullDeck
	card.ShuffleSeeded(s.deck[:], game.Seed(s.key, uint64(s.hand)+1), 0)
	s.dealHand(starter)
}

// dealHand deals a hand from the full deck in deck.
func (s *State) dealHand(starter game.Player) {
	for i, c := range s.deck[:seats*HandSize] {
		s.hands[i%seats] = s.hands[i%seats].With(c)
	}
	s.head = seats*HandSize + 1
	s.addToPile(s.deck[s.head-1])
	s.limit = s.limitOf(s.Upcard())
	s.hand++
	s.starter, s.mover = starter, starter
	s.turn = 1
	s.phase = FirstUpcard
}
