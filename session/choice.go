package session

import (
	"slices"

	"rummygym/env/record"
)

// Choices returns the legal actions of the person: draws, knocks and melds first, then passes and the
// drop, then cards in the order of the hand. There are none if the person is not to move.
func (s *Session) Choices() (all []record.Choice) {
	if !s.Turn() {
		return nil
	}
	d := &s.decisions[len(s.decisions)-1]
	var leave, cards []record.Choice
	for a := range d.legal.Each() {
		switch c := record.Choose(s.game, d.obs, a); {
		case c.Plays():
			cards = append(cards, c)
		case c.Type == record.Drop || c.Type == record.Pass:
			leave = append(leave, c)
		default:
			all = append(all, c)
		}
	}
	return slices.Concat(all, leave, cards)
}
