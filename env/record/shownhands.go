package record

import (
	"slices"

	"rummygym/env/card"
)

// ShownHands returns the hands that are open at the end of a hand, by seat, with what they cost: their melds with the cards
// laid off onto them, and the other cards. The events are those of the hand up to its score. A hand that is not shown
// has neither melds nor cards.
func ShownHands(events []Event) []Hand {
	var hands []Hand
	for i := range events {
		switch e := &events[i]; e.Type {
		case Deal:
			hands = make([]Hand, len(e.Hands))
		case Meld:
			hands[e.Seat].Melds = append(hands[e.Seat].Melds, Group{Cards: slices.Clone(e.Cards), Counts: true})
		case LayOff:
			for p := range hands {
				for m := range hands[p].Melds {
					if g := &hands[p].Melds[m]; card.BagOf(g.Cards...) == card.BagOf(e.Onto...) {
						g.Cards = append(g.Cards, e.Card)
						slices.Sort(g.Cards)
					}
				}
			}
		case Declare:
			if !e.Valid { // it is out of the game, and its hand is open
				for _, m := range e.Fault.Groups {
					hands[e.Seat].Melds = append(hands[e.Seat].Melds, Group{Cards: m, Counts: true})
				}
				hands[e.Seat].Unmelded = e.Fault.Left(e.Cards)
			}
		case Score:
			for p := range hands {
				if p < len(e.Points) {
					hands[p].Points = e.Points[p]
				}
				if p >= len(e.Hands) || e.Hands[p] == nil {
					continue
				}
				left := card.BagOf(e.Hands[p]...)
				if p < len(e.Melds) {
					for _, m := range e.Melds[p] {
						left = left.Minus(card.BagOf(m...))
						hands[p].Melds = append(hands[p].Melds, Group{Cards: m, Counts: true})
					}
				}
				hands[p].Unmelded = left.Append(nil)
			}
		}
	}
	return hands
}
