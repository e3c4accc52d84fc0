package indian

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
)

// mustHold panics if action a has led to a state in which a card of the deck is not in exactly one place, or a hand has another
// size than the rules say.
func (s *State) mustHold(a game.Action) {
	if err := s.check(); err != nil {
		panic(fmt.Sprintf("indian: after %s: %v", actionString(a), err))
	}
}

func (s *State) check() error {
	if !s.dealt {
		return nil
	}
	if all := s.Cards(); all != s.rules.Deck() {
		return fmt.Errorf("the cards are %v", all)
	}
	if pile := card.BagOf(s.pile[:s.piled]...); pile != s.pileBag {
		return fmt.Errorf("the open pile is %v, want %v", s.pileBag, pile)
	}
	sum := 0
	for p := range s.seats() {
		want := s.rules.HandSize
		if s.phase == Discard && p == s.mover {
			want++
		}
		if n := s.hands[p].Count(); n != want || !s.hands[p].Contains(s.known[p]) {
			return fmt.Errorf("seat %d holds %v, want %d cards, %v among them", p, s.hands[p], want, s.known[p])
		}
		sum += int(s.gains[p])
	}
	if sum != 0 {
		return fmt.Errorf("the gains %v sum to %d, want 0", s.gains, sum)
	}
	return nil
}
