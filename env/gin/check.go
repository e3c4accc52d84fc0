package gin

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
)

// mustHold panics if action a has led to a state in which a card of the pack is not in exactly one place, or a hand has another
// size than the rules say.
func (s *State) mustHold(a game.Action) {
	if err := s.check(); err != nil {
		panic(fmt.Sprintf("gin: after %s: %v", actionString(a), err))
	}
}

func (s *State) check() error {
	if all := s.Cards(); s.dealt && all != (card.Bag{Once: s.rules.Pack()}) {
		return fmt.Errorf("the cards are %v", all)
	}
	heap := card.Cards(0)
	for _, c := range s.pile[:s.piled] {
		heap = heap.With(c)
	}
	if heap != s.heap {
		return fmt.Errorf("the discard pile is %v, want %v", s.heap, heap)
	}
	for p := range game.Player(seats) {
		if !s.dealt {
			break
		}
		want := s.rules.HandSize
		if s.open() && p == s.history[s.turned-1].Player {
			want++
		}
		held := s.hands[p] | s.melds[p].Cards()
		switch p {
		case s.knocker:
			held &^= s.laidOff
		default:
			held |= s.laidOff
		}
		if held.Count() != want || s.known[p]&^s.hands[p] != 0 {
			return fmt.Errorf("seat %d holds %v, want %d cards, %v among them", p, held, want, s.known[p])
		}
	}
	return nil
}
